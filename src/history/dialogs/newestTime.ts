import { isObject, jsonOf, timeOfNumber } from '../../disk/base/core.ts';
import { lastBytesNow } from '../../disk/files/open.ts';

/** What is read first of the end of a part; most hold several messages in it. Bytes. */
const firstBytes = 8_192;
/** Of a longer part whose messages are not found at its end, the time of its file counts. Bytes. */
const mostBytes = 4 * 2 ** 20;

/**
 * Returns the time of the newest of the last messages in a part file of this size, reading its end only; 0 if none is
 * found. Costs one small read for a file with a message per line, as this product writes it.
 */
export function newestTimeIn(path: string, size: number): number {
  for (let length = Math.min(firstBytes, size); length <= mostBytes; length = Math.min(length * 8, size)) {
    const found = newestOf(lastBytesNow(path, length)?.toString() ?? '', length === size);
    if (found > 0 || length === size) return found;
  }
  return 0;
}

/** Messages of other programs may span lines; then the whole is one value. */
function newestOf(text: string, isWhole: boolean): number {
  const lines = text.split('\n').map((line) => jsonOf(line.replace(/,$/, '')));
  const newest = latest(lines);
  if (newest > 0 || !isWhole) return newest;
  const all = jsonOf(text);
  return Array.isArray(all) ? latest(all) : 0;
}

function latest(messages: readonly unknown[]): number {
  let newest = 0;
  for (const message of messages) {
    const time = isObject(message) && typeof message.ts === 'number' ? timeOfNumber(message.ts) : undefined;
    newest = Math.max(newest, time ?? 0);
  }
  return newest;
}
