import fs from 'node:fs/promises';
import { completeJson } from './completeJson.ts';
import { parseJson } from './lines.ts';

/** As much is read at the head and at the tail of a transcript for a list. Bytes. */
const endBytes = 64 * 1024;

/** The beginning of a transcript and, where that is not all, its end. */
export interface Ends {
  /** JSON lines or one JSON value, made whole where it was cut. */
  readonly head: string;
  /** Whole JSON lines; empty where there are none. */
  readonly tail: string;
  /** Whether head and tail are all there is. */
  readonly complete: boolean;
}

/** Lists parse this much of the beginning first, because the first prompt is nearly always in it. Characters. */
const glanceLength = 16 * 1024;
/** As many of the last lines with a time, because the very last may be torn. */
const timedLines = 3;

/** What marks the lines behind the beginning of a transcript that a list must not miss. */
export interface Telling {
  /** They give the session its title, or say when it was. */
  readonly title: RegExp;
  /** They take back what was said before them: then all is to be read. */
  readonly takesBack: RegExp;
}

/**
 * What of head and tail usually tells a list enough, in a fraction of the time that parsing all of it takes: the first
 * lines, the last ones with a time, and those that give a title. Undefined where that is no less than all, where
 * something was taken back, and where lines do not stand for themselves.
 */
export function glance({ head, tail }: Ends, { title, takesBack }: Telling): Ends | undefined {
  const end = head.indexOf('\n', glanceLength) + 1;
  if (end === 0 || parseJson(head.slice(0, head.indexOf('\n'))) === undefined) return undefined;
  const rest = `${head.slice(end)}\n${tail}`;
  if (takesBack.test(rest)) return undefined;
  const lines = rest.split('\n');
  const timed = lines.filter((line) => line.includes('"timestamp":')).slice(-timedLines);
  const told = lines.filter((line) => timed.includes(line) || title.test(line));
  return { head: head.slice(0, end), tail: told.join('\n'), complete: false };
}

/** Reads head and tail of a file of `size` bytes with one opening; only the head where `tail` is false. */
export async function readEnds(path: string, size: number, { tail = true } = {}): Promise<Ends> {
  const file = await fs.open(path);
  try {
    const whole = size <= (tail ? 2 : 1) * endBytes;
    const head = await readAt(file, 0, whole ? size : endBytes);
    if (whole) return { head, tail: '', complete: true };
    return endsOf(head, tail ? await readAt(file, size - endBytes, endBytes) : '');
  } finally {
    await file.close();
  }
}

async function readAt(file: fs.FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
  return buffer.toString('utf8', 0, bytesRead);
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
