import { isStopWord, isUnspaced } from '../../disk/text/tokens.ts';
import type { Meaning, Synonym } from './types.ts';

/**
 * Number of texts with a word that is worth learning from: rarer words teach nothing, and more frequent ones are
 * found anyway.
 */
const [minTexts, maxTexts] = [2, 64] as const;
/** Number of texts sampled per word, and words of a query that are learned. */
export const sampledTexts = 12;
const learnedWords = 2;
/** Maximum number of synonyms learned per word. */
const maxLearned = 4;
/**
 * Minimum share of texts with a word that also contain the other, and of texts with the other that contain the word.
 */
const minTogether = 0.4;
const minAlone = 0.25;
/** Weight of a word that always occurs together with another. */
const learnedWeight = 0.35;

/** Occurrences of terms in a history. */
export interface Occurrences {
  /** Number of texts with a term. */
  count(term: string): number;
  /** Terms of some texts with a term. */
  samples(term: string): Promise<readonly ReadonlySet<string>[]>;
}

/** Learns meanings from the history: words that occur in the same texts as the query's rarest words. */
export async function learnMeanings(
  terms: readonly string[],
  occurrences: Occurrences,
): Promise<readonly Meaning[]> {
  const rare = terms
    .map((term) => ({ term, count: occurrences.count(term) }))
    .filter(({ term, count }) => count >= minTexts && count <= maxTexts && isWord(term))
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
    .filter(([term, times]) => times >= minTexts && times / samples.length >= minTogether && !asked.has(term))
    .map(([term, times]) => {
      const both = (times / samples.length) * count;
      return { term, alone: both / Math.max(both, occurrences.count(term)), part: times / samples.length };
    })
    .filter(({ alone }) => alone >= minAlone)
    .sort((a, b) => b.alone * b.part - a.alone * a.part)
    .slice(0, maxLearned)
    .map(({ term, part }) => ({ terms: [term], weight: learnedWeight * part, origin: 'learned' }));
}

/** Numbers, single characters and stop words teach nothing. */
const isWord = (term: string): boolean =>
  term.length >= (isUnspaced(term) ? 2 : 3) && !isStopWord(term) && !/^\d/.test(term);

/** Adds learned meanings to others, merging those of the same word. */
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
