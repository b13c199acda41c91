import type { DialogStore } from '../dialogs/types.ts';
import type { SessionLists, SessionStore } from '../sessions/types.ts';
import type { TranscriptReader } from '../transcripts/reader.ts';

/** What lists and reads sessions. */
export interface FigureSources {
  readonly sessions: Pick<SessionStore, 'list' | 'read'>;
  readonly listing: Pick<SessionLists, 'newest'>;
  readonly reader: TranscriptReader;
}

/** What sessions and dialogs are read with. */
export interface InsightSources extends FigureSources {
  readonly dialogs: Pick<DialogStore, 'list' | 'overview' | 'summary'>;
}
