import { atMost, type StoreContext } from '../../disk/base/context.ts';
import { defined } from '../../disk/base/core.ts';
import { sayIn, type Note } from '../../disk/base/texts.ts';
import { EmbeddingsError, type EmbeddingProvider } from './embeddings.ts';
import { textKey, VectorFile } from './vectorFile.ts';

/** Texts per request while responses are in time, and maximum characters of each. */
const maxTexts = 64;
const maxTextCharacters = 8_000;
/** Divisor of the number of texts after a response that came too late. */
const batchReduction = 4;
/** How long a caller waits for missing vectors; the next call continues. Milliseconds. */
const maxWaitMs = 3_000;
/** How long to search by words only after a failure. Milliseconds. */
const pauseMs = 60_000;

/** Similarity of items to a query. */
export interface Similarities<T> {
  /** Similarity of an item, −1 to 1; undefined if it has no vector yet. Absent if embeddings failed. */
  readonly of?: (item: T) => number | undefined;
  /** Notes for the user. */
  readonly notes: readonly Note[];
}

/** Vectors of texts, each requested once. Failures become notes and are never thrown. */
export class Vectors {
  readonly #provider: EmbeddingProvider;
  readonly #file: VectorFile | undefined;
  readonly #mask: (text: string) => string;
  #stored: Map<string, Float32Array> | undefined;
  readonly #known = new WeakMap<object, Float32Array>();
  #batch = maxTexts;
  /** Pending requests; never rejects. */
  #filling: Promise<void> | undefined;
  #failedAt = -Infinity;
  #failure: Note = () => '';

  /** Without a file, nothing is saved. `mask` is applied to texts before they are sent. */
  constructor(provider: EmbeddingProvider, file: VectorFile | undefined, mask: (text: string) => string) {
    this.#provider = provider;
    this.#file = file;
    this.#mask = mask;
  }

  /** Describes the provider's state for the health of search. */
  get state(): string {
    return this.#isPaused ? `${this.#provider.id}: ${this.#failure(sayIn('en'))}` : this.#provider.id;
  }

  get #isPaused(): boolean {
    return performance.now() - this.#failedAt < pauseMs;
  }

  /** Compares a query with immutable items by their texts. */
  async compare<T extends object>(
    query: string,
    items: readonly T[],
    textOf: (item: T) => string,
  ): Promise<Similarities<T>> {
    try {
      this.#throwIfPaused();
      const [asked] = await this.#provider.embed([query]);
      const missing = await this.#requestMissing(items, textOf);
      this.#throwIfPaused();
      const of = (item: T): number | undefined => {
        const vector = this.#known.get(item);
        return asked && vector && product(asked, vector);
      };
      const left: Note = (say) =>
        say('{0} entries are found by their words only, as they have no embeddings yet.', missing);
      return { of, notes: missing > 0 ? [left] : [] };
    } catch (error) {
      return { notes: [this.#failedNote(error)] };
    }
  }

  /** Returns the vector of a query, or notes explaining its absence. */
  async ofQuery(query: string): Promise<{ readonly vector?: Float32Array; readonly notes: readonly Note[] }> {
    try {
      this.#throwIfPaused();
      const [vector] = await this.#provider.embed([query]);
      return { ...defined({ vector }), notes: [] };
    } catch (error) {
      return { notes: [this.#failedNote(error)] };
    }
  }

  /**
   * Returns vectors by text: cached ones, and others until the time limit for a new batch. Throws an
   * `EmbeddingsError` if the embeddings fail. `dim` is the last known size of a vector; without it, one text is sent to learn it. Cached vectors do not
   * stay in memory.
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
      await this.#embedAll(missing, textOf);
    } catch (error) {
      this.#fail(error);
      throw new EmbeddingsError(this.#failure, { cause: error });
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

  #failedNote(error: unknown): Note {
    if (!this.#isPaused) this.#fail(error);
    const [{ id }, failure] = [this.#provider, this.#failure];
    return (say) => say('Found by words only: the embeddings of {0} failed: {1}.', id, failure(say));
  }

  #throwIfPaused(): void {
    if (this.#isPaused) throw new EmbeddingsError(this.#failure);
  }

  #fail(error: unknown): void {
    this.#failedAt = performance.now();
    this.#failure = failureOf(error);
  }

  /**
   * Requests missing vectors and returns how many are still missing after the time limit. Pending requests continue
   * for the next call.
   */
  async #requestMissing<T extends object>(items: readonly T[], textOf: (item: T) => string): Promise<number> {
    const { dim = 0 } = this.#provider;
    this.#stored ??= (await this.#file?.read(dim)) ?? new Map<string, Float32Array>();
    const missing = items.filter((item) => !this.#known.has(item) && !this.#recall(item, textOf(item)));
    if (missing.length === 0) return 0;
    this.#filling ??= this.#embedAll(missing, textOf)
      .catch((error: unknown) => this.#fail(error))
      .finally(() => (this.#filling = undefined));
    await atMost(this.#filling, maxWaitMs);
    return missing.filter((item) => !this.#known.has(item)).length;
  }

  /** Starts no new batch after the time limit. Reduces a batch that is too large for the provider. */
  async #embedAll<T extends object>(items: readonly T[], textOf: (item: T) => string): Promise<void> {
    const started = performance.now();
    let next = 0;
    while (next < items.length && performance.now() - started < maxWaitMs) {
      const some = items.slice(next, next + this.#batch);
      try {
        await this.#learn(some, textOf);
        next += some.length;
      } catch (error) {
        if (!isTimeout(error) || some.length === 1) throw error;
        this.#batch = Math.ceil(some.length / batchReduction);
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
    const sent = texts.map((text) => this.#mask(text).slice(0, maxTextCharacters) || ' ');
    const vectors = await this.#provider.embed(sent);
    const learned = new Map<string, Float32Array>();
    for (const [n, item] of items.entries()) {
      const vector = vectors[n];
      if (vector === undefined) continue;
      this.#known.set(item, vector);
      learned.set(textKey(texts[n] ?? ''), vector);
    }
    for (const [key, vector] of learned) this.#stored?.set(key, vector);
    await this.#file?.add(learned);
  }
}

/** Opens the vectors of a store, saved there unless it is read-only. */
export const vectorsOf = (
  provider: EmbeddingProvider,
  { folder, isReadOnly, secrets }: StoreContext,
): Vectors => {
  const file = isReadOnly() ? undefined : new VectorFile(folder, provider.id);
  // The history may contain texts stored before secrets were masked.
  return new Vectors(provider, file, (text) => secrets.document(text));
};

/** Returns the sentence of a failure; that of the system is in its language. */
function failureOf(error: unknown): Note {
  if (error instanceof EmbeddingsError) return error.note;
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  const text = error instanceof Error ? `${error.message}${cause}` : String(error);
  return () => text;
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += (a[n] ?? 0) * (b[n] ?? 0);
  return sum;
}
