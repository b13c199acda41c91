import { merged, termPlaces } from '../text/termPlaces.ts';
import { terms } from '../text/tokens.ts';
import type { Meaning } from './types.ts';

/** So many of the words that mean the same as one of a query are told of a text. */
const mostTold = 3;

/** Terms that a text holds in place of words of a query that it does not hold. */
export function synonymsIn(text: string, meanings: readonly Meaning[]): ReadonlySet<string> {
  if (meanings.length === 0) return new Set();
  const held = new Set(terms(text));
  const found = meanings
    .filter((meaning) => !tellingTerms(meaning).some((term) => held.has(term)))
    .flatMap(({ synonyms }) =>
      synonyms.filter((synonym) => synonym.terms.every((term) => held.has(term))).slice(0, mostTold),
    );
  return new Set(found.flatMap((synonym) => synonym.terms));
}

/** So many different words are told of a text. */
const toldWords = 5;

/** The words of a text that only mean what a query asks for. */
export function wordsMeant(text: string, meanings: readonly Meaning[]): readonly string[] {
  const places = merged(termPlaces(text, synonymsIn(text, meanings)));
  return differentWords(places.map(([start, end]) => text.slice(start, end)));
}

/** Some words, each once however it is written. */
export const differentWords = (words: readonly string[]): readonly string[] =>
  [...new Map(words.map((word) => [word.toLowerCase(), word])).values()].slice(0, toldWords);

/** The terms by which a text holds what a meaning is of: single characters of longer words are in many others. */
export function tellingTerms({ terms: all }: Pick<Meaning, 'terms'>): readonly string[] {
  const longer = all.filter((term) => Array.from(term).length > 1);
  return longer.length > 0 ? longer : all;
}
