import { newline } from '../../disk/files/lines.ts';
import type { JsonValue } from '../../disk/base/core.ts';
import { beginsLines, chunksOf, JsonLines, copied, parseJson } from './lines.ts';

/** Size limit of a file that is one JSON value, which is read whole. Bytes; half of V8's longest string. */
const maxDocumentBytes = 256 * 1024 * 1024;

/**
 * The values of a file that is either one JSON value or JSON lines, judged by content; agents moved from the former to
 * the latter. Never throws on content: unreadable parts are counted. Iterable once.
 */
export class JsonRecords implements AsyncIterable<JsonValue> {
  readonly #chunks: AsyncIterable<Uint8Array>;
  #unreadable = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks;
  }

  /** Number of unreadable lines so far; 1 for a torn single value. */
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

/** Reads the bytes up to the end of the first non-blank line, in pieces. */
async function firstLine(source: AsyncIterator<Uint8Array>): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  let begun = false;
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    const piece = next.value;
    pieces.push(copied(piece));
    const from: number = begun ? 0 : piece.findIndex(opens);
    begun ||= from !== -1;
    if (begun && piece.includes(newline, from)) break;
  }
  return pieces;
}

/** Whether a byte is `{` or `[`. */
const opens = (byte: number): boolean => byte === 0x7b || byte === 0x5b;

/**
 * Whether the bytes begin a value that continues after its first line or is not an object, so neither a JSON line nor
 * several on one line.
 */
function beginsValue(pieces: readonly Uint8Array[]): boolean {
  const text = Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^[\0\s\uFEFF]+/, '');
  if (text.startsWith('[')) return true;
  return text.startsWith('{') && !beginsLines(text.split('\n', 1)[0] ?? '');
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
    if (bytes <= maxDocumentBytes) pieces.push(copied(next.value));
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
