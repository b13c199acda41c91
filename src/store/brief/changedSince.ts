import { isAbsolute, join } from 'node:path';
import { foreignFileNow } from '../files/foreign.ts';

/** What an agent writes is noted a moment later. Milliseconds. */
const tolerance = 1_000;

/** Those of some paths of files that were changed after a time, milliseconds, as far as they are on this machine. Looks at each without waiting. */
export function changedSince(
  files: readonly string[],
  folder: string | undefined,
  since: number,
): ReadonlySet<string> {
  const isChanged = (path: string): boolean => {
    const stat = foreignFileNow(isAbsolute(path) || folder === undefined ? path : join(folder, path));
    return stat !== undefined && stat.mtimeMs > since + tolerance;
  };
  return new Set(files.filter(isChanged));
}
