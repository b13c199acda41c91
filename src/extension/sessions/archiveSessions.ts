import type { CancellationToken } from 'vscode';
import { transcriptAt } from '../../store/transcripts/readTranscript.ts';
import type { ArchiveOutcome } from '../../store/archive/types.ts';
import * as settings from '../base/settings.ts';
import type { SessionTarget } from './sessionTarget.ts';

/** What came of archiving several sessions. */
export interface ArchiveSummary {
  readonly archived: number;
  readonly unchanged: number;
  readonly failed: number;
  /** How many were not tried, because the person stopped it. */
  readonly left: number;
}

/** What the archive notes as the reason it was written. */
const event = 'command';

/** Archives what is new in a session. */
export function archiveSession({ project, info }: SessionTarget): Promise<ArchiveOutcome> {
  const options = { event, session: info.sessionId, ...settings.archive() };
  return project.archives.archive(transcriptAt(info.path), options);
}

/**
 * Archives one session after the other until the token says stop. One that fails keeps no other from it; the store
 * writes each failure to its log. `onEach` is called before each.
 */
export async function archiveSessions(
  targets: readonly SessionTarget[],
  token: Pick<CancellationToken, 'isCancellationRequested'>,
  onEach: (target: SessionTarget) => void = () => undefined,
): Promise<ArchiveSummary> {
  const counts = { archived: 0, unchanged: 0, failed: 0 };
  for (const [index, target] of targets.entries()) {
    if (token.isCancellationRequested) return { ...counts, left: targets.length - index };
    onEach(target);
    counts[await outcomeOf(target)]++;
  }
  return { ...counts, left: 0 };
}

async function outcomeOf(target: SessionTarget): Promise<'archived' | 'unchanged' | 'failed'> {
  try {
    return (await archiveSession(target)).state;
  } catch {
    return 'failed'; // it stands in the log of archives, which the tree shows
  }
}
