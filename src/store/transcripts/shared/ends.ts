import type { Ends, TellingLines } from './agent.ts';
import { openForeign } from '../../files/foreign.ts';
import type { FileHandle } from '../../files/open.ts';
import { completeJson } from './completeJson.ts';
import { parseJson } from './lines.ts';

/** As much is read at the tail of a transcript for a list. Bytes. */
const tailBytes = 64 * 1024;
/**
 * As much is read at its head, one after the other until that tells enough: instructions, pictures and pasted files
 * may stand before the first words of the person, or in one line with them. Bytes.
 */
const headBytes = [64 * 1024, 1024 * 1024, 8 * 1024 * 1024, 64 * 1024 * 1024] as const;

/** Lists parse this much of the beginning first, because the first prompt is nearly always in it. Characters. */
const quickScanLength = 16 * 1024;
/** As many of the last lines with a time, because the very last may be torn. */
const timedLines = 3;

/**
 * What of head and tail usually tells a list enough, in a fraction of the time that parsing all of it takes: the first
 * lines, the last ones with a time, and those that give a title. Undefined where that is no less than all, where
 * something was taken back, and where lines do not stand for themselves.
 */
export function quickScan({ head, tail }: Ends, { title, takesBack }: TellingLines): Ends | undefined {
  const end = head.indexOf('\n', quickScanLength) + 1;
  if (end === 0 || parseJson(head.slice(0, head.indexOf('\n'))) === undefined) return undefined;
  const rest = `${head.slice(end)}\n${tail}`;
  if (takesBack.test(rest)) return undefined;
  const lines = rest.split('\n');
  const timed = lines.filter((line) => line.includes('"timestamp":')).slice(-timedLines);
  const kept = lines.filter((line) => timed.includes(line) || title.test(line));
  return { head: head.slice(0, end), tail: kept.join('\n'), complete: false, torn: false };
}

/** How much of a file is read. */
export interface EndsReach {
  /** Bytes. */
  readonly head?: number;
  /** Whether its end is read, too. */
  readonly tail?: boolean;
}

/** Reads head and tail of a file of `size` bytes with one opening. */
export async function readEnds(
  path: string,
  size: number,
  { head: reach = headBytes[0], tail = true }: EndsReach = {},
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

/** The last bytes of a file, as it is now; the first line may be cut. Empty where it cannot be read. */
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

/** The whole lines among the last `bytes` of the first `size` bytes of a file, without what ends them. */
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

/** Reads more and more of the head, until what `look` makes of it is enough, or nothing more is to be had. */
export async function readUntil<T>(
  path: string,
  size: number,
  look: (ends: Ends) => Promise<T>,
  enough: (looked: T) => boolean,
  { tail = true }: Pick<EndsReach, 'tail'> = {},
): Promise<T> {
  const [first, ...more] = headBytes;
  let ends = await readEnds(path, size, { head: first, tail });
  let looked = await look(ends);
  for (const head of more) {
    if (ends.complete || enough(looked)) break;
    ends = await readEnds(path, size, { head, tail });
    looked = await look(ends);
  }
  return looked;
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
  // One value over many lines has no lines to take from its tail.
  if (lines > 0 && parseJson(head.slice(0, head.indexOf('\n'))) === undefined)
    return { head: completeJson(head), tail: '', complete: false, torn: true };
  if (lines > 0) return { head: head.slice(0, lines), tail, complete: false, torn: false };
  return { head: completeJson(head), tail, complete: false, torn: true };
}
