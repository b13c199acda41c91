import { topN } from './topN.ts';
import type { Scored } from './ranking.ts';
import type { TimeSlices } from './timeSlices.ts';
import type { IndexedEntry, TextIndex } from './textIndex.ts';
import type { Nearness, Vectors } from '../embeddings/vectors.ts';

/** How much nearness of meaning counts beside the words. */
const weight = 0.5;
/** Entries that are found by their meaning alone. */
const byMeaning = 100;

/** The optional second leg of the ranking. Whatever fails, the first leg stands. */
export class Semantic {
  readonly #vectors: Vectors;

  constructor(vectors: Vectors) {
    this.#vectors = vectors;
  }

  /** What is on, for the health of search. */
  get state(): string {
    return this.#vectors.state;
  }

  /** Scores of both legs, each between its least and its greatest, as one; and what is to be told. */
  async fuse(
    text: string,
    index: TextIndex,
    lexical: readonly Scored[],
    slices: TimeSlices,
  ): Promise<{ readonly scored: readonly Scored[]; readonly notes: readonly string[] }> {
    const entries = index.entries.filter((entry) => !index.isGone(entry));
    const { of, notes } = await this.#vectors.compare(text, entries, (entry) => entry.text);
    slices.throwIfAborted();
    return { scored: of ? await fused(of, entries, lexical, slices) : lexical, notes };
  }
}

async function fused(
  nearness: NonNullable<Nearness<IndexedEntry>['of']>,
  entries: readonly IndexedEntry[],
  lexical: readonly Scored[],
  slices: TimeSlices,
): Promise<Scored[]> {
  const near: Scored[] = [];
  for (const entry of entries) {
    if (slices.isOver) await slices.pause();
    const score = nearness(entry);
    if (score !== undefined) near.push({ entry, score });
  }
  const nearest = topN(near, byMeaning, (a, b) => b.score - a.score);
  const words = new Map(lexical.map(({ entry, score }) => [entry, score]));
  const meaning = new Map(nearest.map(({ entry, score }) => [entry, score]));
  for (const { entry, score } of near) if (words.has(entry)) meaning.set(entry, score);
  const [ofWords, ofMeaning] = [scale([...words.values()]), scale([...meaning.values()])];
  return [...new Set([...words.keys(), ...meaning.keys()])].map((entry) => ({
    entry,
    score: (ofWords(words.get(entry)) + weight * ofMeaning(meaning.get(entry))) / (1 + weight),
  }));
}

/** Brings scores between the least, 0, and the greatest, 1; what has none gets 0. */
function scale(scores: readonly number[]): (score: number | undefined) => number {
  const [least, greatest] = scores.reduce(
    ([a, b], one) => [Math.min(a, one), Math.max(b, one)],
    [Infinity, -Infinity],
  );
  const span = greatest - least;
  return (score) => (score === undefined ? 0 : span > 0 ? (score - least) / span : 1);
}
