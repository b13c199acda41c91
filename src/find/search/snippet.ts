import { plainWords } from './phrase.ts';
import type { Query } from './query.ts';
import { differentWords, synonymsIn } from '../../history/meaning/synonyms.ts';
import { plainText } from '../../disk/text/plainText.ts';
import { merged, termRanges, type Range } from '../../disk/text/termRanges.ts';

/**
 * Length of a snippet, in units of an ASCII character; a Chinese one counts two and a half for its width and tokens.
 */
const snippetUnits = 200;
const wideUnits = 2.5;
/** Limit up to which texts are searched for matches of words. Characters. */
const searchedChars = 100_000;
/** Length around the matches that is converted to plain text to cut the snippet from. Characters. */
const regionChars = 1_500;
/** Limits on the matched words reported: their number and length. */
const maxWords = 20;
const longestWord = 200;

/** A snippet of a matching text. */
export interface Snippet {
  /** Plain text on one line. */
  readonly snippet: string;
  /** Matches in the snippet, ascending. */
  readonly ranges: Range[];
  readonly words: readonly string[];
  readonly meant?: readonly string[];
}

/** Makes a snippet with the most matches, centred on them. `match` is that of the query's regular expression. */
export function snippetOf(text: string, query: Query, match?: Range): Snippet {
  const searched = text.slice(0, searchedChars);
  const near = termRanges(searched, synonymsIn(searched, query.meanings));
  const matches = merged([...matchesIn(searched, query, match), ...near]);
  const best = densestMatch(text, matches);
  const from = Math.max(0, best - regionChars);
  const region = text.slice(from, best + 2 * regionChars);
  const kept = matches
    .map(([start, end]): Range => [Math.max(0, start - from), Math.min(region.length, end - from)])
    .filter(([start, end]) => start < end);
  const { text: plain, plainIndexOf } = plainText(region, kept);
  const matchRanges = kept
    .map(([start, end]): Range => [plainIndexOf(start), plainIndexOf(end)])
    .filter(([start, end]) => start < end);
  const window = windowOf(plain, matchRanges, plainIndexOf(best - from));
  const [head, tail] = [
    from > 0 || window[0] > 0 ? '…' : '',
    from + region.length < text.length || window[1] < plain.length ? '…' : '',
  ];
  const shift = head.length - window[0];
  const isShown = ([start, end]: Range): boolean => start < window[1] && end > window[0];
  const shown = ([start, end]: Range): Range => [Math.max(start, window[0]), Math.min(end, window[1])];
  return {
    snippet: head + plain.slice(...window) + tail,
    ranges: matchRanges.filter(isShown).map((range) => {
      const [start, end] = shown(range);
      return [start + shift, end + shift];
    }),
    words: wordsAt(searched, [...matches.filter(([start]) => start >= best), ...matches]),
    ...(matches.length === 0 && query.terms.length > 0 && searched === text && { meant: [] }),
    ...meantWords(
      searched,
      merged(near).filter(([start, end]) => isShown([plainIndexOf(start - from), plainIndexOf(end - from)])),
    ),
  };
}

/** Returns the distinct texts of matches. */
function wordsAt(text: string, matches: readonly Range[]): string[] {
  const found = new Map<string, string>();
  for (const [start, end] of matches) {
    if (found.size >= maxWords) break;
    const word = text.slice(start, Math.min(end, start + longestWord)).trim();
    if (word !== '' && !found.has(word.toLowerCase())) found.set(word.toLowerCase(), word);
  }
  return [...found.values()];
}

/** Returns the synonyms of the query's words at the given ranges. */
const meantWords = (text: string, shown: readonly Range[]): { meant?: readonly string[] } =>
  shown.length > 0 ? { meant: differentWords(shown.map(([start, end]) => text.slice(start, end))) } : {};

function matchesIn(text: string, { terms, phrases, typed }: Query, ofPattern: Range | undefined): Range[] {
  const wanted = new Set(terms.map(({ term }) => term));
  const found: Range[] = ofPattern && ofPattern[0] < ofPattern[1] ? [ofPattern] : [];
  // What is typed with signs, as a command, is found as a whole.
  const isCode = typed !== undefined && !plainWords.test(typed.text);
  const whole = isCode ? [typed, ...(typed.cut ? [typed.cut] : [])] : [];
  for (const phrase of [...phrases, ...whole]) {
    const match = phrase.pattern.exec(text);
    if (match && match[0] !== '') found.push([match.index, match.index + match[0].length]);
  }
  return [...found, ...termRanges(text, wanted)];
}

/** Index of the match with the most others soon after it; 0 if there are none. */
function densestMatch(text: string, matches: readonly Range[]): number {
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

/** Range of the text to show: centred on the matches from an index on, within the text. */
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

/** A letter or digit of a script with blanks between words. */
const inWord = new RegExp(
  '[[\\p{L}\\p{N}_]--[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]]',
  'v',
);
/** Longer words may be cut. */
const maxWholeWord = 30;

const isCut = (text: string, at: number): boolean =>
  inWord.test(text.charAt(at - 1)) && inWord.test(text.charAt(at));

/** Moves forward to the start of a word nearby. */
function wordStart(text: string, from: number): number {
  let at = from;
  while (isCut(text, at) && at - from < maxWholeWord) at++;
  if (isCut(text, at)) return from;
  while (/[\s,.;:!?，。；：！？、)\]]/.test(text.charAt(at))) at++;
  return at;
}

/** Moves back to the end of a word nearby. */
function wordEnd(text: string, to: number): number {
  let at = to;
  while (isCut(text, at) && to - at < maxWholeWord) at--;
  if (isCut(text, at)) return to;
  while (text.charAt(at - 1) === ' ') at--;
  return at;
}

/** Whether an index is within a surrogate pair. */
const isInPair = (text: string, n: number): boolean =>
  /[\uD800-\uDBFF]/.test(text.charAt(n - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(n));
