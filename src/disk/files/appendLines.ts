import { gluedRecords } from '../text/gluedRecords.ts';
import fs from 'node:fs';
import { confirmFolder } from './folders.ts';
import { dirname, join } from 'node:path';
import { jsonOf, type Lease, StoreError } from '../base/core.ts';
import { newline } from './lines.ts';
import { writeAtomic } from './atomic.ts';
import { bytesOf, lastBytesOf, openToAppend, type FileHandle } from './open.ts';
import { fileAt, lstatOwn } from './way.ts';

/** Number of bytes read at once from the end of a file. */
const chunkBytes = 64 * 1024;
/** Maximum number of lines appended at once. */
const mostLines = 3;

/** A text that a failing disk may have written, in whole or in part, although its writer got an error. */
interface Doubtful {
  readonly from: number;
  readonly text: string;
}

/** By file. A caller that got an error writes again: without this, the text could be in the file twice. */
const doubtful = new Map<string, Doubtful>();

/**
 * Appends JSON records, each of one or more lines, to a file and syncs it; call it under the lock of the file. Either
 * all of them are appended, or none: a single record in place, several by rewriting the file. The file is also
 * rewritten if a crash tore the last record, which is then dropped. The lease is checked right before each change.
 */
export async function appendLines(file: string, records: readonly string[], lease: Lease): Promise<void> {
  const text = `${records.join('\n')}\n`;
  const inPlace = records.length === 1 && !doubtful.has(file) && (await addInPlace(file, text, lease));
  if (!inPlace) await writeAnew(file, withAdded(await withoutDoubtful(file), text), lease);
}

/**
 * Removes from a file what this process failed to append and could not undo when the disk failed. Call it under the
 * lock of the file, before checking what the file contains.
 */
export async function takeBackDoubtful(file: string, lease: Lease): Promise<void> {
  if (doubtful.has(file)) await writeAnew(file, await withoutDoubtful(file), lease);
}

async function writeAnew(file: string, content: Buffer, lease: Lease): Promise<void> {
  await writeAtomic(file, content, lease);
  doubtful.delete(file);
}

/** Appends a text to a file, which is created if it is missing; false if the file must be rewritten instead. */
async function addInPlace(file: string, text: string, lease: Lease): Promise<boolean> {
  const commit = () => lease.assertHeld();
  const handle = await openToAppend(file);
  let size: number;
  try {
    size = (await handle.stat()).size;
    const end = await endOf(handle, size);
    if (wholeBytes(end) < end.length) return false;
    commit();
    // The last line may lack its line feed if a person wrote it.
    const added = { from: size, text: end.length > 0 && end.at(-1) !== newline ? `\n${text}` : text };
    if (!(await add(handle, added, { file, commit }))) return false;
    assertSame(file, handle);
  } finally {
    await handle.close();
  }
  if (size === 0) await confirmFolder(dirname(file), lease);
  return true;
}

/** Appends one record like `appendLines`; a file with more than `maxBytes` is first cut to its newest half. */
export async function appendBounded(
  file: string,
  record: string,
  { maxBytes, lease }: { readonly maxBytes: number; readonly lease: Lease },
): Promise<void> {
  await takeBackDoubtful(file, lease);
  if ((fileAt(file)?.size ?? 0) > maxBytes) {
    const newest = (await lastBytesOf(file, maxBytes / 2)) ?? Buffer.alloc(0);
    await writeAtomic(file, newest.subarray(newest.indexOf(newline) + 1), lease);
  }
  await appendLines(file, [record], lease);
}

/**
 * Rejects a line in a file that has since been replaced: a process that was suspended may have written to the old
 * one.
 */
function assertSame(file: string, { fd }: FileHandle): void {
  if (fs.fstatSync(fd).ino === fileAt(file)?.ino) return;
  throw new StoreError('busy', `${file} was written anew by another process meanwhile. Try again.`, { file });
}

/**
 * Appends a text; on an error of the disk, what was written is undone. False if it could not be synced: the system
 * may then have dropped its buffers, and would report success for the next sync of the same file.
 */
async function add(
  handle: FileHandle,
  added: Doubtful,
  { file, commit }: { readonly file: string; readonly commit: () => void },
): Promise<boolean> {
  const takeBack = (): void => {
    if (!cut(handle, added, commit)) doubtful.set(file, added);
  };
  try {
    await handle.writeFile(added.text);
  } catch (error) {
    takeBack();
    throw error;
  }
  try {
    await handle.sync();
    return true;
  } catch {
    takeBack();
    return false;
  }
}

/** Truncates the file to its previous size, unless others have appended to it since, or the lock was taken over. */
function cut({ fd }: FileHandle, { from, text }: Doubtful, commit: () => void): boolean {
  try {
    commit();
    if (fs.fstatSync(fd).size > from + Buffer.byteLength(text)) return false;
    fs.ftruncateSync(fd, from); // synchronous: nothing may run in between
    return true;
  } catch {
    return false; // the first error is reported
  }
}

/** Content of a file, without its doubtful text. */
async function withoutDoubtful(file: string): Promise<Buffer> {
  const bytes = (await bytesOf(file)) ?? Buffer.alloc(0);
  const { from, text } = doubtful.get(file) ?? { from: bytes.length, text: '' };
  const added = Buffer.from(text);
  const there = bytes.subarray(from, from + added.length);
  if (!there.equals(added.subarray(0, there.length))) return bytes; // others have written to the file since
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + there.length)]);
}

/** The last lines of a file, at least as many as are appended at once, and what follows the last line feed. */
async function endOf(handle: FileHandle, size: number): Promise<Buffer> {
  for (let length = Math.min(size, chunkBytes); ; length = Math.min(size, length * 2)) {
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    if (length === size || (lastLines(buffer)[0] ?? 0) > 0) return buffer;
  }
}

/** Offsets of the last lines, and of what follows the last line feed. */
function lastLines(bytes: Buffer): readonly number[] {
  const begins = [bytes.lastIndexOf(newline) + 1];
  for (let first = begins[0] ?? 0; first > 0 && begins.length <= mostLines; begins.unshift(first))
    first = bytes.subarray(0, first - 1).lastIndexOf(newline) + 1;
  return begins;
}

/**
 * Length of the part of a log, or of its end, that no crash has torn. A line without a line feed is torn if it is not
 * JSON; a power cut that lost part of the last append leaves zeros, which no line contains.
 */
function wholeBytes(bytes: Buffer): number {
  const begins = lastLines(bytes);
  const zero = bytes.indexOf(0, begins[0]);
  if (zero !== -1) return begins.findLast((begin) => begin <= zero) ?? 0;
  const last = begins.at(-1) ?? 0;
  return last === bytes.length ? last : last + wholeRecords(bytes.subarray(last).toString());
}

/** Bytes of a line without a line feed up to what is torn at its end. */
function wholeRecords(line: string): number {
  const isWhole = jsonOf(line) !== undefined;
  return Buffer.byteLength(isWhole ? line : line.slice(0, gluedRecords(line, { parse: jsonOf }).whole));
}

function withAdded(before: Buffer, text: string): Buffer {
  const whole = before.subarray(0, wholeBytes(before));
  const isEnded = whole.length === 0 || whole.at(-1) === newline;
  return Buffer.concat([whole, Buffer.from(isEnded ? text : `\n${text}`)]);
}

/**
 * Writes `.gitattributes` beside a log that is about to be created, so that git keeps the lines of both sides when it
 * merges `pattern`. Requires the lock of the log. Keeps what a person wrote.
 */
export async function mergeByLines(log: string, pattern: string, lease: Lease): Promise<void> {
  if (lstatOwn(log)) return;
  const file = join(dirname(log), '.gitattributes');
  const there = lstatOwn(file);
  if (there && !(there.isFile() && there.size === 0)) return;
  await writeAtomic(file, `${pattern} merge=union\n`, lease);
}
