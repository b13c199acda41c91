import { join } from 'node:path';
import type { StoreContext } from '../disk/base/context.ts';
import { Briefs, type BriefSources } from '../insight/brief/brief.ts';
import type { SessionInfo } from '../history/sessions/types.ts';
import { sharedStore } from './loadedStores.ts';
import { sharedFolder } from '../history/shared/types.ts';

/**
 * Creates briefs like `openStore`, for programs that must start fast: readers of transcripts, dialogs and memories
 * are loaded on first use. `known` is a session that is then found without checking all others.
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
    shared: { folder: join(context.folder, sharedFolder), shared: sharedStore(context, context.secrets) },
    sessions: {
      list: async (workspace, query) => (await sources()).sessions.list(workspace, query),
      read: async (session) => (await sources()).sessions.read(session),
      lastSaid: async (session) => (await sources()).sessions.lastSaid?.(session),
      summary: async (session) => (await sources()).sessions.summary(session),
      find: async (workspace, id) =>
        known?.sessionId === id ? known : (await sources()).sessions.find(workspace, id),
    },
    reader: { goOn: async (...of) => (await sources()).reader?.goOn(...of) },
  });
}
