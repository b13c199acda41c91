import fs from 'node:fs';
import { join, normalize, sep } from 'node:path';
import { errno, StoreError } from '../base/core.ts';
import { historyFolderName } from '../base/projectFolder.ts';
import { launcherStateName, projectsStateName } from '../base/stateFolder.ts';

/*
 * Whatever lies in a history folder may have come with a repository of anybody's. So nothing there is trusted to be
 * what its name says: every path is walked from the history folder down, and what is a link, or no folder where a
 * folder belongs, is refused before anything is opened. What is kept of projects in the person's own state folder goes
 * the same way.
 */

/** What folders of ours are called: the history of a project, and what a machine knows of projects and of agents. */
const marks = [historyFolderName, projectsStateName, launcherStateName].map((name) => `${sep}${name}`);

/**
 * What lies at a path of ours: undefined where nothing does. Throws `outside` where the path leaves the history
 * folder, and where the history folder, a folder on the way or the path itself is a link; nothing is followed.
 */
export function look(path: string): fs.Stats | undefined {
  const stat = peek(path);
  if (stat?.isSymbolicLink()) throw refused(path, stat);
  return stat;
}

/** Whatever lies at a path of ours, also a link, which is not followed. Only the way to it is checked. */
export function peek(path: string): fs.Stats | undefined {
  const whole = checkedWay(path);
  return whole === undefined ? undefined : lstat(whole);
}

/**
 * Whatever lies in a folder of ours that a listing of the one above has just told to be a folder, also a link, which is not followed.
 * The way is not looked at again, so that nothing but what this tells may depend on it.
 */
export function lookBelow(folder: string, name: string): fs.Stats | undefined {
  try {
    return lstat(`${folder}${sep}${name}`);
  } catch (error) {
    if (errno(error) === 'ENOTDIR') return undefined; // exchanged since
    throw error;
  }
}

/** Whether anything lies at a path of ours, whatever it is: then its name is taken. */
export const isTaken = (path: string): boolean => peek(path) !== undefined;

/** A regular file of ours; undefined where nothing lies there. Throws `outside` for a link, `storage` for whatever else does. */
export function fileAt(path: string): fs.Stats | undefined {
  const stat = look(path);
  if (stat && !stat.isFile()) throw refused(path, stat);
  return stat;
}

/** A folder of ours; undefined where nothing lies there. Throws `outside` for a link, `storage` for whatever else does. */
export function folderAt(path: string): fs.Stats | undefined {
  const stat = look(path);
  if (stat && !stat.isDirectory()) throw refused(path, stat);
  if (stat) remember(path);
  return stat;
}

/** The path of what a file of ours names in a folder of ours. Throws `outside` for what is no plain name. */
export function child(folder: string, name: string): string {
  if (/^[^/\\\0]+$/.test(name) && name !== '.' && name !== '..') return join(folder, name);
  throw new StoreError('outside', `${JSON.stringify(name.slice(0, 200))} is not a file name in ${folder}.`, {
    path: folder,
  });
}

/** The folders from our own one down to the one that holds `path`, which is without `..`. */
export function foldersAbove(path: string): string[] {
  if (isOwn(path)) return [];
  const mark = marks.find((name) => path.includes(name + sep));
  if (mark === undefined) return [];
  const start = path.lastIndexOf(mark + sep);
  const folders: string[] = [];
  for (let end = start + mark.length; end !== -1; end = path.indexOf(sep, end + 1))
    folders.push(path.slice(0, end));
  return folders;
}

/** Whether a path is a history folder, or that of the projects of a machine. */
const isOwn = (path: string): boolean => marks.some((mark) => path.endsWith(mark));

/** Throws `outside` where the way to a path of ours leads through anything but folders. */
export function checkWay(path: string): void {
  checkedWay(path);
}

/** The path once every folder above it is known to be one; undefined where one is missing. */
function checkedWay(path: string): string | undefined {
  const whole = normalize(path);
  const above = foldersAbove(whole);
  if (above.length === 0 && !isOwn(whole))
    throw new StoreError('outside', `${path} is in no history folder.`, { path });
  for (const folder of above) {
    if (seen.has(folder)) continue;
    const stat = lstat(folder);
    if (stat === undefined) return undefined;
    if (!stat.isDirectory()) throw refused(folder, stat);
    remember(folder);
  }
  return whole;
}

/** Folders that were looked at since this program last waited for anything: one change would look at each of them ten times. */
const seen = new Set<string>();

function remember(folder: string): void {
  if (seen.size === 0) setImmediate(() => seen.clear());
  seen.add(folder);
}

const lstat = (path: string): fs.Stats | undefined => fs.lstatSync(path, { throwIfNoEntry: false });

/** The error for what lies at a path instead of a file or folder of ours, with how to repair it. */
export function refused(path: string, stat: fs.Stats): StoreError {
  const isHistory = path.endsWith(`${sep}${historyFolderName}`);
  const instead = isHistory
    ? 'to keep history elsewhere, set CODEX_HISTORY_ROOT'
    : 'put a real one in its place';
  const repair = stat.isSymbolicLink()
    ? `The history follows no links. Remove it; ${instead}.`
    : 'Remove or rename it; the history needs its name.';
  const code = stat.isSymbolicLink() ? 'outside' : 'storage';
  return new StoreError(code, `${path} is ${kindOf(stat)}. ${repair}`, { path });
}

function kindOf(stat: fs.Stats): string {
  if (stat.isSymbolicLink()) return 'a symbolic link';
  if (stat.isDirectory()) return 'a folder where a file belongs';
  if (stat.isFile()) return 'a file where a folder belongs';
  return stat.isFIFO() ? 'a pipe' : 'a device or a socket';
}
