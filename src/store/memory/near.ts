import { isStopWord } from '../search/stopWords.ts';
import { terms } from '../search/tokens.ts';
import type { FoundMemory, Memory } from './types.ts';

/** Of longer contents only the beginning is compared. Characters. */
const comparedChars = 20_000;

/**
 * How two memories are compared. `wording`: words and pairs of neighbours, so that the same words in another order
 * differ. `subject`: words that say what it is about. Both are the part of all that the two have in common (Jaccard).
 */
export type Likeness = 'wording' | 'subject';

/** A memory as sorted hashes of its words, and of words and pairs. */
interface Fingerprint {
  readonly subject: Uint32Array;
  readonly wording: Uint32Array;
}

/** Finds memories that are alike without comparing each with each. */
export class NearMemories {
  readonly #holders = new Map<number, Set<Memory>>();
  readonly #prints = new Map<Memory, Fingerprint>();
  /** Added and not yet looked at: most processes never ask. */
  readonly #waiting = new Set<Memory>();

  clear(): void {
    this.#holders.clear();
    this.#prints.clear();
    this.#waiting.clear();
  }

  add(memory: Memory): void {
    this.#waiting.add(memory);
  }

  remove(memory: Memory): void {
    this.#waiting.delete(memory);
    for (const word of this.#prints.get(memory)?.subject ?? []) this.#holders.get(word)?.delete(memory);
    this.#prints.delete(memory);
  }

  /** Other memories at least so like this one, 0 to 1, most alike first; archived ones are none. */
  find(memory: Memory, threshold: number, likeness: Likeness): FoundMemory[] {
    this.#catchUp();
    const print = this.#prints.get(memory) ?? fingerprint(memory.content);
    return [...this.#candidates(print, threshold, likeness)]
      .filter((other) => other.hash !== memory.hash && other.archived === undefined)
      .map((other) => ({ memory: other, similarity: this.#likeness(print, other, likeness) }))
      .filter(({ similarity }) => similarity >= threshold)
      .sort((a, b) => b.similarity - a.similarity || (a.memory.hash < b.memory.hash ? -1 : 1));
  }

  #likeness(print: Fingerprint, other: Memory, likeness: Likeness): number {
    const otherPrint = this.#prints.get(other);
    return otherPrint ? jaccard(print[likeness], otherPrint[likeness]) : 0;
  }

  /**
   * All that can reach the threshold share at least `common` words with it, so each of them holds one of its rarest
   * words, all but `common - 1` (the prefix filter of set similarity joins).
   */
  #candidates(print: Fingerprint, threshold: number, likeness: Likeness): ReadonlySet<Memory> {
    const words = [...print.subject];
    const pairs = likeness === 'wording' ? print.wording.length - words.length : 0;
    const common = Math.max(1, Math.ceil(threshold * print[likeness].length) - pairs);
    const holders = words.map((word) => this.#holders.get(word) ?? new Set<Memory>());
    const rarest = holders.sort((a, b) => a.size - b.size).slice(0, Math.max(0, words.length - common + 1));
    return new Set(rarest.flatMap((memories) => [...memories]));
  }

  #catchUp(): void {
    for (const memory of this.#waiting) {
      const print = fingerprint(memory.content);
      this.#prints.set(memory, print);
      for (const word of print.subject) {
        const holders = this.#holders.get(word);
        if (holders) holders.add(memory);
        else this.#holders.set(word, new Set([memory]));
      }
    }
    this.#waiting.clear();
  }
}

function fingerprint(content: string): Fingerprint {
  const all = terms(content.slice(0, comparedChars));
  const telling = all.filter((term) => !isStopWord(term));
  const words = telling.length > 0 ? telling : all;
  const pairs = all.slice(1).map((term, index) => `${all[index] ?? ''} ${term}`);
  return { subject: hashes(words), wording: hashes([...all, ...pairs]) };
}

const hashes = (texts: readonly string[]): Uint32Array => Uint32Array.from(new Set(texts.map(hash))).sort();

/** FNV-1a, 32 bits (Fowler, Noll and Vo). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

/** The part of all members of two sorted sets that both have. */
function jaccard(a: Uint32Array, b: Uint32Array): number {
  let both = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [left = 0, right = 0] = [a[i], b[j]];
    if (left === right) both++;
    if (left <= right) i++;
    if (right <= left) j++;
  }
  const all = a.length + b.length - both;
  return all === 0 ? 0 : both / all;
}
