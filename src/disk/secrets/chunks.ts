import { blockBegins } from './find.ts';

/** Amount masked at once, in whole lines. Bytes. */
const gatherBytes = 64 * 1024;
/** Size above which a line is masked in pieces and a block is not recognised. Bytes. */
const maxLineBytes = 64 * 1024 * 1024;
const maxBlockChars = 64 * 1024;
const newline = 0x0a;

/**
 * Yields the bytes of a document without its secrets, however its chunks are split. Bytes without secrets are passed on
 * unchanged. Holds one line in memory, or one private key.
 */
export async function* maskedChunks(
  chunks: AsyncIterable<Uint8Array>,
  mask: (text: string) => string,
): AsyncGenerator<Uint8Array> {
  let held: Buffer[] = [];
  let length = 0;
  const take = (end: number): Buffer => {
    const all = held.length === 1 && held[0] ? held[0] : Buffer.concat(held);
    held = end < all.length ? [all.subarray(end)] : [];
    length = all.length - end;
    return all.subarray(0, end);
  };
  for await (const chunk of chunks) {
    held.push(Buffer.from(chunk));
    length += chunk.length;
    if (length < gatherBytes || (!chunk.includes(newline) && length < maxLineBytes)) continue;
    const whole = wholeLines(held, length);
    if (whole > 0) yield masked(take(whole), mask);
  }
  if (length > 0) yield masked(take(length), mask);
}

/** Number of bytes that can be masked by themselves: whole lines that do not end inside a block. */
function wholeLines(held: readonly Buffer[], length: number): number {
  const all = Buffer.concat(held);
  const end = all.lastIndexOf(newline) + 1;
  if (end === 0) return length < maxLineBytes ? 0 : cutOf(all);
  const tail = all.toString('latin1', Math.max(0, end - maxBlockChars), end);
  const open = openBlock(tail);
  return open === undefined ? end : end - (tail.length - open);
}

/** Start of the line where an unclosed block begins; in JSON a block is within a string and so on one line. */
function openBlock(text: string): number | undefined {
  for (const { index } of text.matchAll(new RegExp(blockBegins, 'gi'))) {
    const line = text.lastIndexOf('\n', index) + 1;
    const isClosed = /-----END |<\/private>/i.test(text.slice(index + 1));
    if (!isClosed && !/^\s*["{}[\],]/.test(text.slice(line, index))) return line;
  }
  return undefined;
}

/** End of a string, at which a line that is too long to hold is cut. */
function cutOf(line: Buffer): number {
  const quote = line.lastIndexOf(0x22);
  return quote > 0 ? quote : line.length;
}

function masked(bytes: Buffer, mask: (text: string) => string): Uint8Array {
  const text = bytes.toString('utf8');
  const result = mask(text);
  return result === text ? bytes : Buffer.from(result);
}
