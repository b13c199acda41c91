import * as z from 'zod';
import { decodeSummary } from '../../history/dialogs/summary.ts';
import type { NewEntry } from '../../history/dialogs/types.ts';
import { jsonProblem, type JsonObject, type JsonValue, StoreError } from '../../disk/base/core.ts';
import { maxNameLength } from '../../disk/base/limits.ts';

/** Names a dialog whose content is replaced. Empty for the active one. */
export const namedDialog = z.string().meta({ maxLength: maxNameLength });

/** Names a dialog; default the active one, which is `default` unless a person chose another. */
export const dialog = namedDialog.default('');

export interface SaveArguments {
  readonly entry?: NewEntry;
  readonly entries?: readonly NewEntry[];
  readonly meta?: JsonObject;
}

/** Collects the messages of a `history_save`: entries, then the single entry; those without `meta` get the common one. */
export function entriesOf({ entry, entries, meta }: SaveArguments): readonly NewEntry[] {
  if (entries === undefined && entry === undefined)
    throw new StoreError(
      'invalid_argument',
      'entries is missing: history_save needs entries, a list of {role, text}, or entry, a single one.',
      { arguments: ['entries'] },
    );
  const all = [...(entries ?? []), ...(entry ? [entry] : [])];
  return meta ? all.map((one) => ({ meta, ...one })) : all;
}

/** Parses an agent's summary: JSON text, possibly encoded twice, or an object. */
export function readSummary(summary: string | JsonObject): JsonValue {
  return decodeSummary(typeof summary === 'string' ? parseJson(summary) : summary);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StoreError(
      'invalid_argument',
      `summary takes JSON text such as {"decisions":["…"],"todo":["…"]}, but what was given is not valid JSON: ${jsonProblem(error)}.`,
      { arguments: ['summary'] },
    );
  }
}
