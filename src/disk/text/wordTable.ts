/** Length limit of stored words; longer ones hardly recur. UTF-16 units. */
const maxWordLength = 20;
/** Number of words at which the table is cleared; bounds memory, far above everyday vocabulary. */
const maxWords = 100_000;
const slotCount = 2 ** 18;

/**
 * Data of words, looked up by range in a text. Unlike with a map, no string is created for a lookup, which is most of
 * the cost of indexing. Open addressing; the letters of all words share one array.
 */
export class WordTable<T> {
  /** Index of a word plus one; 0 for none. */
  readonly #slots = new Int32Array(slotCount);
  /** Start of each word's letters, and the end of the last one's. */
  readonly #starts = new Int32Array(maxWords + 1);
  readonly #hashes = new Int32Array(maxWords);
  #letters = new Uint16Array(2 ** 16);
  #values: T[] = [];

  /** Returns the data of the word from `start` to `end`, with its hash from `eachWord`. */
  get(text: string, start: number, end: number, hash: number): T | undefined {
    for (let slot = hash & (slotCount - 1); ; slot = (slot + 1) & (slotCount - 1)) {
      const number = (this.#slots[slot] ?? 0) - 1;
      if (number < 0) return undefined;
      if (this.#hashes[number] === hash && this.#isWord(number, text, start, end))
        return this.#values[number];
    }
  }

  /** Stores the data of a new word. */
  set(word: string, hash: number, value: T): void {
    if (word.length > maxWordLength) return;
    if (this.#values.length >= maxWords) this.#clear();
    const number = this.#values.push(value) - 1;
    const start = this.#starts[number] ?? 0;
    if (start + word.length > this.#letters.length) this.#grow();
    for (let n = 0; n < word.length; n++) this.#letters[start + n] = word.charCodeAt(n);
    this.#starts[number + 1] = start + word.length;
    this.#hashes[number] = hash;
    let slot = hash & (slotCount - 1);
    while (this.#slots[slot] !== 0) slot = (slot + 1) & (slotCount - 1);
    this.#slots[slot] = number + 1;
  }

  #isWord(number: number, text: string, start: number, end: number): boolean {
    const from = this.#starts[number] ?? 0;
    if ((this.#starts[number + 1] ?? 0) - from !== end - start) return false;
    for (let n = start; n < end; n++)
      if (this.#letters[from + n - start] !== text.charCodeAt(n)) return false;
    return true;
  }

  #clear(): void {
    this.#slots.fill(0);
    this.#values = [];
  }

  #grow(): void {
    const larger = new Uint16Array(this.#letters.length * 2);
    larger.set(this.#letters);
    this.#letters = larger;
  }
}
