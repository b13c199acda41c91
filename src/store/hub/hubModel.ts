import type { EmbeddingProvider } from '../embeddings/embeddings.ts';

/**
 * What a model is called in a hub, where those of the same name compare, whichever server each person asks; undefined where
 * it has no name there. Ollama gives the same for a name without a tag and with `latest`.
 */
export function hubModel({ model }: Pick<EmbeddingProvider, 'model'>): string | undefined {
  const name = model.trim().replace(/:latest$/, '');
  return name === '' || name.length > 200 ? undefined : name;
}

/** Vectors of a model without a name would be mixed with those of another one. */
export const nameless =
  'The hub is searched by words only: set HISTORY_EMBEDDINGS_MODEL to the name of the model, by which vectors of colleagues are known.';

/** A vector as the database reads it, with all digits that its numbers have. */
export const vectorText = (vector: Float32Array): string =>
  `[${Array.from(vector, (value) => Number(value.toPrecision(8))).join(',')}]`;
