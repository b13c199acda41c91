import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errno, type Lease, type Log, errorMessage } from '../base/core.ts';
import { checkParents, folderAt, foldersAbove, lstatOwn } from './way.ts';

/*
 * Folders of the store, and operations on names in them. No link is followed, neither on the path nor at its end: a
 * link itself is renamed or deleted.
 */

/** Mode of created folders: their owner may list and change them. */
export const folderMode = 0o700;

/** Suffix of files that are not finished. */
export const temporarySuffix = '.tmp';

/**
 * Describes an item of the trash; in the folder of a dialog it was left by a process that died while deleting the
 * dialog.
 */
export const itemFile = 'item.json';

/** Entries of a folder of the store; undefined if there is none. */
export async function entriesOf(folder: string): Promise<fs.Dirent[] | undefined> {
  folderAt(folder);
  try {
    return await fs.promises.readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (errno(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Synchronous `entriesOf`: for thousands of folders, waiting would take most of the time. Callers pause for the event
 * loop.
 */
export function entriesNow(folder: string): fs.Dirent[] | undefined {
  if (folderAt(folder) === undefined) return undefined;
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (errno(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Names in a folder of the store; empty if there is no folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return ((await entriesOf(folder)) ?? []).map(({ name }) => name);
}

/** `namesIn` at half the cost, without knowing the type of each. */
export async function allNamesIn(folder: string): Promise<string[]> {
  folderAt(folder);
  try {
    return await fs.promises.readdir(folder);
  } catch (error) {
    if (errno(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Names of the regular files in a folder of the store; empty if there is no folder. */
export async function filesIn(folder: string): Promise<string[]> {
  return ((await entriesOf(folder)) ?? []).filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Creates a missing folder of the store, with those above it except the history folder, and syncs them. */
export async function makeFolder(folder: string): Promise<void> {
  const absent = missing(folder);
  if (absent.length === 0) return;
  for (const each of absent) await makeSynced(each);
  folderAt(folder);
}

/** If the disk does not confirm a folder, it is removed again: others would take it for a durable one. */
async function makeSynced(folder: string): Promise<void> {
  await fs.promises.mkdir(folder, { mode: folderMode }).catch(unlessThere);
  try {
    await syncFolder(dirname(folder));
  } catch (error) {
    await fs.promises.rmdir(folder).catch(() => undefined); // the first error is reported
    throw error;
  }
}

/** Synchronous `makeFolder` without a sync, for what can be rebuilt. */
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

/**
 * Creates the outermost folder of the store in the user's own state folder, with missing ones above it, and syncs
 * them.
 */
export async function makeOutermost(folder: string): Promise<void> {
  if (folderAt(folder)) return;
  await makeAbove(folder);
  await makeSynced(folder);
  folderAt(folder);
}

async function makeAbove(folder: string): Promise<void> {
  const above = dirname(folder);
  if (fs.existsSync(above)) return;
  await makeAbove(above);
  await makeSynced(above);
}

/** Creates a folder of the store; fails with `EEXIST` if the name exists. Does not sync. */
export async function createFolder(folder: string): Promise<void> {
  checkParents(folder);
  await fs.promises.mkdir(folder, { mode: folderMode });
}

/**
 * Syncs the names in a folder; false if its disk never confirms them. Windows has no such call and needs none. Throws
 * what fails now and then.
 */
export async function syncFolder(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return true;
  const { O_RDONLY, O_DIRECTORY } = fs.constants;
  let descriptor: number | undefined;
  try {
    descriptor = fs.openSync(folder, O_RDONLY | O_DIRECTORY);
    await synced(descriptor);
    return true;
  } catch (error) {
    if (neverConfirmed.has(errno(error) ?? '') && isFolder(folder)) return false;
    throw error;
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

/** Error codes of file systems that cannot sync a folder (CIFS, vboxsf, 9p, some in user space), or not open one. */
const neverConfirmed = new Set(['EINVAL', 'EPERM', 'EBADF', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EISDIR']);

const isFolder = (path: string): boolean =>
  fs.lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** The logs that were told that a disk never confirms folders. */
const told = new WeakSet<object>();

/**
 * `syncFolder` for names that others can already see. If the disk does not confirm them, the operation has not
 * failed: reported as a failure, it would be repeated. Nor is the sync retried: after a failure, a disk may report
 * success. The log says what a power cut may lose.
 */
export async function confirmFolder(
  folder: string,
  log: Pick<Log, 'warn'> & Pick<Lease, 'log'>,
): Promise<void> {
  const { log: reader = log } = log;
  try {
    if ((await syncFolder(folder)) || told.has(reader)) return;
    told.add(reader);
    log.warn(
      `this disk does not confirm changes in folders such as ${folder}: a power cut may undo the last ones`,
    );
  } catch (error) {
    log.warn(
      `the disk does not confirm what was changed in ${folder}, which a power cut may undo: ${errorMessage(error)}`,
    );
  }
}

/** Deletes a file of the store, or a link in its place; does nothing if there is neither. */
export async function removeFile(path: string): Promise<void> {
  checkParents(path);
  await fs.promises.rm(path, { force: true });
}

/** Deletes a folder of the store with its content, or whatever is in its place; does nothing if there is nothing. */
export async function removeTree(path: string): Promise<void> {
  checkParents(path);
  await fs.promises.rm(path, { recursive: true, force: true });
}

/**
 * Deletes unfinished files of dead processes in a folder, those whose names `isLeft` accepts, all by default. Call it
 * under the lock of the folder. The names are listed before the lease is asserted, so none of them belongs to a
 * successor.
 */
export async function sweep(
  folder: string,
  lease: Lease,
  isLeft: (name: string) => boolean = () => true,
): Promise<void> {
  const left = (await namesIn(folder)).filter((name) => name.endsWith(temporarySuffix) && isLeft(name));
  if (left.length > 0) lease.assertHeld();
  for (const name of left) await removeTree(join(folder, name));
}

/** A temporary folder older than this was left by a process that died. Milliseconds. */
const abandonedMs = 24 * 60 * 60 * 1_000;

/** Whether a temporary file or folder is so old that its process must have died. */
export const isAbandoned = (path: string, now: number): boolean =>
  now - (lstatOwn(path)?.mtimeMs ?? now) > abandonedMs;

/**
 * Creates a temporary folder for this call, named `<path>.<random>.tmp`, and deletes those left by dead processes.
 */
export async function makeTemporaryFolder(path: string, now: number): Promise<string> {
  const parent = dirname(path);
  await makeFolder(parent);
  for (const name of await namesIn(parent)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(temporarySuffix)) continue;
    if (isAbandoned(join(parent, name), now)) await removeTree(join(parent, name));
  }
  const folder = `${path}.${randomBytes(4).toString('hex')}${temporarySuffix}`;
  await createFolder(folder);
  return folder;
}

/** Renames a file or folder of the store, replacing a file with the new name. Does not sync. */
export async function moveTo(from: string, to: string): Promise<void> {
  checkParents(from);
  checkParents(to);
  await fs.promises.rename(from, to);
}

/** Of a folder and its parents, the missing ones, except the history folder. */
function missing(folder: string): string[] {
  return [...foldersAbove(join(folder)).slice(1), join(folder)].filter(
    (each) => folderAt(each) === undefined,
  );
}

function unlessThere(error: unknown): void {
  if (errno(error) !== 'EEXIST') throw error; // another process has just done the same
}

/** Syncs a file or folder by its descriptor. */
export const synced = (descriptor: number): Promise<void> =>
  new Promise((done, failed) => fs.fsync(descriptor, (error) => (error ? failed(error) : done())));
