import { basename, dirname } from 'node:path';
import { jsonOf } from '../../disk/base/core.ts';
import { inMemory } from '../../disk/files/inMemory.ts';
import { readHeadNow } from '../../disk/files/foreign.ts';
import { dashed } from '../reading/places.ts';

/** Claude Code cuts longer folder names and appends a hash. */
export const maxNameLength = 200;

/** Bytes in which the first folder of a session nearly always stands. */
const headBytes = 4_096;

/** Folders in which sessions began, by path; a transcript only grows, so its beginning stays. */
const begun = inMemory<string>(20_000);

/** Reports whether a session folder may be that of a working folder. */
function isFolderOf(name: string, cwd: string): boolean {
  const wanted = dashed(cwd).toLowerCase();
  const is = name.toLowerCase();
  return wanted.length > maxNameLength ? is.startsWith(wanted.slice(0, maxNameLength)) : is === wanted;
}

/**
 * Orders the folders in which a session worked: first the one in whose session folder its file lies, from which it is
 * resumed, though it began in another and was moved.
 */
export function placedFolders(path: string, cwds: readonly string[]): readonly string[] {
  const name = basename(dirname(path));
  const home = cwds.findLast((cwd) => isFolderOf(name, cwd));
  return home === undefined ? cwds : [home, ...cwds.filter((cwd) => cwd !== home)];
}

/** Returns the folder in which a session began, if its file was moved to the session folder of another. */
export function leftFolder(path: string): string | undefined {
  const cwd = begun.get(path, '') ?? begun.set(path, '', firstFolderIn(path));
  return cwd === '' || isFolderOf(basename(dirname(path)), cwd) ? undefined : cwd;
}

function firstFolderIn(path: string): string {
  const [, text] = /"cwd":\s*("(?:[^"\\]|\\.)*")/.exec(readHeadNow(path, headBytes)) ?? [];
  const cwd = text === undefined ? undefined : jsonOf(text);
  return typeof cwd === 'string' ? cwd : '';
}
