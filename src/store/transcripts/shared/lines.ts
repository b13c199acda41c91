import { type JsonObject, jsonOf, type JsonValue } from '../../base/core.ts';
import { LineSplitter } from '../../files/lines.ts';
import { isList, objectOf } from './fields.ts';

/** Lines of a transcript, as often as they are asked for. */
export type Lines = AsyncIterable<JsonObject> | Iterable<JsonObject>;

/** A line longer than this is skipped and counted instead of held in memory. Bytes. */
export const maxLineBytes = 64 * 1024 * 1024;

/** Of a transcript that has no more than so much, readers that read it twice may hold the lines in between. Bytes. */
export const heldBytes = 2 * 1024 * 1024;

/** Agents nest a dozen levels; the stack holds some thousands. */
const maxDepth = 500;
/** Programs begin their lines in a few ways. */
const maxHeads = 16;

/**
 * The objects of a file of JSON lines, in order, each parsed when it is asked for. Never throws on content: blank
 * lines and runs of NUL (what a crash leaves at the end of a file) are skipped, a byte order mark and CRLF are
 * accepted, and every other line that is no JSON object is counted in `unreadable`. Where a program was killed inside
 * a line and went on behind it, the whole line at the end is given. Errors of `chunks` pass through. Holds one line in
 * memory, or with `holdBytes` all of a file that has no more than these. Can be iterated once.
 */
export class JsonLines implements AsyncIterable<JsonObject> {
  readonly #chunks: AsyncIterable<Uint8Array>;
  readonly #maxBytes: number;
  /** How the lines of this file begin, up to the first key. */
  readonly #heads = new Set<string>();
  readonly #holdBytes: number;
  #held: JsonObject[] = [];
  #isRead = false;
  #bytes = 0;
  #unreadable = 0;

  constructor(chunks: AsyncIterable<Uint8Array>, { maxBytes = maxLineBytes, holdBytes = 0 } = {}) {
    this.#chunks = chunks;
    this.#maxBytes = maxBytes;
    this.#holdBytes = holdBytes;
  }

  /** All of them, once they were read; undefined where they are not held. */
  get held(): readonly JsonObject[] | undefined {
    return this.#isRead && this.#bytes <= this.#holdBytes ? this.#held : undefined;
  }

  /** Lines so far that were no JSON object, or too long. */
  get unreadable(): number {
    return this.#unreadable;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<JsonObject, void, undefined> {
    const splitter = new LineSplitter(this.#maxBytes);
    for await (const chunk of this.#chunks) {
      this.#bytes += chunk.length;
      if (this.#bytes > this.#holdBytes) this.#held = [];
      for (const line of this.#objects(splitter.push(chunk))) yield line;
    }
    for (const line of this.#objects(splitter.end())) yield line;
    this.#isRead = true;
  }

  *#objects(lines: ReturnType<LineSplitter['push']>): Generator<JsonObject, void, undefined> {
    for (const line of lines) {
      const object = typeof line === 'string' ? this.#parse(trim(line)) : undefined;
      if (typeof line !== 'string') this.#unreadable++;
      if (object && this.#bytes <= this.#holdBytes) this.#held.push(object);
      if (object) yield object;
    }
  }

  #parse(text: string): JsonObject | undefined {
    if (text === '') return undefined;
    const line = objectOf(parseJson(text));
    if (line === undefined) {
      this.#unreadable++;
      return this.#after(text);
    }
    const head = this.#heads.size < maxHeads ? /^\{"[^"\\]+":/.exec(text.slice(0, 50)) : null;
    if (head) this.#heads.add(head[0]);
    return line;
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

/** The lines of a text, without what ends them, in any chunks. */
export async function* textLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/** Chunks for a reader from text or bytes already in memory. */
export async function* chunksOf(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

/** The value of a JSON text; undefined when it is none, or nested so deeply that writing it would overflow the stack. */
export function parseJson(text: string): JsonValue | undefined {
  const value = jsonOf(text);
  return isJson(value) && !isDeeper(value, maxDepth) ? value : undefined;
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
