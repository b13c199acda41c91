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

/** Differs whenever a file does: inode, size, time of change. */
export const fingerprintOf = ({ ino, size, mtimeMs }: Stats): string => `${ino} ${size} ${mtimeMs}`;

/** The fingerprint of what is at a path; undefined when nothing is there. */
export function fileFingerprint(path: string): string | undefined {
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  return stat && fingerprintOf(stat);
}

/** When the file at a path was made, milliseconds; undefined when nothing is there. */
export const birthTime = (path: string): number | undefined =>
  fs.statSync(path, { throwIfNoEntry: false })?.birthtimeMs;

/** What was made of files, or of whatever has a fingerprint, as long as that stays. */
export class FileCache<T> {
  readonly #most: number;
  readonly #known = new Map<string, { readonly fingerprint: string; readonly value: T }>();

  /** Of more than `most` files those are forgotten that were remembered first. */
  constructor(most = 20_000) {
    this.#most = most;
  }

  /** What was made of a file; undefined where it has another fingerprint now, or is not known. */
  get(path: string, fingerprint: string): T | undefined {
    const known = this.#known.get(path);
    return known?.fingerprint === fingerprint ? known.value : undefined;
  }

  /** Remembers, and gives, what was made of a file with this fingerprint. */
  set(path: string, fingerprint: string, value: T): T {
    this.#known.delete(path);
    this.#known.set(path, { fingerprint, value });
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#most && oldest !== undefined) this.#known.delete(oldest);
    return value;
  }
}
