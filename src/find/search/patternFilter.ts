import vm from 'node:vm';
import { isObject } from '../../disk/base/core.ts';
import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import { refuseQuery } from './query.ts';
import type { Scored } from './scoreList.ts';

/** Limit for a single text, enforced by a watchdog. Milliseconds, wall clock. */
const oneTextMs = 300;
/** Limits for a single text and for all together. Milliseconds, processor time. */
const oneTextCpuMs = 150;
const totalMs = 5_000;

/** An entry with the first match of the query's regular expression in the shown text, UTF-16 units. */
export interface Matched extends Scored {
  readonly match?: readonly [start: number, end: number];
}

/** An entry with its text. */
export interface Read {
  readonly scored: Scored;
  readonly text: string;
}

/**
 * Finds entries whose text matches a user's regular expression, the only place that runs one. Such an expression can
 * take forever on a single text; `vm` has a thread that ends it, at no cost otherwise.
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

  /** Whether all texts together have used their time. */
  get isOver(): boolean {
    return this.#spentMs > totalMs;
  }

  /** Returns the entries that match both stored and as shown. Throws if a single one takes too long. */
  async of(entries: readonly Read[], shown: (text: string) => string): Promise<Matched[]> {
    const asStored = await this.#matching(entries);
    const texts = new Map(entries.map(({ scored, text }) => [scored.number, text]));
    const shownTexts: (Read & { readonly isWhole: boolean })[] = [];
    for (const scored of asStored) {
      const text = texts.get(scored.number) ?? '';
      const masked = shown(text);
      shownTexts.push({ scored, text: masked, isWhole: masked === text });
      if (this.#slices.isOver) await this.#slices.pause();
    }
    const masked = shownTexts.filter(({ isWhole }) => !isWhole);
    if (masked.length === 0) return asStored;
    const whole = shownTexts.filter(({ isWhole }) => isWhole).map(({ scored }) => scored);
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
      const isInterrupted = this.#guarded(timeoutMs);
      timeoutMs = isInterrupted && next === before ? 2 * timeoutMs : oneTextMs;
      await this.#slices.pause();
    }
    return found;
  }

  /**
   * Runs until the slice is over. Returns whether it was interrupted within a text because other threads had the
   * processor; that text is then retried with twice the time until it is done or has used its processor time.
   */
  #guarded(timeout: number): boolean {
    const before = process.cpuUsage();
    const spent = (): number => {
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    let isInterrupted = false;
    try {
      this.#script.runInContext(this.#context, { timeout });
    } catch (error) {
      if (!isTimeout(error)) throw error;
      if (spent() > oneTextCpuMs) throw tooSlow(this.#pattern);
      isInterrupted = true;
    }
    this.#spentMs += spent();
    return isInterrupted;
  }
}

/** Whether an error is the timeout; `vm` throws one of another realm, so `instanceof` fails. */
const isTimeout = (error: unknown): boolean =>
  isObject(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

const tooSlow = (pattern: RegExp) =>
  refuseQuery(
    `${String(pattern)} takes too long. Make it simpler (no repetition within a repetition), or add words and filters so that fewer texts are looked at.`,
  );
