import { StoreError } from '../errors.ts';
import { isObject } from '../json.ts';
import type { Reading } from './reading.ts';
import type { Message, MessagePage, SinceQuery } from './types.ts';

/** Before all times: what was written without one counts as of 1970, and since then means everything. */
const beginning = -1;

type Page = Omit<MessagePage, 'damaged'>;

/**
 * Where a page ended. All messages from position `p` on are still to come, and, when `t` is given, also those
 * before `p` that are later than `t` milliseconds (a page by time that was cut at its limit).
 */
interface Cursor {
  /** Folder of the dialog: in another one positions mean other messages. */
  readonly d: string;
  /** Epoch; after clear or restore positions mean something else. */
  readonly e: string;
  readonly p: number;
  readonly t?: number;
}

/** One page of messages after a time or a cursor, oldest first, never ending between messages of equal time. */
export async function messagesSince(reading: Reading, query: SinceQuery): Promise<Page> {
  const total = (await reading.allStats()).reduce((sum, { count }) => sum + count, 0);
  if (query.cursor !== undefined) return afterCursor(reading, parseCursor(query.cursor), query.limit, total);
  if (query.sinceTs !== undefined)
    return byTime(reading, query.sinceTs === 0 ? beginning : query.sinceTs, total, query.limit, total);
  const messages = await reading.newest(query.limit);
  return { messages, cursor: formatCursor({ ...placeOf(reading), p: total }), more: false };
}

async function afterCursor(reading: Reading, cursor: Cursor, limit: number, total: number): Promise<Page> {
  const { d, e } = placeOf(reading);
  const stale = cursor.d !== d || cursor.e !== e || cursor.p > total;
  const { p, t } = stale ? { p: 0, t: undefined } : cursor;
  const page =
    t === undefined ? await byPosition(reading, p, limit, total) : await byTime(reading, t, p, limit, total);
  return stale ? { ...page, restarted: true } : page;
}

async function byPosition(reading: Reading, from: number, limit: number, total: number): Promise<Page> {
  const messages = await reading.window(from, limit);
  for (let end = from + messages.length; end < total; end = from + messages.length) {
    const equal = run(await reading.window(end, limit), messages.at(-1)?.ts);
    if (equal.length === 0) break;
    messages.push(...equal);
  }
  const p = from + messages.length;
  return { messages, cursor: formatCursor({ ...placeOf(reading), p }), more: p < total };
}

/** The messages a list begins with that have this time. */
function run(messages: readonly Message[], ts: number | undefined): readonly Message[] {
  const end = messages.findIndex((message) => message.ts !== ts);
  return end === -1 ? messages : messages.slice(0, end);
}

/** Messages later than `sinceTs` among the first `before`, in order of time; reads only parts that can hold them. */
async function byTime(
  reading: Reading,
  sinceTs: number,
  before: number,
  limit: number,
  total: number,
): Promise<Page> {
  const { found, rest } = await earliestAfter(reading, sinceTs, before, limit);
  const last = found[limit - 1]?.ts;
  const end = last === undefined ? found.length : found.findLastIndex(({ ts }) => ts === last) + 1;
  const messages = found.slice(0, end);
  const place = placeOf(reading);
  const t = messages.at(-1)?.ts ?? sinceTs;
  if (rest || end < found.length)
    return { messages, cursor: formatCursor({ ...place, p: before, t }), more: true };
  return { messages, cursor: formatCursor({ ...place, p: before }), more: before < total };
}

/** The earliest messages after a time, sorted: at least `limit` with all of equal time, and whether there is a `rest` of parts not read. */
async function earliestAfter(reading: Reading, sinceTs: number, before: number, limit: number) {
  const candidates: { place: number; first: number; minTs: number }[] = [];
  let first = 0;
  for (const [place, { count, minTs, maxTs }] of (await reading.allStats()).entries()) {
    if (count > 0 && first < before && maxTs > sinceTs) candidates.push({ place, first, minTs });
    first += count;
  }
  candidates.sort((a, b) => a.minTs - b.minTs || a.place - b.place);
  let found: { message: Message; position: number }[] = [];
  for (const { place, first, minTs } of candidates) {
    const last = found[limit - 1]?.message.ts;
    if (last !== undefined && minTs > last) return { found: found.map(({ message }) => message), rest: true };
    const messages = (await reading.part(place)).slice(0, before - first);
    const later = messages
      .map((message, n) => ({ message, position: first + n }))
      .filter(({ message }) => message.ts > sinceTs);
    found = [...found, ...later].sort((a, b) => a.message.ts - b.message.ts || a.position - b.position);
  }
  return { found: found.map(({ message }) => message), rest: false };
}

const placeOf = ({ base, layout }: Reading) => ({ d: base, e: layout.epoch });

const formatCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

function parseCursor(text: string): Cursor {
  const value = decode(text);
  if (isObject(value)) {
    const { d, e, p, t } = value;
    const placed = typeof d === 'string' && typeof e === 'string';
    const right = placed && typeof p === 'number' && Number.isSafeInteger(p) && p >= 0;
    if (right && (t === undefined || typeof t === 'number'))
      return { d, e, p, ...(t !== undefined && { t }) };
  }
  throw new StoreError(
    'invalid_argument',
    `The cursor ${JSON.stringify(text.slice(0, 100))} is none of ours. Pass the cursor of an earlier reply unchanged, or leave it out.`,
    { argument: 'cursor' },
  );
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined; // told by the caller
  }
}
