import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { errno, type Lease, StoreError } from '../base/core.ts';
import { writeAtomic } from './atomic.ts';
import { folderMode, namesIn, removeFile, syncFolder, temporarySuffix } from './folders.ts';
import { ignoreAll, ignoreButShared, ignoreFile, locksFolder, lockFolder } from './ignored.ts';
import { maxReadBytes, openToAppend } from './open.ts';
import { ensureProjectName } from './projectId.ts';
import { moveAside } from './smallFile.ts';
import { fileAt, folderAt, isTaken } from './way.ts';

/**
 * Says that the history was kept out of git once. It lies where git sees it, so that a history without its ignore file,
 * also in a clone, is one that people decided to share.
 */
const markFile = '.history.json';

/**
 * Makes `.chat-history` where it is missing, kept out of git until the person decides otherwise. One that somebody
 * else made, or whose making was interrupted, is kept out of git now. Gives it the name of its project.
 */
export async function ensureHistoryFolder(folder: string): Promise<void> {
  if (folderAt(folder) === undefined) await make(folder);
  if (!isTaken(join(folder, markFile))) await keepOutOfGit(folder);
  await ensureProjectName(folder, () => projectLock(folder));
}

async function make(folder: string): Promise<void> {
  try {
    await fs.promises.mkdir(folder, { mode: folderMode });
  } catch (error) {
    if (errno(error) === 'EEXIST') return;
    if (errno(error) !== 'ENOENT') throw error;
    throw new StoreError('not_found', `The project folder of ${folder} does not exist. Check the path.`, {
      folder,
    });
  }
  await syncFolder(dirname(folder));
}

/** Older versions made no mark, but the ignore file before anything else: where they have been, it was deleted. */
async function keepOutOfGit(folder: string): Promise<void> {
  const file = join(folder, ignoreFile);
  if (isTaken(file) || !isTaken(join(folder, locksFolder))) await writeIgnore(file);
  await mark(folder);
  await syncFolder(folder);
  await syncFolder(dirname(folder));
}

/** As many processes may begin a history at once as take away what another one has just begun. */
const markTries = 20;

/** Many may write the mark at once, all of them the same; the folder is synced once more afterwards. */
const noLock: Lease = { assertHeld: () => undefined, warn: () => undefined };

/** Makes the mark, and removes what a process that died left of it. Two processes may do it at once. */
async function mark(folder: string): Promise<void> {
  const file = join(folder, markFile);
  const isLeft = (name: string): boolean => name.startsWith(markFile) && name.endsWith(temporarySuffix);
  for (const name of (await namesIn(folder)).filter(isLeft)) await removeFile(join(folder, name));
  for (let n = 1; !isTaken(file); n++)
    await writeAtomic(file, '{"v":1,"ignored":true}\n', noLock).catch((error: unknown) => {
      const isSwept = errno(error) === 'ENOENT' && n < markTries;
      if (!isSwept && !isTaken(file)) throw error;
    });
}

/**
 * Writes the ignore file where it is missing or empty; without the mark an empty one is that of a writer that died. What
 * is no file, or too large for one, is moved aside: git would not read it.
 */
async function writeIgnore(file: string): Promise<void> {
  if (isTaken(file) && !isReadable(file)) await moveAside(file, noLock);
  const handle = await openToAppend(file);
  try {
    if ((await handle.stat()).size > 0) return;
    // What came with the repository stays in it.
    await handle.writeFile(isTaken(join(dirname(file), 'shared')) ? ignoreButShared : ignoreAll);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(dirname(file));
}

/** Whether a file can be read as a whole: it is a regular file, reached through no link, and not too large. */
function isReadable(file: string): boolean {
  try {
    return (fileAt(file)?.size ?? 0) <= maxReadBytes;
  } catch {
    return false; // a link, a pipe or a folder
  }
}

/** The lock of what names a project. */
export const projectLock = (history: string): string => lockFolder(history, '.project');
