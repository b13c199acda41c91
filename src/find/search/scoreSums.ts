/** Sums by number, made for millions of additions: an array of sums, and the list of those in use. */
export class ScoreSums {
  readonly #sums: Float64Array<ArrayBuffer>;
  #touched: number[] = [];

  /** `size` is the exclusive limit of numbers. */
  constructor(size: number) {
    this.#sums = new Float64Array(size);
  }

  /** Adds a value greater than 0. Numbers out of range are ignored. */
  add(number: number, value: number): void {
    if (number >= this.#sums.length) return;
    const sum = this.#sums[number] ?? 0;
    if (sum === 0) this.#touched.push(number);
    this.#sums[number] = sum + value;
  }

  get(number: number): number {
    return this.#sums[number] ?? 0;
  }

  /** Returns a sum and resets it. */
  take(number: number): number {
    const sum = this.get(number);
    if (sum > 0) this.#sums[number] = 0;
    return sum;
  }

  get touched(): readonly number[] {
    return this.#touched;
  }

  /** Visits and resets every sum. */
  drain(visit: (number: number, sum: number) => void): void {
    const touched = this.#touched;
    this.#touched = [];
    for (const number of touched) {
      const sum = this.take(number);
      if (sum > 0) visit(number, sum);
    }
  }
}
