import { StoreError } from '../base/errors.ts';
import { confirmFolder, renameOver } from '../files/atomic.ts';
import { lockFolder } from '../files/historyFolder.ts';
import { withLock, type Lease } from '../files/lock.ts';
import { tidy } from '../files/tidy.ts';
import type { DialogAccess, LockedDialog } from './dialogAccess.ts';
import { applyPending } from './apply.ts';
import { updateDialogFile } from './create.ts';
import { locate } from './locate.ts';
import { writePending } from './pending.ts';

/** Gives a dialog that exists another name and, with it, another folder, whose path it gives. `to` is a checked name. */
export async function rename(access: DialogAccess, held: LockedDialog, to: string): Promise<string> {
  const { folder: history, log } = access.context;
  const target = await locate(history, to);
  if (target.exists) throw taken(to);
  if (target.base === held.place.base) {
    await updateDialogFile(access, held, { name: to });
    return target.folder;
  }
  const turn = async (lease: Lease): Promise<void> => {
    const now = await locate(history, to);
    if (now.exists || now.base !== target.base) throw taken(to);
    await writePending(held.place.folder, { op: 'rename', to }, held.lease);
    await renameOver(held.place.folder, target.folder, () => held.lease.assertHeld());
    await confirmFolder(history, lease);
    await tidy(log, `finish the renaming to "${to}"`, () => applyPending(history, target.base, lease));
  };
  // Two opposite renames would wait for each other; each gives up after the lock's patience and says so.
  await withLock(lockFolder(history, target.base), turn, log);
  access.context.wrote(undefined); // two folders changed
  return target.folder;
}

function taken(name: string): StoreError {
  return new StoreError('already_exists', `There is already a dialog "${name}". Choose another name.`, {
    argument: 'name',
  });
}
