import { eachWord, isStopWord, normalForm, terms, termsOf, wordsOf } from '../../disk/text/tokens.ts';
import { WordTable } from '../../disk/text/wordTable.ts';
import type { Memory } from './types.ts';

/** Only the beginning of a longer content is compared. Characters. */
const comparedChars = 20_000;

/** Measure of similarity, as a Jaccard index: `wording` of words and adjacent pairs, sensitive to order; `subject` of the words that carry meaning. */
export type Likeness = 'wording' | 'subject';

/** A set of words, or of words and pairs. */
export interface WordSet {
  /** Sorted hashes. */
  readonly parts: Uint32Array;
  /** 128 bits; each part flips one of them, so two sets differ in at least as many parts as bits. */
  readonly signature: Uint32Array;
}

type WordSets = Readonly<Record<Likeness, WordSet>>;

/** Memories are immutable, so their words are hashed once, on demand. */
const known = new WeakMap<Memory, WordSets>();

export const hasWordSets = (memory: Memory): boolean => known.has(memory);

export function wordSetsOf(memory: Memory): WordSets {
  const before = known.get(memory);
  if (before) return before;
  const made = createWordSets(memory.content);
  known.set(memory, made);
  return made;
}

/**
 * Reports whether two sets can reach a Jaccard index `t`. The smaller needs at least `t` times the members of the
 * larger, and at most (a + b) × (1 − t) / (1 + t) members may be in one set only.
 */
export function mayReach(threshold: number, a: WordSet, b: WordSet): boolean {
  const [left, right] = [a.parts.length, b.parts.length];
  if (left < threshold * right || right < threshold * left) return false;
  const most = ((left + right) * (1 - threshold)) / (1 + threshold);
  let different = 0;
  for (let n = 0; n < signatureWords; n++) different += bitsOf((a.signature[n] ?? 0) ^ (b.signature[n] ?? 0));
  return different <= most + 1e-9;
}

/** The Jaccard index of two sorted sets. */
export function jaccard({ parts: a }: WordSet, { parts: b }: WordSet): number {
  let both = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const left = a[i] ?? 0;
    const right = b[j] ?? 0;
    if (left === right) both++;
    if (left <= right) i++;
    if (right <= left) j++;
  }
  const all = a.length + b.length - both;
  return all === 0 ? 0 : both / all;
}

/** Counts the set bits of a word. */
function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const signatureWords = 4;

/** Allocates number arrays from few large ones: hundreds of thousands of small ones slow garbage collection. */
class NumberPool {
  #array = new Uint32Array(0);
  #used = 0;

  /** Allocates an array of zeros. */
  allocate(count: number): Uint32Array {
    if (this.#used + count > this.#array.length) {
      this.#array = new Uint32Array(Math.max(arrayLength, count));
      this.#used = 0;
    }
    this.#used += count;
    return this.#array.subarray(this.#used - count, this.#used);
  }
}

/** Length of a large array: 64 KiB. */
const arrayLength = 16_384;

const pool = new NumberPool();

function createWordSets(content: string): WordSets {
  const found: Found = { words: [], meaningful: [] };
  takeTerms(normalForm(content.slice(0, comparedChars)), found);
  const { words, meaningful } = found;
  const subject = wordSetOf(meaningful.length > 0 ? meaningful : words);
  const count = words.length;
  for (let n = 1; n < count; n++) words.push(pairHash(words[n - 1] ?? 0, words[n] ?? 0));
  return { subject, wording: wordSetOf(words) };
}

/** The distinct words that carry the meaning of a memory of any length. */
export function subjectParts(memory: Memory): Uint32Array {
  const { content } = memory;
  if (content.length <= comparedChars) return wordSetsOf(memory).subject.parts;
  return wordSetOf(terms(content).map(hashOf)).parts;
}

/** Buffer in which hashes are sorted before they are stored. */
let sortBuffer = new Uint32Array(1_024);

function sortedIn(hashes: readonly number[]): Uint32Array {
  if (sortBuffer.length < hashes.length) sortBuffer = new Uint32Array(2 * hashes.length);
  sortBuffer.set(hashes);
  return sortBuffer.subarray(0, hashes.length).sort();
}

function wordSetOf(hashes: readonly number[]): WordSet {
  const sorted = sortedIn(hashes);
  const signature = pool.allocate(signatureWords);
  let count = 0;
  for (let n = 0; n < sorted.length; n++) {
    const part = sorted[n] ?? 0;
    if (n > 0 && part === sorted[count - 1]) continue;
    sorted[count++] = part;
    const word = part & (signatureWords - 1);
    signature[word] = (signature[word] ?? 0) ^ (1 << ((part >>> 2) & 31));
  }
  const parts = pool.allocate(count);
  parts.set(sorted.subarray(0, count));
  return { parts, signature };
}

/** Hashes of terms in order, and of those that carry meaning. */
interface Found {
  readonly words: number[];
  readonly meaningful: number[];
}

/** Collects the terms of a normalized text. */
function takeTerms(text: string, found: Found): void {
  const simple = eachWord(text, (start, end, hash) => {
    if (text.charCodeAt(start) >= firstHan) takeOther(text.slice(start, end), found);
    else takeAll(remembered.get(text, start, end, hash) ?? learn(text.slice(start, end), hash), found);
  });
  if (!simple) for (const word of wordsOf(text)) takeOther(word, found);
}

function takeOther(word: string, found: Found): void {
  if (onlyHan.test(word)) takeHan(word, found);
  else takeAll(termsOf(word).map(termHash), found);
}

interface TermHash {
  readonly hash: number;
  readonly isMeaningful: boolean;
}

/** Most words recur, except those of scripts without spaces, which are whole sentences. */
const remembered = new WordTable<readonly TermHash[]>();

function takeAll(terms: readonly TermHash[], found: Found): void {
  for (const term of terms) take(term, found);
}

function take({ hash: value, isMeaningful }: TermHash, { words, meaningful }: Found): void {
  words.push(value);
  if (isMeaningful) meaningful.push(value);
}

function learn(word: string, hash: number): readonly TermHash[] {
  const terms = termsOf(word).map(termHash);
  remembered.set(word, hash, terms);
  return terms;
}

const termHash = (term: string): TermHash => ({ hash: hashOf(term), isMeaningful: !isStopWord(term) });

const firstHan = 0x4e00;
const onlyHan = /^[\u4e00-\u9fff]+$/;

/** Collects the terms of a Chinese run as `termsOf` does, without creating a string for each. */
function takeHan(word: string, found: Found): void {
  for (let n = 0; n < word.length; n++) take(character(word.charCodeAt(n)), found);
  for (let n = 1; n < word.length; n++) {
    const pair = next(next(offsetBasis, word.charCodeAt(n - 1)), word.charCodeAt(n)) >>> 0;
    found.words.push(pair);
    found.meaningful.push(pair);
  }
}

const characters = new Map<number, TermHash>();

function character(unit: number): TermHash {
  const before = characters.get(unit);
  if (before) return before;
  const made = termHash(String.fromCharCode(unit));
  characters.set(unit, made);
  return made;
}

const offsetBasis = 0x811c9dc5;
const next = (value: number, unit: number): number => Math.imul(value ^ unit, 0x01000193);

/** Hash of a term as in `parts`: FNV-1a, 32 bits (Fowler, Noll and Vo). */
export function hashOf(text: string): number {
  let value = offsetBasis;
  for (let index = 0; index < text.length; index++) value = next(value, text.charCodeAt(index));
  return value >>> 0;
}

const pairHash = (first: number, second: number): number =>
  (Math.imul(first ^ 0x9e3779b9, 0x01000193) ^ second) >>> 0;
