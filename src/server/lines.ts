const newline = 0x0a;
/** How much of both ends of a line that is too long is kept, to find the id of the request in it. */
const keptBytes = 256;

/** What stands at both ends of a line that was not kept. */
export interface LongLine {
  readonly bytes: number;
  readonly head: string;
  readonly tail: string;
}

export interface LineReceiver {
  line(text: string): void;
  /** A line over the limit has ended; no more than a little of it was ever in memory at once. */
  tooLong(line: LongLine): void;
}

/** Cuts a stream of bytes into lines, each byte looked at once, with a limit on what a line may take. */
export class LineSplitter {
  readonly #receiver: LineReceiver;
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #skipping: { head: Buffer; tail: Buffer } | undefined;

  constructor(maxBytes: number, receiver: LineReceiver) {
    this.#maxBytes = maxBytes;
    this.#receiver = receiver;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#append(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    this.#append(chunk.subarray(start));
  }

  /** The stream has ended; what came after its last newline is a line too. */
  end(): void {
    if (this.#bytes > 0) this.#finish();
  }

  #append(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#skipping) {
      this.#skipping.tail = Buffer.concat([this.#skipping.tail, piece]).subarray(-keptBytes);
    } else {
      this.#pieces.push(piece);
      if (this.#bytes > this.#maxBytes) this.#skip();
    }
  }

  #skip(): void {
    const all = Buffer.concat(this.#pieces);
    // Copies, because a slice would keep the whole line in memory.
    this.#skipping = {
      head: Buffer.from(all.subarray(0, keptBytes)),
      tail: Buffer.from(all.subarray(-keptBytes)),
    };
    this.#pieces = [];
  }

  #finish(): void {
    const [skipped, pieces, bytes] = [this.#skipping, this.#pieces, this.#bytes];
    this.#skipping = undefined;
    this.#pieces = [];
    this.#bytes = 0;
    if (skipped) {
      this.#receiver.tooLong({ bytes, head: skipped.head.toString(), tail: skipped.tail.toString() });
    } else {
      this.#receiver.line(Buffer.concat(pieces).toString());
    }
  }
}
