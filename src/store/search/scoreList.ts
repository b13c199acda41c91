/** An entry with its score: a part of the best possible one, at most 1. */
export interface Scored {
  /** Its number in the index. */
  readonly number: number;
  readonly score: number;
}

/** Entries with their scores, each once, in two fields of numbers: a common word is in a hundred thousand of them. */
export class ScoreList {
  readonly numbers: Int32Array<ArrayBuffer>;
  readonly scores: Float64Array<ArrayBuffer>;
  #size = 0;

  /** With room for so many. */
  constructor(room: number) {
    this.numbers = new Int32Array(room);
    this.scores = new Float64Array(room);
  }

  /** With these entries. */
  static of(entries: readonly Scored[]): ScoreList {
    const list = new ScoreList(entries.length);
    for (const { number, score } of entries) list.add(number, score);
    return list;
  }

  /** With all numbers below `count`, none better than another. */
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

  entries(): Scored[] {
    return Array.from(this.numbers.subarray(0, this.#size), (number, n) => ({
      number,
      score: this.scores[n] ?? 0,
    }));
  }
}
