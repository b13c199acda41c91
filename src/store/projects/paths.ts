import { posix, win32, sep } from 'node:path';

/*
 * Paths of folders that may be of another machine: a container has paths of Linux on a host with Windows, and a folder
 * that is gone cannot be asked which of two spellings is its own.
 */

/** A folder in which a project was before, or whose sessions a person added. */
export interface FormerFolder {
  /** Absolute, maybe of another system. */
  readonly path: string;
  /** Sessions that began later belong to what is there now. Milliseconds; `Infinity` where nothing else is. */
  readonly until: number;
}

/** Whether a path is absolute on any system. */
export const isFolderPath = (path: string): boolean => styleOf(path) !== undefined && !path.includes('\0');

/** The path without `..` and without a separator at its end, in the style of the system it is of. */
export function plainPath(path: string): string {
  const style = styleOf(path);
  if (style === undefined) return path;
  const plain = style.normalize(path);
  const { root } = style.parse(plain);
  return plain.length > root.length ? plain.replace(/[\\/]+$/, '') : plain;
}

/** Whether a path is that of a folder or of something in it. Both in plain form. */
export function isAtOrBelow(path: string, folder: string, separator: string = sep): boolean {
  return path === folder || path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
}

/** The same for paths of any system, as the file system of theirs tells names apart. */
export function isWithin(path: string, folder: string, platform: NodeJS.Platform): boolean {
  const separator = styleOf(folder)?.sep ?? sep;
  return isAtOrBelow(comparable(path, platform), comparable(folder, platform), separator);
}

/** Whether two paths name the same folder, as the file system of a platform tells names apart. */
export const isSamePath = (a: string, b: string, platform: NodeJS.Platform): boolean =>
  comparable(a, platform) === comparable(b, platform);

/** Whether nothing is above a folder. */
export const isFileRoot = (path: string): boolean => styleOf(path)?.parse(path).root === path;

/** In the form in which paths of the same folder are the same text. */
function comparable(path: string, platform: NodeJS.Platform): string {
  const plain = plainPath(path);
  const ignoresCase = platform === 'win32' || platform === 'darwin' || styleOf(path) === win32;
  return ignoresCase ? plain.toLowerCase() : plain;
}

/** `/…` is of Linux and macOS, `C:\…`, `C:/…` and `\\…` of Windows. */
function styleOf(path: string): typeof posix | undefined {
  if (/^[A-Za-z]:[\\/]|^\\\\/.test(path)) return win32;
  return path.startsWith('/') ? posix : undefined;
}
