import { isStopWord, terms } from '../text/tokens.ts';
import type { FoundMemory, Memory } from './types.ts';

/** Of longer contents only the beginning is compared. Characters. */
const comparedChars = 20_000;

/**
 * How two memories are compared. `wording`: words and pairs of neighbours, so that the same words in another order
 * differ. `subject`: words that say what it is about. Both are the part of all that the two have in common (Jaccard).
 */
export type Likeness = 'wording' | 'subject';

/** A set of words, or of words and pairs. */
interface Print {
  /** Sorted hashes. */
  readonly parts: Uint32Array;
  /** Each part turns one of 128 bits over: two sets differ in at least as many parts as their signatures do in bits. */
  readonly signature: Uint32Array;
}

/** A memory by its words, and by words and pairs. */
interface Fingerprint {
  readonly subject: Print;
  readonly wording: Print;
}

/** Finds memories that are alike without comparing each with each. */
export class NearMemories {
  /** Who holds a word or a pair, by their numbers: most are held by one memory only, which needs no list. */
  readonly #holders = new Map<number, number | number[]>();
  readonly #numbers = new Map<Memory, number>();
  /** By number; undefined where a memory was removed. */
  readonly #held: ({ readonly memory: Memory; readonly print: Fingerprint } | undefined)[] = [];
  /** By number: the search that has looked at it. */
  #seen = new Uint32Array(1_024);
  #searches = 0;
  /** Added and not yet looked at: most processes never ask. */
  readonly #waiting = new Set<Memory>();

  clear(): void {
    this.#holders.clear();
    this.#numbers.clear();
    this.#held.length = 0;
    this.#waiting.clear();
  }

  add(memory: Memory): void {
    this.#waiting.add(memory);
  }

  remove(memory: Memory): void {
    this.#waiting.delete(memory);
    const number = this.#numbers.get(memory);
    if (number === undefined) return;
    for (const part of this.#held[number]?.print.wording.parts ?? []) this.#drop(part, number);
    this.#held[number] = undefined;
    this.#numbers.delete(memory);
  }

  /**
   * Other memories at least so like this one, 0 to 1, most alike first; archived ones are none. Of a hundred thousand that
   * nobody has asked about yet, only `mostNew` are compared, the newest first, and the next call goes on.
   */
  find(memory: Memory, threshold: number, likeness: Likeness, mostNew = Infinity): FoundMemory[] {
    this.#catchUp(mostNew);
    const known = this.#held[this.#numbers.get(memory) ?? -1]?.print ?? fingerprint(memory.content);
    const print = known[likeness];
    const found: FoundMemory[] = [];
    for (const number of this.#candidates(print.parts, threshold)) {
      const other = this.#held[number];
      if (!other || other.memory.hash === memory.hash || other.memory.archived !== undefined) continue;
      if (!mayReach(threshold, print, other.print[likeness])) continue;
      const similarity = jaccard(print.parts, other.print[likeness].parts);
      if (similarity >= threshold) found.push({ memory: other.memory, similarity });
    }
    return found.sort((a, b) => b.similarity - a.similarity || (a.memory.hash < b.memory.hash ? -1 : 1));
  }

  /**
   * Whoever reaches the threshold has at least that part of these words in common, so it holds one of the rarest of
   * them, all but one less than that (the prefix filter of set similarity joins).
   */
  #candidates(parts: Uint32Array, threshold: number): readonly number[] {
    const common = Math.max(1, Math.ceil(threshold * parts.length));
    const holders = Array.from(parts, (part) => this.#holders.get(part));
    const rarest = holders.sort((a, b) => sizeOf(a) - sizeOf(b)).slice(0, parts.length - common + 1);
    const found: number[] = [];
    const search = ++this.#searches;
    const look = (number: number): void => {
      if (this.#seen[number] === search) return;
      this.#seen[number] = search;
      found.push(number);
    };
    for (const some of rarest)
      if (typeof some === 'number') look(some);
      else some?.forEach(look);
    return found;
  }

  #catchUp(most: number): void {
    if (this.#waiting.size === 0) return;
    for (const memory of [...this.#waiting].reverse().slice(0, most)) {
      const print = fingerprint(memory.content);
      const number = this.#held.push({ memory, print }) - 1;
      this.#numbers.set(memory, number);
      for (const part of print.wording.parts) this.#hold(part, number);
      this.#waiting.delete(memory);
    }
    if (this.#held.length <= this.#seen.length) return;
    this.#seen = new Uint32Array(this.#held.length * 2);
  }

  #hold(part: number, number: number): void {
    const holders = this.#holders.get(part);
    if (holders === undefined) this.#holders.set(part, number);
    else if (typeof holders === 'number') this.#holders.set(part, [holders, number]);
    else holders.push(number);
  }

  #drop(part: number, number: number): void {
    const holders = this.#holders.get(part);
    if (holders === number) this.#holders.delete(part);
    else if (typeof holders === 'object') holders.splice(holders.indexOf(number), 1);
  }
}

const sizeOf = (holders: number | readonly number[] | undefined): number =>
  typeof holders === 'object' ? holders.length : holders === undefined ? 0 : 1;

/**
 * Whether two sets can be so alike: of sets of a and b members with a Jaccard index of t, the smaller has at least t times as
 * many members as the larger, and at most (a + b) × (1 − t) / (1 + t) are in one of them only.
 */
function mayReach(threshold: number, a: Print, b: Print): boolean {
  const [smaller, larger] = [a.parts.length, b.parts.length].sort((x, y) => x - y);
  if ((smaller ?? 0) < threshold * (larger ?? 0)) return false;
  const most = ((a.parts.length + b.parts.length) * (1 - threshold)) / (1 + threshold);
  let different = 0;
  for (let n = 0; n < signatureWords; n++) different += bitsOf((a.signature[n] ?? 0) ^ (b.signature[n] ?? 0));
  return different <= most + 1e-9;
}

/** How many bits of a word are set. */
function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const signatureWords = 4;

function printOf(parts: Uint32Array): Print {
  const signature = new Uint32Array(signatureWords);
  for (const part of parts) {
    const word = part & (signatureWords - 1);
    signature[word] = (signature[word] ?? 0) ^ (1 << ((part >>> 2) & 31));
  }
  return { parts, signature };
}

function fingerprint(content: string): Fingerprint {
  const all = terms(content.slice(0, comparedChars));
  const words = all.map(hash);
  const telling = words.filter((_, index) => !isStopWord(all[index] ?? ''));
  const pairs = words.slice(1).map((word, index) => pairHash(words[index] ?? 0, word));
  return {
    subject: printOf(sorted(telling.length > 0 ? telling : words)),
    wording: printOf(sorted([...words, ...pairs])),
  };
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
