import fs from 'node:fs';
import { join, normalize, sep } from 'node:path';
import { errno, StoreError } from '../base/core.ts';
import { historyFolderName } from '../base/projectFolder.ts';
import { launcherStateName, projectsStateName } from '../base/stateFolder.ts';
import { assertReadable } from './historyFormat.ts';

/*
 * Anything in a history folder may have come with someone else's repository. So nothing there is trusted to be what
 * its name says: every path is checked from the history folder down, and a link, or anything but a folder where a
 * folder belongs, is rejected before anything is opened. The same applies to data about projects in the user's own
 * state folder.
 */

/** Paths of the store's own folders: the history of a project, and a machine's data about projects and agents. */
const marks = [historyFolderName, projectsStateName, launcherStateName].map((name) => `${sep}${name}`);
const historyMark = `${sep}${historyFolderName}`;

/**
 * `stat` of a path of the store; undefined if it does not exist. Throws `outside` if the path leaves the history
 * folder, and if the history folder, a folder on the path or the path itself is a link; no link is followed.
 */
export function statOwn(path: string): fs.Stats | undefined {
  const stat = lstatOwn(path);
  if (stat?.isSymbolicLink()) throw refused(path, stat);
  return stat;
}

/**
 * `stat` of anything at a path of the store, also of a link, which is not followed. Only the folders above it are
 * checked.
 */
export function lstatOwn(path: string): fs.Stats | undefined {
  const whole = checkedPath(path);
  return whole === undefined ? undefined : lstat(whole);
}

/**
 * `stat` of anything in a folder of the store that a listing of its parent has just reported to be a folder, also of
 * a link, which is not followed. The path is not checked again, so only the use of this result may depend on it.
 */
export function lstatListed(folder: string, name: string): fs.Stats | undefined {
  try {
    return lstat(`${folder}${sep}${name}`);
  } catch (error) {
    if (errno(error) === 'ENOTDIR') return undefined; // replaced since
    throw error;
  }
}

/** Whether anything exists at a path of the store: then its name is in use. */
export const isTaken = (path: string): boolean => lstatOwn(path) !== undefined;

/**
 * `stat` of a regular file of the store; undefined if it does not exist. Throws `outside` for a link, `storage` for
 * anything else.
 */
export function fileAt(path: string): fs.Stats | undefined {
  const stat = statOwn(path);
  if (stat && !stat.isFile()) throw refused(path, stat);
  return stat;
}

/**
 * `stat` of a folder of the store; undefined if it does not exist. Throws `outside` for a link, `storage` for
 * anything else.
 */
export function folderAt(path: string): fs.Stats | undefined {
  const stat = statOwn(path);
  if (stat && !stat.isDirectory()) throw refused(path, stat);
  if (stat) remember(path);
  return stat;
}

/**
 * Path of an entry, named by a file of the store, in a folder of the store. Throws `outside` for anything but a plain
 * name.
 */
export function child(folder: string, name: string): string {
  if (/^[^/\\\0]+$/.test(name) && name !== '.' && name !== '..') return join(folder, name);
  throw new StoreError('outside', `${JSON.stringify(name.slice(0, 200))} is not a file name in ${folder}.`, {
    path: folder,
  });
}

/** Folders from the outermost one of the store down to the one that contains `path`, which must not contain `..`. */
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

/** Whether a path is a history folder, or a machine's folder of projects or agents. */
const isOwn = (path: string): boolean => marks.some((mark) => path.endsWith(mark));

/** Throws `outside` if a folder above a path of the store is anything but a folder. */
export function checkParents(path: string): void {
  checkedPath(path);
}

/** The path once every folder above it is known to be a folder; undefined if one is missing. */
function checkedPath(path: string): string | undefined {
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

/**
 * Folders that were checked since this program last waited for anything: one change would check each of them ten
 * times.
 */
const seen = new Set<string>();

function remember(folder: string): void {
  if (folder.endsWith(historyMark)) assertReadable(folder);
  if (seen.size === 0) setImmediate(() => seen.clear());
  seen.add(folder);
}

const lstat = (path: string): fs.Stats | undefined => fs.lstatSync(path, { throwIfNoEntry: false });

/** The error for anything at a path except a file or folder of the store, with how to fix it. */
export function refused(path: string, stat: fs.Stats): StoreError {
  const isHistory = path.endsWith(historyMark);
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
