import type { EmbeddingProvider } from './embeddings.ts';
import { firstOf } from './firstOf.ts';
import type { Scored } from './ranking.ts';
import type { Slices } from './slices.ts';
import type { IndexedEntry, TextIndex } from './textIndex.ts';
import { textKey, type VectorFile } from './vectorFile.ts';

/** How much nearness of meaning counts beside the words. */
const weight = 0.5;
/** Entries that are found by their meaning alone. */
const byMeaning = 100;
/** Texts sent at a time, and how much of each. */
const batch = 64;
const textChars = 8_000;
/** A search waits so long for vectors of entries that have none yet; the next one goes on. Milliseconds. */
const fillMs = 3_000;
/** After a failure words have to do for so long. Milliseconds. */
const pauseMs = 60_000;

/** The optional second leg of the ranking. Whatever fails, the first leg stands. */
export class Semantic {
  readonly #provider: EmbeddingProvider;
  readonly #file: VectorFile | undefined;
  #stored: Map<string, Float32Array> | undefined;
  readonly #vectors = new WeakMap<IndexedEntry, Float32Array>();
  #failedAt = -Infinity;
  #failure = '';

  /** Without a file nothing is kept. */
  constructor(provider: EmbeddingProvider, file: VectorFile | undefined) {
    this.#provider = provider;
    this.#file = file;
  }

  /** What is on, for the health of search. */
  get state(): string {
    return this.#isPaused ? `${this.#provider.id}: ${this.#failure}` : this.#provider.id;
  }

  get #isPaused(): boolean {
    return performance.now() - this.#failedAt < pauseMs;
  }

  /** Scores of both legs, each between its least and its greatest, as one; and what is to be told. */
  async fuse(
    text: string,
    index: TextIndex,
    lexical: readonly Scored[],
    slices: Slices,
  ): Promise<{ readonly scored: readonly Scored[]; readonly notes: readonly string[] }> {
    try {
      if (this.#isPaused) throw new Error(this.#failure);
      const [query] = await this.#provider.embed([text]);
      const missing = await this.#fill(index);
      const scored = query ? await this.#fused(query, index, lexical, slices) : lexical;
      const notes =
        missing > 0
          ? [`${missing} entries are found by their words only, as they have no embeddings yet.`]
          : [];
      return { scored, notes };
    } catch (error) {
      slices.throwIfAborted();
      this.#fail(error);
      return {
        scored: lexical,
        notes: [`Found by words only: the embeddings of ${this.#provider.id} failed: ${this.#failure}.`],
      };
    }
  }

  #fail(error: unknown): void {
    if (!this.#isPaused) this.#failedAt = performance.now();
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
    this.#failure = error instanceof Error ? `${error.message}${cause}` : String(error);
  }

  /** Gets vectors for entries that have none, for as long as a search may wait, and tells how many are left. */
  async #fill(index: TextIndex): Promise<number> {
    const started = performance.now();
    const { dim = 0 } = this.#provider;
    this.#stored ??= (await this.#file?.read(dim)) ?? new Map<string, Float32Array>();
    const missing = index.entries.filter(
      (entry) => !index.isGone(entry) && !this.#vectors.has(entry) && !this.#recall(entry),
    );
    let next = 0;
    for (; next < missing.length && performance.now() - started < fillMs; next += batch)
      await this.#learn(missing.slice(next, next + batch));
    return Math.max(0, missing.length - next);
  }

  #recall(entry: IndexedEntry): boolean {
    const vector = this.#stored?.get(textKey(entry.text));
    if (vector) this.#vectors.set(entry, vector);
    return vector !== undefined;
  }

  async #learn(entries: readonly IndexedEntry[]): Promise<void> {
    const vectors = await this.#provider.embed(entries.map(({ text }) => text.slice(0, textChars) || ' '));
    const learnt = new Map<string, Float32Array>();
    for (const [n, entry] of entries.entries()) {
      const vector = vectors[n];
      if (vector === undefined) continue;
      this.#vectors.set(entry, vector);
      learnt.set(textKey(entry.text), vector);
    }
    for (const [key, vector] of learnt) this.#stored?.set(key, vector);
    await this.#file?.add(learnt);
  }

  async #fused(
    query: Float32Array,
    index: TextIndex,
    lexical: readonly Scored[],
    slices: Slices,
  ): Promise<Scored[]> {
    const near: Scored[] = [];
    for (const entry of index.entries) {
      if (slices.isOver) await slices.pause();
      const vector = index.isGone(entry) ? undefined : this.#vectors.get(entry);
      if (vector) near.push({ entry, score: product(query, vector) });
    }
    const nearest = firstOf(near, byMeaning, (a, b) => b.score - a.score);
    const words = new Map(lexical.map(({ entry, score }) => [entry, score]));
    const meaning = new Map(nearest.map(({ entry, score }) => [entry, score]));
    for (const { entry, score } of near) if (words.has(entry)) meaning.set(entry, score);
    const [ofWords, ofMeaning] = [scale([...words.values()]), scale([...meaning.values()])];
    return [...new Set([...words.keys(), ...meaning.keys()])].map((entry) => ({
      entry,
      score: (ofWords(words.get(entry)) + weight * ofMeaning(meaning.get(entry))) / (1 + weight),
    }));
  }
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

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += (a[n] ?? 0) * (b[n] ?? 0);
  return sum;
}
