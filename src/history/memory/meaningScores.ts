import { identifyingTerms } from '../meaning/synonyms.ts';
import type { Meaning, Synonym } from '../meaning/types.ts';
import { averageLength, inverseFrequency, saturated, type IndexedDocument } from '../../disk/text/bm25.ts';

/** Scores documents by synonyms of words that they do not contain, each word by its best synonym. */
export function meaningScores<T>(
  meanings: readonly Meaning[],
  collection: readonly IndexedDocument<T>[],
): ReadonlyMap<T, number> {
  const average = averageLength(collection);
  const scores = new Map<T, number>();
  for (const meaning of meanings) {
    const own = identifyingTerms(meaning);
    const others = collection.filter(({ text }) => !own.some((term) => text.counts.has(term)));
    const byTerm = synonymsByTerm(meaning);
    const held = new Map<Synonym, number>();
    const found = others.map(({ item, text }) => ({
      item,
      length: text.length,
      of: synonymsIn(text, byTerm),
    }));
    for (const { of } of found) for (const [synonym] of of) held.set(synonym, (held.get(synonym) ?? 0) + 1);
    const worth = (synonym: Synonym): number =>
      synonym.weight * inverseFrequency(held.get(synonym) ?? 0, collection.length);
    for (const { item, length, of } of found) {
      const most = Math.max(
        0,
        ...of.map(([synonym, count]) => worth(synonym) * saturated(count, length, average)),
      );
      if (most > 0) scores.set(item, (scores.get(item) ?? 0) + most);
    }
  }
  return scores;
}

/** Indexes synonyms by one of their terms, so that one pass over a text finds all. */
function synonymsByTerm({ synonyms }: Meaning): ReadonlyMap<string, readonly Synonym[]> {
  const found = new Map<string, Synonym[]>();
  for (const synonym of synonyms) {
    const [term = ''] = synonym.terms;
    found.set(term, [...(found.get(term) ?? []), synonym]);
  }
  return found;
}

/** Lists the synonyms that a text contains, with their counts. */
function synonymsIn(
  { counts }: IndexedDocument<unknown>['text'],
  byTerm: ReadonlyMap<string, readonly Synonym[]>,
): readonly (readonly [Synonym, number])[] {
  const found: (readonly [Synonym, number])[] = [];
  for (const term of counts.keys())
    for (const synonym of byTerm.get(term) ?? []) {
      const count = Math.min(...synonym.terms.map((one) => counts.get(one) ?? 0));
      if (count > 0) found.push([synonym, count]);
    }
  return found;
}
