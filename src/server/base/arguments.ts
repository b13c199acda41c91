import { isObject } from '../../store/base/core.ts';
import { didYouMean, show } from './text.ts';
import type { ValueSchema } from './toolSchema.ts';

/** What agents' programs themselves add to calls, and means nothing to a server: the order of calls in Gemini CLI. */
const addedByAgents: ReadonlySet<string> = new Set(['wait_for_previous']);

type Arguments = Readonly<Record<string, unknown>>;

/** What a tool promises of its calls; see `ToolHints`. */
interface CallEffects {
  readonly readOnly?: true;
  readonly destructive?: true;
}

/** Arguments split into those to be parsed and the names of those that are left out. */
export interface Sifted {
  readonly kept: Arguments;
  readonly ignored: readonly string[];
}

/**
 * Leaves out unknown arguments where that loses nothing: what agents add by themselves, anything for a tool that only
 * reads, and flags and numbers for one that only adds. A name close to a known one was meant to be that; text, lists
 * and objects may be what was to be kept; and what takes something away must not do more than was asked for. All these
 * stay and are refused.
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

/** The notes a reply ends with: one where arguments were left out. */
export const notesOfIgnored = (tool: string, ignored: readonly string[]): readonly string[] =>
  ignored.length > 0 ? [`Ignored: ${tool} has no argument ${ignored.slice(0, 5).map(show).join(', ')}.`] : [];

/**
 * Arguments without those that are null and may be left out: agents fill what they leave out with null, and `None` is
 * the default that the original memory service documents. A null that is needed, or in values of any shape, stays.
 */
export function withoutNulls(value: unknown, { properties, required = [], items }: ValueSchema): unknown {
  if (Array.isArray(value) && items) return value.map((item: unknown) => withoutNulls(item, items));
  if (!isObject(value) || !properties) return value;
  const present = Object.entries(value).filter(
    ([key, one]) => one !== null || !(key in properties) || required.includes(key),
  );
  return Object.fromEntries(present.map(([key, one]) => [key, withoutNulls(one, properties[key] ?? {})]));
}

/** Whether a value is null, or has one in it. */
export const hasNull = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).some(hasNull));
