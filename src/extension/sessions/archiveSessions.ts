import { transcripts } from '../../store/transcripts/readTranscript.ts';
import type { ArchiveOutcome } from '../../store/archive/types.ts';
import * as settings from '../base/settings.ts';
import type { SessionTarget } from './sessionTarget.ts';

/** What the archive notes as the reason it was written. */
const event = 'command';

/** Archives what is new in a session. */
export function archiveSession({ project, info }: SessionTarget): Promise<ArchiveOutcome> {
  const options = { event, session: info.sessionId, ...settings.archive() };
  return project.archives.archive(transcripts.archivable(info.path), options);
}
