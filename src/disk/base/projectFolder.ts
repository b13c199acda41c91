import fs, { lstatSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, relative, sep } from 'node:path';

/**
 * The project of a working folder: the nearest folder, from this one up, that has a history or is the top of a git
 * working tree; else the folder itself. So starting in a subfolder finds the existing history. Undefined for what is
 * not a project: a path that is not a folder, the home directory, a folder that contains it, and, unless found on the
 * way up, a folder inside a hidden folder of the home directory, where programs keep their files.
 */
export function projectOf(path: string, home: string): string | undefined {
  const start = realFolder(path);
  if (start === undefined || isTooWide(start, home)) return undefined;
  const isOurs = ownedLike(start);
  for (let folder = start; !isTooWide(folder, home); folder = dirname(folder))
    if (isOurs(ownHistory(folder)) || isOurs(join(folder, '.git'))) return folder;
  return /^\.[^.]/.test(relative(realFolder(home) ?? home, start)) ? undefined : start;
}

/** Whether a folder is `root` or inside it. Both have their links resolved. */
export function contains(root: string, folder: string): boolean {
  const way = relative(root, folder);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * A path with its links resolved, in its true case; throws the error of the file system. Some disks on Windows (in
 * memory, mounted containers) do not tell the true path (`EISDIR`); their links are resolved one by one.
 */
export function realPathNow(path: string): string {
  try {
    return fs.realpathSync.native(path);
  } catch (error) {
    if (!isWithoutTruePaths(error)) throw error;
    return fs.realpathSync(path);
  }
}

/** `realPathNow` without blocking others. */
export async function realPath(path: string): Promise<string> {
  try {
    return await fs.promises.realpath(path);
  } catch (error) {
    if (!isWithoutTruePaths(error)) throw error;
    return fs.realpathSync(path);
  }
}

const isWithoutTruePaths = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EISDIR';

/**
 * The folder with its links resolved and, if the disk ignores case, in its true case; undefined if it is not a
 * folder.
 */
export function realFolder(path: string): string | undefined {
  if (!isAbsolute(path)) return undefined;
  try {
    const real = realPathNow(path);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined; // removed, or not accessible to this user
  }
}

/**
 * Whether a folder, with links resolved, is the root of a file system, the home directory or around it, or Windows'
 * own: not a project.
 */
export const isTooWide = (folder: string, home: string): boolean =>
  folder === parse(folder).root || contains(folder, realFolder(home) ?? home) || isOfWindows(folder);

/** Whether a folder is that of Windows, where `cmd` starts programs whose folder is on a share of the network. */
function isOfWindows(folder: string): boolean {
  const { SystemRoot } = process.env;
  if (process.platform !== 'win32' || SystemRoot === undefined) return false;
  return contains(realFolder(SystemRoot) ?? SystemRoot, folder);
}

/**
 * Whether something exists and belongs to this user or to the owner of the folder where the search began. As in git,
 * files that others put into a folder writable for all, such as `/tmp`, do not make it a project.
 */
function ownedLike(start: string): (path: string) => boolean {
  const owners = [process.getuid?.(), ownerOf(start)];
  return (path) => {
    const owner = ownerOf(path);
    return owner !== undefined && owners.includes(owner);
  };
}

function ownerOf(path: string): number | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.uid;
  } catch {
    return undefined; // not accessible to this user, so not theirs
  }
}

/** Name of the history folder of each project. */
export const historyFolderName = '.chat-history';

/** The history folder inside a folder; that of a project may be elsewhere. */
export const ownHistory = (folder: string): string => join(folder, historyFolderName);

/** Top of the working tree around a folder: the nearest folder with a `.git`, from this one up. */
export function topOf(folder: string): string | undefined {
  for (let top = realOf(folder); ; top = dirname(top)) {
    if (isThere(join(top, '.git'))) return top;
    if (top === dirname(top)) return undefined;
  }
}

/** Whether anything is at a path. */
export const isThere = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // not accessible to this user
  }
};

/** A folder with its links resolved, also one that does not exist yet. */
export function realOf(folder: string): string {
  try {
    return realPathNow(folder);
  } catch {
    const above = dirname(folder);
    return above === folder ? folder : join(realOf(above), relative(above, folder));
  }
}
