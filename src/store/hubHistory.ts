import { secretsOf } from './context.ts';
import { openDialogs } from './dialogStores.ts';
import { lockFolder } from './files/ignored.ts';
import { ensureHistoryFolder } from './files/historyFolder.ts';
import { withLock } from './files/lock.ts';
import { makeMachineFolder, projectName } from './files/projectId.ts';
import { StoreError } from './base/core.ts';
import { thisMachine } from './base/stateFolder.ts';
import { projectInHub } from './hub/hubSettings.ts';
import { newHubState, readHubState } from './hub/hubState.ts';
import { HubJournal } from './hub/journal.ts';
import { newestNumber } from './hub/pull.ts';
import type { HubHistory } from './hub/openedHistory.ts';
import type { LocalSessions } from './hub/localHistory.ts';
import type { Workspace } from './sessions/types.ts';
import { openStore } from './store.ts';
import type { Store, StoreOptions } from './types.ts';

/** Opens the history of a project, at an absolute path, for the hub. Opening touches no file. */
export function openHubHistory(projectRoot: string, options: StoreOptions = {}): HubHistory {
  const opened = openDialogs(projectRoot, options);
  const store = openStore(projectRoot, options, opened);
  const { archives, contexts, dialogs, memories, shared } = store;
  const { context, access, envFolders } = opened;
  const masked = secretsOf(context.folder, { ...options, envFolders, secrets: () => 'mask' });
  const sessions = options.workspace && sessionsOf(store, options.workspace);
  const local = {
    ...{ context, access, archives, dialogs, contexts, memories, shared, masked },
    ...(sessions && { sessions }),
  };
  const project = async (): Promise<string> => {
    await ensureHistoryFolder(context.folder);
    const id = projectName(context.folder)?.id;
    if (id !== undefined) return id;
    throw new StoreError('storage', `The project of ${context.folder} has no name; see its project.json.`);
  };
  return {
    local,
    project,
    sync: async (connection, hub, work) => {
      const id = projectInHub(thisMachine(), await project());
      return withLock(lockFolder(context.folder, '.hub'), async (lease) => {
        await makeMachineFolder(context.folder, lease);
        const known = readHubState(context.folder, hub);
        const isBehind = (await newestNumber(connection, id)) < known.newest;
        const journal = new HubJournal(isBehind ? newHubState(context.folder, hub) : known, lease);
        const result = await work({ local, journal, connection, project: id });
        await journal.keep({ newest: await newestNumber(connection, id) });
        return result;
      });
    },
  };
}

/** So much is told of a session, as where it is shared through git. Tokens. */
const cardTokens = 1_600;

const sessionsOf = ({ sessions, brief }: Store, workspace: () => Workspace): LocalSessions => ({
  list: async (limit) => (await sessions.list(workspace(), { limit })).sessions,
  brief: (session) => brief.make(workspace(), { purpose: 'handOver', session, maxTokens: cardTokens }),
});
