/** Ascending numbers, mostly consecutive: stored as runs, each with its first number and that one's index. */
export class NumberRuns {
  readonly #runs: { readonly first: number; readonly index: number }[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The last number; -1 if empty. */
  get last(): number {
    const run = this.#runs.at(-1);
    return run ? run.first + this.#length - 1 - run.index : -1;
  }

  /** Returns the number at an index; -1 outside. */
  at(index: number): number {
    if (index < 0 || index >= this.#length) return -1;
    const run = this.#runs.findLast((one) => one.index <= index);
    return run ? run.first + index - run.index : -1;
  }

  push(number: number): void {
    if (this.#length === 0 || this.last + 1 !== number)
      this.#runs.push({ first: number, index: this.#length });
    this.#length++;
  }

  /** Appends `count` consecutive numbers from `first` on. */
  pushRun(first: number, count: number): void {
    if (count === 0) return;
    this.push(first);
    this.#length += count - 1;
  }

  /** Removes and returns the numbers from an index on. */
  cut(from: number): number[] {
    const numbers = Array.from({ length: Math.max(0, this.#length - from) }, (_, n) => this.at(from + n));
    while ((this.#runs.at(-1)?.index ?? -1) >= from) this.#runs.pop();
    this.#length = Math.min(this.#length, from);
    return numbers;
  }

  /** Index of the first number equal or greater; the length if there is none. */
  indexOf(number: number): number {
    const run = this.#runs.findLast(({ first }) => first <= number);
    if (!run) return 0;
    const next = this.#runs[this.#runs.indexOf(run) + 1]?.index ?? this.#length;
    return Math.min(next, run.index + number - run.first);
  }
}
