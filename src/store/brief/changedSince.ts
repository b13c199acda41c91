import { isAbsolute, join } from 'node:path';
import type { ChangedFile } from '../facts/sessionFacts.ts';
import { foreignFile } from '../files/foreign.ts';

/** What an agent writes is noted a moment later. Milliseconds. */
const tolerance = 1_000;

/** The paths of the files that were changed after a time, milliseconds, as far as they are on this machine. */
export async function changedSince(
  files: readonly ChangedFile[],
  folder: string | undefined,
  since: number,
): Promise<ReadonlySet<string>> {
  const changed = await Promise.all(
    files.map(async ({ path }) => {
      const stat = await foreignFile(isAbsolute(path) || folder === undefined ? path : join(folder, path));
      return stat !== undefined && stat.mtimeMs > since + tolerance ? [path] : [];
    }),
  );
  return new Set(changed.flat());
}
