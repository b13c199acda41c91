import type { Query } from './query.ts';
import { isUnspaced, placedWords, termsOf } from '../text/tokens.ts';

type Range = readonly [number, number];

/** What is shown of a text, in units of an ASCII character; a Chinese one takes as much room and tokens as two and a half. */
const snippetUnits = 200;
const wideUnits = 2.5;
/** Longer texts are looked at only so far for matches of words. */
const searchedChars = 100_000;
/** What of the snippet comes before the first match. */
const lead = 0.25;

/** The part of a text with the most matches, on one line, and where they are in it. `match`: of its regular expression. */
export function snippetOf(
  text: string,
  query: Query,
  match?: Range,
): { readonly snippet: string; readonly ranges: Range[] } {
  const matches = matchesIn(text.slice(0, searchedChars), query, match);
  const [from, to] = windowOf(text, matches);
  const [head, tail] = [from > 0 ? '…' : '', to < text.length ? '…' : ''];
  const shift = head.length - from;
  const inside = matches
    .filter(([start, end]) => start < to && end > from)
    .map(([start, end]): Range => [Math.max(start, from), Math.min(end, to)]);
  return {
    snippet: head + text.slice(from, to).replaceAll(/[\s\p{Cc}]/gu, ' ') + tail,
    ranges: inside.map(([start, end]) => [start + shift, end + shift]),
  };
}

function matchesIn(text: string, { terms, phrases }: Query, ofPattern: Range | undefined): Range[] {
  const wanted = new Set(terms.map(({ term }) => term));
  const found: Range[] = ofPattern && ofPattern[0] < ofPattern[1] ? [ofPattern] : [];
  for (const phrase of phrases) {
    const match = phrase.pattern.exec(text);
    if (match && match[0] !== '') found.push([match.index, match.index + match[0].length]);
  }
  for (const { word, index } of wanted.size > 0 ? placedWords(text) : [])
    for (const [start, end] of matchesInWord(word, wanted)) found.push([index + start, index + end]);
  return merged(found);
}

function matchesInWord(word: string, wanted: ReadonlySet<string>): Range[] {
  if (!isUnspaced(word)) return termsOf(word).some((term) => wanted.has(term)) ? [[0, word.length]] : [];
  const found: Range[] = [];
  for (const { 0: part, index } of word.matchAll(/[A-Za-z0-9]+/g))
    if (termsOf(part).some((term) => wanted.has(term))) found.push([index, index + part.length]);
  const pairs = [...wanted].some((term) => isUnspaced(term) && Array.from(term).length > 1);
  for (let n = 0; n < word.length; n++) {
    const length = pairs ? 2 : 1;
    const part = word.slice(n, n + length);
    if (part.length === length && wanted.has(part)) found.push([n, n + length]);
  }
  return found;
}

/** Ascending, and without overlaps. */
function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && start <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], end)];
    else result.push([start, end]);
  }
  return result;
}

/** The stretch of a text to show: around the match that has the most others near it. */
function windowOf(text: string, matches: readonly Range[]): Range {
  if (unitsOf(text) <= snippetUnits) return [0, text.length];
  let best = 0;
  let most = -1;
  matches.forEach(([start], n) => {
    const end = forward(text, start, snippetUnits * (1 - lead));
    let count = 0;
    for (let next = n; (matches[next]?.[1] ?? Infinity) <= end; next++) count++;
    if (count > most) [best, most] = [start, count];
  });
  const from = wordStart(text, backward(text, best, snippetUnits * lead));
  return [from, forward(text, from, snippetUnits)];
}

const unit = (text: string, n: number): number => (text.charCodeAt(n) > 0x7f ? wideUnits : 1);

function unitsOf(text: string): number {
  if (text.length > snippetUnits) return Infinity;
  let units = 0;
  for (let n = 0; n < text.length; n++) units += unit(text, n);
  return units;
}

function forward(text: string, from: number, units: number): number {
  let n = from;
  for (let left = units; n < text.length && left > 0; n++) left -= unit(text, n);
  return isInPair(text, n) ? n + 1 : n;
}

function backward(text: string, from: number, units: number): number {
  let n = from;
  for (let left = units; n > 0 && left > 0; n--) left -= unit(text, n - 1);
  return isInPair(text, n) ? n - 1 : n;
}

/** Goes on to where a word begins, if that is near. */
function wordStart(text: string, from: number): number {
  if (from === 0) return 0;
  const blank = text.slice(from, from + 12).search(/\s/);
  return blank === -1 ? from : from + blank + 1;
}

/** Between the two halves of one character. */
const isInPair = (text: string, n: number): boolean =>
  /[\uD800-\uDBFF]/.test(text.charAt(n - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(n));
