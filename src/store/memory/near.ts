import { isStopWord, terms } from '../text/tokens.ts';
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
  /** Who holds a word or a pair: most are held by one memory only, which needs no set. */
  readonly #holders = new Map<number, Memory | Set<Memory>>();
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
    for (const part of this.#prints.get(memory)?.wording ?? []) this.#drop(part, memory);
    this.#prints.delete(memory);
  }

  /**
   * Other memories at least so like this one, 0 to 1, most alike first; archived ones are none. Of a hundred thousand that
   * nobody has asked about yet, only `mostNew` are compared, the newest first, and the next call goes on.
   */
  find(memory: Memory, threshold: number, likeness: Likeness, mostNew = Infinity): FoundMemory[] {
    this.#catchUp(mostNew);
    const print = this.#prints.get(memory) ?? fingerprint(memory.content);
    return [...this.#candidates(print[likeness], threshold)]
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
   * Whoever reaches the threshold has at least that part of these words in common, so it holds one of the rarest of
   * them, all but one less than that (the prefix filter of set similarity joins).
   */
  #candidates(parts: Uint32Array, threshold: number): ReadonlySet<Memory> {
    const common = Math.max(1, Math.ceil(threshold * parts.length));
    const holders = Array.from(parts, (part) => this.#holders.get(part));
    const rarest = holders.sort((a, b) => sizeOf(a) - sizeOf(b)).slice(0, parts.length - common + 1);
    const found = new Set<Memory>();
    for (const some of rarest) {
      if (some instanceof Set) for (const memory of some) found.add(memory);
      else if (some) found.add(some);
    }
    return found;
  }

  #catchUp(most: number): void {
    if (this.#waiting.size === 0) return;
    for (const memory of [...this.#waiting].reverse().slice(0, most)) {
      const print = fingerprint(memory.content);
      this.#prints.set(memory, print);
      for (const part of print.wording) this.#hold(part, memory);
      this.#waiting.delete(memory);
    }
  }

  #hold(part: number, memory: Memory): void {
    const holders = this.#holders.get(part);
    if (holders === undefined) this.#holders.set(part, memory);
    else if (holders instanceof Set) holders.add(memory);
    else this.#holders.set(part, new Set([holders, memory]));
  }

  #drop(part: number, memory: Memory): void {
    const holders = this.#holders.get(part);
    if (holders === memory) this.#holders.delete(part);
    else if (holders instanceof Set) holders.delete(memory);
  }
}

const sizeOf = (holders: Memory | ReadonlySet<Memory> | undefined): number =>
  holders instanceof Set ? holders.size : holders ? 1 : 0;

function fingerprint(content: string): Fingerprint {
  const all = terms(content.slice(0, comparedChars));
  const words = all.map(hash);
  const telling = words.filter((_, index) => !isStopWord(all[index] ?? ''));
  const pairs = words.slice(1).map((word, index) => pairHash(words[index] ?? 0, word));
  return { subject: sorted(telling.length > 0 ? telling : words), wording: sorted([...words, ...pairs]) };
}

const sorted = (numbers: readonly number[]): Uint32Array => Uint32Array.from(new Set(numbers)).sort();

/** FNV-1a, 32 bits (Fowler, Noll and Vo). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

const pairHash = (first: number, second: number): number =>
  (Math.imul(first ^ 0x9e3779b9, 0x01000193) ^ second) >>> 0;

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
