import { newline } from '../../files/lines.ts';
import type { JsonValue } from '../../base/core.ts';
import { chunksOf, JsonLines, owned, parseJson } from './lines.ts';

/** A file that is one JSON value is read whole, up to this size. Bytes; the longest string of V8 is twice that. */
const maxDocumentBytes = 256 * 1024 * 1024;

/**
 * The values of a file that is either one JSON value (on one line or many) or JSON lines; agents changed from the
 * former to the latter, and the content tells, not the name. Never throws on content: what cannot be read is counted.
 * Can be iterated once.
 */
export class JsonRecords implements AsyncIterable<JsonValue> {
  readonly #chunks: AsyncIterable<Uint8Array>;
  #unreadable = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks;
  }

  /** Lines so far that could not be read; 1 for a single value that is torn. */
  get unreadable(): number {
    return this.#unreadable;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<JsonValue, void, undefined> {
    const source = this.#chunks[Symbol.asyncIterator]();
    const head = await firstLine(source);
    const document = beginsValue(head) ? await all(head, source) : undefined;
    if (document?.value !== undefined) {
      yield document.value;
      return;
    }
    const lines = new JsonLines(document ? chunksOf(...document.pieces) : joined(head, source));
    let read = 0;
    for await (const line of lines) {
      read++;
      this.#unreadable = lines.unreadable;
      yield line;
    }
    this.#unreadable = document && read === 0 ? 1 : lines.unreadable;
  }
}

/** The bytes up to the end of the first line that holds more than padding, in pieces. */
async function firstLine(source: AsyncIterator<Uint8Array>): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  let begun = false;
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    const piece = next.value;
    pieces.push(owned(piece));
    const from: number = begun ? 0 : piece.findIndex(opens);
    begun ||= from !== -1;
    if (begun && piece.includes(newline, from)) break;
  }
  return pieces;
}

/** Whether a byte is `{` or `[`. */
const opens = (byte: number): boolean => byte === 0x7b || byte === 0x5b;

/** Whether these bytes begin a value that goes on after its first line, or is no object: then it is no JSON line. */
function beginsValue(pieces: readonly Uint8Array[]): boolean {
  const text = Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^[\0\s\uFEFF]+/, '');
  if (text.startsWith('[')) return true;
  return text.startsWith('{') && parseJson(text.split('\n', 1)[0] ?? '') === undefined;
}

interface WholeDocument {
  readonly pieces: readonly Uint8Array[];
  readonly value?: JsonValue;
}

async function all(head: readonly Uint8Array[], source: AsyncIterator<Uint8Array>): Promise<WholeDocument> {
  const pieces = [...head];
  let bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    bytes += next.value.length;
    if (bytes <= maxDocumentBytes) pieces.push(owned(next.value));
  }
  if (bytes > maxDocumentBytes) return { pieces: [] };
  const value = parseJson(
    Buffer.concat(pieces)
      .toString('utf8')
      .replace(/^[\0\s\uFEFF]+|[\0\s]+$/g, ''),
  );
  return value === undefined ? { pieces } : { pieces, value };
}

async function* joined(
  head: readonly Uint8Array[],
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* head;
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
}
