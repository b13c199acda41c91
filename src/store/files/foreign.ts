import fs from 'node:fs';
import { errno, StoreError } from '../base/core.ts';
import { openListed, type FileHandle } from './open.ts';
import { foldersAbove } from './way.ts';

/*
 * Files of others: transcripts of agents, files of the project. They are only read, through links as well, since people
 * move the folders of their agents about. But they are regular files, and opening them waits for nobody. What lies in
 * a history folder is never a file of others, whoever names it, and is opened as one of ours.
 */

/** Reading so much takes less time than waiting for it in four steps. */
const fewBytes = 64 * 1024;

/** What lies at a path of others, links followed; fails with `ENOENT` where nothing does. */
export const statForeign = (path: string): Promise<fs.Stats> => fs.promises.stat(path);

/** The same without waiting, which for a thousand files would be most of it. Whoever asks lets others have their turn. */
export const statForeignNow = (path: string): fs.Stats => fs.statSync(path);

/** A path of others without links, or as it is where it leads nowhere (any more). */
export const realForeign = (path: string): Promise<string> => fs.promises.realpath(path).catch(() => path);

/** Whether a folder or a file of others has this name itself, links not followed. */
export const kindOfForeign = (path: string): Promise<'folder' | 'other' | undefined> =>
  fs.promises.lstat(path).then(
    (stat) => (stat.isDirectory() ? 'folder' : 'other'),
    () => undefined,
  );

/** Whether anything lies at a path of others. */
export const existsForeign = (path: string): Promise<boolean> =>
  fs.promises.access(path).then(
    () => true,
    () => false,
  );

/** What a folder of others holds; undefined where it is none, or may not be read. */
export const entriesOfForeign = (folder: string): Promise<fs.Dirent[] | undefined> =>
  fs.promises.readdir(folder, { withFileTypes: true }).catch(() => undefined);

/** What a file of others is; undefined where nothing is. Throws `invalid_argument` for what is no regular file. */
export async function foreignFile(path: string): Promise<fs.Stats | undefined> {
  const stat = await fs.promises.stat(path).catch((error: unknown) => {
    if (errno(error) === 'ENOENT' || errno(error) === 'ENOTDIR') return undefined;
    throw error;
  });
  return stat && assertFile(path, stat);
}

/** A regular file of others, without waiting; undefined where there is none, or it is closed to this user. */
export function foreignFileNow(path: string): fs.Stats | undefined {
  try {
    const stat = fs.statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? stat : undefined;
  } catch {
    return undefined; // what it says is never essential
  }
}

/** Opens a file of others for reading. Throws `invalid_argument` for what is no regular file. */
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

/** Opens a file of the project for reading; undefined where it is missing, a link, no regular file, or closed to this user. */
export async function openUnlinked(path: string): Promise<FileHandle | undefined> {
  const stat = await fs.promises.lstat(path).catch(() => undefined);
  return stat?.isFile() ? openForeign(path).catch(() => undefined) : undefined;
}

/** The text of a file of others of at most so many bytes; undefined where it is missing, larger, or cannot be read. */
export async function foreignText(path: string, maxBytes = Infinity): Promise<string | undefined> {
  const stat = foreignFileNow(path);
  if (stat === undefined || stat.size > maxBytes) return undefined;
  if (stat.size <= fewBytes && foldersAbove(path).length === 0) return foreignTextNow(path, maxBytes);
  const handle = await openForeign(path).catch(() => undefined); // what it says is never essential
  try {
    if (handle === undefined || (await handle.stat()).size > maxBytes) return undefined;
    return await handle.readFile('utf8');
  } catch {
    return undefined; // the same
  } finally {
    await handle?.close();
  }
}

/** What a folder of others holds, without waiting; nothing where it is none, or may not be read. */
export function entriesOfForeignNow(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // what it holds is never essential
  }
}

/** The text of a file of others of at most so many bytes, without waiting, for files of a few lines. */
export function foreignTextNow(path: string, maxBytes = Infinity): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    const stat = fs.fstatSync(descriptor);
    return stat.isFile() && stat.size <= maxBytes ? fs.readFileSync(descriptor, 'utf8') : undefined;
  } catch {
    return undefined; // the same
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

function assertFile(path: string, stat: fs.Stats): fs.Stats {
  if (stat.isFile()) return stat;
  const what = stat.isDirectory() ? 'a folder' : 'no regular file';
  throw new StoreError('invalid_argument', `${path} is ${what}; give the path of a file.`, { path });
}
