import type { SessionStore } from '../../history/sessions/types.ts';
import type { Places } from '../../agents/profile/machine.ts';
import type { TranscriptReader } from '../../agents/reading/reader.ts';

/** Lists and reads sessions. */
export interface ChangeSources {
  readonly sessions: Pick<SessionStore, 'list' | 'read'>;
  readonly reader: TranscriptReader;
}

/** Returns the former folders of the project. */
export type FormerFolders = (places: Places) => Promise<readonly { readonly path: string }[]>;
