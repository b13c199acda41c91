import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errno, type Lease, StoreError } from '../base/core.ts';
import { writeAtomic } from './atomic.ts';
import { folderMode, makeOutermost, namesIn, removeFile, syncFolder, temporarySuffix } from './folders.ts';
import { ignoreAll, ignoreButShared, ignoreFile, lockFolder } from './ignored.ts';
import { assertChangeable, formatNow, formats, locksFolder, markFile } from './historyFormat.ts';
import { withLock } from './lock.ts';
import { bytesOf, maxReadBytes } from './open.ts';
import { ensureProjectName } from './projectId.ts';
import { moveAside } from './smallFile.ts';
import { fileAt, folderAt, foldersAbove, isTaken } from './way.ts';

/**
 * Creates a missing `.chat-history`, excluded from git until the user decides otherwise. One that another program
 * created, or whose creation was interrupted, is excluded from git now. Gives it the name of its project. Throws
 * `newer` if this version must not change the history.
 */
export async function ensureHistoryFolder(folder: string): Promise<void> {
  if (folderAt(folder) === undefined) await make(folder);
  const { state } = assertChangeable(folder);
  if (state === 'missing') await keepOutOfGit(folder);
  if (state === 'damaged') await renewMark(folder);
  await ensureProjectName(folder, () => projectLock(folder));
}

async function make(folder: string): Promise<void> {
  // That of a folder that is no project lies in a folder of this machine, which is made with it.
  if (foldersAbove(dirname(folder)).length > 0) await makeOutermost(dirname(folder));
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

/** Older versions wrote no mark, but the ignore file before anything else: where they were used, it was deleted. */
async function keepOutOfGit(folder: string): Promise<void> {
  const file = join(folder, ignoreFile);
  if (isTaken(file) || !isTaken(join(folder, locksFolder))) await writeIgnore(file);
  await mark(folder);
  await syncFolder(folder);
  await syncFolder(dirname(folder));
}

/**
 * Maximum number of attempts: several processes may create a history at once, each removing what another has just
 * begun.
 */
const mostTries = 20;

/**
 * Several processes may write these files at once, all with the same content; the folder is synced once more
 * afterwards.
 */
const noLock: Lease = { assertHeld: () => undefined, warn: () => undefined };

/** Puts a damaged mark aside and writes it again. The history was excluded from git before. */
async function renewMark(folder: string): Promise<void> {
  await withLock(projectLock(folder), async (lease) => {
    if (formatNow(folder).state !== 'damaged') return; // another process was faster
    await moveAside(join(folder, markFile), lease);
    await mark(folder);
  });
}

async function mark(folder: string): Promise<void> {
  const file = join(folder, markFile);
  if (isTaken(file)) return;
  await place(file, `${JSON.stringify({ v: formats.writing, ignored: true })}\n`).catch((error: unknown) => {
    if (!isTaken(file)) throw error;
  });
}

/** Writes a file, and removes unfinished ones of dead processes. Two processes may do this at once. */
async function place(file: string, text: string): Promise<void> {
  const folder = dirname(file);
  const isLeft = (name: string): boolean => name.startsWith(basename(file)) && name.endsWith(temporarySuffix);
  for (const name of (await namesIn(folder)).filter(isLeft)) await removeFile(join(folder, name));
  for (let n = 1; ; n++)
    try {
      await writeAtomic(file, text, noLock);
      return;
    } catch (error) {
      if (errno(error) !== 'ENOENT' || n === mostTries) throw error;
    }
}

/**
 * Writes the ignore file unless a person wrote one. Without the mark, one that this product wrote, or an empty one, is
 * from a process that died, or whose disk did not confirm it. Anything that is not a file, or is too large, is moved
 * aside: git would not read it.
 */
async function writeIgnore(file: string): Promise<void> {
  if (isTaken(file) && !isReadable(file)) await moveAside(file, noLock);
  const there = (await bytesOf(file))?.toString('latin1') ?? '';
  if (there !== '' && there !== ignoreAll && there !== ignoreButShared) return;
  // Files that came with the repository stay in it.
  await place(file, isTaken(join(dirname(file), 'shared')) ? ignoreButShared : ignoreAll);
}

/** Whether a file can be read as a whole: it is a regular file, not reached through a link, and not too large. */
function isReadable(file: string): boolean {
  try {
    return (fileAt(file)?.size ?? 0) <= maxReadBytes;
  } catch {
    return false; // a link, a pipe or a folder
  }
}

/** The lock of the project's name. */
export const projectLock = (history: string): string => lockFolder(history, '.project');
