import type { Meaning } from './types.ts';

/** What words of a query mean. The table of concepts is loaded when this is asked for first. */
export async function meaningsOf(query: string): Promise<readonly Meaning[]> {
  const { conceptsIn } = await import('./concepts.ts');
  return conceptsIn(query);
}
