/** Ascending numbers, mostly one after the other: in runs, each with its first number and the place of that. */
export class NumberRuns {
  readonly #runs: { readonly first: number; readonly place: number }[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The last number; -1 where there is none. */
  get last(): number {
    const run = this.#runs.at(-1);
    return run ? run.first + this.#length - 1 - run.place : -1;
  }

  /** The number at a place; -1 outside. */
  at(place: number): number {
    if (place < 0 || place >= this.#length) return -1;
    const run = this.#runs.findLast((one) => one.place <= place);
    return run ? run.first + place - run.place : -1;
  }

  push(number: number): void {
    if (this.#length === 0 || this.last + 1 !== number)
      this.#runs.push({ first: number, place: this.#length });
    this.#length++;
  }

  /** Adds numbers that follow each other, from one on. */
  pushRun(first: number, count: number): void {
    if (count === 0) return;
    this.push(first);
    this.#length += count - 1;
  }

  /** Takes off all from a place on, and gives them. */
  cut(from: number): number[] {
    const numbers = Array.from({ length: Math.max(0, this.#length - from) }, (_, n) => this.at(from + n));
    while ((this.#runs.at(-1)?.place ?? -1) >= from) this.#runs.pop();
    this.#length = Math.min(this.#length, from);
    return numbers;
  }

  /** The first place with this number or a later one; the length where there is none. */
  placeOf(number: number): number {
    const run = this.#runs.findLast(({ first }) => first <= number);
    if (!run) return 0;
    const next = this.#runs[this.#runs.indexOf(run) + 1]?.place ?? this.#length;
    return Math.min(next, run.place + number - run.first);
  }
}
