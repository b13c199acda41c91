import { merged, termRanges } from '../../disk/text/termRanges.ts';
import { terms } from '../../disk/text/tokens.ts';
import type { Meaning } from './types.ts';

/** Maximum number of synonyms reported per word of a query. */
const maxPerMeaning = 3;

/** Returns synonyms in a text for words of the query that the text lacks. */
export function synonymsIn(text: string, meanings: readonly Meaning[]): ReadonlySet<string> {
  if (meanings.length === 0) return new Set();
  const held = new Set(terms(text));
  const found = meanings
    .filter((meaning) => !identifyingTerms(meaning).some((term) => held.has(term)))
    .flatMap(({ synonyms }) =>
      synonyms.filter((synonym) => synonym.terms.every((term) => held.has(term))).slice(0, maxPerMeaning),
    );
  return new Set(found.flatMap((synonym) => synonym.terms));
}

/** Maximum number of different words reported per text. */
const maxWords = 5;

/** Returns words of a text that match a query only by meaning. */
export function wordsByMeaning(text: string, meanings: readonly Meaning[]): readonly string[] {
  const ranges = merged(termRanges(text, synonymsIn(text, meanings)));
  return differentWords(ranges.map(([start, end]) => text.slice(start, end)));
}

/** Removes duplicates regardless of case. */
export const differentWords = (words: readonly string[]): readonly string[] =>
  [...new Map(words.map((word) => [word.toLowerCase(), word])).values()].slice(0, maxWords);

/**
 * Returns terms that identify a meaning in a text, without single characters of longer words, which occur in many
 * others.
 */
export function identifyingTerms({ terms: all }: Pick<Meaning, 'terms'>): readonly string[] {
  const longer = all.filter((term) => Array.from(term).length > 1);
  return longer.length > 0 ? longer : all;
}
