import { setTimeout as sleep } from 'node:timers/promises';
import { readTail } from '../transcripts/shared/ends.ts';
import type { CurrentSession, ListedSession } from './types.ts';

/** Agents write their transcripts a moment after what these tell. */
const tries = 8;
const pauseMs = 50;
/** Agents that run side by side in one project. */
const maxRunning = 8;

/**
 * The id of the chat that asks, among sessions of which the newest come first. Where several of its agent were active
 * since it began to ask, the call tells, as soon as it stands in one of their transcripts.
 */
export async function findCurrent(
  sessions: readonly ListedSession[],
  current: CurrentSession | undefined,
): Promise<string | undefined> {
  if (!current || 'sessionId' in current) return current?.sessionId;
  const { agent, since, begunWith, call } = current;
  const running = sessions.filter(
    ({ source, activeAt, archived }) => source === agent && activeAt >= since && !archived,
  );
  const holder = call !== undefined && running.length > 1 ? await holderOf(call, running) : undefined;
  const [newest] = running;
  return (
    (holder ?? running.find(({ sessionId }) => sessionId === begunWith) ?? newest)?.sessionId ?? begunWith
  );
}

async function holderOf(call: string, running: readonly ListedSession[]): Promise<ListedSession | undefined> {
  for (let n = 0; n < tries; n++) {
    if (n > 0) await sleep(pauseMs);
    for (const session of running.slice(0, maxRunning))
      if ((await readTail(session.path)).includes(call)) return session;
  }
  return undefined;
}
