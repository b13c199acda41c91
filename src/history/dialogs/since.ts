import { defined } from '../../disk/base/core.ts';
import { cursorOrigin, formatCursor, parseCursor, type Cursor } from './cursor.ts';
import type { DialogSnapshot } from './dialogSnapshot.ts';
import type { Message, MessagePage, SinceQuery } from './types.ts';

/** Before all times: messages without a time count as written in 1970, and `since` this includes everything. */
const beforeAll = -1;

type SincePage = Omit<MessagePage, 'damaged'>;

/** A message with its position in the dialog. */
interface PlacedMessage {
  readonly message: Message;
  readonly position: number;
}

/**
 * Returns a page of messages after a time or cursor, oldest first. Unless `exact`, it does not end between messages
 * of equal time.
 */
export async function messagesSince(reading: DialogSnapshot, query: SinceQuery): Promise<SincePage> {
  const total = (await reading.allStats()).reduce((sum, { count }) => sum + count, 0);
  const size = { limit: query.limit, exact: query.exact ?? false, total };
  if (query.cursor !== undefined) return afterCursor(reading, parseCursor(query.cursor), size);
  if (query.sinceTs !== undefined)
    return byTime(reading, { ts: query.sinceTs === 0 ? beforeAll : query.sinceTs, before: total }, size);
  const { messages, position, cursor } = await newest(reading, query.limit, total);
  return { messages, positions: messages.map((_, n) => position + n), cursor, more: false };
}

/** Returns the newest messages, oldest first, with the position of the first and a cursor after the last. */
export async function newest(reading: DialogSnapshot, limit: number, total: number) {
  const messages = await reading.newest(limit);
  const cursor = formatCursor({ ...cursorOrigin(reading), p: total });
  return { messages, position: total - messages.length, cursor };
}

interface PageSize {
  readonly limit: number;
  readonly exact: boolean;
  readonly total: number;
}

async function afterCursor(reading: DialogSnapshot, cursor: Cursor, size: PageSize): Promise<SincePage> {
  const { d, e } = cursorOrigin(reading);
  const stale = cursor.d !== d || cursor.e !== e || cursor.p > size.total;
  const { p, t, k, c = 0 } = stale ? { p: 0 } : cursor;
  const page =
    t === undefined
      ? await byPosition(reading, p, size)
      : await byTime(reading, { ts: t, before: p, ...defined({ skipped: k }) }, size);
  const rest = c > 0 ? fromCharacter(page, c) : page;
  return stale ? { ...rest, restarted: true } : rest;
}

/** Removes the part of the first text that was already read. */
function fromCharacter(page: SincePage, characters: number): SincePage {
  const [first, ...others] = page.messages;
  if (!first) return page;
  const cut = { ...first, text: first.text.slice(characters) };
  return { ...page, messages: [cut, ...others], textFrom: characters };
}

async function byPosition(
  reading: DialogSnapshot,
  from: number,
  { limit, exact, total }: PageSize,
): Promise<SincePage> {
  const messages = await reading.window(from, limit);
  for (let end = from + messages.length; !exact && end < total; end = from + messages.length) {
    const equal = run(await reading.window(end, limit), messages.at(-1)?.ts);
    if (equal.length === 0) break;
    messages.push(...equal);
  }
  const p = from + messages.length;
  const positions = messages.map((_, n) => from + n);
  return { messages, positions, cursor: formatCursor({ ...cursorOrigin(reading), p }), more: p < total };
}

/** Returns the leading messages with this time. */
function run(messages: readonly Message[], ts: number | undefined): readonly Message[] {
  const end = messages.findIndex((message) => message.ts !== ts);
  return end === -1 ? messages : messages.slice(0, end);
}

/** Messages before a position that are later than `ts`, or at that time except the first `skipped`. */
interface After {
  readonly ts: number;
  readonly skipped?: number;
  readonly before: number;
}

const comesAfter = ({ ts, skipped }: After, time: number): boolean =>
  time > ts || (skipped !== undefined && time === ts);

/** Returns messages in order of time, reading only parts that can contain them. */
async function byTime(
  reading: DialogSnapshot,
  after: After,
  { limit, exact, total }: PageSize,
): Promise<SincePage> {
  const { skipped = 0, before } = after;
  const { found: all, rest } = await earliestAfter(reading, after, limit + skipped);
  const found = all.slice(skipped);
  const last = found[limit - 1]?.message.ts;
  const whole = last === undefined ? -1 : found.findLastIndex(({ message }) => message.ts === last) + 1;
  const end = last === undefined ? found.length : exact ? limit : whole;
  const page = found.slice(0, end);
  const place = cursorOrigin(reading);
  const cursor =
    rest || end < found.length ? { p: before, ...timeOf(page, after, end < whole) } : { p: before };
  return {
    messages: page.map(({ message }) => message),
    positions: page.map(({ position }) => position),
    cursor: formatCursor({ ...place, ...cursor }),
    more: 't' in cursor || before < total,
  };
}

/**
 * Returns where the next page starts: a time and, if this page ends between messages of that time, how many to skip.
 */
function timeOf(page: readonly PlacedMessage[], after: After, within: boolean): Pick<Cursor, 't' | 'k'> {
  const t = page.at(-1)?.message.ts ?? after.ts;
  if (!within) return { t };
  const earlier = t === after.ts ? (after.skipped ?? 0) : 0;
  return { t, k: earlier + page.filter(({ message }) => message.ts === t).length };
}

/**
 * Returns the earliest messages after a time, sorted: at least `limit` with all of equal time, and whether unread
 * parts (`rest`) remain.
 */
async function earliestAfter(reading: DialogSnapshot, after: After, limit: number) {
  const candidates: { place: number; first: number; minTs: number }[] = [];
  let first = 0;
  for (const [place, { count, minTs, maxTs }] of (await reading.allStats()).entries()) {
    if (count > 0 && first < after.before && comesAfter(after, maxTs))
      candidates.push({ place, first, minTs });
    first += count;
  }
  candidates.sort((a, b) => a.minTs - b.minTs || a.place - b.place);
  let found: PlacedMessage[] = [];
  for (const { place, first, minTs } of candidates) {
    const last = found[limit - 1]?.message.ts;
    if (last !== undefined && minTs > last) return { found, rest: true };
    const messages = (await reading.part(place)).slice(0, after.before - first);
    const later = messages
      .map((message, n) => ({ message, position: first + n }))
      .filter(({ message }) => comesAfter(after, message.ts));
    found = [...found, ...later].sort((a, b) => a.message.ts - b.message.ts || a.position - b.position);
  }
  return { found, rest: false };
}
