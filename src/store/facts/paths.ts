import { posix, win32 } from 'node:path';

/** Relative to the folder of the session where it lies below, whichever system that was on. */
export function shortPath(given: string, cwd: string | undefined): string {
  const system = /^[A-Za-z]:[\\/]|^\\\\/.test(given) ? win32 : posix;
  const path = given.replaceAll(system.sep, '/');
  if (cwd === undefined || !system.isAbsolute(given)) return path;
  const below = system.relative(cwd, given).replaceAll(system.sep, '/');
  return below === '' || /^\.\.(?:\/|$)|^[A-Za-z]:/.test(below) ? path : below;
}
