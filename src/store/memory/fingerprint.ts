import { isStopWord, terms, termsOf, wordsOf } from '../text/tokens.ts';
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

function fingerprint(content: string): Fingerprint {
  const found: Found = { words: [], telling: [] };
  for (const word of wordsOf(content.slice(0, comparedChars))) takeTerms(word, found);
  const { words, telling } = found;
  const wording = new Uint32Array(Math.max(0, 2 * words.length - 1));
  wording.set(words);
  for (let n = 1; n < words.length; n++)
    wording[words.length + n - 1] = pairHash(words[n - 1] ?? 0, words[n] ?? 0);
  return {
    subject: printOf(new Uint32Array(telling.length > 0 ? telling : words)),
    wording: printOf(wording),
  };
}

/** The words that say what a memory is about, of whatever length it is, each once. */
export function tellingParts(memory: Memory): Uint32Array {
  const { content } = memory;
  if (content.length <= comparedChars) return fingerprintOf(memory).subject.parts;
  return printOf(Uint32Array.from(terms(content), hashOf)).parts;
}

function printOf(hashes: Uint32Array): Print {
  const sorted = hashes.sort();
  const signature = new Uint32Array(signatureWords);
  let count = 0;
  for (let n = 0; n < sorted.length; n++) {
    const part = sorted[n] ?? 0;
    if (n > 0 && part === sorted[count - 1]) continue;
    sorted[count++] = part;
    const word = part & (signatureWords - 1);
    signature[word] = (signature[word] ?? 0) ^ (1 << ((part >>> 2) & 31));
  }
  return { parts: sorted.slice(0, count), signature };
}

/** Hashes of terms in their order, and of those among them that say what it is about. */
interface Found {
  readonly words: number[];
  readonly telling: number[];
}

interface TermHash {
  readonly hash: number;
  readonly isTelling: boolean;
}

/** Most words come again and again; those of scripts without blanks are whole sentences, which do not. */
const remembered = new Map<string, readonly TermHash[]>();
const maxRemembered = 40_000;
/** Longer ones would keep the whole text they were cut from in memory. */
const maxRememberedLength = 12;

function takeTerms(word: string, found: Found): void {
  if (word.charCodeAt(0) >= firstHan && onlyHan.test(word)) takeHan(word, found);
  else for (const term of hashesOf(word)) take(term, found);
}

function take({ hash: value, isTelling }: TermHash, { words, telling }: Found): void {
  words.push(value);
  if (isTelling) telling.push(value);
}

function hashesOf(word: string): readonly TermHash[] {
  const before = remembered.get(word);
  if (before) return before;
  const found = termsOf(word).map(termHash);
  if (word.length > maxRememberedLength) return found;
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(word, found);
  return found;
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
