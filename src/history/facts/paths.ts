import { posix, win32 } from 'node:path';
import { withoutLongPrefix } from '../../disk/base/anyPath.ts';

/** Makes a path relative to the session's folder if it is below, on any system. */
export function shortPath(from: string, cwd: string | undefined): string {
  const given = withoutLongPrefix(from);
  const system = /^[A-Za-z]:[\\/]|^\\\\/.test(given) ? win32 : posix;
  const path = given.replaceAll(system.sep, '/');
  if (cwd === undefined || !system.isAbsolute(given)) return path;
  const below = system.relative(withoutLongPrefix(cwd), given).replaceAll(system.sep, '/');
  return below === '' || /^\.\.(?:\/|$)|^[A-Za-z]:/.test(below) ? path : below;
}
