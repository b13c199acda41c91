import { dirname } from 'node:path';
import type { DeletionRule } from '../../agents/reading/types.ts';

const minute = 60 * 1_000;
export const day = 24 * 60 * minute;
/** A session without changes for this long is considered finished. Milliseconds. */
const quietMs = 10 * minute;
/** How long before its deletion a session is kept. Milliseconds. */
const leadMs = 7 * day;
/** Age at which a session is kept if its deletion date is unknown. Milliseconds. */
export const oldMs = 20 * day;
/**
 * For agents that keep a number of sessions: keeps a session when at most this many further ones, or those of a week,
 * remain until its deletion.
 */
const leadSessions = 10;

/** What is known of a session's deletion; `changedAt` is absent where no agent deletes it. Times in milliseconds. */
type Fading = DeletionRule & {
  readonly path: string;
  readonly startedAt?: number;
  readonly changedAt?: number;
};

/** Returns the finished sessions that their agents will delete soon, or may, kept or not. */
export function deletedSoon<T extends Fading>(all: readonly T[], now: number): readonly T[] {
  const lastWeek = countsByFolder(all.filter(({ startedAt = 0 }) => startedAt > now - leadMs));
  return all.filter(
    (each) => isFinished(each, now) && isFading(each, lastWeek.get(dirname(each.path)) ?? 0, now),
  );
}

/** Whether nothing was added for a while. */
export const isFinished = ({ changedAt = 0 }: Fading, now: number): boolean => now - changedAt >= quietMs;

/** `weekly` is the number of sessions of its kind started within the last week. */
function isFading(
  { changedAt, deletedAt, deletedAfter, neverDeleted }: Fading,
  weekly: number,
  now: number,
): boolean {
  if (changedAt === undefined) return false;
  if (deletedAt !== undefined && deletedAt - now <= leadMs) return true;
  if (deletedAfter !== undefined && deletedAfter <= Math.max(leadSessions, weekly)) return true;
  const isKnown = neverDeleted ?? (deletedAt !== undefined || deletedAfter !== undefined);
  return !isKnown && now - changedAt > oldMs;
}

function countsByFolder(candidates: readonly Fading[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of candidates) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return counts;
}
