import { isObject } from '../../disk/base/core.ts';
import { checksum } from '../../disk/files/checksum.ts';
import { openForeign } from '../../disk/files/foreign.ts';
import { newline } from '../../disk/files/lines.ts';
import type { ReadPlace } from './continued.ts';

/** Number of bytes before a place by which it is recognised. */
const summedBytes = 1_024;

/** Lines of a file that follow an offset, up to about a number of bytes. Each pass reads the same ones. */
export class FileWindow {
  readonly #path: string;
  readonly #start: number;
  readonly #bytes: number;
  #end: number | undefined;
  #isAll = false;
  /** Offsets of all lines but the first. */
  readonly #starts: number[] = [];

  constructor(path: string, start: number, bytes: number) {
    this.#path = path;
    this.#start = start;
    this.#bytes = bytes;
  }

  /** Offset of the end, after the first pass. */
  get end(): number {
    return this.#end ?? this.#start;
  }

  /** Whether the end is that of the file, after the first pass. */
  get isAll(): boolean {
    return this.#isAll;
  }

  /** Number of lines with a line end, after the first pass. */
  get lines(): number {
    return this.#starts.length;
  }

  /** Returns the offset of a line in the file, from 0. */
  offsetOf(line: number): number | undefined {
    return line === 0 ? this.#start : this.#starts[line - 1];
  }

  async *open(): AsyncGenerator<Uint8Array, void, undefined> {
    const known = this.#end;
    if (known !== undefined && known <= this.#start) return;
    const file = await openForeign(this.#path);
    const range = { start: this.#start, ...(known !== undefined && { end: known - 1 }) };
    let at = this.#start;
    for await (const chunk of file.createReadStream(range)) {
      if (!(chunk instanceof Uint8Array)) continue;
      const taken = known === undefined ? this.#taken(chunk, at) : chunk;
      at += taken.length;
      yield taken;
      if (taken.length < chunk.length) break;
    }
    this.#isAll ||= known === undefined && !this.#isFull(at);
    this.#end ??= at;
  }

  /** Notes the lines in a chunk at an offset; returns the part of it that belongs to the window. */
  #taken(chunk: Uint8Array, at: number): Uint8Array {
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, end + 1)) {
      this.#starts.push(at + end + 1);
      if (this.#isFull(at + end + 1)) return chunk.subarray(0, end + 1);
    }
    return chunk;
  }

  #isFull(end: number): boolean {
    return end - this.#start >= this.#bytes && this.#starts.at(-1) === end;
  }
}

/** Returns a checksum of the bytes just before an offset of a file; undefined if it is shorter. */
export async function sumBefore(path: string, offset: number): Promise<number | undefined> {
  const file = await openForeign(path);
  try {
    const length = Math.min(offset, summedBytes);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, offset - length);
    return bytesRead === length ? checksum(buffer) : undefined;
  } finally {
    await file.close();
  }
}

/** Whether a stored value is a place. */
export const isPlace = (value: unknown): value is ReadPlace =>
  isObject(value) &&
  [value.bytes, value.sum, value.records].every(Number.isSafeInteger) &&
  isObject(value.memory);

/** Whether the bytes before a place are unchanged. */
export const isStill = async (path: string, { bytes, sum }: ReadPlace): Promise<boolean> =>
  (await sumBefore(path, bytes).catch(() => undefined)) === sum;
