import { isStopWord } from '../../disk/text/tokens.ts';

/** Start of the basic block of Chinese characters, which covers nearly all of a text. */
const first = 0x4e00;
const last = 0x9fff;

/**
 * Numbers of the terms in runs of Chinese, the same terms as `termsOf` returns. Such runs rarely repeat, so terms are
 * looked up by character code, without a string for every pair.
 */
export class CharacterTerms {
  readonly #number: (term: string) => number;
  readonly #known = new Map<number, number>();

  constructor(number: (term: string) => number) {
    this.#number = number;
  }

  /** Whether a word consists of Chinese only. */
  takes(word: string): boolean {
    for (let n = 0; n < word.length; n++) {
      const code = word.charCodeAt(n);
      if (code < first || code > last) return false;
    }
    return word !== '';
  }

  /** Returns the numbers of its characters and pairs, without stop words. */
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
