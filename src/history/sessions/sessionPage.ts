import type { MessageRecord, SessionRecord } from '../../agents/reading/types.ts';
import type { EndOfSession } from './handOver.ts';
import { parseHistoryCursor } from './historyCursor.ts';
import type { HandOver, SessionInfo, SessionLocation } from './types.ts';

/** Reads a session as a whole, at an earlier size, and from its end. */
export interface SessionEnds {
  read(session: SessionLocation): Promise<SessionRecord>;
  /** Reads the last messages of a session at `size` bytes, from its last `bytes` only; undefined where these do not suffice. */
  readTail(
    session: SessionLocation,
    of: { readonly size: number; readonly bytes: number },
  ): Promise<readonly MessageRecord[] | undefined>;
  /** Reads the messages of a session as of when its transcript had `size` bytes. */
  readUntil(session: SessionLocation, size: number): Promise<readonly MessageRecord[]>;
}

/** Shorter sessions are read whole. Bytes. */
const longSession = 256 * 1024;
/** Sizes of the end to read, each if the one before has no whole page. Bytes. */
const tailSizes = [longSession, 2 * 1024 * 1024, 8 * 1024 * 1024] as const;

/** Writes a page of a session's history with `handOver`; reads only the end of a long session if that fills a page. */
export async function pageOfSession(
  reading: SessionEnds,
  session: SessionInfo,
  cursor: string | undefined,
  handOver: (messages: readonly MessageRecord[], endOf?: EndOfSession) => Promise<HandOver>,
): Promise<HandOver> {
  const place = cursor === undefined ? undefined : parseHistoryCursor(cursor).place;
  const before = place && 'size' in place ? place.size : undefined;
  const size = place === undefined && session.size > longSession ? session.size : before;
  for (const bytes of size === undefined ? [] : tailSizes) {
    const messages = await reading.readTail(session, { size: size ?? 0, bytes });
    const page = messages && (await handOver(messages, { size: size ?? 0, isPart: true }));
    if (page?.cursor !== undefined) return page;
  }
  return before === undefined
    ? handOver((await reading.read(session)).messages)
    : handOver(await reading.readUntil(session, before), { size: before, isPart: false });
}
