import { StoreError } from '../../disk/base/core.ts';
import type { Content } from './content.ts';

/** Throws `invalid_argument` for a role other than user or model. */
export function validateHistory(history: readonly { readonly role: string }[]): void {
  for (const { role } of history)
    if (role !== 'user' && role !== 'model')
      throw new StoreError('invalid_argument', `Role must be user or model, but got ${role}.`, { role });
}

/** A turn from callers without type checks. */
interface LooseContent {
  readonly parts?: readonly (Content['parts'][number] | undefined)[] | undefined;
}

/** Reports whether a turn has parts, none of them empty and none with empty text except thoughts. */
export function isValidContent({ parts }: LooseContent): boolean {
  if (parts === undefined || parts.length === 0) return false;
  return parts.every((part) => {
    if (part === undefined || Object.keys(part).length === 0) return false;
    return isThought(part.thought) || part.text !== '';
  });
}

const isThought = (thought: boolean | string | undefined): boolean =>
  thought !== undefined && thought !== false && thought !== '';

/** Drops invalid answers: turns of the user stay, a run of model turns is kept or dropped as a whole. */
export function extractCuratedHistory(history: readonly Content[] | undefined): Content[] {
  const curated: Content[] = [];
  let run: Content[] = [];
  const close = (): void => {
    if (run.every(isValidContent)) curated.push(...run);
    run = [];
  };
  for (const content of history ?? []) {
    if (content.role === 'model') {
      run.push(content);
      continue;
    }
    close();
    curated.push(content);
  }
  close();
  return curated;
}
