import { formsOf } from './wordForms.ts';
import type { Expansion, Query } from './query.ts';
import type { TextIndex } from './textIndex.ts';

const weights = { form: 0.5, concept: 0.6 } as const;
/** What more entries hold than this part of all tells nothing, and would cost much. */
const maxShare = 0.02;
const fewEntries = 50;
/** So many postings of expansions are looked at for one query, those of the rarest first. */
const maxPostings = 4_000;
/** What more entries than this part of all say in one word needs no others. */
const maxOwnShare = 0.05;
const fewOwn = 20;

/** A query with what may stand for its words in an index. */
export async function expanded(query: Query, { postings, columns }: TextIndex): Promise<Query> {
  const asked = new Set(query.terms.map(({ term }) => term));
  const most = Math.max(fewEntries, columns.size * maxShare);
  const wanting = query.terms.filter(
    ({ term, weight }) =>
      weight === 1 && postings.count(term) <= Math.max(fewOwn, columns.size * maxOwnShare),
  );
  const found = (await proposed(wanting))
    .filter(({ term }) => !asked.has(term))
    .map((expansion) => ({ expansion, count: postings.count(expansion.term) }))
    .filter(({ count }) => count > 0 && count <= most)
    .sort((a, b) => a.count - b.count);
  let left = maxPostings;
  const affordable = found.filter(({ count }) => (left -= count) >= 0);
  return { ...query, expansions: affordable.map(({ expansion }) => expansion) };
}

/** What may stand for the words of a query, whether anything holds it or not. The table of words is loaded when it is needed. */
async function proposed(words: Query['terms']): Promise<readonly Expansion[]> {
  if (words.length === 0) return [];
  const { everydayTerms } = await import('./everyday.ts');
  return words.flatMap(({ term: of }) => [
    ...formsOf(of).map((term) => expansion(of, term, 'form')),
    ...everydayTerms(of).map((term) => expansion(of, term, 'concept')),
  ]);
}

const expansion = (of: string, term: string, origin: Expansion['origin']): Expansion => ({
  ...{ of, term, origin },
  weight: weights[origin],
});
