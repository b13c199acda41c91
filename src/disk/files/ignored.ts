import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { errno } from '../base/core.ts';
import { makeFolder, makeFolderNow } from './folders.ts';
import { assertChangeable, locksFolder, recentFormat } from './historyFormat.ts';
import { createNow, useNow } from './open.ts';
import { foldersAbove, lstatOwn } from './way.ts';

/** Lists for git what to ignore. */
export const ignoreFile = '.gitignore';
/** Ignores a whole folder, including the ignore file. */
export const ignoreAll = '*\n';
/** Ignores a history except its shared files, and the ignore file. */
export const ignoreButShared = '/*\n!/shared/\n/shared/*.tmp\n';

/**
 * Creates a folder of the store whose content is not part of the history that people may share: locks, files that can
 * be rebuilt, deleted and quarantined files. It is excluded from git even if the history is not. Syncs it.
 */
export async function makeIgnoredFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  ignore(folder);
}

/** Synchronous `makeIgnoredFolder` without a sync, for what can be rebuilt. */
function makeIgnoredFolderNow(folder: string): void {
  makeFolderNow(folder);
  ignore(folder);
}

/**
 * The ignore file is not synced: if it, or its content, is lost, it is written again with the next file in the
 * folder.
 */
function ignore(folder: string): void {
  const file = join(folder, ignoreFile);
  const there = lstatOwn(file);
  if (there && !(there.isFile() && there.size === 0)) return;
  try {
    if (there) useNow(file, 'change', (descriptor) => fs.writeSync(descriptor, ignoreAll, 0));
    else createNow(file, (descriptor) => fs.writeSync(descriptor, ignoreAll));
  } catch (error) {
    if (errno(error) !== 'EEXIST') throw error; // another process has just done the same
  }
}

/**
 * The lock of a dialog's folder, or of the archives. Its folder is created and excluded from git. Throws `newer` if
 * this version must not change the history.
 */
export function lockFolder(history: string, base: string): string {
  assertChangeable(history, recentFormat(history));
  const locks = join(history, locksFolder);
  makeIgnoredFolderNow(locks);
  return join(locks, base);
}

/** Folder of a history for files that can be rebuilt from others. */
export const indexFolder = (history: string): string => join(history, '.index');

/** Creates the folder of a file in `.index/`, or in another folder excluded from git. */
export function makeIndexFolder(file: string): void {
  const [, index = dirname(file)] = foldersAbove(file);
  makeIgnoredFolderNow(index);
  makeFolderNow(dirname(file));
}
