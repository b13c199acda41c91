/** Line feed, as a byte. */
export const newline = 0x0a;

/** A line that was too long to be kept. */
export interface LongLine {
  readonly bytes: number;
  /** Its beginning and end. */
  readonly head: string;
  readonly tail: string;
}

/** Number of bytes kept at each end of a line that is too long. */
const keptBytes = 256;

/**
 * Splits a stream of UTF-8 into lines without their line feeds, scanning each byte once. Of a line longer than
 * `maxBytes`, only a little is in memory at once, in addition to the current chunk.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  /** Bytes after the last line feed. */
  #pieces: Buffer[] = [];
  #bytes = 0;
  #skipping: { readonly head: Buffer; readonly tail: Buffer } | undefined;

  constructor(maxBytes = Infinity) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that end in a chunk, whose buffer may be reused afterwards. */
  push(chunk: Uint8Array): readonly (string | LongLine)[] {
    const first = chunk.indexOf(newline);
    const last = chunk.lastIndexOf(newline);
    this.#add(first === -1 ? chunk : chunk.subarray(0, first));
    if (first === -1) return [];
    const line = this.#take();
    const others = last > first ? textOf(chunk.subarray(first + 1, last)).split('\n') : [];
    const checked = chunk.length > this.#maxBytes ? others.map((other) => this.#whole(other)) : others;
    this.#add(chunk.subarray(last + 1));
    return [line, ...checked];
  }

  /** The rest after the last line feed, if there is any. */
  end(): readonly (string | LongLine)[] {
    return this.#bytes > 0 ? [this.#take()] : [];
  }

  #add(piece: Uint8Array): void {
    this.#bytes += piece.length;
    if (this.#skipping) {
      const tail = Buffer.concat([this.#skipping.tail, piece]).subarray(-keptBytes);
      this.#skipping = { ...this.#skipping, tail };
      return;
    }
    this.#pieces.push(Buffer.from(piece));
    if (this.#bytes <= this.#maxBytes) return;
    const all = Buffer.concat(this.#pieces);
    // Copies, because a slice would keep the whole line in memory.
    this.#skipping = {
      head: Buffer.from(all.subarray(0, keptBytes)),
      tail: Buffer.from(all.subarray(-keptBytes)),
    };
    this.#pieces = [];
  }

  #take(): string | LongLine {
    const [skipped, pieces, bytes] = [this.#skipping, this.#pieces, this.#bytes];
    this.#skipping = undefined;
    this.#pieces = [];
    this.#bytes = 0;
    if (skipped) return { bytes, head: skipped.head.toString(), tail: skipped.tail.toString() };
    return Buffer.concat(pieces).toString();
  }

  #whole(line: string): string | LongLine {
    this.#add(Buffer.from(line));
    return this.#take();
  }
}

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
