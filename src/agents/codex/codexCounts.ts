import type { JsonObject } from '../../disk/base/core.ts';
import { numberOf, objectOf } from '../reading/fields.ts';

const counters = [
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
  'cache_write_input_tokens',
] as const;

/** Tokens of a request, or their running total. */
export type Counts = Readonly<Record<(typeof counters)[number], number | undefined>>;

/** Reads a usage; undefined if it has no input. */
export function countsOf(usage: JsonObject[string] | undefined): Counts | undefined {
  const fields = objectOf(usage);
  if (!fields || numberOf(fields.input_tokens) === undefined) return undefined;
  return countsBy((name) => numberOf(fields[name]));
}

/** Names a running total. */
export const nameOfCounts = (counts: Counts): string => counters.map((name) => counts[name] ?? '').join(' ');

/** Returns what was used between two totals. */
export function difference(sum: Counts, before: Counts): Counts {
  return countsBy((name) => {
    const count = sum[name];
    return count === undefined ? undefined : Math.max(0, count - (before[name] ?? 0));
  });
}

/** Adds up requests. */
export const sumOf = (requests: readonly Counts[]): Counts =>
  countsBy((name) => requests.reduce((sum, counts) => sum + (counts[name] ?? 0), 0));

/** Whether both are of the same size; caches are not always recorded. */
export const isSame = (one: Counts, other: Counts | undefined): boolean =>
  other !== undefined && one.input_tokens === other.input_tokens && one.output_tokens === other.output_tokens;

/** Whether any model was asked. */
export const isAny = ({ input_tokens: input, output_tokens: output }: Counts): boolean =>
  (input ?? 0) > 0 || (output ?? 0) > 0;

/** Whether one holds at least the tokens of the other. */
export const holds = (one: Counts, other: Counts): boolean =>
  (one.input_tokens ?? 0) >= (other.input_tokens ?? 0) &&
  (one.output_tokens ?? 0) >= (other.output_tokens ?? 0);

function countsBy(count: (name: keyof Counts) => number | undefined): Counts {
  const [input_tokens, output_tokens] = [count('input_tokens'), count('output_tokens')];
  const cached_input_tokens = count('cached_input_tokens');
  return {
    input_tokens,
    output_tokens,
    cached_input_tokens,
    cache_write_input_tokens: count('cache_write_input_tokens'),
  };
}
