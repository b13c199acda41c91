import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { renameOver, writeSynced } from '../../disk/files/atomic.ts';
import {
  confirmFolder,
  createFolder,
  isAbandoned,
  moveTo,
  removeTree,
  sweep,
  syncFolder,
  temporarySuffix,
} from '../../disk/files/folders.ts';
import { updateJson } from '../../disk/files/smallFile.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import type { LockedDialog } from './dialogSnapshot.ts';
import { dialogFile, formatDialogFile, parseDialogFile, type DialogFile } from './dialogFile.ts';
import { openPart } from './layout.ts';
import { formatMessages } from './messages.ts';
import type { Damage, Message } from './types.ts';

/** The history whose dialogs are created and named. */
interface OfHistory {
  readonly context: StoreContext;
}

/**
 * Creates a dialog with its first messages; its folder appears only when complete. Returns the creation time in
 * milliseconds.
 */
export async function createDialog(
  access: OfHistory,
  held: LockedDialog,
  messages: readonly Message[],
): Promise<number> {
  const { folder: history, clock } = access.context;
  const { place, lease, name } = held;
  const staging = join(
    history,
    `${stagingOf(place.base)}.${randomBytes(4).toString('hex')}${temporarySuffix}`,
  );
  const createdAt = clock.now();
  const isOwn = (left: string) => left.replace(/\.[0-9a-f]{8}\.tmp$/, '') === stagingOf(place.base);
  const isLeft = (left: string) =>
    left.startsWith(stagingOf('')) && isAbandoned(join(history, left), createdAt);
  await sweep(history, lease, (left) => isOwn(left) || isLeft(left));
  try {
    await createFolder(staging);
    await writeWhole(join(staging, dialogFile), formatDialogFile({ v: 1, name, createdAt }));
    if (messages.length > 0) await writeWhole(join(staging, openPart), formatMessages(messages));
    await syncFolder(staging);
    await renameOver(staging, place.folder, () => lease.assertHeld());
  } catch (error) {
    await removeTree(staging).catch(() => undefined); // the first error is reported
    throw error;
  }
  await confirmFolder(history, lease);
  return createdAt;
}

/** Returns the name of a new dialog's folder until it is complete, without the part that is unique to its maker. */
const stagingOf = (base: string): string => `.new-${base}`;

/** Writes a file that is never visible half-written. The caller syncs the folder. */
async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}${temporarySuffix}`;
  await writeSynced(temporary, text);
  await moveTo(temporary, file);
}

/** Writes the name of a dialog without one, created by an older server or damaged. Returns damaged files. */
export function nameDialog(access: OfHistory, held: LockedDialog): Promise<Damage[]> {
  return updateDialogFile(access, held, {});
}

/** Changes `dialog.json`, preserving unknown fields. Returns the file if it was damaged and set aside. */
export async function updateDialogFile(
  access: OfHistory,
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
