import fs from 'node:fs/promises';
import { completeJson } from './completeJson.ts';
import { parseJson } from './lines.ts';

/** As much is read at the head and at the tail of a transcript for a list. Bytes. */
export const endBytes = 64 * 1024;

/** The beginning of a transcript and, where that is not all, its end. */
export interface Ends {
  /** JSON lines or one JSON value, made whole where it was cut. */
  readonly head: string;
  /** Whole JSON lines; empty where there are none. */
  readonly tail: string;
  /** Whether head and tail are all there is. */
  readonly complete: boolean;
}

/** Reads head and tail of a file of `size` bytes with one opening; only the head where `tail` is false. */
export async function readEnds(path: string, size: number, { tail = true } = {}): Promise<Ends> {
  const file = await fs.open(path);
  try {
    const whole = size <= (tail ? 2 : 1) * endBytes;
    const head = await readAt(file, 0, whole ? size : endBytes);
    if (whole) return { head: head.toString('utf8'), tail: '', complete: true };
    const end = tail ? await readAt(file, size - endBytes, endBytes) : Buffer.alloc(0);
    return endsOf(head.toString('utf8'), end.toString('utf8'));
  } finally {
    await file.close();
  }
}

async function readAt(file: fs.FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function endsOf(cutHead: string, cutTail: string): Ends {
  const head = cutHead.replace(/^[\uFEFF\0\s]+/, '').replace(/\uFFFD+$/, '');
  const newline = cutTail.indexOf('\n');
  const tail = newline === -1 ? '' : cutTail.slice(newline + 1);
  const first = head.split('\n', 1)[0] ?? '';
  // One value over many lines has no lines to take from its tail.
  if (first.length < head.length && parseJson(first) === undefined)
    return { head: completeJson(head), tail: '', complete: false };
  const lastLine = head.lastIndexOf('\n') + 1;
  return { head: head.slice(0, lastLine) + completeJson(head.slice(lastLine)), tail, complete: false };
}
