import { join } from 'node:path';
import type { StoreContext } from './base/context.ts';
import { Briefs, type BriefSources } from './brief/brief.ts';
import type { GatheredFacts } from './brief/keptFacts.ts';
import type { SessionInfo } from './sessions/types.ts';
import { sharedStore } from './shared/sharedStore.ts';
import { sharedFolder } from './shared/types.ts';

/**
 * Makes briefs as `openStore` does, for programs that are in a hurry: what reads transcripts, dialogs and memories is
 * loaded once it is needed, and `known` is found without a look at all other sessions, `gathered` told of it without reading.
 */
export function briefsOf(context: StoreContext, known?: SessionInfo, gathered?: GatheredFacts): Briefs {
  let loaded: Promise<BriefSources> | undefined;
  const sources = (): Promise<BriefSources> =>
    (loaded ??= import('./briefSources.ts').then(({ briefSources }) => briefSources(context)));
  return new Briefs(context, {
    gathered: ({ sessionId }) => (known?.sessionId === sessionId ? gathered : undefined),
    dialogs: {
      list: async () => (await sources()).dialogs.list(),
      detail: async (name, query) => (await sources()).dialogs.detail(name, query),
    },
    memories: { list: async (filter) => (await sources()).memories.list(filter) },
    shared: { folder: join(context.folder, sharedFolder), shared: sharedStore(context, context.secrets) },
    sessions: {
      list: async (workspace, query) => (await sources()).sessions.list(workspace, query),
      read: async (session) => (await sources()).sessions.read(session),
      lastSaid: async (session) => (await sources()).sessions.lastSaid?.(session),
      summary: async (session) => (await sources()).sessions.summary(session),
      find: async (workspace, id) =>
        known?.sessionId === id ? known : (await sources()).sessions.find(workspace, id),
    },
  });
}
