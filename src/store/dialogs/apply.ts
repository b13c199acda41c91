import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { Lease } from '../base/core.ts';
import { namesIn, syncFolder, temporarySuffix } from '../files/folders.ts';
import { copySynced, removeHeld, renameOver, writeAtomic } from '../files/atomic.ts';
import { fileAt, folderAt } from '../files/way.ts';
import { dialogFile, formatDialogFile, readDialogFile } from './dialogFile.ts';
import { backupsFolder, openPart, summaryFile, readPending, removePending, type Pending } from './layout.ts';
import { folderName, hashedFolderName } from './names.ts';

/** Whether a file belongs to what clear empties and a backup holds. */
export const isState = (name: string): boolean =>
  name === openPart || name === summaryFile || /^messages-\d+\.json$/.test(name);

/** Told which name a dialog was renamed from and to, before that is done. May be told more than once. */
export type OnRenamed = (names: { readonly from: string; readonly to: string }) => Promise<void>;

/** Finishes what an operation of several steps has left to do in a dialog's folder, however often it was interrupted. */
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

/** Deletes all parts and the summary but those named. */
async function removeState(folder: string, keep: ReadonlySet<string>, lease: Lease): Promise<void> {
  const gone = (await stateFiles(folder)).filter((name) => !keep.has(name));
  await removeHeld(
    gone.map((name) => join(folder, name)),
    lease,
  );
}

/** With the backup deleted by hand there is nothing to put back, and what is there stays; so it does where the backup is no such thing. */
async function replaceState(folder: string, from: string, lease: Lease): Promise<void> {
  if (folderAt(from) === undefined) return;
  const files = await stateFiles(from);
  await removeState(folder, new Set(files), lease);
  for (const name of files) await copyOver(join(from, name), join(folder, name), lease);
  await syncFolder(folder);
}

async function copyOver(from: string, to: string, lease: Lease): Promise<void> {
  const temporary = `${to}.${randomBytes(4).toString('hex')}${temporarySuffix}`;
  await copySynced(from, temporary);
  await renameOver(temporary, to, () => lease.assertHeld());
}

const isFolderOf = (base: string, name: string): boolean =>
  base === folderName(name) || base === hashedFolderName(name);

/** A rename that had already moved the folder gets its name written; one that had not is forgotten. */
async function finishRename(folder: string, base: string, to: string, lease: Lease): Promise<void> {
  if (!isFolderOf(base, to)) return;
  const file = readDialogFile(folder);
  const content = formatDialogFile({ ...(file.state === 'read' && file.value), v: 1, name: to });
  await writeAtomic(join(folder, dialogFile), content, lease);
}

/** Names of the parts and the summary in a folder; throws `outside` where one of them is no regular file. */
export async function stateFiles(folder: string): Promise<string[]> {
  const names = (await namesIn(folder)).filter(isState);
  for (const name of names) fileAt(join(folder, name));
  return names;
}
