import type { Entry } from '../store/dialogs/types.ts';
import { StoreError } from '../store/errors.ts';

/** The messages of a `history_save`: the entries first, then the entry. */
export function entriesOf(entries: readonly Entry[] | undefined, entry: Entry | undefined): readonly Entry[] {
  if (entries === undefined && entry === undefined)
    throw new StoreError(
      'invalid_argument',
      'entries is missing: history_save needs entries, a list of {role, text}, or entry, a single one.',
      { arguments: ['entries'] },
    );
  return [...(entries ?? []), ...(entry ? [entry] : [])];
}
