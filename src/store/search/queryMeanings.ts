import { learnedMeanings, sampledTexts, withLearned } from '../meaning/learned.ts';
import { meaningsOf } from '../meaning/meaning.ts';
import type { Meaning } from '../meaning/types.ts';
import { terms } from '../text/tokens.ts';
import type { EntryTexts } from './entryTexts.ts';
import type { Query } from './query.ts';
import type { TextIndex } from './textIndex.ts';

/** Of a text so much is learned from. Characters. */
const learnedChars = 4_000;

/** What the words of a query mean, and what stands beside its rarest ones in this history. What is in quotes is meant as it stands. */
export async function queryMeanings(
  query: Query,
  { index, texts }: { readonly index: TextIndex; readonly texts: EntryTexts },
): Promise<readonly Meaning[]> {
  if (query.loose === '') return [];
  const meanings = await meaningsOf(query.loose);
  const telling = query.terms.filter(({ weight }) => weight === 1).map(({ term }) => term);
  const learned = await learnedMeanings(telling, {
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
  postings.each(term, (number) => columns.gone[number] !== 1 && numbers.push(number));
  return numbers.sort((a, b) => b - a).slice(0, sampledTexts);
}
