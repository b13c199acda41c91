import fs from 'node:fs';
import { dirname } from 'node:path';
import { errno } from '../base/core.ts';

/** Why a folder of another program cannot be listed, and the part of its path that is to blame. */
export interface FolderFault {
  readonly path: string;
  /** `misplaced`: something that is no folder. `link`: it leads nowhere, or in a circle. */
  readonly reason: 'denied' | 'misplaced' | 'link';
}

/** Returns why a folder of another program cannot be listed; undefined if it can, or does not exist. */
export function folderFault(folder: string): FolderFault | undefined {
  const stat = statOf(folder);
  if (stat) return faultOf(folder, stat);
  const parent = dirname(folder);
  if (isBrokenLink(folder)) return { path: folder, reason: 'link' };
  return parent === folder ? undefined : folderFault(parent);
}

function faultOf(path: string, stat: fs.Stats): FolderFault | undefined {
  if (!stat.isDirectory()) return { path, reason: 'misplaced' };
  try {
    fs.accessSync(path, fs.constants.R_OK | fs.constants.X_OK);
    return undefined;
  } catch (error) {
    return errno(error) === 'ENOENT' ? undefined : { path, reason: 'denied' };
  }
}

/** `stat` of a path; undefined if it does not exist, or what is above it hides it. */
function statOf(path: string): fs.Stats | undefined {
  try {
    return fs.statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // found out above it
  }
}

/** Reports whether a path that leads nowhere is a link itself. */
export function isBrokenLink(path: string): boolean {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return false; // found out above it
  }
}
