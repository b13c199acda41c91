import fs from 'node:fs';
import { errno, StoreError } from '../base/core.ts';
import { openListed, type FileHandle } from './open.ts';
import { foldersAbove } from './way.ts';

/*
 * Files of other programs: transcripts of agents, files of the project. They are only read, also through links, since
 * people move the folders of their agents. They must be regular files, and opening them never blocks. Anything in a
 * history folder is never a foreign file, whichever path names it, and is opened as a file of the store.
 */

/** Reading this many bytes synchronously is faster than waiting for it in four steps. */
const fewBytes = 64 * 1024;

/** `stat` of a foreign path, following links; fails with `ENOENT` if it does not exist. */
export const statForeign = (path: string): Promise<fs.Stats> => fs.promises.stat(path);

/**
 * Synchronous `statForeign`: for a thousand files, waiting would take most of the time. Callers pause for the event
 * loop.
 */
export const statForeignNow = (path: string): fs.Stats => fs.statSync(path);

/** A foreign path with its links resolved, or unchanged if it does not exist (any more). */
export const realForeign = (path: string): Promise<string> => fs.promises.realpath(path).catch(() => path);

/** Whether a foreign path itself is a folder or something else, without following links. */
export const kindOfForeign = (path: string): Promise<'folder' | 'other' | undefined> =>
  fs.promises.lstat(path).then(
    (stat) => (stat.isDirectory() ? 'folder' : 'other'),
    () => undefined,
  );

/** Whether a foreign path exists. */
export const existsForeign = (path: string): Promise<boolean> =>
  fs.promises.access(path).then(
    () => true,
    () => false,
  );

/** Entries of a foreign folder; undefined if it is not a folder, or may not be read. */
export const entriesOfForeign = (folder: string): Promise<fs.Dirent[] | undefined> =>
  fs.promises.readdir(folder, { withFileTypes: true }).catch(() => undefined);

/**
 * `stat` of a foreign file; undefined if it does not exist. Throws `invalid_argument` for anything but a regular
 * file.
 */
export async function foreignFile(path: string): Promise<fs.Stats | undefined> {
  const stat = await fs.promises.stat(path).catch((error: unknown) => {
    if (errno(error) === 'ENOENT' || errno(error) === 'ENOTDIR') return undefined;
    throw error;
  });
  return stat && assertFile(path, stat);
}

/** Synchronous `stat` of a regular foreign file; undefined if there is none, or it is not accessible to this user. */
export function foreignFileNow(path: string): fs.Stats | undefined {
  const stat = foreignStatNow(path);
  return stat?.isFile() ? stat : undefined;
}

/** Synchronous `stat` of a foreign path, following links; undefined if there is none, or it is not accessible. */
export function foreignStatNow(path: string): fs.Stats | undefined {
  try {
    return fs.statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // its content is never essential
  }
}

/** Opens a foreign file for reading. Throws `invalid_argument` for anything but a regular file. */
export async function openForeign(path: string): Promise<FileHandle> {
  if (foldersAbove(path).length > 0) return openListed(path);
  const { O_RDONLY, O_NONBLOCK } = fs.constants; // Windows knows no O_NONBLOCK, which counts as 0, and no such pipes
  const handle = await fs.promises.open(path, O_RDONLY | O_NONBLOCK);
  try {
    assertFile(path, fs.fstatSync(handle.fd));
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Opens a file of the project for reading; undefined if it is missing, a link, not a regular file, or not accessible
 * to this user.
 */
export async function openUnlinked(path: string): Promise<FileHandle | undefined> {
  const stat = await fs.promises.lstat(path).catch(() => undefined);
  return stat?.isFile() ? openForeign(path).catch(() => undefined) : undefined;
}

/** Text of a foreign file up to a number of bytes; undefined if it is missing, larger, or cannot be read. */
export async function foreignText(path: string, maxBytes = Infinity): Promise<string | undefined> {
  const stat = foreignFileNow(path);
  if (stat === undefined || stat.size > maxBytes) return undefined;
  if (stat.size <= fewBytes && foldersAbove(path).length === 0) return foreignTextNow(path, maxBytes);
  const handle = await openForeign(path).catch(() => undefined); // its content is never essential
  try {
    if (handle === undefined || (await handle.stat()).size > maxBytes) return undefined;
    return await handle.readFile('utf8');
  } catch {
    return undefined; // its content is never essential
  } finally {
    await handle?.close();
  }
}

/** Synchronous entries of a foreign folder; empty if it is not a folder, or may not be read. */
export function entriesOfForeignNow(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // its content is never essential
  }
}

/** Synchronous text of the first bytes of a foreign file; empty if it cannot be read. */
export function readHeadNow(path: string, bytes: number): string {
  let descriptor: number | undefined;
  try {
    descriptor = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    assertFile(path, fs.fstatSync(descriptor));
    const buffer = Buffer.allocUnsafe(bytes);
    return buffer.toString('utf8', 0, fs.readSync(descriptor, buffer, 0, bytes, 0));
  } catch {
    return ''; // its content is never essential
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

/** Synchronous text of a foreign file up to a number of bytes, for files of a few lines. */
export function foreignTextNow(path: string, maxBytes = Infinity): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    const stat = fs.fstatSync(descriptor);
    return stat.isFile() && stat.size <= maxBytes ? fs.readFileSync(descriptor, 'utf8') : undefined;
  } catch {
    return undefined; // its content is never essential
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

/** Beginning and end of a foreign file, of at most `bytes` each. */
export interface ForeignEnds {
  readonly head: string;
  /** Empty where `head` is all. */
  readonly tail: string;
  readonly stat: fs.Stats;
}

/** Synchronous beginning and end of a foreign file; undefined if it is no regular file, or cannot be read. */
export function foreignEndsNow(path: string, bytes: number): ForeignEnds | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    const stat = fs.fstatSync(descriptor);
    if (!stat.isFile()) return undefined;
    const head = readNow(descriptor, 0, bytes);
    const tail = stat.size > bytes ? readNow(descriptor, Math.max(bytes, stat.size - bytes), bytes) : '';
    return { head, tail, stat };
  } catch {
    return undefined; // its content is never essential
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

function readNow(descriptor: number, position: number, length: number): string {
  const buffer = Buffer.allocUnsafe(length);
  return buffer.toString('utf8', 0, fs.readSync(descriptor, buffer, 0, length, position));
}

function assertFile(path: string, stat: fs.Stats): fs.Stats {
  if (stat.isFile()) return stat;
  const what = stat.isDirectory() ? 'a folder' : 'no regular file';
  throw new StoreError('invalid_argument', `${path} is ${what}; give the path of a file.`, { path });
}
