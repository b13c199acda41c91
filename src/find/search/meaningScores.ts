import type { Synonym, Meaning } from '../../history/meaning/types.ts';
import { identifyingTerms } from '../../history/meaning/synonyms.ts';
import { inverseFrequency, saturated } from '../../disk/text/bm25.ts';
import type { TextIndex } from './textIndex.ts';

/** Limit on the postings of synonyms per query; the rarest are used first. */
const maxPostings = 50_000;
/** Share of entries above which a synonym says little and would be expensive. */
const maxShare = 0.1;
const fewEntries = 50;

/** Scores entries that hold synonyms of a query's words but not the words, by number. */
export function meaningScores(index: TextIndex, meanings: readonly Meaning[]): ReadonlyMap<number, number> {
  const scores = new Map<number, number>();
  let left = maxPostings;
  for (const meaning of meanings) {
    const own = holdersOfAny(index, meaning);
    const found = new Map<number, number>();
    for (const { synonym, count } of rarestFirst(index, meaning.synonyms)) {
      left -= count;
      if (left < 0) break;
      addSynonym(index, synonym, found);
    }
    for (const [number, most] of found)
      if (!own.has(number)) scores.set(number, (scores.get(number) ?? 0) + most);
  }
  return scores;
}

function rarestFirst(index: TextIndex, synonyms: readonly Synonym[]) {
  const { postings, columns } = index;
  const most = Math.max(fewEntries, columns.size * maxShare);
  return synonyms
    .map((synonym) => ({
      synonym,
      count: Math.min(...synonym.terms.map((term) => postings.count(term))),
    }))
    .filter(({ count }) => count > 0 && count <= most)
    .sort((a, b) => a.count - b.count);
}

/** Adds the scores of one synonym; of a word's synonyms the best counts. */
function addSynonym(index: TextIndex, { terms, weight }: Synonym, found: Map<number, number>): void {
  const { removed, lengths } = index.columns;
  const average = index.averageLength;
  const holders = holdersOfAll(index, terms);
  const worth = weight * inverseFrequency(holders.size, index.columns.size);
  for (const [number, count] of holders) {
    if (removed[number] === 1) continue;
    const score = worth * saturated(count, lengths[number] ?? 0, average);
    if (score > (found.get(number) ?? 0)) found.set(number, score);
  }
}

/** Finds entries that hold all of the terms, with the number of occurrences of the least frequent. */
function holdersOfAll({ postings }: TextIndex, terms: readonly string[]): ReadonlyMap<number, number> {
  const [rarest = '', ...others] = terms.toSorted((a, b) => postings.count(a) - postings.count(b));
  let found = new Map<number, number>();
  postings.each(rarest, (number, count) => found.set(number, count));
  for (const term of others) {
    const both = new Map<number, number>();
    postings.each(term, (number, count) => {
      const before = found.get(number);
      if (before !== undefined) both.set(number, Math.min(before, count));
    });
    found = both;
  }
  return found;
}

function holdersOfAny({ postings }: TextIndex, meaning: Meaning): ReadonlySet<number> {
  const found = new Set<number>();
  for (const term of identifyingTerms(meaning)) postings.each(term, (number) => found.add(number));
  return found;
}
