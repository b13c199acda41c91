import { learnMeanings, sampledTexts, withLearned } from '../../history/meaning/learned.ts';
import { meaningsOf } from '../../history/meaning/meaning.ts';
import type { Meaning } from '../../history/meaning/types.ts';
import { terms } from '../../disk/text/tokens.ts';
import type { EntryTexts } from './entryTexts.ts';
import type { Query } from './query.ts';
import type { TextIndex } from './textIndex.ts';

/** Length that is learned from in each text. Characters. */
const learnedChars = 4_000;

/**
 * Finds synonyms for the words of a query, and words that occur near its rarest ones in this history. Quoted texts have
 * none.
 */
export async function queryMeanings(
  query: Query,
  { index, texts }: { readonly index: TextIndex; readonly texts: EntryTexts },
): Promise<readonly Meaning[]> {
  if (query.unquoted === '') return [];
  const meanings = await meaningsOf(query.unquoted);
  const specific = query.terms.filter(({ weight }) => weight === 1).map(({ term }) => term);
  const learned = await learnMeanings(specific, {
    count: (term) => index.postings.count(term),
    samples: async (term) => {
      const found: ReadonlySet<string>[] = [];
      for (const number of newestWith(term, index)) {
        const text = await texts.of(index.entry(number));
        if (text !== undefined) found.push(new Set(terms(text.slice(0, learnedChars))));
      }
      return found;
    },
  });
  return withLearned(meanings, learned);
}

function newestWith(term: string, { postings, columns }: TextIndex): readonly number[] {
  const numbers: number[] = [];
  postings.each(term, (number) => columns.removed[number] !== 1 && numbers.push(number));
  return numbers.sort((a, b) => b - a).slice(0, sampledTexts);
}
