import { historyFolder } from '../disk/files/projectHistory.ts';
import { folderAt } from '../disk/files/way.ts';
import type { CheckTarget } from './types.ts';

/** Returns the history folder to examine; undefined without one. */
export function historyOf({ project, base = project }: CheckTarget): string | undefined {
  const folder = base === undefined ? undefined : historyFolder(base);
  return folder !== undefined && isFolder(folder) ? folder : undefined;
}

/** Returns false for a file too, which the history check reports. */
function isFolder(path: string): boolean {
  try {
    return folderAt(path) !== undefined;
  } catch {
    return false;
  }
}
