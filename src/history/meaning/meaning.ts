import type { Meaning } from './types.ts';

/** Returns meanings of a query's words. The table of concepts is loaded on first use. */
export async function meaningsOf(query: string): Promise<readonly Meaning[]> {
  const { conceptsIn } = await import('./concepts.ts');
  return conceptsIn(query);
}
