import { eachWord, isStopWord, normalForm, terms, termsOf, wordsOf } from '../text/tokens.ts';
import { WordTable } from '../text/wordTable.ts';
import type { Memory } from './types.ts';

/** Of longer contents only the beginning is compared. Characters. */
const comparedChars = 20_000;

/**
 * How two memories are compared. `wording`: words and pairs of neighbours, so that the same words in another order
 * differ. `subject`: words that say what it is about. Both are the part of all that the two have in common (Jaccard).
 */
export type Likeness = 'wording' | 'subject';

/** A set of words, or of words and pairs. */
export interface Print {
  /** Sorted hashes. */
  readonly parts: Uint32Array;
  /** Each part turns one of 128 bits over: two sets differ in at least as many parts as their signatures do in bits. */
  readonly signature: Uint32Array;
}

type Fingerprint = Readonly<Record<Likeness, Print>>;

/** Each memory is a value that never changes, so its words are looked at once, and only where somebody asks. */
const known = new WeakMap<Memory, Fingerprint>();

export const isFingerprinted = (memory: Memory): boolean => known.has(memory);

export function fingerprintOf(memory: Memory): Fingerprint {
  const before = known.get(memory);
  if (before) return before;
  const made = fingerprint(memory.content);
  known.set(memory, made);
  return made;
}

/**
 * Whether two sets can be so alike: of sets of a and b members with a Jaccard index of t, the smaller has at least t times as
 * many members as the larger, and at most (a + b) × (1 − t) / (1 + t) are in one of them only.
 */
export function mayReach(threshold: number, a: Print, b: Print): boolean {
  const [left, right] = [a.parts.length, b.parts.length];
  if (left < threshold * right || right < threshold * left) return false;
  const most = ((left + right) * (1 - threshold)) / (1 + threshold);
  let different = 0;
  for (let n = 0; n < signatureWords; n++) different += bitsOf((a.signature[n] ?? 0) ^ (b.signature[n] ?? 0));
  return different <= most + 1e-9;
}

/** The part of all members of two sorted sets that both have. */
export function jaccard({ parts: a }: Print, { parts: b }: Print): number {
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

/** How many bits of a word are set. */
function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const signatureWords = 4;

/** Places for numbers in few large arrays: hundreds of thousands of small ones stop everything where garbage is collected. */
class Places {
  #array = new Uint32Array(0);
  #used = 0;

  /** A place for so many numbers, all 0. */
  place(count: number): Uint32Array {
    if (this.#used + count > this.#array.length) {
      this.#array = new Uint32Array(Math.max(arrayLength, count));
      this.#used = 0;
    }
    this.#used += count;
    return this.#array.subarray(this.#used - count, this.#used);
  }
}

/** Numbers, 64 KiB of them. */
const arrayLength = 16_384;

const kept = new Places();

function fingerprint(content: string): Fingerprint {
  const found: Found = { words: [], telling: [] };
  takeTerms(normalForm(content.slice(0, comparedChars)), found);
  const { words, telling } = found;
  const subject = printOf(telling.length > 0 ? telling : words);
  const count = words.length;
  for (let n = 1; n < count; n++) words.push(pairHash(words[n - 1] ?? 0, words[n] ?? 0));
  return { subject, wording: printOf(words) };
}

/** The words that say what a memory is about, of whatever length it is, each once. */
export function tellingParts(memory: Memory): Uint32Array {
  const { content } = memory;
  if (content.length <= comparedChars) return fingerprintOf(memory).subject.parts;
  return printOf(terms(content).map(hashOf)).parts;
}

/** Where hashes are sorted before they get their place. */
let workshop = new Uint32Array(1_024);

function sortedIn(hashes: readonly number[]): Uint32Array {
  if (workshop.length < hashes.length) workshop = new Uint32Array(2 * hashes.length);
  workshop.set(hashes);
  return workshop.subarray(0, hashes.length).sort();
}

function printOf(hashes: readonly number[]): Print {
  const sorted = sortedIn(hashes);
  const signature = kept.place(signatureWords);
  let count = 0;
  for (let n = 0; n < sorted.length; n++) {
    const part = sorted[n] ?? 0;
    if (n > 0 && part === sorted[count - 1]) continue;
    sorted[count++] = part;
    const word = part & (signatureWords - 1);
    signature[word] = (signature[word] ?? 0) ^ (1 << ((part >>> 2) & 31));
  }
  const parts = kept.place(count);
  parts.set(sorted.subarray(0, count));
  return { parts, signature };
}

/** Hashes of terms in their order, and of those among them that say what it is about. */
interface Found {
  readonly words: number[];
  readonly telling: number[];
}

/** The terms of a text in its normal form. */
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
  readonly isTelling: boolean;
}

/** Most words come again and again; those of scripts without blanks are whole sentences, which do not. */
const remembered = new WordTable<readonly TermHash[]>();

function takeAll(terms: readonly TermHash[], found: Found): void {
  for (const term of terms) take(term, found);
}

function take({ hash: value, isTelling }: TermHash, { words, telling }: Found): void {
  words.push(value);
  if (isTelling) telling.push(value);
}

function learn(word: string, hash: number): readonly TermHash[] {
  const terms = termsOf(word).map(termHash);
  remembered.set(word, hash, terms);
  return terms;
}

const termHash = (term: string): TermHash => ({ hash: hashOf(term), isTelling: !isStopWord(term) });

const firstHan = 0x4e00;
const onlyHan = /^[\u4e00-\u9fff]+$/;

/** The terms of a run of Chinese, as `termsOf` gives them, without making a text of each. */
function takeHan(word: string, found: Found): void {
  for (let n = 0; n < word.length; n++) take(character(word.charCodeAt(n)), found);
  for (let n = 1; n < word.length; n++) {
    const pair = next(next(offsetBasis, word.charCodeAt(n - 1)), word.charCodeAt(n)) >>> 0;
    found.words.push(pair);
    found.telling.push(pair);
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

/** Of a term, as it is among the parts: FNV-1a, 32 bits (Fowler, Noll and Vo). */
export function hashOf(text: string): number {
  let value = offsetBasis;
  for (let index = 0; index < text.length; index++) value = next(value, text.charCodeAt(index));
  return value >>> 0;
}

const pairHash = (first: number, second: number): number =>
  (Math.imul(first ^ 0x9e3779b9, 0x01000193) ^ second) >>> 0;
