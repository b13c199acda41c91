import { isObject, StoreError } from '../../disk/base/core.ts';
import { sayIn, type Note } from '../../disk/base/texts.ts';

/** Converts texts to vectors that are close for texts of similar meaning. */
export interface EmbeddingProvider {
  /** Identifies address and model; vectors of different ids are not comparable. */
  readonly id: string;
  /** Name of the model, the same on other machines; empty if not configured. */
  readonly model: string;
  /** Dimensions of a vector; undefined before the first response. */
  readonly dim: number | undefined;
  /** Returns one vector per text, in order. Throws on failure. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** Failure of embeddings with a text in every language; its `message` is English. */
export class EmbeddingsError extends Error {
  readonly note: Note;

  constructor(note: Note, options?: ErrorOptions) {
    super(note(sayIn('en')), options);
    this.note = note;
  }
}

/** Endpoint that accepts `{model, input}`, like those of OpenAI (`…/v1/embeddings`) and Ollama (`…/api/embed`). */
export interface EmbeddingAddress {
  readonly url: string;
  readonly model: string;
  /** Sent as bearer token. */
  readonly key?: string;
}

export const embeddingVariables = {
  url: 'HISTORY_EMBEDDINGS_URL',
  model: 'HISTORY_EMBEDDINGS_MODEL',
  key: 'HISTORY_EMBEDDINGS_KEY',
} as const;

/** Timeout of a response. Milliseconds. */
const answerMs = 10_000;

/** Creates the provider configured in the environment; undefined, without any network access, if there is none. */
export function embeddingsFromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): EmbeddingProvider | undefined {
  const url = env[embeddingVariables.url] ?? '';
  if (url === '') return undefined;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new StoreError(
      'invalid_argument',
      `${embeddingVariables.url} is ${JSON.stringify(url)}; set it to an address such as http://localhost:11434/api/embed, or unset it.`,
    );
  const key = env[embeddingVariables.key] ?? '';
  return httpEmbeddings({ url, model: env[embeddingVariables.model] ?? '', ...(key !== '' && { key }) });
}

/** Creates a provider for an endpoint. Throws a `TimeoutError` after `timeoutMs` without a response. */
export function httpEmbeddings(
  { url, model, key }: EmbeddingAddress,
  timeoutMs = answerMs,
): EmbeddingProvider {
  let dim: number | undefined;
  return {
    id: `${url} ${model}`,
    model,
    get dim() {
      return dim;
    },
    async embed(texts) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, input: texts }),
        redirect: 'error', // otherwise an address that no one configured would get the texts
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok)
        throw new EmbeddingsError((say) => say('it answered {0} {1}', response.status, response.statusText));
      const vectors = vectorsIn(await response.json());
      dim ??= vectors[0]?.length;
      if (vectors.length !== texts.length || vectors.some(({ length }) => length !== dim))
        throw new EmbeddingsError((say) =>
          say('its answer does not have one vector, of always the same length, for each text'),
        );
      return vectors;
    },
  };
}

/**
 * Parses the vectors of a response of OpenAI (`data[].embedding`) or Ollama (`embeddings[]`), normalized to length 1.
 */
function vectorsIn(answer: unknown): Float32Array[] {
  if (!isObject(answer)) return [];
  const { data, embeddings } = answer;
  const rows: unknown[] = Array.isArray(embeddings) ? embeddings : [];
  if (Array.isArray(data)) for (const item of data) rows.push(isObject(item) ? item.embedding : undefined);
  return rows.map(unitVector);
}

function unitVector(row: unknown): Float32Array {
  const numbers = Array.isArray(row) ? row.filter((value) => typeof value === 'number') : [];
  const length = Math.hypot(...numbers) || 1;
  return Float32Array.from(numbers, (value) => value / length);
}
