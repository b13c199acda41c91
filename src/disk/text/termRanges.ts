import { isUnspaced, wordsWithIndex, termsOf } from './tokens.ts';
import { unmarkedTermsOf } from './unmarked.ts';

/** Start and end of a range in a text, UTF-16 units. */
export type Range = readonly [number, number];

/** Finds terms in a text: whole words, or characters of scripts without blanks. */
export function termRanges(text: string, wanted: ReadonlySet<string>): Range[] {
  const found: Range[] = [];
  for (const { word, index } of wanted.size > 0 ? wordsWithIndex(text) : [])
    for (const [start, end] of matchesInWord(word, wanted)) found.push([index + start, index + end]);
  return found;
}

function matchesInWord(word: string, wanted: ReadonlySet<string>): Range[] {
  if (!isUnspaced(word)) {
    const own = [...termsOf(word), ...unmarkedTermsOf(word)];
    return own.some((term) => wanted.has(term)) ? [[0, word.length]] : [];
  }
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

/** Merges overlapping ranges; the result is ascending. */
export function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && start <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], end)];
    else result.push([start, end]);
  }
  return result;
}
