import type { Ends, KeyLinePatterns } from './agent.ts';
import { openForeign } from '../../disk/files/foreign.ts';
import type { FileHandle } from '../../disk/files/open.ts';
import { completeJson } from './completeJson.ts';
import { beginsLines, copied, wholeRecords } from './lines.ts';

/** Size of the tail read for lists. Bytes. */
const tailBytes = 64 * 1024;
/**
 * Sizes of the head in bytes, tried in order until it is enough. Instructions, pictures and pasted files may precede
 * the person's first words, even on the same line.
 */
const headBytes = [64 * 1024, 1024 * 1024, 8 * 1024 * 1024, 64 * 1024 * 1024] as const;

/** Length that lists parse first, as it nearly always holds the first prompt. Characters. */
const quickScanLength = 16 * 1024;
/** Number of last lines with a time to keep, as the very last may be torn. */
const timedLines = 3;

/**
 * Selects the lines of head and tail that usually suffice for a list, at a fraction of the cost of parsing all.
 *
 * They are the first ones, the last ones with a time, and those with a title. Undefined if that is everything, after a
 * rewind, or if lines depend on each other.
 */
export function quickScan({ head, tail }: Ends, { title, rewind }: KeyLinePatterns): Ends | undefined {
  const end = head.indexOf('\n', quickScanLength) + 1;
  if (end === 0 || !beginsLines(head.slice(0, head.indexOf('\n')))) return undefined;
  const rest = `${head.slice(end)}\n${tail}`;
  if (rewind.test(rest)) return undefined;
  const lines = rest.split('\n');
  const timed = lines.filter((line) => line.includes('"timestamp":')).slice(-timedLines);
  const kept = lines.filter((line) => timed.includes(line) || title.test(line));
  return { head: head.slice(0, end), tail: kept.join('\n'), complete: false, torn: false };
}

/** Parts of a file to read. */
export interface EndsOptions {
  /** Bytes. */
  readonly head?: number;
  /** Whether to read its end too. */
  readonly tail?: boolean;
  /** Opens the content of a file that has another than its bytes; undefined for others. */
  readonly content?: ((head: string) => AsyncIterable<Uint8Array> | undefined) | undefined;
}

/** Reads head and tail of a file of `size` bytes, opening it once. */
export async function readEnds(
  path: string,
  size: number,
  { head: reach = headBytes[0], tail = true }: EndsOptions = {},
): Promise<Ends> {
  const file = await openForeign(path);
  try {
    const whole = size <= reach + (tail ? tailBytes : 0);
    const head = await readAt(file, 0, whole ? size : reach);
    if (whole) return { head, tail: '', complete: true, torn: false };
    return endsOf(head, tail ? await readAt(file, size - tailBytes, tailBytes) : '');
  } finally {
    await file.close();
  }
}

/** Reads the last bytes of a file's current content; the first line may be cut. Returns empty text if unreadable. */
export async function readTail(path: string): Promise<string> {
  const file = await openForeign(path).catch(() => undefined);
  try {
    if (!file) return '';
    const { size } = await file.stat();
    return await readAt(file, Math.max(0, size - tailBytes), tailBytes);
  } finally {
    await file?.close();
  }
}

/** Reads the whole lines in the last `bytes` of the first `size` bytes of a file, without line ends. */
export async function readLastLines(path: string, size: number, bytes: number): Promise<readonly string[]> {
  const file = await openForeign(path);
  try {
    const from = Math.max(0, size - bytes);
    const lines = (await readAt(file, from, size - from)).split('\n');
    return from === 0 ? lines : lines.slice(1);
  } finally {
    await file.close();
  }
}

/** Reads growing heads until `inspect` returns a sufficient result or there is no more to read. */
export async function readUntil<T>(
  path: string,
  size: number,
  inspect: (ends: Ends) => Promise<T>,
  enough: (inspected: T) => boolean,
  { tail = true, content }: Omit<EndsOptions, 'head'> = {},
): Promise<T> {
  const [first, ...more] = headBytes;
  let ends = await readContentEnds(path, size, { head: first, tail, content });
  let inspected = await inspect(ends);
  for (const head of more) {
    if (ends.complete || enough(inspected)) break;
    ends = await readContentEnds(path, size, { head, tail, content });
    inspected = await inspect(ends);
  }
  return inspected;
}

/** Reads head and tail of a file, or of the content that stands for it. */
async function readContentEnds(
  path: string,
  size: number,
  { head: reach = headBytes[0], tail = true, content }: EndsOptions,
): Promise<Ends> {
  const packed = content?.('');
  if (packed) return endsOfChunks(packed, reach, tail);
  const ends = await readEnds(path, size, { head: reach, tail });
  const assembled = content?.(ends.head);
  return assembled ? endsOfChunks(assembled, reach, tail) : ends;
}

/** Takes head and tail of chunks, to their end only if the tail is wanted. */
async function endsOfChunks(chunks: AsyncIterable<Uint8Array>, reach: number, tail: boolean): Promise<Ends> {
  const most = reach + (tail ? tailBytes : 0);
  const begun: Uint8Array[] = [];
  let end = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of chunks) {
    if (bytes <= most) begun.push(copied(chunk));
    if (tail) end = Buffer.concat([end, chunk]).subarray(-tailBytes);
    bytes += chunk.length;
    if (bytes > most && !tail) break;
  }
  const head = Buffer.concat(begun);
  if (bytes <= most) return { head: head.toString(), tail: '', complete: true, torn: false };
  return endsOf(head.toString('utf8', 0, reach), tail ? end.toString() : '');
}

async function readAt(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
  return buffer.toString('utf8', 0, bytesRead);
}

function endsOf(cutHead: string, cutTail: string): Ends {
  const head = cutHead.replace(/^[\uFEFF\0\s]+/, '').replace(/\uFFFD+$/, '');
  const newline = cutTail.indexOf('\n');
  const tail = newline === -1 ? '' : cutTail.slice(newline + 1);
  const lines = head.lastIndexOf('\n') + 1;
  // A single value over many lines has no lines at its tail.
  if (lines > 0 && !beginsLines(head.slice(0, head.indexOf('\n'))))
    return { head: completeJson(head), tail: '', complete: false, torn: true };
  if (lines > 0) return { head: head.slice(0, lines), tail, complete: false, torn: false };
  const whole = wholeRecords(head);
  return whole > 0
    ? { head: head.slice(0, whole), tail, complete: false, torn: false }
    : { head: completeJson(head), tail, complete: false, torn: true };
}
