import { StoreError } from '../errors.ts';
import { renameOver, syncFolder } from '../files/atomic.ts';
import { lockFolder } from '../files/historyFolder.ts';
import { withLock } from '../files/lock.ts';
import type { Access, Held } from './access.ts';
import { applyPending } from './apply.ts';
import { updateDialogFile } from './create.ts';
import { locate } from './locate.ts';
import { writePending } from './pending.ts';

/** Gives a dialog that exists another name and, with it, another folder. `to` is a checked name. */
export async function rename(access: Access, held: Held, to: string): Promise<void> {
  const { folder: history } = access.context;
  const target = await locate(history, to);
  if (target.exists) throw taken(to);
  if (target.base === held.place.base) {
    await updateDialogFile(access, held, { name: to });
    return;
  }
  // Two opposite renames would wait for each other; each gives up after the lock's patience and says so.
  await withLock(lockFolder(history, target.base), async (lease) => {
    const now = await locate(history, to);
    if (now.exists || now.base !== target.base) throw taken(to);
    await writePending(held.place.folder, { op: 'rename', to }, held.lease);
    await renameOver(held.place.folder, target.folder, () => held.lease.assertHeld());
    await syncFolder(history);
    await applyPending(history, target.base, lease);
  });
  access.context.wrote(undefined); // two folders changed
}

function taken(name: string): StoreError {
  return new StoreError('already_exists', `There is already a dialog "${name}". Choose another name.`, {
    argument: 'name',
  });
}
