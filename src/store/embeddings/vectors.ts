import { atMost, type StoreContext } from '../base/context.ts';
import { defined } from '../base/core.ts';
import type { EmbeddingProvider } from './embeddings.ts';
import { textKey, VectorFile } from './vectorFile.ts';

/** Texts sent at a time, as long as the answers come in time, and how much of each. */
const mostTexts = 64;
const textChars = 8_000;
/** After an answer that came too late this part of as many texts is sent. */
const lessTexts = 4;
/** Whoever asks waits so long for vectors of texts that have none yet; the next one goes on. Milliseconds. */
const fillMs = 3_000;
/** After a failure words have to do for so long. Milliseconds. */
const pauseMs = 60_000;

/** How near things are to a query in meaning. */
export interface Nearness<T> {
  /** Of one of the things asked about, −1 to 1; undefined where it has no vector yet. Missing when embeddings failed. */
  readonly of?: (item: T) => number | undefined;
  /** What is to be told, as sentences. */
  readonly notes: readonly string[];
}

/** The vectors of texts, each asked for once. Whatever fails is told, never thrown. */
export class Vectors {
  readonly #provider: EmbeddingProvider;
  readonly #file: VectorFile | undefined;
  readonly #mask: (text: string) => string;
  #stored: Map<string, Float32Array> | undefined;
  readonly #known = new WeakMap<object, Float32Array>();
  #batch = mostTexts;
  /** Texts on their way; never rejects. */
  #filling: Promise<void> | undefined;
  #failedAt = -Infinity;
  #failure = '';

  /** Without a file nothing is kept. `mask` is what texts pass before they are sent. */
  constructor(provider: EmbeddingProvider, file: VectorFile | undefined, mask: (text: string) => string) {
    this.#provider = provider;
    this.#file = file;
    this.#mask = mask;
  }

  /** What is on, for the health of search. */
  get state(): string {
    return this.#isPaused ? `${this.#provider.id}: ${this.#failure}` : this.#provider.id;
  }

  get #isPaused(): boolean {
    return performance.now() - this.#failedAt < pauseMs;
  }

  /** Compares a query with things that never change, by their texts. */
  async compare<T extends object>(
    query: string,
    items: readonly T[],
    textOf: (item: T) => string,
  ): Promise<Nearness<T>> {
    try {
      this.#throwIfPaused();
      const [asked] = await this.#provider.embed([query]);
      const missing = await this.#fill(items, textOf);
      this.#throwIfPaused();
      const of = (item: T): number | undefined => {
        const vector = this.#known.get(item);
        return asked && vector && product(asked, vector);
      };
      const left = `${missing} entries are found by their words only, as they have no embeddings yet.`;
      return { of, notes: missing > 0 ? [left] : [] };
    } catch (error) {
      return { notes: [this.#failedNote(error)] };
    }
  }

  /** The vector of a query; without one, as sentences, why. */
  async ofQuery(
    query: string,
  ): Promise<{ readonly vector?: Float32Array; readonly notes: readonly string[] }> {
    try {
      this.#throwIfPaused();
      const [vector] = await this.#provider.embed([query]);
      return { ...defined({ vector }), notes: [] };
    } catch (error) {
      return { notes: [this.#failedNote(error)] };
    }
  }

  /**
   * Vectors of texts, by text: those that are kept, and of the others those that come before one would begin no more. Throws
   * where the embeddings fail. `dim` is what a vector of this model had the last time, without which one text is sent to
   * learn it. Nothing of what is kept stays in memory.
   */
  async ofTexts(
    texts: readonly string[],
    dim = this.#provider.dim,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    this.#throwIfPaused();
    const items = texts.map((text) => ({ text }));
    const textOf = ({ text }: { readonly text: string }): string => text;
    try {
      if (dim === undefined) await this.#learn(items.slice(0, 1), textOf);
      this.#stored = await this.#file?.read(dim ?? this.#provider.dim ?? 0, new Set(texts.map(textKey)));
      const missing = items.filter((item) => !this.#known.has(item) && !this.#recall(item, item.text));
      await this.#learnAll(missing, textOf);
    } catch (error) {
      this.#fail(error);
      throw new Error(this.#failure, { cause: error });
    } finally {
      this.#stored = undefined;
    }
    return new Map(
      items.flatMap((item) => {
        const vector = this.#known.get(item);
        return vector ? [[item.text, vector]] : [];
      }),
    );
  }

  #failedNote(error: unknown): string {
    if (!this.#isPaused) this.#fail(error);
    return `Found by words only: the embeddings of ${this.#provider.id} failed: ${this.#failure}.`;
  }

  #throwIfPaused(): void {
    if (this.#isPaused) throw new Error(this.#failure);
  }

  #fail(error: unknown): void {
    this.#failedAt = performance.now();
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
    this.#failure = error instanceof Error ? `${error.message}${cause}` : String(error);
  }

  /**
   * Gets vectors for what has none, and tells how many are left after as long as one may wait. What is on its way then
   * goes on, for the next one.
   */
  async #fill<T extends object>(items: readonly T[], textOf: (item: T) => string): Promise<number> {
    const { dim = 0 } = this.#provider;
    this.#stored ??= (await this.#file?.read(dim)) ?? new Map<string, Float32Array>();
    const missing = items.filter((item) => !this.#known.has(item) && !this.#recall(item, textOf(item)));
    if (missing.length === 0) return 0;
    this.#filling ??= this.#learnAll(missing, textOf)
      .catch((error: unknown) => this.#fail(error))
      .finally(() => (this.#filling = undefined));
    await atMost(this.#filling, fillMs);
    return missing.filter((item) => !this.#known.has(item)).length;
  }

  /** Begins no new batch after as long as one waits for it. A batch that is too much for the provider becomes smaller. */
  async #learnAll<T extends object>(items: readonly T[], textOf: (item: T) => string): Promise<void> {
    const started = performance.now();
    let next = 0;
    while (next < items.length && performance.now() - started < fillMs) {
      const some = items.slice(next, next + this.#batch);
      try {
        await this.#learn(some, textOf);
        next += some.length;
      } catch (error) {
        if (!isTimeout(error) || some.length === 1) throw error;
        this.#batch = Math.ceil(some.length / lessTexts);
      }
    }
  }

  #recall(item: object, text: string): boolean {
    const vector = this.#stored?.get(textKey(text));
    if (vector) this.#known.set(item, vector);
    return vector !== undefined;
  }

  async #learn<T extends object>(items: readonly T[], textOf: (item: T) => string): Promise<void> {
    const texts = items.map(textOf);
    const sent = texts.map((text) => this.#mask(text).slice(0, textChars) || ' ');
    const vectors = await this.#provider.embed(sent);
    const learnt = new Map<string, Float32Array>();
    for (const [n, item] of items.entries()) {
      const vector = vectors[n];
      if (vector === undefined) continue;
      this.#known.set(item, vector);
      learnt.set(textKey(texts[n] ?? ''), vector);
    }
    for (const [key, vector] of learnt) this.#stored?.set(key, vector);
    await this.#file?.add(learnt);
  }
}

/** The vectors of a store, kept in it unless it may only be read. */
export const vectorsOf = (
  provider: EmbeddingProvider,
  { folder, isReadOnly, secrets }: StoreContext,
): Vectors => {
  const file = isReadOnly() ? undefined : new VectorFile(folder, provider.id);
  // What is in the history may have been stored while secrets were kept.
  return new Vectors(provider, file, (text) => secrets.document(text));
};

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += (a[n] ?? 0) * (b[n] ?? 0);
  return sum;
}
