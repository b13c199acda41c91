import { dirname } from 'node:path';
import type { ArchiveInfo } from '../archive/types.ts';
import { newestParts } from '../sessions/archivedSessions.ts';
import type { DiscoveredTranscripts } from '../transcripts/shared/types.ts';
import type { Candidate, KeepMode, SeenTranscripts } from './types.ts';

const minute = 60 * 1_000;
const day = 24 * 60 * minute;
/** A session to which nothing was added for so long is not being written. Milliseconds. */
const quietMs = 10 * minute;
/** So long before its agent deletes it, a session is kept. Milliseconds. */
const aheadMs = 7 * day;
/** So old is one kept of which nobody knows when it is deleted. Milliseconds. */
const oldMs = 20 * day;
/** Of an agent that keeps a number of sessions, one is kept once it outlives no more than so many others, or than a week brings. */
const aheadSessions = 10;

/** The transcripts that are due, or all of them, and of which the archives may lack something: those first that go first. */
export function toKeep(
  { transcripts, silent }: DiscoveredTranscripts,
  mode: Exclude<KeepMode, 'off'> | 'all',
  { archives, seen, now }: { archives: readonly ArchiveInfo[]; seen: SeenTranscripts; now: number },
): Candidate[] {
  const candidates: readonly Candidate[] = [...transcripts, ...silent.filter(({ size }) => size > 0)];
  const isKept = keptBy(archives, seen, candidates);
  const lastWeek = countsByFolder(candidates.filter(({ startedAt = 0 }) => startedAt > now - aheadMs));
  const isDue = (candidate: Candidate): boolean => {
    if (mode === 'all') return true;
    if (now - candidate.changedAt < quietMs) return false;
    return mode === 'always' || isNearItsEnd(candidate, lastWeek.get(dirname(candidate.path)) ?? 0, now);
  };
  return candidates
    .filter((candidate) => isDue(candidate) && !isKept(candidate))
    .sort((a, b) => urgency(a, now) - urgency(b, now) || a.changedAt - b.changedAt);
}

/** `weekly` is how many sessions of its kind began within the last week. */
function isNearItsEnd(
  { changedAt, deletedAt, deletedAfter, neverDeleted }: Candidate,
  weekly: number,
  now: number,
): boolean {
  if (deletedAt !== undefined && deletedAt - now <= aheadMs) return true;
  if (deletedAfter !== undefined && deletedAfter <= Math.max(aheadSessions, weekly)) return true;
  const isKnown = neverDeleted ?? (deletedAt !== undefined || deletedAfter !== undefined);
  return !isKnown && now - changedAt > oldMs;
}

/** Less for what goes sooner. */
const urgency = ({ deletedAt = Infinity, deletedAfter = Infinity }: Candidate, now: number): number =>
  Math.min((deletedAt - now) / day, deletedAfter, oldMs / day);

/**
 * Whether nothing of a transcript can be missing: it was looked at as it is now, or its session was archived after it
 * changed last. That says nothing where several transcripts are of one session.
 */
function keptBy(
  archives: readonly ArchiveInfo[],
  seen: SeenTranscripts,
  candidates: readonly Candidate[],
): (candidate: Candidate) => boolean {
  const newest = newestParts(archives);
  const counts = new Map<string, number>();
  for (const { sessionId } of candidates)
    if (sessionId !== undefined) counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1);
  return ({ path, size, changedAt, sessionId = '' }) => {
    const before = seen.get(path);
    if (before?.size === size && before.changedAt === changedAt) return true;
    const part = counts.get(sessionId) === 1 ? newest.get(sessionId) : undefined;
    return part !== undefined && part.messages > 0 && Date.parse(part.archived) >= changedAt;
  };
}

function countsByFolder(candidates: readonly Candidate[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of candidates) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return counts;
}
