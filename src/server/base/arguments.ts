import { isObject } from '../../disk/base/core.ts';
import { didYouMean, show } from './text.ts';
import type { ValueSchema } from './toolSchema.ts';

/** Arguments that agents' programs add themselves, meaningless to a server: the order of calls in Gemini CLI. */
const addedByAgents: ReadonlySet<string> = new Set(['wait_for_previous']);

type Arguments = Readonly<Record<string, unknown>>;

/** Effects of a tool's calls, see `ToolHints`. */
interface CallEffects {
  readonly readOnly?: true;
  readonly destructive?: true;
}

/** Arguments to parse, and the names of ignored ones. */
export interface Sifted {
  readonly kept: Arguments;
  readonly ignored: readonly string[];
}

/**
 * Drops unknown arguments where that loses nothing: those that agents add themselves, any for a read-only tool, and
 * flags and numbers for one that only adds. Everything else is kept and refused: names close to a known one, content
 * that may have been meant to be stored, and arguments of destructive tools.
 */
export function siftArguments(args: Arguments, known: readonly string[], hints: CallEffects): Sifted {
  const isIgnored = ([name, value]: [string, unknown]): boolean =>
    !known.includes(name) &&
    (addedByAgents.has(name) || (isHarmless(value, hints) && !didYouMean(name, known)));
  const entries = Object.entries(args);
  return {
    kept: Object.fromEntries(entries.filter((entry) => !isIgnored(entry))),
    ignored: entries.filter(isIgnored).map(([name]) => name),
  };
}

function isHarmless(value: unknown, { readOnly, destructive }: CallEffects): boolean {
  if (readOnly) return true;
  return !destructive && (value === null || value === '' || ['boolean', 'number'].includes(typeof value));
}

/** The notes of a reply about ignored arguments. */
export const notesOfIgnored = (tool: string, ignored: readonly string[]): readonly string[] =>
  ignored.length > 0 ? [`Ignored: ${tool} has no argument ${ignored.slice(0, 5).map(show).join(', ')}.`] : [];

/**
 * Drops optional arguments that are null: agents fill omitted ones with null, and the original memory service documents
 * `None` as a default. Required ones and values of any shape stay.
 */
export function withoutNulls(value: unknown, { properties, required = [], items }: ValueSchema): unknown {
  if (Array.isArray(value) && items) return value.map((item: unknown) => withoutNulls(item, items));
  if (!isObject(value) || !properties) return value;
  const present = Object.entries(value).filter(
    ([key, one]) => one !== null || !(key in properties) || required.includes(key),
  );
  return Object.fromEntries(present.map(([key, one]) => [key, withoutNulls(one, properties[key] ?? {})]));
}

/** Reports whether a value is or contains null. */
export const hasNull = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).some(hasNull));
