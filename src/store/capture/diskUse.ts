import { join } from 'node:path';
import { statsAhead } from '../files/fileCache.ts';
import { entriesOf } from '../files/folders.ts';

/** The bytes of all files below a folder of ours; none where there is no folder. */
export async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  const entries = (await entriesOf(folder)) ?? [];
  for (const entry of entries) if (entry.isDirectory()) bytes += await bytesBelow(join(folder, entry.name));
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => ({ path: join(folder, name) }));
  // What is gone meanwhile takes no space.
  for await (const [, stat] of statsAhead(files))
    bytes += await stat.then(
      ({ size }) => size,
      () => 0,
    );
  return bytes;
}
