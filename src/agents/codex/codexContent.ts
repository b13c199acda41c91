import { type JsonObject, StoreError } from '../../disk/base/core.ts';
import { LineSplitter, newline } from '../../disk/files/lines.ts';
import { unzstdChunks } from '../../disk/sqlite/zstd.ts';
import { fieldsOf, numberOf, textOf } from '../reading/fields.ts';
import { copied, maxLineBytes, parseJson } from '../reading/lines.ts';
import { fileChunks } from '../reading/whole.ts';
import { isNewer, isPacked, presentPath, rolloutOf, rolloutsAround, type Rollout } from './codexRollouts.ts';

/** A packed rollout is read up to this size. Bytes. */
const maxUnpackedBytes = 4 * 1024 * 1024 * 1024;
/** A first line may hold the model's instructions. Bytes. */
const maxFirstLine = 4 * 1024 * 1024;

/** What stands in place of content that cannot be unpacked; readers count it as a damaged line. */
const damagedLine = '\n{"damaged":\n';

/** Whether nothing of a packed rollout could be unpacked. */
export const isOnlyDamage = (content: string): boolean => content.trim() === damagedLine.trim();

/** Whether a rollout begins with what stands in another file. */
export const hasBase = (head: string): boolean => {
  const end = head.indexOf('\n');
  return /"history_base"\s*:\s*\{/.test(end === -1 ? head : head.slice(0, end));
};

/** Where a thread goes on from: a file of another thread, or an earlier one of its own, up to a line. */
interface HistoryBase {
  /** Id of the thread; of the file, where that has one of its own and the version names it. */
  readonly id: string;
  /** Number of the first line that is no longer part of it. */
  readonly end: number;
  readonly endOffset: number;
}

/**
 * Yields a rollout as one file: unpacked, and with all it goes on from behind its first line, as in a fork of older
 * versions. `seen` are the files it was reached from.
 */
export async function* codexContent(
  path: string,
  seen: readonly string[] = [],
): AsyncGenerator<Uint8Array, void, undefined> {
  const present = presentPath(path);
  const chunks = rolloutChunks(present)[Symbol.asyncIterator]();
  try {
    const { first, rest } = await firstLine(chunks);
    yield first;
    const base = baseIn(first);
    if (base) yield* baseContent(rolloutOf(present), base, { line: first, seen: [...seen, present] });
    yield rest;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  } finally {
    await chunks.return(undefined);
  }
}

/** Yields the first line of a rollout, and those from a number on: what a helper's thread copies of its parent's is left out. */
export async function* contentFrom(path: string, ordinal: number): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const line of linesOf(codexContent(path))) {
    if (isFirst || (ordinalIn(line) ?? ordinal) >= ordinal) yield Buffer.from(`${line}\n`);
    isFirst = false;
  }
}

/** Yields the bytes of a rollout, unpacked as far as they can be. */
async function* rolloutChunks(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  if (!isPacked(path)) {
    yield* fileChunks(path);
    return;
  }
  try {
    yield* unzstdChunks(fileChunks(path), maxUnpackedBytes);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    yield Buffer.from(damagedLine);
  }
}

/** Returns what the first line of a rollout holds; nothing where it cannot be read. */
export async function firstRecord(path: string): Promise<JsonObject> {
  const chunks = rolloutChunks(path);
  try {
    const { first } = await firstLine(chunks);
    return fieldsOf(parseJson(Buffer.from(first).toString()));
  } finally {
    await chunks.return(undefined);
  }
}

/** Reads the first line with its line feed, and what was read behind it. */
async function firstLine(
  chunks: AsyncIterator<Uint8Array>,
): Promise<{ readonly first: Uint8Array; readonly rest: Uint8Array }> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    const end = next.value.indexOf(newline) + 1;
    pieces.push(copied(next.value));
    bytes += next.value.length;
    if (end === 0 && bytes <= maxFirstLine) continue;
    const all = Buffer.concat(pieces);
    const at = end === 0 ? bytes : bytes - next.value.length + end;
    return { first: all.subarray(0, at), rest: all.subarray(at) };
  }
  return { first: Buffer.concat(pieces), rest: Buffer.alloc(0) };
}

function baseIn(line: Uint8Array): HistoryBase | undefined {
  const text = Buffer.from(line).toString();
  if (!hasBase(text)) return undefined;
  const { history_base } = fieldsOf(fieldsOf(parseJson(text)).payload);
  const { thread_id, end_ordinal_exclusive, end_byte_offset } = fieldsOf(history_base);
  const id = textOf(thread_id);
  if (id === undefined) return undefined;
  return {
    id: id.toLowerCase(),
    end: numberOf(end_ordinal_exclusive) ?? Infinity,
    endOffset: numberOf(end_byte_offset) ?? Infinity,
  };
}

interface ReachedFrom {
  /** First line of the rollout that goes on. */
  readonly line: Uint8Array;
  readonly seen: readonly string[];
}

/** Yields what a rollout goes on from, or a line that says it is missing. */
async function* baseContent(
  own: Rollout,
  base: HistoryBase,
  { line, seen }: ReachedFrom,
): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await baseOf(own, base, seen);
  if (file === undefined) yield missingLine(line);
  else yield* upTo(codexContent(file.path, seen), base);
}

/** Chooses the newest file named that was begun before the one that goes on, and before the line to stop at. */
async function baseOf(
  own: Rollout,
  { id, end }: HistoryBase,
  seen: readonly string[],
): Promise<Rollout | undefined> {
  const isEarlier = (file: Rollout): boolean =>
    file.thread === own.thread ? isNewer(own, file) : file.time <= own.time;
  const earlier = (await rolloutsAround(own.path))
    .filter((file) => (file.rollout === id || file.thread === id) && isEarlier(file))
    .filter(({ path }) => !seen.includes(path))
    .sort((a, b) => (isNewer(a, b) ? -1 : 1));
  for (const file of earlier) if ((await firstOrdinal(file.path)) < end) return file;
  return undefined;
}

async function firstOrdinal(path: string): Promise<number> {
  for await (const line of linesOf(rolloutChunks(path))) return ordinalIn(line) ?? 0;
  return Infinity;
}

/** Yields the lines before the one to stop at; offsets count where lines have no numbers. */
async function* upTo(
  chunks: AsyncIterable<Uint8Array>,
  { end, endOffset }: HistoryBase,
): AsyncGenerator<Uint8Array, void, undefined> {
  let offset = 0;
  for await (const line of linesOf(chunks)) {
    const bytes = Buffer.from(`${line}\n`);
    offset += bytes.length;
    const ordinal = ordinalIn(line);
    if (ordinal === undefined ? offset > endOffset : ordinal >= end) return;
    yield bytes;
  }
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const splitter = new LineSplitter(maxLineBytes);
  for await (const chunk of chunks)
    for (const line of splitter.push(chunk)) if (typeof line === 'string') yield line;
  for (const line of splitter.end()) if (typeof line === 'string') yield line;
}

/** Returns the number of a line, which stands before its content. */
function ordinalIn(line: string): number | undefined {
  const found = /^\s*\{[^{}]{0,200}?"ordinal"\s*:\s*(\d+)/.exec(line)?.[1];
  return found === undefined ? undefined : Number(found);
}

const missingMessage = 'The earlier part of this thread is missing: the file it goes on from is gone.';

/** Whether a line says that the beginning of a thread is missing. */
export const saysMissing = ({ type, payload }: JsonObject): boolean =>
  type === 'event_msg' && fieldsOf(payload).message === missingMessage;

/** Makes the line that says that the beginning of a thread is missing. */
function missingLine(first: Uint8Array): Uint8Array {
  const { timestamp = null, ordinal = null } = fieldsOf(parseJson(Buffer.from(first).toString()));
  const line = {
    timestamp,
    ordinal,
    type: 'event_msg',
    payload: { type: 'warning', message: missingMessage },
  };
  return Buffer.from(`${JSON.stringify(line)}\n`);
}
