import { secretsOf } from '../disk/context.ts';
import { StoreError } from '../disk/base/core.ts';
import { ensureHistoryFolder } from '../disk/files/historyFolder.ts';
import { projectName } from '../disk/files/projectId.ts';
import { openDialogs } from './dialogStores.ts';
import type { HubHistory } from '../team/localHistory.ts';
import type { Workspace } from '../history/sessions/types.ts';
import { openStore } from './store.ts';
import type { Store, StoreOptions } from './types.ts';

/** Opens the history of the project at an absolute path for a hub, without touching any file. */
export function openHubHistory(projectRoot: string, options: StoreOptions = {}): HubHistory {
  const opened = openDialogs(projectRoot, options);
  const store = openStore(projectRoot, options, opened);
  const { archives, contexts, dialogs, memories, shared } = store;
  const { context, access, envFolders } = opened;
  const masked = secretsOf(context.folder, { ...options, envFolders, secrets: () => 'mask' });
  const { workspace } = options;
  return {
    local: {
      context,
      access,
      archives,
      dialogs,
      contexts,
      memories,
      shared,
      masked,
      ...(workspace && { sessions: sessionsOf(store, workspace) }),
    },
    project: async () => {
      await ensureHistoryFolder(context.folder);
      const id = projectName(context.folder)?.id;
      if (id !== undefined) return id;
      throw new StoreError('storage', `The project of ${context.folder} has no name; see its project.json.`);
    },
  };
}

/** Size of a session's card, as in sharing through git. Tokens. */
const cardTokens = 1_600;

const sessionsOf = ({ sessions, brief }: Store, workspace: () => Workspace) => ({
  list: async (limit: number) => (await sessions.list(workspace(), { limit })).sessions,
  brief: (session: string) =>
    brief.make(workspace(), { purpose: 'handOver', session, maxTokens: cardTokens }),
});
