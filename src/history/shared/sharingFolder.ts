import { join } from 'node:path';
import { StoreError, type Lease } from '../../disk/base/core.ts';
import { writeAtomic } from '../../disk/files/atomic.ts';
import { filesIn, makeFolder } from '../../disk/files/folders.ts';
import { ignoreAll, ignoreFile, ignoreButShared } from '../../disk/files/ignored.ts';
import { bytesOf } from '../../disk/files/open.ts';
import { sweepFor } from '../../disk/files/smallFile.ts';
import { fileAt, isTaken } from '../../disk/files/way.ts';
import { sharedFolder } from './types.ts';

/**
 * Creates `shared/` and makes git see only that, by updating our ignore file unless a person changed it. Throws
 * `already_exists` if a dialog of an older version uses the folder.
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
  await sweepFor(file, lease);
  if (isOurs((await bytesOf(file))?.toString('utf8') ?? '')) await writeAtomic(file, ignoreButShared, lease);
}

/** Reports whether an ignore file consists of the single rule that ignores everything, as this product writes it. */
function isOurs(text: string): boolean {
  const rules = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return rules.length === 1 && rules[0]?.trim() === ignoreAll.trim();
}

/** Returns the size of all files in a folder, in bytes. */
export async function folderSize(folder: string): Promise<number> {
  let size = 0;
  for (const name of await filesIn(folder)) size += fileAt(join(folder, name))?.size ?? 0;
  return size;
}
