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
 * Finds the entries whose text a person's regular expression matches, and where. It runs nowhere else. Such an expression can
 * take for ever on a single text; `vm` has a thread of its own that ends it, which costs nothing while all goes well.
 */
export class PatternFilter {
  readonly #pattern: RegExp;
  readonly #slices: TimeSlices;
  #spentMs = 0;

  constructor(pattern: RegExp, slices: TimeSlices) {
    this.#pattern = pattern;
    this.#slices = slices;
  }

  /** Those of some that match. Throws where all that were asked about took too long. */
  async of(entries: readonly { readonly scored: Scored; readonly text: string }[]): Promise<Matched[]> {
    const found: Matched[] = [];
    let next = 0;
    const run = (): void => {
      for (; next < entries.length && !this.#slices.isOver; next++) {
        const { scored, text } = entries[next] ?? {};
        const match = text === undefined ? null : this.#pattern.exec(text);
        if (scored && match) found.push({ ...scored, match: [match.index, match.index + match[0].length] });
      }
    };
    const context = vm.createContext({ run });
    const script = new vm.Script('run()');
    while (next < entries.length) {
      const started = performance.now();
      try {
        script.runInContext(context, { timeout: oneTextMs });
      } catch (error) {
        throw isTimeout(error) ? tooSlow(this.#pattern) : error;
      }
      this.#spentMs += performance.now() - started;
      if (this.#spentMs > totalMs) throw tooSlow(this.#pattern);
      await this.#slices.pause();
    }
    return found;
  }
}

/** The error is none of this program's own: `instanceof` does not know it. */
const isTimeout = (error: unknown): boolean =>
  isObject(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

const tooSlow = (pattern: RegExp) =>
  refuseQuery(
    `${String(pattern)} takes too long. Make it simpler (no repetition within a repetition), or add words and filters so that fewer texts are looked at.`,
  );
