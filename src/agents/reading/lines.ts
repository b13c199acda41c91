import { type JsonObject, jsonOf, type JsonValue } from '../../disk/base/core.ts';
import { LineSplitter } from '../../disk/files/lines.ts';
import { gluedRecords, type GluedRecords } from '../../disk/text/gluedRecords.ts';
import { isPadding } from '../../disk/text/scanObject.ts';
import { isList, objectOf } from './fields.ts';

/** Lines of a transcript, iterable any number of times. */
export type Lines = AsyncIterable<JsonObject> | Iterable<JsonObject>;

/** Longer lines are skipped and counted instead of held in memory. Bytes. */
export const maxLineBytes = 64 * 1024 * 1024;

/** Transcripts up to this size may be held between two passes. Bytes. */
export const heldBytes = 2 * 1024 * 1024;

/** Nesting limit: agents nest a dozen levels, the stack holds some thousands. */
const maxDepth = 500;
/** Number of forms of lines to remember; programs use only a few. */
const maxForms = 64;

/**
 * The objects of a JSON lines file in order, each parsed on demand; iterable once.
 *
 * Never throws on content: skips blank lines and runs of NUL (left at the end of a file by crashes), accepts a byte
 * order mark and CRLF, and counts every other line that is not an object in `unreadable`. Lines without a line end
 * between are each read, also behind a torn one. Errors of `chunks` are passed on. Holds one line in memory, or with `holdBytes` all of a
 * file up to that size.
 */
export class JsonLines implements AsyncIterable<JsonObject> {
  readonly #chunks: AsyncIterable<Uint8Array>;
  readonly #maxBytes: number;
  /** First keys of this file's lines. */
  readonly #forms = new Set<string>();
  readonly #holdBytes: number;
  #held: JsonObject[] = [];
  #isRead = false;
  #bytes = 0;
  #unreadable = 0;
  #ended = 0;
  #wholeLine: number | undefined;
  #isGlued = false;

  constructor(chunks: AsyncIterable<Uint8Array>, { maxBytes = maxLineBytes, holdBytes = 0 } = {}) {
    this.#chunks = chunks;
    this.#maxBytes = maxBytes;
    this.#holdBytes = holdBytes;
  }

  /** All objects, once they were read; undefined if they are not held. */
  get held(): readonly JsonObject[] | undefined {
    return this.#isRead && this.#bytes <= this.#holdBytes ? this.#held : undefined;
  }

  /** Number of lines so far that were not JSON objects, or too long. */
  get unreadable(): number {
    return this.#unreadable;
  }

  /** Number of lines so far that have a line end. */
  get ended(): number {
    return this.#ended;
  }

  /** Index of the line that the object yielded last fills with a line end; undefined if it shares its line. */
  get wholeLine(): number | undefined {
    return this.#wholeLine;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<JsonObject, void, undefined> {
    const splitter = new LineSplitter(this.#maxBytes);
    for await (const chunk of this.#chunks) {
      this.#bytes += chunk.length;
      if (this.#bytes > this.#holdBytes) this.#held = [];
      for (const line of splitter.push(chunk)) {
        yield* this.#objects(line, this.#ended);
        this.#ended++;
      }
    }
    for (const line of splitter.end()) yield* this.#objects(line);
    this.#isRead = true;
  }

  *#objects(
    line: ReturnType<LineSplitter['push']>[number],
    number?: number,
  ): Generator<JsonObject, void, undefined> {
    if (typeof line !== 'string') {
      this.#unreadable++;
      return;
    }
    for (const object of this.#parse(trim(line))) {
      if (this.#bytes <= this.#holdBytes) this.#held.push(object);
      this.#wholeLine = this.#isGlued ? undefined : number;
      yield object;
    }
  }

  #parse(text: string): readonly JsonObject[] {
    if (text === '') return [];
    const value = parseJson(text);
    const line = objectOf(value);
    this.#isGlued = line === undefined;
    if (line !== undefined) {
      this.#note(line);
      return [line];
    }
    const { records, torn } = value === undefined ? this.#glued(text) : { records: [], torn: 1 };
    this.#unreadable += torn;
    for (const record of records) this.#note(record);
    return records;
  }

  #glued(text: string): GluedRecords<JsonObject> {
    const resembles = (record: JsonObject) =>
      this.#forms.size === 0 ? undefined : this.#forms.has(formOf(record));
    return gluedRecords(text, { parse: recordOf, resembles });
  }

  #note(line: JsonObject): void {
    if (this.#forms.size < maxForms) this.#forms.add(formOf(line));
  }
}

/** Parses the text of a record; undefined if it is not an object. */
const recordOf = (text: string): JsonObject | undefined => objectOf(parseJson(text));

/** Returns the objects in a line of JSON lines, of which several may have been written without a line end between. */
export function recordsIn(line: string): readonly JsonObject[] {
  const text = trim(line);
  const value = parseJson(text);
  if (value === undefined) return text === '' ? [] : gluedRecords(text, { parse: recordOf }).records;
  const record = objectOf(value);
  return record === undefined ? [] : [record];
}

/** Whether a first line is one of JSON lines or several of them, rather than the beginning of a longer value. */
export function beginsLines(line: string): boolean {
  const text = trim(line);
  if (parseJson(text) !== undefined) return true;
  return text !== '' && gluedRecords(text, { parse: recordOf, resembles: () => false }).records.length > 0;
}

/** Returns the length of the whole records at the beginning of a text without line ends, if it is several. */
export function wholeRecords(text: string): number {
  if (!/\}[\s\0]*\{/.test(text)) return 0;
  return gluedRecords(text, { parse: recordOf, resembles: () => false }).whole;
}

/** Returns the first two keys, in which lines of one kind agree. */
function formOf(line: JsonObject): string {
  let form = '';
  let count = 0;
  for (const key in line) {
    form += `${key}\0`;
    if (++count === 2) break;
  }
  return form;
}

/**
 * Copies bytes to memory of their own, as sources reuse theirs for the next chunk; required before keeping any.
 * (`Buffer.slice` does not copy.)
 */
export const copied = (bytes: Uint8Array): Uint8Array => Buffer.from(bytes);

/** Yields the lines of a text in any chunks, without line ends. */
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

/** Yields chunks of text or bytes in memory. */
export async function* chunksOf(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

/** Parses JSON; undefined if it is invalid or nested so deeply that writing it would overflow the stack. */
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

/** Removes white space, NUL and byte order marks at both ends. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isPadding(text.charCodeAt(start))) start++;
  while (end > start && isPadding(text.charCodeAt(end - 1))) end--;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}
