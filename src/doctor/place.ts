import { historyFolder } from '../store/files/projectHistory.ts';
import { folderAt } from '../store/files/way.ts';
import type { Patient } from './types.ts';

/** The history folder that is examined; undefined where there is none to examine. */
export function historyOf({ project, base = project }: Patient): string | undefined {
  const folder = base === undefined ? undefined : historyFolder(base);
  return folder !== undefined && isFolder(folder) ? folder : undefined;
}

/** What lies there instead is told by the check of the history itself. */
function isFolder(path: string): boolean {
  try {
    return folderAt(path) !== undefined;
  } catch {
    return false;
  }
}
