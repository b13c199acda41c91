import { formatNow } from '../disk/files/historyFormat.ts';
import { historyFolder } from '../disk/files/projectHistory.ts';
import { folderAt } from '../disk/files/way.ts';
import type { CheckTarget } from './types.ts';

/** Returns the history folder to examine; undefined without one, and for one that only a later version can open. */
export function historyOf({ project, base = project }: CheckTarget): string | undefined {
  const folder = base === undefined ? undefined : historyFolder(base);
  return folder !== undefined && isFolder(folder) ? folder : undefined;
}

/** Whether only a later version can open the history of a project, which the history check reports. */
export function isClosed(base: string): boolean {
  const format = formatNow(historyFolder(base));
  return format.state === 'newer' && !format.isReadable;
}

/** Returns false for a file and a closed history too, which the history check reports. */
function isFolder(path: string): boolean {
  try {
    return folderAt(path) !== undefined;
  } catch {
    return false;
  }
}
