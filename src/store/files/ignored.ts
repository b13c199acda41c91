import fs from 'node:fs';
import { join } from 'node:path';
import { errno } from '../base/core.ts';
import { makeFolder, makeFolderNow } from './folders.ts';
import { createNow } from './open.ts';
import { isTaken } from './way.ts';

/** Tells git what to leave out. */
export const ignoreFile = '.gitignore';
/** Leaves out a whole folder, the file that says so included. */
export const ignoreAll = '*\n';
/** Leaves out a history but for what was shared of it, and this file itself. */
export const ignoreButShared = '/*\n!/shared/\n/shared/*.tmp\n';

/**
 * Makes a folder of ours whose content is no part of the history that people may share: locks, what can be made again,
 * what was deleted or put aside. It stays out of git even where the history does not. Waits for the disk.
 */
export async function makeIgnoredFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  ignore(folder);
}

/** The same without waiting, for what can be made again. */
export function makeIgnoredFolderNow(folder: string): void {
  makeFolderNow(folder);
  ignore(folder);
}

/** The file is not waited for: where it is lost, it is made again with the next thing that is put here. */
function ignore(folder: string): void {
  const file = join(folder, ignoreFile);
  if (isTaken(file)) return;
  try {
    createNow(file, (descriptor) => fs.writeSync(descriptor, ignoreAll));
  } catch (error) {
    if (errno(error) !== 'EEXIST') throw error; // another process was as quick
  }
}

/** Where the locks of a history are. */
export const locksFolder = '.locks';

/** The lock of a dialog's folder, or of the archives. Its folder is made, and kept out of git. */
export function lockFolder(history: string, base: string): string {
  const locks = join(history, locksFolder);
  makeIgnoredFolderNow(locks);
  return join(locks, base);
}
