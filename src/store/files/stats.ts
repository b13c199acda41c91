import fs, { type Stats } from 'node:fs';

/** As many files are asked for at once; more would not come sooner. */
const ahead = 32;

/**
 * Files in their order, each with its `stat`, which is asked for while those before it are still worked on: for a
 * thousand files most of the time goes by in waiting for one answer after the other. A `stat` that fails rejects where
 * it is awaited.
 */
export async function* statsAhead<T extends { readonly path: string }>(
  files: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<readonly [T, Promise<Stats>]> {
  const asked: (readonly [T, Promise<Stats>])[] = [];
  for await (const file of files) {
    const stat = fs.promises.stat(file.path);
    stat.catch(() => undefined); // told to whoever awaits it
    asked.push([file, stat]);
    if (asked.length > ahead) yield* asked.splice(0, 1);
  }
  yield* asked;
}

/** Differs whenever a file does: inode, size, time of change. Undefined when it is not there. */
export function fileFingerprint(path: string): string | undefined {
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  return stat && `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
}
