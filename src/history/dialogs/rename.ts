import { renameOver } from '../../disk/files/atomic.ts';
import { confirmFolder } from '../../disk/files/folders.ts';
import { finishRename } from './apply.ts';
import { updateDialogFile } from './create.ts';
import type { DialogAccess } from './dialogAccess.ts';
import { readDialogFile } from './dialogFile.ts';
import type { LockedDialog } from './dialogSnapshot.ts';
import { noteRemoval } from './removalNotes.ts';
import { writePending } from './layout.ts';
import { type Lease, StoreError } from '../../disk/base/core.ts';
import { lockFolder } from '../../disk/files/ignored.ts';
import { withLock } from '../../disk/files/lock.ts';
import { tidy } from '../../disk/files/failure.ts';
import { finishActiveRename, prepareActiveRename } from './activeDialog.ts';
import { locate, type DialogLocation } from './locate.ts';

/** Renames an existing dialog and its folder, and returns the new folder's path. `to` is a validated name. */
export async function rename(access: DialogAccess, held: LockedDialog, to: string): Promise<string> {
  const { folder: history, log } = access.context;
  const target = await locate(history, to);
  if (target.exists) throw taken(to);
  await noteRemoval(access.context, held, to);
  if (target.base === held.place.base) {
    await updateDialogFile(access, held, { name: to });
    await finishActiveRename(history, { from: held.name, to }, log);
    return target.folder;
  }
  const turn = async (lease: Lease): Promise<void> => {
    const now = await locate(history, to);
    if (now.exists || now.base !== target.base) throw taken(to);
    await prepareActiveRename(history, { from: held.name, to }, log);
    await writePending(held.place.folder, { op: 'rename', from: held.name, to }, held.lease);
    await renameOver(held.place.folder, target.folder, () => held.lease.assertHeld());
    await confirmFolder(history, lease);
    await tidy(log, `finish the renaming to "${to}"`, () => access.applyPending(target.base, lease));
  };
  // Two opposite renames would wait for each other; each gives up after the lock's timeout with an error.
  await withLock(lockFolder(history, target.base), turn, log);
  await nameRenamed(access, target, { from: held.name, to });
  access.context.wrote(undefined); // two folders changed
  return target.folder;
}

/** Names a dialog in its new folder if a successor dropped the rename just before it was carried out. */
async function nameRenamed(
  { context: { folder: history, log } }: DialogAccess,
  { folder, base }: DialogLocation,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const isNamed = (): boolean => {
    const file = readDialogFile(folder);
    return file.state !== 'read' || file.value.name !== from;
  };
  if (isNamed()) return;
  await tidy(log, `finish the renaming to "${to}"`, async () => {
    await withLock(lockFolder(history, base), async (lease) => {
      if (!isNamed()) await finishRename(folder, base, to, lease);
    });
    await finishActiveRename(history, { from, to }, log);
  });
}

function taken(name: string): StoreError {
  return new StoreError('already_exists', `There is already a dialog "${name}". Choose another name.`, {
    argument: 'name',
  });
}
