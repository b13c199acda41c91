import { embeddingsFromEnvironment, type EmbeddingProvider } from '../store/embeddings/embeddings.ts';
import type { HubSync } from '../store/hub/openedHistory.ts';
import type { PushedVectors } from '../store/hub/pushVectors.ts';
import type { HubFound } from '../store/hub/searchMeaning.ts';
import { searchRecords, type HubSearch } from '../store/hub/searchRecords.ts';
import type { HubConnection } from '../store/hub/types.ts';

/** The embeddings that the environment names. A wrong address is told in `problem`; words do without. */
export function embeddingsHere(): { readonly provider?: EmbeddingProvider; readonly problem?: string } {
  try {
    const provider = embeddingsFromEnvironment(process.env);
    return provider ? { provider } : {};
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Searches a project of a hub: by meaning, too, where embeddings are set up. */
export async function searchHub(
  connection: HubConnection,
  project: string,
  search: HubSearch,
): Promise<HubFound> {
  const { provider, problem } = embeddingsHere();
  if (provider === undefined)
    return {
      hits: await searchRecords(connection, project, search),
      notes: problem === undefined ? [] : [problem],
    };
  const { Vectors } = await import('../store/embeddings/vectors.ts');
  const { searchByMeaning } = await import('../store/hub/searchMeaning.ts');
  const vectors = new Vectors(provider, undefined, (text) => text);
  return searchByMeaning(connection, project, search, { provider, vectors });
}

/** Sends vectors of what was sent, where embeddings are set up. */
export async function sendVectors(sync: HubSync): Promise<PushedVectors> {
  const { provider, problem } = embeddingsHere();
  if (provider === undefined) return { sent: 0, ...(problem !== undefined && { problem }) };
  const { pushVectors } = await import('../store/hub/pushVectors.ts');
  return pushVectors(sync, provider);
}
