import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isObject, jsonOf } from '../base/core.ts';
import { regularFingerprint } from '../files/fingerprint.ts';
import { foreignTextNow } from '../files/foreign.ts';

/** Replacement of what was forgotten. */
export const forgottenText = '(forgotten)';

/** File of the marks, in the history folder: a line of JSON for each. */
export const forgottenFile = '.forgotten.jsonl';

/** Mark of a forgotten text, by which it is recognised and from which it cannot be read. */
export interface ForgottenMark {
  readonly v: 1;
  /** When it was forgotten, milliseconds. */
  readonly at: number;
  /** UTF-16 units. */
  readonly length: number;
  /** Rolling sum of its first units, which finds candidates. */
  readonly print: number;
  readonly salt: string;
  /** sha256 of salt and text, in lower case. */
  readonly hash: string;
  /**
   * `line`: the line around it goes too; `word`: the same, where it is no part of a longer word; `alone`: it goes where
   * it is all of a line.
   */
  readonly as?: MarkedAs;
}

const kinds = ['line', 'word', 'alone'] as const;
type MarkedAs = (typeof kinds)[number];

/** Units in a rolling sum; shorter texts have fewer. */
const maxWindow = 16;
const base = 0x01000193;
/** How much of a line goes around a word, each way. UTF-16 units. */
const maxAround = 1_000;

/** A file of marks is no longer. Bytes. */
const maxBytes = 16 * 1024 * 1024;

/** Makes the mark of a text. */
export function markOf(text: string, at: number, as?: MarkedAs): ForgottenMark {
  const plain = folded(text);
  const salt = randomBytes(8).toString('hex');
  const print = sumOf(plain, 0, Math.min(plain.length, maxWindow));
  const mark = { v: 1, at, length: plain.length, print, salt, hash: hashOf(salt, plain) } as const;
  return as === undefined ? mark : { ...mark, as };
}

/** Replaces forgotten texts, and calls `found` with each. */
export type Forget = (text: string, found: (text: string) => void) => string;

/** Texts that a person had forgotten, of one history; the file is read again when it changes. */
export class ForgottenTexts {
  readonly #file: string | undefined;
  readonly #more: readonly ForgottenMark[];
  #fingerprint: string | undefined;
  #forget: Forget | undefined;

  /** `more` are marks that are not in the file. */
  constructor(history: string | undefined, more: readonly ForgottenMark[] = []) {
    this.#file = history === undefined ? undefined : join(history, forgottenFile);
    this.#more = more;
    this.#forget = forgetting(more);
  }

  /** Changes with the texts; empty if there are none. */
  get state(): string {
    return this.now() === undefined ? '' : (this.#fingerprint ?? '');
  }

  /** Returns what replaces the texts forgotten so far; undefined if there are none. */
  now(): Forget | undefined {
    if (this.#file === undefined) return this.#forget;
    const fingerprint = regularFingerprint(this.#file);
    if (fingerprint === this.#fingerprint) return this.#forget;
    const text = fingerprint === '' ? '' : (foreignTextNow(this.#file, maxBytes) ?? '');
    this.#forget = forgetting([...text.split('\n').flatMap(parseMark), ...this.#more]);
    this.#fingerprint = fingerprint;
    return this.#forget;
  }
}

function forgetting(all: readonly ForgottenMark[]): Forget | undefined {
  if (all.length === 0) return undefined;
  const marks = marksOf(all);
  return (text, found) => {
    const pieces: string[] = [];
    let end = 0;
    for (const [from, to] of rangesIn(text, marks)) {
      pieces.push(text.slice(end, from), forgottenText);
      found(text.slice(from, to));
      end = to;
    }
    return end === 0 ? text : pieces.join('') + text.slice(end);
  };
}

/** Marks by the length of their rolling sum, and by it. */
type Marks = ReadonlyMap<number, ReadonlyMap<number, readonly ForgottenMark[]>>;

function marksOf(all: readonly ForgottenMark[]): Marks {
  const marks = new Map<number, Map<number, ForgottenMark[]>>();
  for (const mark of all) {
    const window = Math.min(mark.length, maxWindow);
    const ofWindow = marks.get(window) ?? new Map<number, ForgottenMark[]>();
    ofWindow.set(mark.print, [...(ofWindow.get(mark.print) ?? []), mark]);
    marks.set(window, ofWindow);
  }
  return marks;
}

/** Parses a line of the file; a damaged one is skipped. */
function parseMark(line: string): readonly ForgottenMark[] {
  const value = jsonOf(line);
  if (!isObject(value) || value.v !== 1) return [];
  const { at, length, print, salt, hash } = value;
  if (typeof at !== 'number' || typeof length !== 'number' || typeof print !== 'number') return [];
  if (typeof salt !== 'string' || typeof hash !== 'string' || !(length > 0)) return [];
  const as = kinds.find((known) => known === value.as);
  if (as === undefined && value.as !== undefined) return []; // of a later version
  return [{ v: 1, at, length, print, salt, hash, ...(as && { as }) }];
}

type Range = readonly [from: number, to: number];

function rangesIn(text: string, marks: Marks): readonly Range[] {
  const plain = folded(text);
  const found: Range[] = [];
  for (const [window, prints] of marks)
    for (const at of candidatesIn(plain, window, prints))
      for (const mark of prints.get(sumOf(plain, at, window)) ?? []) {
        const end = at + mark.length;
        if (end > text.length || hashOf(mark.salt, plain.slice(at, end)) !== mark.hash) continue;
        found.push(...rangeOf(text, [at, end], mark.as));
      }
  return merged(found).filter((range) => !isMask(text, range));
}

/** What goes where a text was found; nothing where it counts for nothing there. */
function rangeOf(text: string, [from, to]: Range, as: MarkedAs | undefined): readonly Range[] {
  if (as === undefined) return [[from, to]];
  const line = lineAround(text, from, to);
  if (as === 'alone') return line[0] === from && line[1] === to ? [line] : [];
  const isPart = as === 'word' && (isWithinWord(text, from) || isWithinWord(text, to));
  return isPart ? [] : [line];
}

/** Whether a word goes on across a place. */
const isWithinWord = (text: string, at: number): boolean =>
  /^[A-Za-z\d]{2}$/.test(text.slice(at - 1, at + 1));

/** Yields the places where the rolling sum of the next units is that of a mark. */
function* candidatesIn(
  text: string,
  window: number,
  prints: ReadonlyMap<number, unknown>,
): Generator<number> {
  if (text.length < window) return;
  let highest = 1;
  for (let n = 1; n < window; n++) highest = Math.imul(highest, base);
  let sum = sumOf(text, 0, window);
  for (let at = 0; ; at++) {
    if (prints.has(sum)) yield at;
    if (at + window >= text.length) return;
    const without = (sum - Math.imul(text.charCodeAt(at), highest)) | 0;
    sum = (Math.imul(without, base) + text.charCodeAt(at + window)) | 0;
  }
}

function sumOf(text: string, from: number, length: number): number {
  let sum = 0;
  for (let at = from; at < from + length; at++) sum = (Math.imul(sum, base) + text.charCodeAt(at)) | 0;
  return sum;
}

/** What a line of Markdown, YAML or a list begins with, which stays. */
const beginOfLine = /^\s*(?:(?:[-*>#]+|\d+[.)]|[\w-]{1,30}:)\s+)*["']?/;

/** The line of a range, without what gives the line its form. */
function lineAround(text: string, from: number, to: number): Range {
  const begin = Math.max(text.lastIndexOf('\n', from - 1) + 1, from - maxAround);
  const next = text.indexOf('\n', to);
  const end = Math.min(next === -1 ? text.length : next, to + maxAround);
  const form = beginOfLine.exec(text.slice(begin, end))?.[0].length ?? 0;
  const rest = text.slice(to, end);
  return [Math.min(begin + form, from), to + rest.replace(/["']?\s*$/, '').length];
}

/** Whether a range is within the replacement of what was forgotten already. */
function isMask(text: string, [from, to]: Range): boolean {
  const around = text.lastIndexOf(forgottenText, from);
  return around !== -1 && to <= around + forgottenText.length;
}

function merged(ranges: readonly Range[]): readonly Range[] {
  const result: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last === undefined || range[0] > last[1]) result.push(range);
    else result.splice(-1, 1, [last[0], Math.max(last[1], range[1])]);
  }
  return result;
}

const hashOf = (salt: string, text: string): string =>
  createHash('sha256').update(salt).update(text).digest('hex');

/** Lower case with the same length, so that places in both are the same. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/[^\0-\x7f]|[A-Z]+/g, (each) => {
    const small = each.toLowerCase();
    return small.length === each.length ? small : each;
  });
}
