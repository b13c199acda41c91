import type { MessageRecord, SessionRecord } from '../transcripts/shared/types.ts';
import type { EndOfSession } from './handOver.ts';
import { parseHistoryCursor } from './historyCursor.ts';
import type { HandOver, SessionInfo, SessionPlace } from './types.ts';

/** What reads a session as a whole, as it was, and from its end. */
export interface SessionEnds {
  read(session: SessionPlace): Promise<SessionRecord>;
  /** The last messages of a session whose transcript had `size` bytes, from `bytes` of it alone; undefined where these do not suffice. */
  readTail(
    session: SessionPlace,
    of: { readonly size: number; readonly bytes: number },
  ): Promise<readonly MessageRecord[] | undefined>;
  /** The messages of a session as its transcript was when it had `size` bytes. */
  readUntil(session: SessionPlace, size: number): Promise<readonly MessageRecord[]>;
}

/** Shorter sessions are read whole. Bytes. */
const long = 8 * 1024 * 1024;
/** So much of the end is read, the second where the first has no whole page. Bytes. */
const reaches = [2 * 1024 * 1024, 8 * 1024 * 1024] as const;

/** A page of the history of a session, made by `handOver`: of a long one from its end alone, where that holds a whole page. */
export async function pageOfSession(
  reading: SessionEnds,
  session: SessionInfo,
  cursor: string | undefined,
  handOver: (messages: readonly MessageRecord[], endOf?: EndOfSession) => Promise<HandOver>,
): Promise<HandOver> {
  const place = cursor === undefined ? undefined : parseHistoryCursor(cursor).place;
  const before = place && 'size' in place ? place.size : undefined;
  const size = place === undefined && session.size > long ? session.size : before;
  for (const bytes of size === undefined ? [] : reaches) {
    const messages = await reading.readTail(session, { size: size ?? 0, bytes });
    const page = messages && (await handOver(messages, { size: size ?? 0, isPart: true }));
    if (page?.cursor !== undefined) return page;
  }
  return before === undefined
    ? handOver((await reading.read(session)).messages)
    : handOver(await reading.readUntil(session, before), { size: before, isPart: false });
}
