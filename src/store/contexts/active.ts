import { defined, isoTime } from '../base/core.ts';
import { randomBytes } from 'node:crypto';
import type { DialogSnapshot } from '../dialogs/dialogSnapshot.ts';
import type { Message } from '../dialogs/types.ts';
import { previewBesideSecret } from '../secrets/cut.ts';
import { fitTurns, type Budget } from './budget.ts';
import type { ActiveContext, Reach, Turn } from './types.ts';

const previewChars = 80;
/** Reaches nothing: all a dialog holds is later, in whatever epoch. */
export const beginning: Reach = { epoch: '*', position: 0, ts: -1 };

/** An id such as `c_20260205_ab3d9f`: the day in UTC and something random. */
export function newContextId(now: number): string {
  const day = isoTime(now).slice(0, 10).replaceAll('-', '');
  return `c_${day}_${randomBytes(3).toString('hex')}`;
}

/** A new active context that begins with these turns. */
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

/** The context with everything the dialog has got since, within the budget; the same object when there is nothing new. */
export async function catchUp(
  context: ActiveContext,
  reading: DialogSnapshot,
  budget: Budget,
): Promise<ActiveContext> {
  const known = context.meta.reach ?? { ...beginning, epoch: '', ts: context.turns.at(-1)?.ts ?? -1 };
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

/** The meta with the id of the last request, where that has one. */
function metaAfter(
  { lastRequestId, ...meta }: ActiveContext['meta'],
  later: readonly Message[],
): ActiveContext['meta'] {
  const request = later.findLast(({ role }) => role === 'user');
  const id = request ? requestIdOf(request) : lastRequestId;
  return { ...meta, ...defined({ lastRequestId: id }) };
}

/** What an agent calls a request: `requestId` in the meta of its message, or the id of that. */
function requestIdOf({ id, meta }: Message): string | undefined {
  return typeof meta?.requestId === 'string' ? meta.requestId : id;
}

/**
 * The messages behind a reach, at most the newest `limit` and how many were `skipped` before them, and how far they
 * reach. After clear or restore, where positions are void, the time decides.
 */
async function messagesAfter(reading: DialogSnapshot, known: Reach, limit: number) {
  const { messages: total, lastTs = known.ts } = await reading.totals();
  const { epoch } = reading.layout;
  const reach = { epoch, position: total, ts: Math.max(lastTs, known.ts) };
  const sameEpoch = known.epoch === epoch || known.epoch === beginning.epoch;
  if (!sameEpoch) {
    const later = (await reading.window(0, total)).filter(({ ts }) => ts > known.ts);
    return { later: later.slice(-limit), skipped: Math.max(0, later.length - limit), reach };
  }
  const from = Math.max(Math.min(known.position, total), total - limit);
  return { later: await reading.window(from, limit), skipped: Math.max(0, from - known.position), reach };
}

/** Splits a context at its checkpoint, the last assistant turn. */
export function atCheckpoint({ turns }: ActiveContext): {
  finished: readonly Turn[];
  pending: readonly Turn[];
} {
  const end = turns.findLastIndex(({ role }) => role === 'assistant') + 1;
  return { finished: turns.slice(0, end), pending: turns.slice(end) };
}

function described(context: ActiveContext): ActiveContext {
  return { ...context, meta: { ...context.meta, ...descriptionOf(context.turns) } };
}

/** What `meta` says of turns, where a person has said something in them. */
export function descriptionOf(turns: readonly Turn[]): { lastUserTextPreview?: string } {
  const lastUser = turns.findLast(({ role }) => role === 'user');
  return lastUser ? { lastUserTextPreview: previewBesideSecret(lastUser.text, previewChars) } : {};
}

const asTurn = ({ ts, role, text }: Message): Turn => ({ v: 1, ts, role, text });
