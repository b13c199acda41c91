import { isStopWord } from '../text/tokens.ts';

/** The basic block of Chinese characters, in which nearly all of a text is. */
const first = 0x4e00;
const last = 0x9fff;

/**
 * The numbers of the terms of runs of Chinese, the same that `termsOf` tells. Such runs hardly ever come again, so
 * they are looked up by code, without making a string of every pair.
 */
export class CharacterTerms {
  readonly #number: (term: string) => number;
  readonly #known = new Map<number, number>();

  constructor(number: (term: string) => number) {
    this.#number = number;
  }

  /** Whether a word is nothing but Chinese. */
  takes(word: string): boolean {
    for (let n = 0; n < word.length; n++) {
      const code = word.charCodeAt(n);
      if (code < first || code > last) return false;
    }
    return word !== '';
  }

  /** The numbers of its characters and pairs, but for stop words. */
  numbers(word: string): number[] {
    const numbers: number[] = [];
    for (let n = 0; n < word.length; n++) {
      const code = word.charCodeAt(n);
      const single = this.#known.get(code) ?? this.#learn(code, word.charAt(n));
      if (single >= 0) numbers.push(single);
      if (n === 0) continue;
      const pair = (word.charCodeAt(n - 1) << 16) | code;
      numbers.push(this.#known.get(pair) ?? this.#learn(pair, word.slice(n - 1, n + 1)));
    }
    return numbers;
  }

  #learn(code: number, term: string): number {
    const number = isStopWord(term) ? -1 : this.#number(term);
    this.#known.set(code, number);
    return number;
  }
}
