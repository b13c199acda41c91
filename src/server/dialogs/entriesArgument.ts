import type { Entry } from '../../store/dialogs/types.ts';
import { StoreError } from '../../store/base/errors.ts';
import type { JsonObject } from '../../store/base/json.ts';

export interface SaveArguments {
  readonly entry?: Entry;
  readonly entries?: readonly Entry[];
  readonly meta?: JsonObject;
}

/** The messages of a `history_save`: the entries first, then the entry; those without meta of their own get `meta`. */
export function entriesOf({ entry, entries, meta }: SaveArguments): readonly Entry[] {
  if (entries === undefined && entry === undefined)
    throw new StoreError(
      'invalid_argument',
      'entries is missing: history_save needs entries, a list of {role, text}, or entry, a single one.',
      { arguments: ['entries'] },
    );
  const given = [...(entries ?? []), ...(entry ? [entry] : [])];
  return meta ? given.map((one) => ({ meta, ...one })) : given;
}
