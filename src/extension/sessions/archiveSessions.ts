import { transcripts } from '../../agents/readTranscript.ts';
import type { ArchiveOutcome } from '../../history/archive/types.ts';
import * as settings from '../base/settings.ts';
import type { SessionTarget } from './sessionTarget.ts';

/** The event recorded in archives. */
const event = 'command';

/** Archives what is new in a session. */
export function archiveSession({ project, info }: SessionTarget): Promise<ArchiveOutcome> {
  const agent = info.source === 'history' ? undefined : info.source;
  const options = { event, session: info.sessionId, ...settings.archive() };
  return project.archives.archive(transcripts.archivable(info.path, agent), options);
}
