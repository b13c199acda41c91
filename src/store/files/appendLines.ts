import fs from 'node:fs';
import { confirmFolder } from './folders.ts';
import { dirname } from 'node:path';
import { jsonOf, type Lease, StoreError } from '../base/core.ts';
import { newline } from './lines.ts';
import { writeAtomic } from './atomic.ts';
import { bytesOf, lastBytesOf, openToAppend, type FileHandle } from './open.ts';
import { fileAt } from './way.ts';

/** How much is read at once in search of the last line feed. Bytes. */
const chunkBytes = 64 * 1024;

/**
 * Adds records of JSON, of a line or more each, to a file and waits for the disk; call it under the lock of the file.
 * All of them are added, or none: one in place, several with the whole file written anew, as also where a crash tore the
 * last line, which is left out. Right before each change the lease must still be held.
 */
export async function appendLines(file: string, records: readonly string[], lease: Lease): Promise<void> {
  const text = `${records.join('\n')}\n`;
  const inPlace = records.length === 1 && (await addInPlace(file, text, lease));
  if (!inPlace) await writeAtomic(file, await withAdded(file, text), lease);
}

/** Adds a text to the end of a file, which is made where it is missing; false where the file must be written anew instead. */
async function addInPlace(file: string, text: string, lease: Lease): Promise<boolean> {
  const commit = () => lease.assertHeld();
  const handle = await openToAppend(file);
  let size: number;
  try {
    size = (await handle.stat()).size;
    const last = await lastLine(handle, size);
    if (last.length > 0 && !isJson(last)) return false;
    commit();
    // A line that a person wrote may have no end.
    if (!(await add(handle, size, last.length > 0 ? `\n${text}` : text, commit))) return false;
    assertSame(file, handle);
  } finally {
    await handle.close();
  }
  if (size === 0) await confirmFolder(dirname(file), lease);
  return true;
}

/** Adds one record as `appendLines` does; a file that holds more than `maxBytes` is cut to its newest half first. */
export async function appendBounded(
  file: string,
  record: string,
  { maxBytes, lease }: { readonly maxBytes: number; readonly lease: Lease },
): Promise<void> {
  if ((fileAt(file)?.size ?? 0) > maxBytes) {
    const newest = (await lastBytesOf(file, maxBytes / 2)) ?? Buffer.alloc(0);
    await writeAtomic(file, newest.subarray(newest.indexOf(newline) + 1), lease);
  }
  await appendLines(file, [record], lease);
}

/** Refuses a line in a file that was replaced meanwhile: a process that was suspended may have written to the old one. */
function assertSame(file: string, { fd }: FileHandle): void {
  if (fs.fstatSync(fd).ino === fileAt(file)?.ino) return;
  throw new StoreError('busy', `${file} was written anew by another process meanwhile. Try again.`, { file });
}

/**
 * Adds a text; when the disk refuses, what it took is taken back. False where it could not be synced: the system may have
 * dropped what it held then, and would call the next sync of the same file a success.
 */
async function add(handle: FileHandle, size: number, text: string, commit: () => void): Promise<boolean> {
  const takeBack = () => cut(handle, { from: size, to: size + Buffer.byteLength(text) }, commit);
  try {
    await handle.writeFile(text);
  } catch (error) {
    takeBack();
    throw error;
  }
  try {
    await handle.sync();
    return true;
  } catch {
    return !takeBack(); // a line that stays readable counts as saved, as its caller would write it again
  }
}

/** Makes the file as long as it was, unless others added to it since; a torn line that stays is left out by the next who adds one. */
function cut(
  { fd }: FileHandle,
  { from, to }: { readonly from: number; readonly to: number },
  commit: () => void,
): boolean {
  try {
    commit();
    if (fs.fstatSync(fd).size > to) return false;
    fs.ftruncateSync(fd, from); // not awaited: nothing may come between
    return true;
  } catch {
    return false; // the first error is the one to tell
  }
}

/** What follows the last line feed. */
async function lastLine(handle: FileHandle, size: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let end = size; end > 0;) {
    const length = Math.min(chunkBytes, end);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, end - length);
    const at = buffer.lastIndexOf(newline);
    pieces.unshift(buffer.subarray(at + 1));
    if (at !== -1) break;
    end -= length;
  }
  return Buffer.concat(pieces);
}

async function withAdded(file: string, text: string): Promise<Buffer> {
  const before = (await bytesOf(file)) ?? Buffer.alloc(0);
  const whole = before.lastIndexOf(newline) + 1;
  const last = before.subarray(whole);
  const ended = isJson(last) ? [before, Buffer.from('\n')] : [before.subarray(0, whole)];
  return Buffer.concat([...ended, Buffer.from(text)]);
}

const isJson = (line: Uint8Array): boolean => jsonOf(Buffer.from(line).toString()) !== undefined;
