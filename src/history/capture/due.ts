import type { ArchiveInfo } from '../archive/types.ts';
import { newestParts } from '../sessions/archivedSessions.ts';
import type { DiscoveredTranscripts } from '../../agents/reading/types.ts';
import { day, deletedSoon, isFinished, oldMs } from './deletion.ts';
import type { Candidate, KeepMode, SeenTranscripts } from './types.ts';

/** Returns the transcripts that are due, or all, and of which the archives may lack something, most urgent first. */
export function sessionsToKeep(
  { transcripts, silent }: DiscoveredTranscripts,
  mode: Exclude<KeepMode, 'off'> | 'all',
  { archives, seen, now }: { archives: readonly ArchiveInfo[]; seen: SeenTranscripts; now: number },
): Candidate[] {
  const candidates: readonly Candidate[] = [...transcripts, ...silent.filter(({ size }) => size > 0)];
  const isKept = isArchivedIn(archives, seen, candidates);
  const soon = new Set(deletedSoon(candidates, now));
  const isDue = (candidate: Candidate): boolean =>
    mode === 'all' || (isFinished(candidate, now) && (mode === 'always' || soon.has(candidate)));
  return candidates
    .filter((candidate) => isDue(candidate) && !isKept(candidate))
    .sort((a, b) => urgency(a, now) - urgency(b, now) || a.changedAt - b.changedAt);
}

/** Returns a rank, lowest for the earliest deletion. */
const urgency = ({ deletedAt = Infinity, deletedAfter = Infinity }: Candidate, now: number): number =>
  Math.min((deletedAt - now) / day, deletedAfter, oldMs / day);

/**
 * Returns a test for transcripts that are completely archived: unchanged since a sweep, or archived after the last
 * change. The latter is inconclusive if a session has several transcripts.
 */
function isArchivedIn(
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
