import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { Lease } from '../../disk/base/core.ts';
import { namesIn, removeFile, syncFolder, temporarySuffix } from '../../disk/files/folders.ts';
import { copySynced, removeHeld, renameOver, writeAtomic } from '../../disk/files/atomic.ts';
import { fileAt, folderAt } from '../../disk/files/way.ts';
import { dialogFile, formatDialogFile, readDialogFile } from './dialogFile.ts';
import { backupsFolder, openPart, summaryFile, readPending, removePending, type Pending } from './layout.ts';
import { folderName, hashedFolderName } from './names.ts';

/** Reports whether a file is emptied by clear and contained in backups. */
export const isState = (name: string): boolean =>
  name === openPart || name === summaryFile || /^messages-\d+\.json$/.test(name);

/** Receives the old and new name before a dialog is renamed, possibly more than once. */
export type OnRenamed = (names: { readonly from: string; readonly to: string }) => Promise<void>;

/** Completes an interrupted operation in a dialog's folder, after any number of interruptions. */
export async function applyPending(
  history: string,
  base: string,
  lease: Lease,
  renamed: OnRenamed,
): Promise<void> {
  const folder = join(history, base);
  const pending = await readPending(folder);
  if (pending === undefined) return;
  if (pending.op === 'rename' && pending.from !== undefined)
    await renamed({ from: pending.from, to: isFolderOf(base, pending.to) ? pending.to : pending.from });
  await apply(folder, base, pending, lease);
  await removePending(folder, lease);
}

function apply(folder: string, base: string, pending: Pending, lease: Lease): Promise<void> {
  switch (pending.op) {
    case 'clear':
      return removeState(folder, new Set(), lease);
    case 'restore':
      return replaceState(folder, join(folder, backupsFolder, pending.from), lease);
    case 'rename':
      return finishRename(folder, base, pending.to, lease);
  }
}

/** Deletes all parts and the summary except the named ones. */
async function removeState(folder: string, keep: ReadonlySet<string>, lease: Lease): Promise<void> {
  const gone = (await stateFiles(folder)).filter((name) => !keep.has(name));
  await removeHeld(
    gone.map((name) => join(folder, name)),
    lease,
  );
}

/** Puts a backup back; keeps the present state if the backup was deleted by hand or is not a backup. */
async function replaceState(folder: string, from: string, lease: Lease): Promise<void> {
  if (folderAt(from) === undefined) return;
  const files = await stateFiles(from);
  await removeState(folder, new Set(files), lease);
  for (const name of files) await copyOver(join(from, name), join(folder, name), lease);
  await syncFolder(folder);
}

async function copyOver(from: string, to: string, lease: Lease): Promise<void> {
  const temporary = `${to}.${randomBytes(4).toString('hex')}${temporarySuffix}`;
  try {
    await copySynced(from, temporary);
    await renameOver(temporary, to, () => lease.assertHeld());
  } catch (error) {
    await removeFile(temporary).catch(() => undefined); // the first error is reported
    throw error;
  }
}

const isFolderOf = (base: string, name: string): boolean =>
  base === folderName(name) || base === hashedFolderName(name);

/** Writes the new name if the rename had already moved the folder; otherwise drops the rename. */
export async function finishRename(folder: string, base: string, to: string, lease: Lease): Promise<void> {
  if (!isFolderOf(base, to)) return;
  const file = readDialogFile(folder);
  const content = formatDialogFile({ ...(file.state === 'read' && file.value), v: 1, name: to });
  await writeAtomic(join(folder, dialogFile), content, lease);
}

/** Returns the names of parts and summary in a folder. Throws `outside` if one is not a regular file. */
export async function stateFiles(folder: string): Promise<string[]> {
  const names = (await namesIn(folder)).filter(isState);
  for (const name of names) fileAt(join(folder, name));
  return names;
}
