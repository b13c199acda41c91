import { openStore } from '../../src/store/store.ts';
import { texts } from './sets.ts';

const day = 24 * 60 * 60 * 1_000;

/** What gives the first five texts for a query. */
export type Find = (query: string) => Promise<readonly string[]>;

/** Both engines, in a store that holds all texts. */
export async function engines(root: string): Promise<{ search: Find; memories: Find }> {
  const { dialogs, memories, search } = openStore(root);
  const now = Date.now();
  await dialogs.save(
    'texts',
    texts.map((text, n) => ({ role: 'user' as const, text, ts: now - n * day })),
  );
  await memories.import(JSON.stringify({ memories: texts.map((content) => ({ content })) }));
  return {
    search: async (query) => {
      const { hits } = await search.find({ query, sources: ['dialogs'], limit: 5 });
      return hits.map(({ position }) => texts[position] ?? '');
    },
    memories: async (query) =>
      (await memories.find(query, { limit: 5 })).found.map(({ memory }) => memory.content),
  };
}
