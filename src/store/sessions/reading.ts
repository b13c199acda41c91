import type { ArchiveStore } from '../archive/types.ts';
import type { StoreContext } from '../base/context.ts';
import { withStoreErrors } from '../files/failure.ts';
import type { TranscriptReader } from '../transcripts/reader.ts';
import type { SessionRecord } from '../transcripts/shared/types.ts';
import { ArchivedSessions } from './archivedSessions.ts';
import { SessionListing } from './listing.ts';
import { readRecording, RecordingList } from './recordingList.ts';
import { Recordings } from './recordings.ts';
import type * as T from './types.ts';

/** Finds and reads the sessions of a project. What the methods promise stands at `SessionStore`. */
export class SessionReading implements Pick<T.SessionStore, 'list' | 'find' | 'read'> {
  readonly #context: StoreContext;
  readonly #archived: ArchivedSessions;
  readonly #reader: TranscriptReader;
  readonly recordings: Recordings;
  readonly recordingList: RecordingList;
  readonly listing: SessionListing;

  constructor(
    context: StoreContext,
    archives: ArchiveStore,
    transcripts: T.TranscriptLists,
    reader: TranscriptReader,
  ) {
    this.#context = context;
    this.#reader = reader;
    this.#archived = new ArchivedSessions(archives);
    this.recordings = new Recordings(context);
    this.recordingList = new RecordingList(this.recordings);
    this.listing = new SessionListing(context, this.recordingList, this.#archived, transcripts);
  }

  list(workspace: T.Workspace, query: T.SessionQuery = {}): Promise<T.FoundSessions> {
    return withStoreErrors(() => this.listing.list(workspace, query));
  }

  find(workspace: T.Workspace, identifier: string): Promise<T.SessionInfo> {
    return withStoreErrors(() => this.listing.find(workspace, identifier));
  }

  read({ source, path, archived }: T.SessionPlace): Promise<SessionRecord> {
    return withStoreErrors(async () => {
      const { secrets } = this.#context;
      if (archived) return secrets.shown(await this.#archived.read(path));
      if (source !== 'history') return this.#reader.read({ agent: source, path }, secrets);
      this.recordings.check(path);
      return secrets.shown(await readRecording(path));
    });
  }
}
