/** Sums by number, made for adding up millions of them: a field of numbers, and which of them were touched. */
export class ScoreSums {
  readonly #sums: Float64Array<ArrayBuffer>;
  #touched: number[] = [];

  /** For numbers below `size`. */
  constructor(size: number) {
    this.#sums = new Float64Array(size);
  }

  /** Adds something greater than 0. Other numbers are left out. */
  add(number: number, value: number): void {
    if (number >= this.#sums.length) return;
    const sum = this.#sums[number] ?? 0;
    if (sum === 0) this.#touched.push(number);
    this.#sums[number] = sum + value;
  }

  /** Takes something greater than 0 where it is more than what is there. Other numbers are left out. */
  raise(number: number, value: number): void {
    const sum = this.get(number);
    if (value > sum) this.add(number, value - sum);
  }

  get(number: number): number {
    return this.#sums[number] ?? 0;
  }

  /** Hands out a sum and forgets it. */
  take(number: number): number {
    const sum = this.get(number);
    if (sum > 0) this.#sums[number] = 0;
    return sum;
  }

  get touched(): readonly number[] {
    return this.#touched;
  }

  /** Hands out every sum and forgets it. */
  drain(visit: (number: number, sum: number) => void): void {
    const touched = this.#touched;
    this.#touched = [];
    for (const number of touched) {
      const sum = this.take(number);
      if (sum > 0) visit(number, sum);
    }
  }
}
