import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isoTime, StoreError } from '../../disk/base/core.ts';
import { linkOrCopy, removeHeld, renameOver, writeSynced } from '../../disk/files/atomic.ts';
import { createFolder, namesIn, removeTree, syncFolder, temporarySuffix } from '../../disk/files/folders.ts';
import { makeIgnoredFolder } from '../../disk/files/ignored.ts';
import { folderAt } from '../../disk/files/way.ts';
import { tidy } from '../../disk/files/failure.ts';
import type { DialogAccess } from './dialogAccess.ts';
import type { LockedDialog } from './dialogSnapshot.ts';
import { isState, stateFiles } from './apply.ts';
import { noteRemoval } from './removalNotes.ts';
import { backupsFolder, listBackups, isBackupId, writePending, type Pending } from './layout.ts';
import type { Backup } from './types.ts';

/** Empties a dialog after backing it up. Returns the backup's id, or undefined if it was empty. */
export async function clear(access: DialogAccess, held: LockedDialog): Promise<string | undefined> {
  const backup = await backUp(access, held);
  if (backup === undefined) return undefined;
  await noteRemoval(access.context, held);
  await replace(access, held, { op: 'clear' });
  return backup;
}

/** Replaces the present state with a backup after backing it up. Returns the new backup's id. */
export async function restore(
  access: DialogAccess,
  held: LockedDialog,
  id: string,
): Promise<string | undefined> {
  const ids = held.reading.layout.backups;
  if (!isBackupId(id) || !ids.includes(id)) throw unknownBackup(held.name, id, ids);
  await stateFiles(join(held.place.folder, backupsFolder, id)); // rejects invalid content before anything changes
  const backup = await backUp(access, held);
  await noteRemoval(access.context, held);
  await replace(access, held, { op: 'restore', from: id });
  return backup;
}

/** Creates the error for an unknown backup id. */
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

/** Returns all complete backups of a dialog, newest first. */
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
 * Commits a replacement, carries it out, and removes its staged files and the oldest backups above the limit.
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
    const gone = [...(staged === undefined ? [] : [staged]), ...outdated(ids, limits.backupRetention)];
    // Deletes each backup as a whole, never half of it.
    await removeHeld(
      gone.map((id) => join(place.folder, backupsFolder, id)),
      lease,
    );
  });
}

/** Ends the id of a backup made before messages were put into another order. */
export const orderSuffix = '-order';

/**
 * Returns the oldest backups above the limit. Those of other orders do not count; of them the newest is kept, until as
 * many others are newer, since it may hold what was deleted.
 */
function outdated(ids: readonly string[], retention: number): readonly string[] {
  const others = ids.filter((id) => !id.endsWith(orderSuffix));
  const oldest = others.slice(0, Math.max(0, others.length - retention));
  const newest = ids.findLast((id) => id.endsWith(orderSuffix));
  const isKept = (id: string): boolean =>
    id === newest && others.filter((other) => other > id).length < retention;
  return [...oldest, ...ids.filter((id) => id.endsWith(orderSuffix) && !isKept(id))];
}

/** Copies the present state into a new backup. Returns its id, or undefined if it is empty. */
export async function backUp(
  access: DialogAccess,
  held: LockedDialog,
  suffix = '',
): Promise<string | undefined> {
  const { folder } = held.place;
  const files = await stateFiles(folder);
  if (files.length === 0) return undefined;
  return makeBackup(
    access,
    held,
    async (staging) => {
      for (const name of files) await linkOrCopy(join(folder, name), join(staging, name));
    },
    suffix,
  );
}

/**
 * Writes a new state into a backup's folder, to replace the present one. Returns its id. Files in `linked` are reused
 * unchanged.
 */
export const stage = (
  access: DialogAccess,
  held: LockedDialog,
  files:
    | Iterable<readonly [name: string, text: string]>
    | AsyncIterable<readonly [name: string, text: string]>,
  linked: readonly string[] = [],
): Promise<string> =>
  makeBackup(access, held, async (staging) => {
    for (const name of linked) await linkOrCopy(join(held.place.folder, name), join(staging, name));
    for await (const [name, text] of files) await writeSynced(join(staging, name), text);
  });

/** Replaces the present state, of which there is a backup, with a staged one. */
export const replaceWithStaged = (access: DialogAccess, held: LockedDialog, staged: string): Promise<void> =>
  replace(access, held, { op: 'restore', from: staged }, staged);

/** Creates a backup that is complete once it has its name. Returns its id. */
async function makeBackup(
  access: DialogAccess,
  { place, lease }: LockedDialog,
  fill: (staging: string) => Promise<void>,
  suffix = '',
): Promise<string> {
  const all = join(place.folder, backupsFolder);
  await makeIgnoredFolder(all);
  const id = newId(access.context.clock.now(), await listBackups(place.folder)) + suffix;
  const staging = join(all, `${id}${temporarySuffix}`);
  try {
    await createFolder(staging);
    await fill(staging);
    await syncFolder(staging);
    await renameOver(staging, join(all, id), () => lease.assertHeld());
  } catch (error) {
    await removeTree(staging).catch(() => undefined); // the first error is reported
    throw error;
  }
  await syncFolder(all);
  return id;
}

/**
 * Returns the time with a random suffix, later than all earlier backups even if the clock went back: backups sort by
 * id.
 */
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
