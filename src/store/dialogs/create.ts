import { join } from 'node:path';
import { renameOver, writeSynced } from '../files/atomic.ts';
import {
  confirmFolder,
  createFolder,
  moveTo,
  removeTree,
  syncFolder,
  temporarySuffix,
} from '../files/folders.ts';
import { updateJson } from '../files/smallFile.ts';
import type { DialogAccess, LockedDialog } from './dialogAccess.ts';
import { dialogFile, formatDialogFile, parseDialogFile, type DialogFile } from './dialogFile.ts';
import { noteGone } from './goneNotes.ts';
import { openPart, writePending } from './layout.ts';
import { formatMessages } from './messages.ts';
import type { Damage, Message } from './types.ts';
import { type Lease, StoreError } from '../base/core.ts';
import { lockFolder } from '../files/ignored.ts';
import { withLock } from '../files/lock.ts';
import { tidy } from '../files/tidy.ts';
import { renamedActiveDialog, renamingActiveDialog } from './activeDialog.ts';
import { locate } from './locate.ts';

/** Makes a dialog's folder with its first messages; it appears under its name only when it is complete. Gives when that was, milliseconds. */
export async function createDialog(
  access: DialogAccess,
  held: LockedDialog,
  messages: readonly Message[],
): Promise<number> {
  const { folder: history, clock } = access.context;
  const { place, lease, name } = held;
  const staging = join(history, `.new-${place.base}`);
  await removeTree(staging); // left by a process that died here
  await createFolder(staging);
  const createdAt = clock.now();
  await writeWhole(join(staging, dialogFile), formatDialogFile({ v: 1, name, createdAt }));
  if (messages.length > 0) await writeWhole(join(staging, openPart), formatMessages(messages));
  await syncFolder(staging);
  await renameOver(staging, place.folder, () => lease.assertHeld());
  await confirmFolder(history, lease);
  return createdAt;
}

/** A file that nobody who looks into every folder ever finds half written; its folder is synced by the caller. */
async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}${temporarySuffix}`;
  await writeSynced(temporary, text);
  await moveTo(temporary, file);
}

/** Writes the name into the folder of a dialog that has none: made by an older server, or damaged; then tells so. */
export function nameDialog(access: DialogAccess, held: LockedDialog): Promise<Damage[]> {
  return updateDialogFile(access, held, {});
}

/** Changes `dialog.json`, keeping what it holds beside. Tells when it was damaged and put aside. */
export async function updateDialogFile(
  access: DialogAccess,
  held: LockedDialog,
  change: Partial<DialogFile>,
): Promise<Damage[]> {
  const { place, lease, name } = held;
  const file = join(place.folder, dialogFile);
  const { clock, log } = access.context;
  const aside = await updateJson(
    file,
    parseDialogFile,
    (old) => formatDialogFile({ ...old, v: 1, name, ...change }),
    { lease, clock },
  );
  if (aside === undefined) return [];
  log.warn(`${file} is damaged (${aside.reason}); it is kept as ${aside.keptAs}`);
  return [{ file: dialogFile, ...aside }];
}

/** Gives a dialog that exists another name and, with it, another folder, whose path it gives. `to` is a checked name. */
export async function rename(access: DialogAccess, held: LockedDialog, to: string): Promise<string> {
  const { folder: history, log } = access.context;
  const target = await locate(history, to);
  if (target.exists) throw taken(to);
  await noteGone(access.context, held, to);
  if (target.base === held.place.base) {
    await updateDialogFile(access, held, { name: to });
    await renamedActiveDialog(history, { from: held.name, to }, log);
    return target.folder;
  }
  const turn = async (lease: Lease): Promise<void> => {
    const now = await locate(history, to);
    if (now.exists || now.base !== target.base) throw taken(to);
    await renamingActiveDialog(history, { from: held.name, to }, log);
    await writePending(held.place.folder, { op: 'rename', from: held.name, to }, held.lease);
    await renameOver(held.place.folder, target.folder, () => held.lease.assertHeld());
    await confirmFolder(history, lease);
    await tidy(log, `finish the renaming to "${to}"`, () => access.applyPending(target.base, lease));
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
