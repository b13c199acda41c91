import { terms } from './tokens.ts';

/** Saturation of repeated terms, and how much long documents are held back (Robertson and Zaragoza, 2009). */
const k1 = 0.9;
const b = 0.4;

/** How much so many occurrences of a term say about a text of this length (BM25), before how rare the term is. */
export function saturated(occurrences: number, length: number, averageLength: number): number {
  if (occurrences === Infinity) return k1 + 1;
  return (occurrences * (k1 + 1)) / (occurrences + k1 * (1 - b + (b * length) / averageLength));
}

/** Weight of a term by how many documents hold it; never negative. */
export const inverseFrequency = (holders: number, documents: number): number =>
  Math.log(1 + (Math.max(0, documents - holders) + 0.5) / (holders + 0.5));

/** A document ready to be ranked: how often it holds each term, and how many terms it has. */
export interface IndexedText {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** Counts the terms of texts, each with a weight. */
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
  /** Part of the best score any document could have, 0 to 1. */
  readonly score: number;
}

/** Of a page pasted into a query so many different terms are looked for. */
const maxTerms = 200;

export interface RankOptions<T> {
  /** How rare a term is, is counted in these; default the documents. */
  readonly collection?: readonly IndexedDocument<T>[];
  /** What a term counts, more than 0; default 1. */
  readonly weightOf?: (term: string) => number;
  /** What documents say besides, in units of the idf. The less of it counts the more of the query a document says by itself. */
  readonly more?: ReadonlyMap<T, number>;
}

/** Documents by how well they match terms, best first (BM25). Of the terms the first 200 count, each once. */
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

/** How long documents are, in terms. */
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
