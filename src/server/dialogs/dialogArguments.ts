import * as z from 'zod';
import { parseSummary } from '../../store/dialogs/summary.ts';
import type { NewEntry } from '../../store/dialogs/types.ts';
import { jsonProblem, type JsonObject, type JsonValue, StoreError } from '../../store/base/core.ts';
import { maxNameLength } from '../../store/base/limits.ts';

/** The argument that names a dialog where one must be meant: what is there is replaced. The empty name means the active one. */
export const namedDialog = z.string().meta({ maxLength: maxNameLength });

/** The argument that names a dialog; without it the active one is meant, `default` unless a person has set another. */
export const dialog = namedDialog.default('');

export interface SaveArguments {
  readonly entry?: NewEntry;
  readonly entries?: readonly NewEntry[];
  readonly meta?: JsonObject;
}

/** The messages of a `history_save`: the entries first, then the entry; those without meta of their own get `meta`. */
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

/** The summary an agent gives: JSON text, also when it was made JSON twice, or the object itself. */
export function readSummary(summary: string | JsonObject): JsonValue {
  return parseSummary(typeof summary === 'string' ? parseJson(summary) : summary).value;
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
