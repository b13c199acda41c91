import fs from 'node:fs';
import { join } from 'node:path';
import { errno } from '../errors.ts';
import { makeFolderNow } from './folders.ts';
import { createNow } from './open.ts';
import { isTaken } from './way.ts';

/** What keeps a folder, this file included, out of git. */
export const ignoreFile = '.gitignore';
export const ignoreAll = '*\n';

/**
 * Makes a folder of ours whose content is no part of the history that people may share: locks, what can be made again,
 * what was deleted or put aside. It stays out of git even where the history does not.
 */
export function makeIgnoredFolder(folder: string): void {
  makeFolderNow(folder);
  const file = join(folder, ignoreFile);
  if (isTaken(file)) return;
  try {
    createNow(file, (descriptor) => fs.writeSync(descriptor, ignoreAll));
  } catch (error) {
    if (errno(error) !== 'EEXIST') throw error; // another process was as quick
  }
}
