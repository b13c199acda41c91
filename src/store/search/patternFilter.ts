import vm from 'node:vm';
import { isObject } from '../base/core.ts';
import type { Scored } from './ranking.ts';
import { refuseQuery } from './query.ts';
import type { TimeSlices } from './timeSlices.ts';

/** All texts together may take so long; and one text, which nothing but a watchdog can interrupt. Milliseconds. */
const totalMs = 5_000;
const oneTextMs = 300;

/** An entry with where the regular expression of the query matches it first, UTF-16 units. */
export interface Matched extends Scored {
  readonly match?: readonly [start: number, end: number];
}

/**
 * The entries whose text a person's regular expression matches, and where. It runs nowhere else. Such an expression can take for ever on a single
 * text; `vm` has a thread of its own that ends it, which costs nothing while all goes well.
 */
export async function matchingPattern(
  entries: readonly Scored[],
  pattern: RegExp,
  slices: TimeSlices,
): Promise<Matched[]> {
  const found: Matched[] = [];
  const started = performance.now();
  let next = 0;
  const run = (): void => {
    for (; next < entries.length && !slices.isOver; next++) {
      const scored = entries[next];
      const match = scored && pattern.exec(scored.entry.text);
      if (match) found.push({ ...scored, match: [match.index, match.index + match[0].length] });
    }
  };
  const context = vm.createContext({ run });
  const script = new vm.Script('run()');
  while (next < entries.length) {
    try {
      script.runInContext(context, { timeout: oneTextMs });
    } catch (error) {
      if (isTimeout(error)) throw tooSlow(pattern);
      throw error;
    }
    if (performance.now() - started > totalMs) throw tooSlow(pattern);
    await slices.pause();
  }
  return found;
}

/** The error is none of this program's own: `instanceof` does not know it. */
const isTimeout = (error: unknown): boolean =>
  isObject(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

const tooSlow = (pattern: RegExp) =>
  refuseQuery(
    `${String(pattern)} takes too long. Make it simpler (no repetition within a repetition), or add words and filters so that fewer texts are looked at.`,
  );
