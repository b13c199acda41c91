import { posix, win32, sep } from 'node:path';
import { withoutLongPrefix } from '../base/anyPath.ts';

/*
 * Paths of folders that may be on another machine: containers have Linux paths on Windows hosts, and a missing folder
 * cannot reveal which of two spellings is right.
 */

/** A former folder of a project, or one whose sessions a person added. */
export interface FormerFolder {
  /** Absolute, possibly of another system. */
  readonly path: string;
  /** Later sessions belong to what is in the folder now. Milliseconds; `Infinity` if nothing else is. */
  readonly until: number;
}

/** Reports whether a path is absolute on any system. */
export const isFolderPath = (path: string): boolean => styleOf(path) !== undefined && !path.includes('\0');

/** Normalizes a path in the style of its system: no `..`, no trailing separator. */
export function plainPath(path: string): string {
  const style = styleOf(path);
  if (style === undefined) return path;
  const plain = style.normalize(withoutLongPrefix(path));
  const { root } = style.parse(plain);
  return plain.length > root.length ? plain.replace(/[\\/]+$/, '') : plain;
}

/** Reports whether a path is a folder or inside it. Both normalized. */
export function isAtOrBelow(path: string, folder: string, separator: string = sep): boolean {
  return path === folder || path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
}

/** Reports whether a path of any system is a folder or inside it, comparing names as its file system does. */
export function isWithin(path: string, folder: string, platform: NodeJS.Platform): boolean {
  const separator = styleOf(folder)?.sep ?? sep;
  return isAtOrBelow(comparable(path, platform), comparable(folder, platform), separator);
}

/** Reports whether two paths name the same folder, comparing names as the platform does. */
export const isSamePath = (a: string, b: string, platform: NodeJS.Platform): boolean =>
  comparable(a, platform) === comparable(b, platform);

/** Reports whether a folder is the root of a file system. */
export const isFileRoot = (path: string): boolean => styleOf(path)?.parse(path).root === path;

/** Returns a form in which all spellings of a folder are equal. */
function comparable(path: string, platform: NodeJS.Platform): string {
  // macOS lists names in either form of Unicode, and finds them by both.
  const plain = platform === 'darwin' ? plainPath(path).normalize('NFC') : plainPath(path);
  const ignoresCase = platform === 'win32' || platform === 'darwin' || styleOf(path) === win32;
  return ignoresCase ? plain.toLowerCase() : plain;
}

/** Recognizes `/…` as Linux or macOS, and `C:\…`, `C:/…` and `\\…` as Windows. */
function styleOf(path: string): typeof posix | undefined {
  if (/^[A-Za-z]:[\\/]|^\\\\/.test(path)) return win32;
  return path.startsWith('/') ? posix : undefined;
}
