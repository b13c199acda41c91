import { defined, isoTime } from '../../disk/base/core.ts';
import { randomBytes } from 'node:crypto';
import type { DialogSnapshot } from '../dialogs/dialogSnapshot.ts';
import type { Message } from '../dialogs/types.ts';
import { safePreview } from '../../disk/secrets/cut.ts';
import { fitTurns, type Budget } from './budget.ts';
import type { ActiveContext, Reach, Turn } from './types.ts';

const previewChars = 80;
/** A reach before everything: any message of the dialog, in any epoch, comes after it. */
export const emptyReach: Reach = { epoch: '*', position: 0, ts: -1 };

/** Makes an id such as `c_20260205_ab3d9f`: the day in UTC and a random part. */
export function newContextId(now: number): string {
  const day = isoTime(now).slice(0, 10).replaceAll('-', '');
  return `c_${day}_${randomBytes(3).toString('hex')}`;
}

/** Makes an active context that begins with the given turns. */
export function startContext(
  now: number,
  reach: Reach,
  turns: readonly Turn[] = [],
  title?: string,
): ActiveContext {
  const contextId = newContextId(now);
  const createdAt = turns[0]?.ts ?? now;
  return described({
    v: 1,
    contextId,
    status: 'active',
    createdAt,
    updatedAt: now,
    ...(title && { title }),
    turns,
    meta: { reach },
  });
}

/** Adds the dialog's new messages to a context, within the budget; returns the same object if there are none. */
export async function withNewMessages(
  context: ActiveContext,
  reading: DialogSnapshot,
  budget: Budget,
): Promise<ActiveContext> {
  const known = context.meta.reach ?? { ...emptyReach, epoch: '', ts: context.turns.at(-1)?.ts ?? -1 };
  const { later, skipped, reach } = await messagesAfter(reading, known, budget.maxTurns);
  if (later.length === 0 && reach.position === known.position && reach.epoch === known.epoch) return context;
  const earlier =
    skipped > 0
      ? { turns: [], dropped: context.turns.length + skipped }
      : { turns: context.turns, dropped: 0 };
  const { turns, dropped } = fitTurns([...earlier.turns, ...later.map(asTurn)], budget);
  const droppedTurns = (context.droppedTurns ?? 0) + earlier.dropped + dropped;
  return described({
    ...context,
    turns,
    updatedAt: later.at(-1)?.ts ?? context.updatedAt,
    ...(droppedTurns > 0 && { droppedTurns }),
    meta: { ...metaAfter(context.meta, later), reach },
  });
}

/** Returns the meta with the id of the last request, if it has one. */
function metaAfter(
  { lastRequestId, ...meta }: ActiveContext['meta'],
  later: readonly Message[],
): ActiveContext['meta'] {
  const request = later.findLast(({ role }) => role === 'user');
  const id = request ? requestIdOf(request) : lastRequestId;
  return { ...meta, ...defined({ lastRequestId: id }) };
}

/** The agent's id of a request: `requestId` in the message's meta, or the message's id. */
function requestIdOf({ id, meta }: Message): string | undefined {
  return typeof meta?.requestId === 'string' ? meta.requestId : id;
}

/**
 * Reads the messages after a reach, at most the newest `limit`, with the number `skipped` and the new reach. After
 * clear or restore, where positions are invalid, the time decides.
 */
async function messagesAfter(reading: DialogSnapshot, known: Reach, limit: number) {
  const { messages: total, lastTs = known.ts } = await reading.totals();
  const { epoch } = reading.layout;
  const reach = { epoch, position: total, ts: Math.max(lastTs, known.ts) };
  const sameEpoch = known.epoch === epoch || known.epoch === emptyReach.epoch;
  if (!sameEpoch) {
    const later = (await reading.window(0, total)).filter(({ ts }) => ts > known.ts);
    return { later: later.slice(-limit), skipped: Math.max(0, later.length - limit), reach };
  }
  const from = Math.max(Math.min(known.position, total), total - limit);
  return { later: await reading.window(from, limit), skipped: Math.max(0, from - known.position), reach };
}

/** Splits a context at its checkpoint, the last assistant turn. */
export function splitAtCheckpoint({ turns }: ActiveContext): {
  finished: readonly Turn[];
  pending: readonly Turn[];
} {
  const end = turns.findLastIndex(({ role }) => role === 'assistant') + 1;
  return { finished: turns.slice(0, end), pending: turns.slice(end) };
}

function described(context: ActiveContext): ActiveContext {
  return { ...context, meta: { ...context.meta, ...descriptionOf(context.turns) } };
}

/** Makes the `meta` that describes turns, if a person said something in them. */
export function descriptionOf(turns: readonly Turn[]): { lastUserTextPreview?: string } {
  const lastUser = turns.findLast(({ role }) => role === 'user');
  return lastUser ? { lastUserTextPreview: safePreview(lastUser.text, previewChars) } : {};
}

const asTurn = ({ ts, role, text }: Message): Turn => ({ v: 1, ts, role, text });
