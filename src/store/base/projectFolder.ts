import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, relative, sep } from 'node:path';

/**
 * The project that work in a folder belongs to: the nearest folder, from this one up, that has a history or is the top
 * of a git working tree; else the folder itself. So whoever starts in a folder below finds the history that is there.
 * Undefined for what is no project: a path that is no folder, a folder that contains the home directory or is it, and,
 * unless found on the way up, what programs keep in hidden folders of the home directory.
 */
export function projectOf(path: string, home: string): string | undefined {
  const start = realFolder(path);
  if (start === undefined || isTooWide(start, home)) return undefined;
  const isOurs = ownedLike(start);
  for (let folder = start; !isTooWide(folder, home); folder = dirname(folder))
    if (isOurs(ownHistory(folder)) || isOurs(join(folder, '.git'))) return folder;
  return /^\.[^.]/.test(relative(realFolder(home) ?? home, start)) ? undefined : start;
}

/** Whether a folder is `root` or below it. Both without links. */
export function contains(root: string, folder: string): boolean {
  const way = relative(root, folder);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The folder with its links resolved and, where the disk ignores case, in its true case; undefined for what is none. */
export function realFolder(path: string): string | undefined {
  if (!isAbsolute(path)) return undefined;
  try {
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined; // gone, or closed to this user
  }
}

/** Whether a folder, without links, is the root of a file system, the home directory or around it: no project. */
export const isTooWide = (folder: string, home: string): boolean =>
  folder === parse(folder).root || contains(folder, realFolder(home) ?? home);

/**
 * Whether something is there and belongs to this user or to whoever owns the folder the search began in. As for git,
 * what others put into a folder that all may write to, as `/tmp`, claims nobody's work.
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
    return undefined; // closed to this user, so nothing of theirs
  }
}

/** What the history folder of every project is called. */
export const historyFolderName = '.chat-history';

/** The history folder that lies in a folder; that of a project may lie elsewhere. */
export const ownHistory = (folder: string): string => join(folder, historyFolderName);
