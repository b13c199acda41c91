import { join } from 'node:path';
import { StoreError, type Lease } from '../base/core.ts';
import { writeAtomic } from '../files/atomic.ts';
import { filesIn, makeFolder, removeFile, temporarySuffix } from '../files/folders.ts';
import { ignoreAll, ignoreFile, ignoreButShared } from '../files/ignored.ts';
import { bytesOf } from '../files/open.ts';
import { fileAt, isTaken } from '../files/way.ts';
import { sharedFolder } from './types.ts';

/**
 * Makes `shared/` and lets git see it, and nothing else: an ignore file of ours that leaves out the whole history leaves
 * out all but that then. One that people changed stays as it is. Throws `already_exists` where a dialog of an older
 * version has that folder.
 */
export async function beginSharing(history: string, lease: Lease): Promise<void> {
  const folder = join(history, sharedFolder);
  if (['dialog.json', 'messages.json'].some((name) => isTaken(join(folder, name))))
    throw new StoreError(
      'already_exists',
      `A dialog has the folder ${folder}. Rename the dialog, so that shared items can go there.`,
      { folder },
    );
  await makeFolder(folder);
  const file = join(history, ignoreFile);
  const isLeft = (name: string): boolean =>
    name.startsWith(`${ignoreFile}.`) && name.endsWith(temporarySuffix);
  for (const name of (await filesIn(history)).filter(isLeft)) await removeFile(join(history, name));
  if (isOurs((await bytesOf(file))?.toString('utf8') ?? '')) await writeAtomic(file, ignoreButShared, lease);
}

/** Whether an ignore file has one rule alone, which leaves out all: as every version of ours wrote it. */
function isOurs(text: string): boolean {
  const rules = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return rules.length === 1 && rules[0]?.trim() === ignoreAll.trim();
}

/** How much all files of a folder of ours take, bytes. */
export async function folderSize(folder: string): Promise<number> {
  let size = 0;
  for (const name of await filesIn(folder)) size += fileAt(join(folder, name))?.size ?? 0;
  return size;
}
