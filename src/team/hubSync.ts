import { thisMachine } from '../disk/base/stateFolder.ts';
import { lockFolder } from '../disk/files/ignored.ts';
import { withLock } from '../disk/files/lock.ts';
import { makeMachineFolder } from '../disk/files/projectId.ts';
import { projectInHub } from './hubSettings.ts';
import { newHubState, readHubState } from './hubState.ts';
import { HubJournal } from './journal.ts';
import type { HubHistory, LocalHistory } from './localHistory.ts';
import { projectNow } from './pull.ts';
import type { HubConnection, SyncCounts } from './types.ts';

/** A history being synchronized with a hub project. Used under the hub's lock. */
export interface HubSync {
  readonly local: LocalHistory;
  readonly journal: HubJournal;
  readonly connection: HubConnection;
  /** A UUID. */
  readonly project: string;
  /** Receives the running totals after each batch. Throwing ends the work and keeps what is done. */
  readonly onBatch?: (done: Partial<SyncCounts>) => void;
}

/**
 * Runs work on a history and a hub (`hub` as returned by `shownHub`) while no other process does. A hub that was
 * recreated or restored from a backup receives everything again.
 */
export async function syncHub<T>(
  history: HubHistory,
  { connection, hub }: { readonly connection: HubConnection; readonly hub: string },
  work: (sync: HubSync) => Promise<T>,
): Promise<T> {
  const { local } = history;
  const { folder } = local.context;
  const id = projectInHub(thisMachine(), await history.project());
  return withLock(lockFolder(folder, '.hub'), async (lease) => {
    await makeMachineFolder(folder, lease);
    const known = readHubState(folder, hub);
    const there = await projectNow(connection, id);
    const isAnother = known.made !== undefined && there.made !== undefined && known.made !== there.made;
    const isRestored = there.newest < known.newest || isAnother;
    const journal = new HubJournal(isRestored ? newHubState(folder, hub) : known, lease);
    const result = await work({ local, journal, connection, project: id });
    await journal.keep(await projectNow(connection, id));
    return result;
  });
}
