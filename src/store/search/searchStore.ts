import type { SearchParts } from './searchParts.ts';
import type { SearchStore } from './types.ts';

/** The search of a store. What it needs is loaded when somebody searches. */
export function searchStore(of: SearchParts): SearchStore {
  let loaded: Promise<SearchStore> | undefined;
  const search = (): Promise<SearchStore> =>
    (loaded ??= import('./makeSearch.ts').then(({ makeSearch }) => makeSearch(of)));
  return {
    find: async (request) => (await search()).find(request),
    health: async () => (await search()).health(),
    values: async (signal) => (await search()).values(signal),
    keep: async () => (await loaded)?.keep(),
    prepare: async (signal) => (await search()).prepare(signal),
  };
}
