/** Numbers for names, from 0 for the empty name. */
export class NameNumbers {
  readonly #numbers = new Map<string, number>([['', 0]]);
  readonly #names = [''];

  get all(): readonly string[] {
    return this.#names;
  }

  number(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.push(name) - 1;
    this.#numbers.set(name, number);
    return number;
  }

  name(number: number): string {
    return this.#names[number] ?? '';
  }
}
