import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isoTime, StoreError } from '../base/core.ts';
import { linkOrCopy, removeHeld, renameOver, writeSynced } from '../files/atomic.ts';
import { createFolder, namesIn, syncFolder, temporarySuffix } from '../files/folders.ts';
import { makeIgnoredFolder } from '../files/ignored.ts';
import { folderAt } from '../files/way.ts';
import { tidy } from '../files/tidy.ts';
import type { DialogAccess, LockedDialog } from './dialogAccess.ts';
import { isState, stateFiles } from './apply.ts';
import { noteGone } from './goneNotes.ts';
import { backupsFolder, listBackups, isBackupId, writePending, type Pending } from './layout.ts';
import type { Backup } from './types.ts';

/** Empties a dialog after putting its state aside; gives the backup's id, or undefined when there was nothing. */
export async function clear(access: DialogAccess, held: LockedDialog): Promise<string | undefined> {
  const backup = await backUp(access, held);
  if (backup === undefined) return undefined;
  await noteGone(access.context, held);
  await replace(access, held, { op: 'clear' });
  return backup;
}

/** Puts a backup in the place of the present state, which is put aside first; gives the id of that backup. */
export async function restore(
  access: DialogAccess,
  held: LockedDialog,
  id: string,
): Promise<string | undefined> {
  const ids = held.reading.layout.backups;
  if (!isBackupId(id) || !ids.includes(id)) throw unknownBackup(held.name, id, ids);
  await stateFiles(join(held.place.folder, backupsFolder, id)); // refuses, before anything changes, what it could not put back
  const backup = await backUp(access, held);
  await noteGone(access.context, held);
  await replace(access, held, { op: 'restore', from: id });
  return backup;
}

/** The error for an id that names no backup. */
export function unknownBackup(dialog: string, id: string, ids: readonly string[]): StoreError {
  const known =
    ids.length === 0 ? 'It has no backups.' : `Its backups, newest first: ${ids.toReversed().join(', ')}.`;
  return new StoreError(
    'not_found',
    `The dialog "${dialog}" has no backup ${JSON.stringify(id.slice(0, 100))}. ${known}`,
    {
      argument: 'id',
      backups: ids,
    },
  );
}

/** All complete backups of a dialog, newest first. */
export async function backupsOf(folder: string): Promise<Backup[]> {
  const backups: Backup[] = [];
  for (const id of await listBackups(folder)) {
    const path = join(folder, backupsFolder, id);
    const { mtimeMs = 0 } = folderAt(path) ?? {};
    backups.push({ id, mtime: Math.round(mtimeMs), files: (await namesIn(path)).filter(isState).sort() });
  }
  return backups.reverse();
}

/**
 * Decides a replacement, which is made with that; then carries it out, and drops what was staged for it and the oldest
 * backups over the number that is kept.
 */
async function replace(
  access: DialogAccess,
  { name, place, lease }: LockedDialog,
  pending: Pending,
  staged?: string,
): Promise<void> {
  const { limits, log } = access.context;
  await writePending(place.folder, pending, lease);
  await tidy(log, `finish the ${pending.op} of "${name}"`, async () => {
    await access.applyPending(place.base, lease);
    const ids = (await listBackups(place.folder)).filter((id) => id !== staged);
    const oldest = ids.slice(0, Math.max(0, ids.length - limits.backupRetention));
    const gone = [...(staged === undefined ? [] : [staged]), ...oldest];
    // A backup is one or none, never half of one.
    await removeHeld(
      gone.map((id) => join(place.folder, backupsFolder, id)),
      lease,
    );
  });
}

/** Copies the present state into a new backup; gives its id, or undefined when there is nothing. */
export async function backUp(access: DialogAccess, held: LockedDialog): Promise<string | undefined> {
  const { folder } = held.place;
  const files = await stateFiles(folder);
  if (files.length === 0) return undefined;
  return makeBackup(access, held, async (staging) => {
    for (const name of files) await linkOrCopy(join(folder, name), join(staging, name));
  });
}

/**
 * Writes the files of a state that is to take the place of the present one where a backup would be; gives its id. `linked` are
 * those that stay as they are.
 */
export const stage = (
  access: DialogAccess,
  held: LockedDialog,
  files: Readonly<Record<string, string>>,
  linked: readonly string[] = [],
): Promise<string> =>
  makeBackup(access, held, async (staging) => {
    for (const name of linked) await linkOrCopy(join(held.place.folder, name), join(staging, name));
    for (const [name, text] of Object.entries(files)) await writeSynced(join(staging, name), text);
  });

/** Puts a state that was staged in the place of the present one, of which there is a backup. */
export const moveIn = (access: DialogAccess, held: LockedDialog, staged: string): Promise<void> =>
  replace(access, held, { op: 'restore', from: staged }, staged);

/** Makes a backup that is complete as soon as it has its name, the id it gives. */
async function makeBackup(
  access: DialogAccess,
  { place, lease }: LockedDialog,
  fill: (staging: string) => Promise<void>,
): Promise<string> {
  const all = join(place.folder, backupsFolder);
  await makeIgnoredFolder(all);
  const id = newId(access.context.clock.now(), await listBackups(place.folder));
  const staging = join(all, `${id}${temporarySuffix}`);
  await createFolder(staging);
  await fill(staging);
  await syncFolder(staging);
  await renameOver(staging, join(all, id), () => lease.assertHeld());
  await syncFolder(all);
  return id;
}

/** The time and a random ending; later than every earlier backup even when the clock went back, since their order is their age. */
function newId(now: number, earlier: readonly string[]): string {
  const stamp = isoTime(now).replaceAll(':', '-');
  const last = earlier.at(-1)?.split('_')[0] ?? '';
  const time = stamp > last ? stamp : nextStamp(last, stamp);
  return `${time}_${randomBytes(3).toString('hex')}`;
}

function nextStamp(last: string, fallback: string): string {
  const parsed = Date.parse(last.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
  return Number.isNaN(parsed) ? fallback : isoTime(parsed + 1).replaceAll(':', '-');
}
