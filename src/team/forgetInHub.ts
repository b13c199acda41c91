import type { Secrets } from '../disk/base/context.ts';
import { lockFolder } from '../disk/files/ignored.ts';
import { withLock } from '../disk/files/lock.ts';
import { HubJournal } from './journal.ts';
import { knownHubState } from './hubState.ts';
import { applyRemovalNotes } from './localDeletions.ts';
import type { LocalHistory } from './localHistory.ts';

/**
 * Turns the notes of removed messages into deletions for the hub, without the texts. `masked` masks as when the hub got
 * them, which knows them by what they said.
 */
export async function tellForgotten(local: LocalHistory, masked: Secrets): Promise<void> {
  const { folder } = local.context;
  await withLock(lockFolder(folder, '.hub'), async (lease) => {
    const state = knownHubState(folder);
    if (state !== undefined)
      await applyRemovalNotes({ local: { ...local, masked }, journal: new HubJournal(state, lease) });
  });
}
