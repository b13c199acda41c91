import type { JsonObject, JsonValue } from '../../base/core.ts';
import { isList, objectOf } from './fields.ts';

/** Lines of a transcript, as often as they are asked for. */
export type Lines = AsyncIterable<JsonObject> | Iterable<JsonObject>;

/** A line longer than this is skipped and counted instead of held in memory. Bytes. */
export const maxLineBytes = 64 * 1024 * 1024;

/** Agents nest a dozen levels; the stack holds some thousands. */
const maxDepth = 500;
/** Programs begin their lines in a few ways. */
const maxHeads = 16;
const newline = 0x0a;

/**
 * The objects of a file of JSON lines, in order, each parsed when it is asked for. Never throws on content: blank
 * lines and runs of NUL (what a crash leaves at the end of a file) are skipped, a byte order mark and CRLF are
 * accepted, and every other line that is no JSON object is counted in `unreadable`. Where a program was killed inside
 * a line and went on behind it, the whole line at the end is given. Errors of `chunks` pass through. Holds one line in
 * memory. Can be iterated once.
 */
export class JsonLines implements AsyncIterable<JsonObject> {
  readonly #chunks: AsyncIterable<Uint8Array>;
  readonly #maxBytes: number;
  /** How the lines of this file begin, up to the first key. */
  readonly #heads = new Set<string>();
  #unreadable = 0;

  constructor(chunks: AsyncIterable<Uint8Array>, { maxBytes = maxLineBytes } = {}) {
    this.#chunks = chunks;
    this.#maxBytes = maxBytes;
  }

  /** Lines so far that were no JSON object, or too long. */
  get unreadable(): number {
    return this.#unreadable;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<JsonObject, void, undefined> {
    const open = new OpenLine(this.#maxBytes);
    for await (const chunk of this.#chunks) {
      let start = 0;
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        open.add(chunk.subarray(start, end));
        start = end + 1;
        const line = this.#parse(open);
        if (line) yield line;
      }
      if (start < chunk.length) open.add(owned(chunk.subarray(start)));
    }
    const last = this.#parse(open);
    if (last) yield last;
  }

  #parse(open: OpenLine): JsonObject | undefined {
    const text = open.take();
    if (text === '') return undefined;
    const line = text === undefined ? undefined : objectOf(parseJson(text));
    if (line) {
      const head = this.#heads.size < maxHeads ? /^\{"[^"\\]+":/.exec(text?.slice(0, 50) ?? '') : null;
      if (head) this.#heads.add(head[0]);
      return line;
    }
    this.#unreadable++;
    return text === undefined ? undefined : this.#after(text);
  }

  /** A program that was killed in the middle of a line goes on behind it: the whole line at the end of a torn one. */
  #after(torn: string): JsonObject | undefined {
    for (const head of this.#heads) {
      const at = torn.lastIndexOf(head);
      const line = at > 0 ? objectOf(parseJson(torn.slice(at))) : undefined;
      if (line) return line;
    }
    return undefined;
  }
}

/**
 * The same bytes in memory of their own: sources use theirs again for the next chunk. Whatever keeps bytes until then
 * takes them through this. (`Buffer.slice` does not copy.)
 */
export const owned = (bytes: Uint8Array): Uint8Array => Buffer.from(bytes);

/** Chunks for a reader from text or bytes already in memory. */
export async function* chunksOf(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

/** The value of a JSON text; undefined when it is none, or nested so deeply that writing it would overflow the stack. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) && !isDeeper(value, maxDepth) ? value : undefined;
  } catch {
    // Callers count it; what exactly is wrong with a torn line tells nobody anything.
    return undefined;
  }
}

function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}

function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const items: readonly JsonValue[] = isList(value) ? value : Object.values(value);
  return items.some((item) => isDeeper(item, levels - 1));
}

/** The bytes of a line whose end has not been seen yet. */
class OpenLine {
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(piece: Uint8Array): void {
    this.#bytes += piece.length;
    if (this.#bytes > this.#maxBytes) this.#pieces = [];
    else this.#pieces.push(piece);
  }

  /** The line without what surrounds its JSON, undefined when it is too long; the next one starts empty. */
  take(): string | undefined {
    const pieces = this.#pieces;
    const tooLong = this.#bytes > this.#maxBytes;
    this.#pieces = [];
    this.#bytes = 0;
    if (tooLong) return undefined;
    return trim(pieces.length === 1 ? decode(pieces[0]) : decode(Buffer.concat(pieces)));
  }
}

function decode(bytes: Uint8Array | undefined): string {
  return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8') : '';
}

/** Without white space, NUL and byte order marks at both ends. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isPadding(text.charCodeAt(start))) start++;
  while (end > start && isPadding(text.charCodeAt(end - 1))) end--;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

function isPadding(code: number): boolean {
  return code <= 0x20 || code === 0xfeff;
}
