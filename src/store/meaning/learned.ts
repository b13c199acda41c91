import { isStopWord, isUnspaced } from '../text/tokens.ts';
import type { Meaning, Synonym } from './types.ts';

/** A word that fewer texts hold teaches nothing; what more hold is found often enough by itself. */
const [fewest, most] = [2, 64] as const;
/** So many texts that hold a word are looked at, and so many words of a query. */
export const sampledTexts = 12;
const learnedWords = 2;
/** So many words are learned for one. */
const mostLearned = 4;
/** Of the texts with a word at least this part holds the other as well; and of those with the other this part holds the word. */
const leastTogether = 0.4;
const leastAlone = 0.25;
/** What a word that always stands beside another counts in its place. */
const learnedWeight = 0.35;

/** Where words stand in a history. */
export interface Occurrences {
  /** How many texts hold a term. */
  count(term: string): number;
  /** The terms of some texts that hold a term. */
  samples(term: string): Promise<readonly ReadonlySet<string>[]>;
}

/** What the history itself teaches of a query: words that stand in the same places as its rarest ones. */
export async function learnedMeanings(
  terms: readonly string[],
  occurrences: Occurrences,
): Promise<readonly Meaning[]> {
  const rare = terms
    .map((term) => ({ term, count: occurrences.count(term) }))
    .filter(({ term, count }) => count >= fewest && count <= most && isWord(term))
    .sort((a, b) => a.count - b.count)
    .slice(0, learnedWords);
  const found: Meaning[] = [];
  for (const { term, count } of rare) {
    const samples = await occurrences.samples(term);
    const synonyms = companions(samples, count, occurrences, new Set(terms));
    if (synonyms.length > 0) found.push({ terms: [term], synonyms });
  }
  return found;
}

function companions(
  samples: readonly ReadonlySet<string>[],
  count: number,
  occurrences: Occurrences,
  asked: ReadonlySet<string>,
): readonly Synonym[] {
  const together = new Map<string, number>();
  for (const sample of samples)
    for (const term of sample) if (isWord(term)) together.set(term, (together.get(term) ?? 0) + 1);
  return [...together]
    .filter(([term, times]) => times >= fewest && times / samples.length >= leastTogether && !asked.has(term))
    .map(([term, times]) => {
      const both = (times / samples.length) * count;
      return { term, alone: both / Math.max(both, occurrences.count(term)), part: times / samples.length };
    })
    .filter(({ alone }) => alone >= leastAlone)
    .sort((a, b) => b.alone * b.part - a.alone * a.part)
    .slice(0, mostLearned)
    .map(({ term, part }) => ({ terms: [term], weight: learnedWeight * part, origin: 'learned' }));
}

/** Numbers, single characters and words that stand everywhere teach nothing. */
const isWord = (term: string): boolean =>
  term.length >= (isUnspaced(term) ? 2 : 3) && !isStopWord(term) && !/^\d/.test(term);

/** Meanings of two kinds as one list; what is said of the same word counts once. */
export function withLearned(meanings: readonly Meaning[], learned: readonly Meaning[]): readonly Meaning[] {
  const isKnown = ({ terms: [term = ''] }: Meaning): boolean =>
    meanings.some(({ terms }) => terms.includes(term));
  return [
    ...meanings.map((meaning) => ({
      ...meaning,
      synonyms: [
        ...meaning.synonyms,
        ...learned
          .filter(({ terms: [term = ''] }) => meaning.terms.includes(term))
          .flatMap(({ synonyms }) => synonyms),
      ],
    })),
    ...learned.filter((one) => !isKnown(one)),
  ];
}
