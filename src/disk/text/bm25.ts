import { terms } from './tokens.ts';

/** Saturation of repeated terms, and length normalisation (Robertson and Zaragoza, 2009). */
interface Saturation {
  readonly k1: number;
  readonly b: number;
}

/** For short texts that were written to be found. */
const ofShortTexts: Saturation = { k1: 0.9, b: 0.4 };
const { k1 } = ofShortTexts;

/** For conversations, where pasted plans and summaries of thousands of words hold every word. */
export const ofConversations: Saturation = { k1: 1.2, b: 0.75 };

/** Saturated frequency of a term in a text of this length (BM25), without the term's rarity. */
export function saturated(
  occurrences: number,
  length: number,
  averageLength: number,
  { k1, b }: Saturation = ofShortTexts,
): number {
  if (occurrences === Infinity) return k1 + 1;
  return (occurrences * (k1 + 1)) / (occurrences + k1 * (1 - b + (b * length) / averageLength));
}

/** Weight of a term by the number of documents that hold it; never negative. */
export const inverseFrequency = (holders: number, documents: number): number =>
  Math.log(1 + (Math.max(0, documents - holders) + 0.5) / (holders + 0.5));

/** A document prepared for ranking: occurrences by term, and the number of terms. */
export interface IndexedText {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** Counts the weighted terms of texts. */
export function indexText(texts: readonly { readonly text: string; readonly weight: number }[]): IndexedText {
  const counts = new Map<string, number>();
  let length = 0;
  for (const { text, weight } of texts)
    for (const term of terms(text)) {
      counts.set(term, (counts.get(term) ?? 0) + weight);
      length += weight;
    }
  return { counts, length };
}

export interface IndexedDocument<T> {
  readonly item: T;
  readonly text: IndexedText;
}

export interface Ranked<T> {
  readonly item: T;
  /** Share of the best score a document could have, 0 to 1. */
  readonly score: number;
}

/** Number of distinct terms used of a query, such as a pasted page. */
const maxTerms = 200;

export interface RankOptions<T> {
  /** Documents in which rarity of terms is counted; default the ranked ones. */
  readonly collection?: readonly IndexedDocument<T>[];
  /** Weight of a term, more than 0; default 1. */
  readonly weightOf?: (term: string) => number;
  /**
   * Additional scores of documents, in units of the idf; they count less the more of the query a document matches
   * itself.
   */
  readonly more?: ReadonlyMap<T, number>;
}

/** Ranks documents by terms, best first (BM25). The first 200 distinct terms count. */
export function rank<T>(
  query: readonly string[],
  documents: readonly IndexedDocument<T>[],
  { collection = documents, weightOf = () => 1, more = new Map<T, number>() }: RankOptions<T> = {},
): Ranked<T>[] {
  const average = averageLength(collection);
  const weights = [...new Set(query)]
    .slice(0, maxTerms)
    .map((term) => ({ term, idf: weightOf(term) * idf(term, collection) }));
  const best = weights.reduce((sum, { idf }) => sum + idf * (k1 + 1), 0);
  const own = documents.map(({ item, text }) => ({ item, score: score(text, weights, average) / best }));
  const open =
    (1 -
      Math.min(
        1,
        own.reduce((most, { score }) => Math.max(most, score), 0),
      )) **
    2;
  return own
    .map(({ item, score }) => ({ item, score: score + (open * (more.get(item) ?? 0)) / best }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

/** Average length of documents, in terms. */
export const averageLength = (collection: readonly { readonly text: IndexedText }[]): number =>
  collection.reduce((sum, { text }) => sum + text.length, 0) / Math.max(collection.length, 1) || 1;

function score(
  text: IndexedText,
  weights: readonly { term: string; idf: number }[],
  average: number,
): number {
  return weights.reduce(
    (sum, { term, idf }) => sum + idf * saturated(text.counts.get(term) ?? 0, text.length, average),
    0,
  );
}

function idf(term: string, collection: readonly { readonly text: IndexedText }[]): number {
  return inverseFrequency(collection.filter(({ text }) => text.counts.has(term)).length, collection.length);
}
