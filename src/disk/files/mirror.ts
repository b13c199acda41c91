import fs from 'node:fs';
import { randomBytes } from 'node:crypto';
import { errno, type Lease } from '../base/core.ts';
import { renameOver } from './atomic.ts';
import { removeFile, synced, temporarySuffix } from './folders.ts';
import { fileMode, openToAppend, openToChangeNow, openToRead, type FileHandle } from './open.ts';
import { checkParents, fileAt, lstatOwn } from './way.ts';

/*
 * Second copies of files of the store that follow them. A copy has the size and time of its original, by which it is
 * known to be current. Files that grow are followed by what was appended; all others are replaced as a whole.
 */

/** Suffix of files that grow by lines. */
const growing = '.jsonl';

/** Bytes compared and copied at once. */
const chunkBytes = 256 * 1024;

/**
 * A file that changed this recently may change again without getting another time, so its copy does not count as
 * current. Milliseconds.
 */
const recentMs = 1_500;

/** Whether a copy is current; times are set as exactly as a number of seconds can be. */
export const isMirrored = (from: fs.Stats, to: fs.Stats | undefined): boolean =>
  to?.isFile() === true && to.size === from.size && Math.abs(to.mtimeMs - from.mtimeMs) < 0.01;

/**
 * Makes a copy current, at any time with its old or new content as a whole, or with the beginning of what was
 * appended. Returns the bytes written; undefined if the original is missing or not a file.
 */
export async function mirrorFile(
  from: string,
  to: string,
  { lease, now }: { readonly lease: Lease; readonly now: number },
): Promise<number | undefined> {
  const original = lstatOwn(from);
  if (!original?.isFile()) return undefined;
  const there = lstatOwn(to);
  if (isMirrored(original, there)) return 0;
  const time = timeFor(original, now);
  if (from.endsWith(growing) && there?.isFile() && there.size > 0 && there.size <= original.size) {
    const written = await append(from, to, { from: there.size, to: original.size, time });
    if (written !== undefined) return written;
  }
  const temporary = await stageMirror(from, to, now);
  if (temporary === undefined) return undefined;
  await placeMirror(temporary, to, lease);
  return original.size;
}

/** Copies a file to a temporary name beside its copy, synced; undefined if the original is gone. */
export async function stageMirror(from: string, to: string, now: number): Promise<string | undefined> {
  const temporary = temporaryFor(to);
  try {
    const copy = await copyNew(from, temporary, now);
    if (copy === undefined) return undefined;
    await confirmCopy(copy);
    return temporary;
  } catch (error) {
    await removeFile(temporary).catch(() => undefined); // the first error is reported
    throw error;
  }
}

/** A temporary name beside a copy. */
export const temporaryFor = (path: string): string =>
  `${path}.${randomBytes(4).toString('hex')}${temporarySuffix}`;

/** A file that was copied and is neither durable nor has its time. */
export interface NewCopy {
  readonly path: string;
  readonly timeMs: number;
}

/** Copies a file to a path that does not exist; undefined if the original is gone. `confirmCopies` completes it. */
export async function copyNew(from: string, to: string, now: number): Promise<NewCopy | undefined> {
  checkParents(to);
  const original = fileAt(from);
  if (original === undefined) return undefined;
  const { COPYFILE_FICLONE, COPYFILE_EXCL } = fs.constants;
  const flags = COPYFILE_FICLONE | COPYFILE_EXCL;
  try {
    // Waiting for each of thousands of small files would take most of the time.
    if (original.size <= chunkBytes) fs.copyFileSync(from, to, flags);
    else await fs.promises.copyFile(from, to, flags);
  } catch (error) {
    if (errno(error) === 'ENOENT' && lstatOwn(from) === undefined) return undefined;
    throw error;
  }
  if ((original.mode & 0o777) !== fileMode) fs.chmodSync(to, fileMode);
  return { path: to, timeMs: timeFor(original, now) };
}

/** Number of files synced at once. */
const atOnce = 64;

/** Gives copied files their times and syncs them, many at once. */
export async function confirmCopies(copies: readonly NewCopy[]): Promise<void> {
  for (let n = 0; n < copies.length; n += atOnce)
    await allEnded(copies.slice(n, n + atOnce).map((copy) => confirmCopy(copy)));
}

/** Waits for all work to end, also if some of it fails; then throws the first failure. */
async function allEnded(work: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(work);
  await Promise.all(work);
}

async function confirmCopy({ path, timeMs }: NewCopy): Promise<void> {
  const descriptor = openToChangeNow(path);
  if (descriptor === undefined) return;
  try {
    fs.futimesSync(descriptor, timeMs / 1_000, timeMs / 1_000);
    await synced(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Replaces a copy by what was staged for it. */
export async function placeMirror(temporary: string, to: string, lease: Lease): Promise<void> {
  try {
    await renameOver(temporary, to, () => lease.assertHeld());
  } catch (error) {
    await removeFile(temporary).catch(() => undefined); // the first error is reported
    throw error;
  }
}

const timeFor = ({ mtimeMs }: fs.Stats, now: number): number =>
  Math.abs(now - mtimeMs) < recentMs ? mtimeMs - 10_000 : mtimeMs;

async function finish(handle: FileHandle | undefined, timeMs: number): Promise<void> {
  try {
    await handle?.utimes(timeMs / 1_000, timeMs / 1_000);
    await handle?.sync();
  } finally {
    await handle?.close();
  }
}

/** Appends what the copy lacks; undefined if it is not the beginning of the original. */
async function append(
  from: string,
  to: string,
  range: { readonly from: number; readonly to: number; readonly time: number },
): Promise<number | undefined> {
  const original = await openToRead(from, Infinity);
  try {
    if (original === undefined) return undefined;
    const copy = await openToAppend(to);
    try {
      if (!(await isSame(original, copy, range.from))) return undefined;
      for await (const bytes of chunks(original, range.from, range.to)) await copy.appendFile(bytes);
    } finally {
      await finish(copy, range.time);
    }
    return range.to - range.from;
  } finally {
    await original?.close();
  }
}

/** Reports whether two files have the same bytes. */
export async function areEqual(one: string, other: string): Promise<boolean> {
  const [first, second] = [await openToRead(one, Infinity), await openToRead(other, Infinity)];
  try {
    if (first === undefined || second === undefined) return false;
    const { size } = await first.stat();
    return size === (await second.stat()).size && (await isSame(first, second, size));
  } finally {
    await first?.close();
    await second?.close();
  }
}

async function isSame(one: FileHandle, other: FileHandle, length: number): Promise<boolean> {
  const theirs = chunks(other, 0, length);
  for await (const bytes of chunks(one, 0, length)) {
    const next = await theirs.next();
    if (next.done || !bytes.equals(next.value)) return false;
  }
  return true;
}

/** The bytes of a file, also of one that turns out to be shorter. */
async function* chunks(handle: FileHandle, from: number, to: number): AsyncGenerator<Buffer, undefined> {
  for (let at = from; at < to;) {
    const length = Math.min(chunkBytes, to - at);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
    if (bytesRead === 0) return undefined;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
  return undefined;
}
