import type { StoreContext } from './base/context.ts';
import { Briefs, type BriefSources } from './brief/brief.ts';
import type { SessionInfo } from './sessions/types.ts';

/**
 * Makes briefs as `openStore` does, for programs that are in a hurry: what reads transcripts, dialogs and memories is
 * loaded once it is needed, and `known` is found without a look at all other sessions.
 */
export function briefsOf(context: StoreContext, known?: SessionInfo): Briefs {
  let loaded: Promise<BriefSources> | undefined;
  const sources = (): Promise<BriefSources> =>
    (loaded ??= import('./briefSources.ts').then(({ briefSources }) => briefSources(context)));
  return new Briefs(context, {
    dialogs: {
      list: async () => (await sources()).dialogs.list(),
      detail: async (name, query) => (await sources()).dialogs.detail(name, query),
    },
    memories: { list: async (filter) => (await sources()).memories.list(filter) },
    sessions: {
      list: async (workspace, query) => (await sources()).sessions.list(workspace, query),
      read: async (session) => (await sources()).sessions.read(session),
      find: async (workspace, id) =>
        known?.sessionId === id ? known : (await sources()).sessions.find(workspace, id),
    },
  });
}
