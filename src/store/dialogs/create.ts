import { join } from 'node:path';
import { confirmFolder, renameOver, syncFolder, temporarySuffix, writeSynced } from '../files/atomic.ts';
import { createFolder, moveTo, removeTree } from '../files/folders.ts';
import { updateJson } from '../files/json.ts';
import type { DialogAccess, LockedDialog } from './dialogAccess.ts';
import { formatDialogFile, parseDialogFile, type DialogFile } from './dialogFile.ts';
import { dialogFile, openPart } from './layout.ts';
import { formatMessages } from './messages.ts';
import type { Damage, Message } from './types.ts';

/** Makes a dialog's folder with its first messages; it appears under its name only when it is complete. */
export async function createDialog(
  access: DialogAccess,
  held: LockedDialog,
  messages: readonly Message[],
): Promise<void> {
  const { folder: history, clock } = access.context;
  const { place, lease, name } = held;
  const staging = join(history, `.new-${place.base}`);
  await removeTree(staging); // left by a process that died here
  await createFolder(staging);
  await writeWhole(join(staging, dialogFile), formatDialogFile({ v: 1, name, createdAt: clock.now() }));
  if (messages.length > 0) await writeWhole(join(staging, openPart), formatMessages(messages));
  await syncFolder(staging);
  await renameOver(staging, place.folder, () => lease.assertHeld());
  await confirmFolder(history, lease);
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
