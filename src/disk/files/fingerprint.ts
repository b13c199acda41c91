import { createHash } from 'node:crypto';
import fs, { type Stats } from 'node:fs';

/** Number of files requested at once; more would not be faster. */
const ahead = 32;

/**
 * Files in their order, each with its `stat`, which is requested while earlier ones are processed: for a thousand
 * files, waiting for each answer would take most of the time. A failing `stat` rejects where it is awaited.
 */
export async function* statsAhead<T extends { readonly path: string }>(
  files: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<readonly [T, Promise<Stats>]> {
  const asked: (readonly [T, Promise<Stats>])[] = [];
  for await (const file of files) {
    const stat = fs.promises.stat(file.path);
    stat.catch(() => undefined); // reported where it is awaited
    asked.push([file, stat]);
    if (asked.length > ahead) yield* asked.splice(0, 1);
  }
  yield* asked;
}

/** Changes whenever a file does, also if its size and time were restored: then the system still records a change. */
export const fingerprintOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string =>
  `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

/** Size of a file with this fingerprint. Bytes. */
export const sizeIn = (fingerprint: string): number => Number(fingerprint.split(' ')[1]);

/** Fingerprint of the file at a path; undefined if there is none. */
export function fileFingerprint(path: string): string | undefined {
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  return stat && fingerprintOf(stat);
}

/** Fingerprint of a regular file; empty if there is none, or a link or something else. One call of the system. */
export function regularFingerprint(path: string): string {
  try {
    const stat = fs.lstatSync(path, { throwIfNoEntry: false });
    return stat?.isFile() === true ? fingerprintOf(stat) : '';
  } catch {
    return ''; // what is wrong with the folder is told by what needs it
  }
}

/** Changes when one of several files does, or when there are others; empty for none. */
export function filesFingerprint(paths: readonly string[]): string {
  const states = paths.map((path) => `${path} ${fileFingerprint(path)}`);
  return states.length === 0 ? '' : createHash('sha256').update(states.join('\n')).digest('hex');
}

/** Creation time of the file at a path in milliseconds; undefined if there is none. */
export const birthTime = (path: string): number | undefined =>
  fs.statSync(path, { throwIfNoEntry: false })?.birthtimeMs;
