import { isObject, StoreError } from '../base/core.ts';

/** Turns texts into vectors that are near each other where the texts mean the same. */
export interface EmbeddingProvider {
  /** Names address and model; vectors of another one are not comparable. */
  readonly id: string;
  /** What the model is called, on other machines as well; empty where nobody said. */
  readonly model: string;
  /** Numbers of a vector; undefined before the first answer. */
  readonly dim: number | undefined;
  /** One vector for each text, in that order. Throws when it cannot. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** Where vectors come from: an address that takes `{model, input}`, as those of OpenAI (`…/v1/embeddings`) and Ollama (`…/api/embed`) do. */
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

/** An answer must come within this. Milliseconds. */
const answerMs = 10_000;

/** The provider that the environment names; undefined, and so no use of any network, where it names none. */
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

/** A provider that asks an address, which has `timeoutMs` for each answer; later an error named `TimeoutError` is thrown. */
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
        redirect: 'error', // another address would get the texts, though nobody named it
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new Error(`it answered ${response.status} ${response.statusText}`);
      const vectors = vectorsIn(await response.json());
      dim ??= vectors[0]?.length;
      if (vectors.length !== texts.length || vectors.some(({ length }) => length !== dim))
        throw new Error('its answer does not have one vector, of always the same length, for each text');
      return vectors;
    },
  };
}

/** The vectors in an answer of OpenAI (`data[].embedding`) or Ollama (`embeddings[]`), of length 1. */
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
