import { relative, isAbsolute, sep } from 'node:path';

/** Whether `path` is `folder` or below it; both real, absolute paths. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
