import { confirmFolder } from './folders.ts';
import { dirname } from 'node:path';
import { jsonOf, type Lease } from '../base/core.ts';
import { newline } from './lines.ts';
import { writeAtomic } from './atomic.ts';
import { bytesOf, lastBytesOf, openToAppend, type FileHandle } from './open.ts';
import { fileAt } from './way.ts';

/** How much is read at once in search of the last line feed. Bytes. */
const chunkBytes = 64 * 1024;

/**
 * Adds records of JSON, of a line or more each, to a file and waits for the disk; call it under the lock of the file.
 * All of them are added, or none: one in place, several with the whole file written anew. A last line that was torn by a
 * crash is cut off. Right before each change the lease must still be held.
 */
export async function appendLines(file: string, records: readonly string[], lease: Lease): Promise<void> {
  const text = `${records.join('\n')}\n`;
  if (records.length > 1) return writeAtomic(file, await withAdded(file, text), lease);
  const commit = () => lease.assertHeld();
  const handle = await openToAppend(file);
  let isNew: boolean;
  try {
    const size = await endLastLine(handle, commit);
    isNew = size === 0;
    commit();
    await add(handle, size, text, commit);
  } finally {
    await handle.close();
  }
  if (isNew) await confirmFolder(dirname(file), lease);
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

/** When the disk refuses, what it took is taken back. */
async function add(handle: FileHandle, size: number, text: string, commit: () => void): Promise<void> {
  let written = false;
  try {
    await handle.writeFile(text);
    written = true;
    await handle.sync();
  } catch (error) {
    const takenBack = await cut(handle, size, commit);
    // What everybody can read is not told as missing: it would be written again.
    if (takenBack || !written) throw error;
  }
}

/** Whether the file is as long as it was; a torn line that stays is cut off by the next who adds one. */
async function cut(handle: FileHandle, size: number, commit: () => void): Promise<boolean> {
  try {
    commit(); // what others wrote after they took the lock over stays
    await handle.truncate(size);
    return true;
  } catch {
    return false; // the first error is the one to tell
  }
}

/** Makes the file end with a whole line, and gives its length. */
async function endLastLine(handle: FileHandle, commit: () => void): Promise<number> {
  const { size } = await handle.stat();
  const last = await lastLine(handle, size);
  if (last.length === 0) return size;
  commit();
  if (isJson(last)) await handle.writeFile('\n');
  else await handle.truncate(size - last.length);
  return isJson(last) ? size + 1 : size - last.length;
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
