import type { SessionStore } from '../sessions/types.ts';
import type { Places } from '../transcripts/shared/agent.ts';
import type { TranscriptReader } from '../transcripts/reader.ts';

/** What lists and reads sessions. */
export interface ChangeSources {
  readonly sessions: Pick<SessionStore, 'list' | 'read'>;
  readonly reader: TranscriptReader;
}

/** The folders in which the project was before. */
export type FoldersBefore = (places: Places) => Promise<readonly { readonly path: string }[]>;
