import fs from 'node:fs';
import { dirname, relative, isAbsolute, sep } from 'node:path';
import { errno, StoreError } from '../errors.ts';

/** Throws `outside` when `path`, which need not exist, is a link that leads out of `folder`. */
export function assertInside(folder: string, path: string): void {
  if (!isLink(path)) return;
  const target = realPath(path);
  if (target !== undefined && isWithin(realPath(folder) ?? folder, target)) return;
  throw new StoreError(
    'outside',
    `${path} is a symbolic link that leads out of ${folder}. Replace it by a real file or folder.`,
    { path },
  );
}

/** Throws `outside` when the history folder itself is a link to somewhere outside its project. */
export function assertHistoryFolder(folder: string): void {
  const project = dirname(folder);
  if (!isLink(folder)) return;
  const target = realPath(folder);
  if (target !== undefined && isWithin(realPath(project) ?? project, target)) return;
  throw new StoreError(
    'outside',
    `${folder} is a symbolic link that leads out of the project. Remove the link; to keep history elsewhere, set CODEX_HISTORY_ROOT.`,
    { path: folder },
  );
}

/** Whether `path` is `folder` or below it; both real, absolute paths. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

function isLink(path: string): boolean {
  return fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function realPath(path: string): string | undefined {
  try {
    return fs.realpathSync.native(path);
  } catch (error) {
    if (errno(error) === 'ENOENT' || errno(error) === 'ELOOP') return undefined;
    throw error;
  }
}
