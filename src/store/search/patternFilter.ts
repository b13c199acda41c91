import vm from 'node:vm';
import { isObject } from '../base/core.ts';
import type { TimeSlices } from '../base/timeSlices.ts';
import { refuseQuery } from './query.ts';
import type { Scored } from './scoreList.ts';

/** A text is left after this, which nothing but a watchdog can do. Milliseconds of the clock. */
const oneTextMs = 300;
/** So long one text may take, and all texts together. Milliseconds of the processor. */
const oneTextCpuMs = 150;
const totalMs = 5_000;

/** An entry with where the regular expression of the query matches it first, as it is shown, UTF-16 units. */
export interface Matched extends Scored {
  readonly match?: readonly [start: number, end: number];
}

/** An entry with its text. */
export interface Read {
  readonly scored: Scored;
  readonly text: string;
}

/**
 * Finds the entries whose text a person's regular expression matches, and where. It runs nowhere else. Such an expression can
 * take for ever on a single text; `vm` has a thread of its own that ends it, which costs nothing while all goes well.
 */
export class PatternFilter {
  readonly #pattern: RegExp;
  readonly #slices: TimeSlices;
  readonly #script = new vm.Script('run()');
  readonly #context: vm.Context;
  #run: () => void = () => undefined;
  #spentMs = 0;

  constructor(pattern: RegExp, slices: TimeSlices) {
    this.#pattern = pattern;
    this.#slices = slices;
    this.#context = vm.createContext({ run: () => this.#run() });
  }

  /** Whether all texts together took as long as they may. */
  get isOver(): boolean {
    return this.#spentMs > totalMs;
  }

  /** Those of some that match as they are, and as they are shown. Throws where a single one takes too long. */
  async of(entries: readonly Read[], shown: (text: string) => string): Promise<Matched[]> {
    const asTheyAre = await this.#matching(entries);
    const texts = new Map(entries.map(({ scored, text }) => [scored.number, text]));
    const seen: (Read & { readonly isWhole: boolean })[] = [];
    for (const scored of asTheyAre) {
      const text = texts.get(scored.number) ?? '';
      const masked = shown(text);
      seen.push({ scored, text: masked, isWhole: masked === text });
      if (this.#slices.isOver) await this.#slices.pause();
    }
    const masked = seen.filter(({ isWhole }) => !isWhole);
    if (masked.length === 0) return asTheyAre;
    const whole = seen.filter(({ isWhole }) => isWhole).map(({ scored }) => scored);
    return [...whole, ...(await this.#matching(masked))];
  }

  async #matching(entries: readonly Read[]): Promise<Matched[]> {
    const found: Matched[] = [];
    let next = 0;
    this.#run = () => {
      do {
        const { scored, text } = entries[next] ?? {};
        const match = text === undefined ? null : this.#pattern.exec(text);
        if (scored && match) found.push({ ...scored, match: [match.index, match.index + match[0].length] });
      } while (++next < entries.length && !this.#slices.isOver);
    };
    let timeoutMs = oneTextMs;
    while (next < entries.length && !this.isOver) {
      const before = next;
      const isLeft = this.#guarded(timeoutMs);
      timeoutMs = isLeft && next === before ? 2 * timeoutMs : oneTextMs;
      await this.#slices.pause();
    }
    return found;
  }

  /**
   * Runs until the slice is over. Whether it was left in the middle of a text, as others had the processor: then that text is looked at
   * again with twice the time, so that sooner or later either it is done or it has had what it may take.
   */
  #guarded(timeout: number): boolean {
    const before = process.cpuUsage();
    const spent = (): number => {
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    let isLeft = false;
    try {
      this.#script.runInContext(this.#context, { timeout });
    } catch (error) {
      if (!isTimeout(error)) throw error;
      if (spent() > oneTextCpuMs) throw tooSlow(this.#pattern);
      isLeft = true;
    }
    this.#spentMs += spent();
    return isLeft;
  }
}

/** The error is none of this program's own: `instanceof` does not know it. */
const isTimeout = (error: unknown): boolean =>
  isObject(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

const tooSlow = (pattern: RegExp) =>
  refuseQuery(
    `${String(pattern)} takes too long. Make it simpler (no repetition within a repetition), or add words and filters so that fewer texts are looked at.`,
  );
