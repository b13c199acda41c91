import type { Query } from './query.ts';
import type { Meaning } from '../meaning/types.ts';
import { differentWords, synonymsIn } from '../meaning/synonyms.ts';
import { plainText } from '../text/plainText.ts';
import { merged, termPlaces, type Range } from '../text/termPlaces.ts';

/** What is shown of a text, in units of an ASCII character; a Chinese one takes as much room and tokens as two and a half. */
const snippetUnits = 200;
const wideUnits = 2.5;
/** Longer texts are looked at only so far for matches of words. */
const searchedChars = 100_000;
/** So much around the matches is made plain, of which the snippet is a part. Characters. */
const regionChars = 1_500;
/** So many words are told that were found, each up to a length. */
const mostWords = 20;
const longestWord = 200;

/** What is told of a text that was found. */
export interface Snippet {
  /** As plain text on one line. */
  readonly snippet: string;
  /** Where matches are in it, ascending. */
  readonly ranges: Range[];
  readonly words: readonly string[];
  readonly meant?: readonly string[];
}

/** The part of a text with the most matches, these in the middle. `match`: of its regular expression. */
export function snippetOf(text: string, query: Query, match?: Range): Snippet {
  const searched = text.slice(0, searchedChars);
  const near = termPlaces(searched, synonymsIn(searched, allMeanings(query)));
  const matches = merged([...matchesIn(searched, query, match), ...near]);
  const best = densest(text, matches);
  const from = Math.max(0, best - regionChars);
  const region = text.slice(from, best + 2 * regionChars);
  const kept = matches
    .map(([start, end]): Range => [Math.max(0, start - from), Math.min(region.length, end - from)])
    .filter(([start, end]) => start < end);
  const { text: plain, placeOf } = plainText(region, kept);
  const places = kept
    .map(([start, end]): Range => [placeOf(start), placeOf(end)])
    .filter(([start, end]) => start < end);
  const window = windowOf(plain, places, placeOf(best - from));
  const [head, tail] = [
    from > 0 || window[0] > 0 ? '…' : '',
    from + region.length < text.length || window[1] < plain.length ? '…' : '',
  ];
  const shift = head.length - window[0];
  const isShown = ([start, end]: Range): boolean => start < window[1] && end > window[0];
  const shown = ([start, end]: Range): Range => [Math.max(start, window[0]), Math.min(end, window[1])];
  return {
    snippet: head + plain.slice(...window) + tail,
    ranges: places.filter(isShown).map((range) => {
      const [start, end] = shown(range);
      return [start + shift, end + shift];
    }),
    words: wordsAt(searched, [...matches.filter(([start]) => start >= best), ...matches]),
    ...(matches.length === 0 && query.terms.length > 0 && searched === text && { meant: [] }),
    ...meantIn(
      searched,
      merged(near).filter(([start, end]) => isShown([placeOf(start - from), placeOf(end - from)])),
    ),
  };
}

/** What was found, each once. */
function wordsAt(text: string, matches: readonly Range[]): string[] {
  const found = new Map<string, string>();
  for (const [start, end] of matches) {
    if (found.size >= mostWords) break;
    const word = text.slice(start, Math.min(end, start + longestWord)).trim();
    if (word !== '' && !found.has(word.toLowerCase())) found.set(word.toLowerCase(), word);
  }
  return [...found.values()];
}

/** Whatever may stand for words of a query without being a form of them. */
const allMeanings = ({ meanings, expansions }: Query): readonly Meaning[] => [
  ...meanings,
  ...expansions
    .filter(({ origin }) => origin === 'concept')
    .map(({ of, term, weight }) => ({
      terms: [of],
      synonyms: [{ terms: [term], weight, origin: 'concept' as const }],
    })),
];

/** The words, at places that are shown, which only mean what was asked for. */
const meantIn = (text: string, shown: readonly Range[]): { meant?: readonly string[] } =>
  shown.length > 0 ? { meant: differentWords(shown.map(([start, end]) => text.slice(start, end))) } : {};

function matchesIn(
  text: string,
  { terms, expansions, phrases }: Query,
  ofPattern: Range | undefined,
): Range[] {
  const forms = expansions.filter(({ origin }) => origin === 'form');
  const wanted = new Set([...terms, ...forms].map(({ term }) => term));
  const found: Range[] = ofPattern && ofPattern[0] < ofPattern[1] ? [ofPattern] : [];
  for (const phrase of phrases) {
    const match = phrase.pattern.exec(text);
    if (match && match[0] !== '') found.push([match.index, match.index + match[0].length]);
  }
  return [...found, ...termPlaces(text, wanted)];
}

/** The place of the match that has the most others soon after it; 0 without any. */
function densest(text: string, matches: readonly Range[]): number {
  let best = 0;
  let most = 0;
  matches.forEach(([start], n) => {
    const end = forward(text, start, snippetUnits / 2);
    let count = 0;
    for (let next = n; (matches[next]?.[1] ?? Infinity) <= end; next++) count++;
    if (count > most) [best, most] = [start, count];
  });
  return most > 0 ? best : (matches[0]?.[0] ?? 0);
}

/** The stretch of a text to show: the matches from a place on in the middle, as far as there is text around them. */
function windowOf(text: string, matches: readonly Range[], first: number): Range {
  if (unitsOf(text) <= snippetUnits) return [0, text.length];
  const reach = forward(text, first, snippetUnits / 2);
  const last = matches.findLast(([start, end]) => start >= first && end <= reach)?.[1] ?? first;
  const taken = spanUnits(text, first, last);
  const room = Math.max(0, snippetUnits - taken) / 2;
  let from = backward(text, first, room);
  let to = forward(text, from, snippetUnits);
  if (to === text.length) from = backward(text, to, snippetUnits);
  if (from > 0) from = Math.min(first, wordStart(text, from));
  to = forward(text, from, snippetUnits);
  if (to < text.length) to = Math.max(last, wordEnd(text, to));
  return [from, to];
}

const unit = (text: string, n: number): number => (text.charCodeAt(n) > 0x7f ? wideUnits : 1);

const unitsOf = (text: string): number =>
  text.length > snippetUnits ? Infinity : spanUnits(text, 0, text.length);

function spanUnits(text: string, from: number, to: number): number {
  let units = 0;
  for (let n = from; n < to; n++) units += unit(text, n);
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

/** A letter or digit of a script that puts blanks between words. */
const inWord = new RegExp(
  '[[\\p{L}\\p{N}_]--[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]]',
  'v',
);
/** A word that is longer may be cut. */
const longWord = 30;

const isCut = (text: string, at: number): boolean =>
  inWord.test(text.charAt(at - 1)) && inWord.test(text.charAt(at));

/** Goes on to where a word begins, if that is near. */
function wordStart(text: string, from: number): number {
  let at = from;
  while (isCut(text, at) && at - from < longWord) at++;
  if (isCut(text, at)) return from;
  while (/[\s,.;:!?，。；：！？、)\]]/.test(text.charAt(at))) at++;
  return at;
}

/** Goes back to where a word ends, if that is near. */
function wordEnd(text: string, to: number): number {
  let at = to;
  while (isCut(text, at) && to - at < longWord) at--;
  if (isCut(text, at)) return to;
  while (text.charAt(at - 1) === ' ') at--;
  return at;
}

/** Between the two halves of one character. */
const isInPair = (text: string, n: number): boolean =>
  /[\uD800-\uDBFF]/.test(text.charAt(n - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(n));
