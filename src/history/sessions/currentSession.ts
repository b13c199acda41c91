import { setTimeout as sleep } from 'node:timers/promises';
import { readTail } from '../../agents/reading/ends.ts';
import type { CurrentSession, ListedSession } from './types.ts';

/** Agents write their transcripts a moment after a call. */
const tries = 8;
const pauseMs = 50;
/** Maximum number of sessions running in parallel in one project. */
const maxRunning = 8;

/**
 * Finds the id of the calling chat among sessions, newest first. If several of its agent were active since it
 * connected, the tool call identifies it once a transcript contains it.
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
