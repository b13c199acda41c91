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

/**
 * Documents by how well they match terms, best first (BM25). How rare a term is, is counted in `collection`. Of the terms
 * the first 200 count, each once.
 */
export function rank<T>(
  query: readonly string[],
  documents: readonly IndexedDocument<T>[],
  collection: readonly IndexedDocument<T>[] = documents,
): Ranked<T>[] {
  const average =
    collection.reduce((sum, { text }) => sum + text.length, 0) / Math.max(collection.length, 1) || 1;
  const weights = [...new Set(query)]
    .slice(0, maxTerms)
    .map((term) => ({ term, idf: idf(term, collection) }));
  const best = weights.reduce((sum, { idf }) => sum + idf * (k1 + 1), 0);
  const ranked = documents.map(({ item, text }) => ({ item, score: score(text, weights, average) / best }));
  return ranked.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
}

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
