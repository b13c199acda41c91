/** An entry with its score: a share of the best possible one, at most 1. */
export interface Scored {
  /** Number in the index. */
  readonly number: number;
  readonly score: number;
}

/** Entries with scores, each once, in two number arrays, as a common word occurs in a hundred thousand. */
export class ScoreList {
  readonly numbers: Int32Array<ArrayBuffer>;
  readonly scores: Float64Array<ArrayBuffer>;
  #size = 0;

  /** `capacity` is the capacity. */
  constructor(capacity: number) {
    this.numbers = new Int32Array(capacity);
    this.scores = new Float64Array(capacity);
  }

  /** Makes a list of the given entries. */
  static of(entries: readonly Scored[]): ScoreList {
    const list = new ScoreList(entries.length);
    for (const { number, score } of entries) list.add(number, score);
    return list;
  }

  /** Makes a list of all numbers below `count` with equal scores. */
  static all(count: number): ScoreList {
    const list = new ScoreList(count);
    for (let number = 0; number < count; number++) list.add(number, 0);
    return list;
  }

  get size(): number {
    return this.#size;
  }

  add(number: number, score: number): void {
    this.numbers[this.#size] = number;
    this.scores[this.#size] = score;
    this.#size++;
  }

  /** Returns a list in which some entries have other scores, also those that had none. */
  with(raised: ReadonlyMap<number, number>): ScoreList {
    if (raised.size === 0) return this;
    const list = new ScoreList(this.#size + raised.size);
    for (const [number, score] of raised) list.add(number, score);
    for (let n = 0; n < this.#size; n++) {
      const number = this.numbers[n] ?? 0;
      if (!raised.has(number)) list.add(number, this.scores[n] ?? 0);
    }
    return list;
  }

  /** Returns a list in which the scores of some entries are multiplied. */
  times(factor: number, some: ReadonlySet<number>): ScoreList {
    if (some.size === 0) return this;
    const list = new ScoreList(this.#size);
    for (let n = 0; n < this.#size; n++) {
      const [number, score] = [this.numbers[n] ?? 0, this.scores[n] ?? 0];
      list.add(number, some.has(number) ? score * factor : score);
    }
    return list;
  }

  entries(): Scored[] {
    return Array.from(this.numbers.subarray(0, this.#size), (number, n) => ({
      number,
      score: this.scores[n] ?? 0,
    }));
  }
}
