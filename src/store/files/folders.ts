import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { errno, type Log } from '../base/core.ts';
import { synced } from './synced.ts';
import { checkWay, folderAt, foldersAbove } from './way.ts';

/*
 * Folders of ours, and what is done with names in them. No link is followed, neither on the way nor at its end: a link
 * is renamed and deleted itself.
 */

/** Of folders that are made: their owner looks into them and changes them. */
export const folderMode = 0o700;

/** Ends the name of every file that is not yet what it will be. */
export const temporarySuffix = '.tmp';

/** Says what an item of the trash is; in the folder of a dialog a process left it that died as it threw the dialog away. */
export const itemFile = 'item.json';

/** What a folder of ours holds; undefined where there is none. */
export async function entriesOf(folder: string): Promise<fs.Dirent[] | undefined> {
  folderAt(folder);
  try {
    return await fs.promises.readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (errno(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The same without waiting, which for thousands of folders would be most of it. Whoever asks lets others have their turn. */
export function entriesNow(folder: string): fs.Dirent[] | undefined {
  if (folderAt(folder) === undefined) return undefined;
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (errno(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The names in a folder of ours; none where there is no folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return ((await entriesOf(folder)) ?? []).map(({ name }) => name);
}

/** The same at half the cost, without knowing what each is. */
export async function allNamesIn(folder: string): Promise<string[]> {
  folderAt(folder);
  try {
    return await fs.promises.readdir(folder);
  } catch (error) {
    if (errno(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The names of the regular files in a folder of ours; none where there is no folder. */
export async function filesIn(folder: string): Promise<string[]> {
  return ((await entriesOf(folder)) ?? []).filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Makes a folder of ours where it is missing, with those above it but for the history folder, and waits for the disk. */
export async function makeFolder(folder: string): Promise<void> {
  const absent = missing(folder);
  if (absent.length === 0) return;
  for (const each of absent) {
    await fs.promises.mkdir(each, { mode: folderMode }).catch(unlessThere);
    await syncFolder(dirname(each));
  }
  folderAt(folder);
}

/** The same without waiting, neither for the disk nor for the turn of others: for what can be made again. */
export function makeFolderNow(folder: string): void {
  const absent = missing(folder);
  if (absent.length === 0) return;
  for (const each of absent)
    try {
      fs.mkdirSync(each, { mode: folderMode });
    } catch (error) {
      unlessThere(error);
    }
  folderAt(folder);
}

/** Makes the outermost folder of ours, in the person's own state folder, with whatever is missing above it. */
export async function makeOutermost(folder: string): Promise<void> {
  if (folderAt(folder)) return;
  await fs.promises.mkdir(folder, { recursive: true, mode: folderMode });
  folderAt(folder);
}

/** Makes a folder of ours; fails with `EEXIST` where anything has its name. The disk is not waited for. */
export async function createFolder(folder: string): Promise<void> {
  checkWay(folder);
  await fs.promises.mkdir(folder, { mode: folderMode });
}

/** Waits until the disk has the names in a folder. Windows has no such call and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { O_RDONLY, O_DIRECTORY } = fs.constants;
  const descriptor = fs.openSync(folder, O_RDONLY | O_DIRECTORY);
  try {
    await synced(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * The same for names that everybody sees already. That the disk does not confirm them is no failure of what is done:
 * told as one, it would be done again. It is not asked again either: a disk that failed once may then say yes. The log
 * says what a power cut may take.
 */
export async function confirmFolder(folder: string, log: Pick<Log, 'warn'>): Promise<void> {
  try {
    await syncFolder(folder);
  } catch (error) {
    log.warn(
      `the disk does not confirm what was changed in ${folder}, which a power cut may undo: ${String(error)}`,
    );
  }
}

/** Deletes a file of ours, or a link in its place; nothing where there is neither. */
export async function removeFile(path: string): Promise<void> {
  checkWay(path);
  await fs.promises.rm(path, { force: true });
}

/** Deletes a folder of ours with all that is in it, or whatever is in its place; nothing where there is nothing. */
export async function removeTree(path: string): Promise<void> {
  checkWay(path);
  await fs.promises.rm(path, { recursive: true, force: true });
}

/** Deletes what processes that died left unfinished in a folder. Call it under the lock of the folder. */
export async function sweep(folder: string): Promise<void> {
  for (const name of await namesIn(folder))
    if (name.endsWith(temporarySuffix)) await removeTree(join(folder, name));
}

/** Gives a file or folder of ours another name, in place of a file that has it. The disk is not waited for. */
export async function moveTo(from: string, to: string): Promise<void> {
  checkWay(from);
  checkWay(to);
  await fs.promises.rename(from, to);
}

/** Of a folder and those above it, the ones that are to be made, the history folder excepted. */
function missing(folder: string): string[] {
  return [...foldersAbove(join(folder)).slice(1), join(folder)].filter(
    (each) => folderAt(each) === undefined,
  );
}

function unlessThere(error: unknown): void {
  if (errno(error) !== 'EEXIST') throw error; // another process was as quick
}
