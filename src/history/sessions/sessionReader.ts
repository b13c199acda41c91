import type { ArchiveStore } from '../archive/types.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { withStoreErrors } from '../../disk/files/failure.ts';
import type { TranscriptReader } from '../../agents/reading/reader.ts';
import type { MessageRecord, SessionRecord } from '../../agents/reading/types.ts';
import { all, firstBytes } from '../../agents/reading/whole.ts';
import { ArchivedSessions } from './archivedSessions.ts';
import { SessionListing } from './listing.ts';
import { readRecording, RecordingList } from './recordingList.ts';
import { Recordings } from './recordings.ts';
import { SessionLabelList } from './sessionLabels.ts';
import { SessionSummaryList } from './summaryList.ts';
import type { SessionEnds } from './sessionPage.ts';
import type * as T from './types.ts';

/** Finds and reads the sessions of a project, see `SessionStore`. */
export class SessionReader implements Pick<T.SessionStore, 'list' | 'find' | 'read'>, SessionEnds {
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
    this.recordingList = new RecordingList(context, this.recordings);
    const labels = new SessionLabelList(context, this.recordings.folder);
    const summaries = new SessionSummaryList(context, this.recordings.folder);
    this.listing = new SessionListing(
      context,
      this.recordingList,
      this.#archived,
      transcripts,
      labels,
      summaries,
    );
  }

  list(workspace: T.Workspace, query: T.SessionQuery = {}): Promise<T.FoundSessions> {
    return withStoreErrors(() => this.listing.list(workspace, query));
  }

  find(workspace: T.Workspace, identifier: string): Promise<T.SessionInfo> {
    return withStoreErrors(() => this.listing.find(workspace, identifier));
  }

  readTail(
    { source, path, archived }: T.SessionLocation,
    of: { readonly size: number; readonly bytes: number },
  ): Promise<readonly MessageRecord[] | undefined> {
    return withStoreErrors(async () =>
      archived || source === 'history'
        ? undefined
        : this.#reader.tail({ agent: source, path }, this.#context.secrets, of),
    );
  }

  /** The latest messages from the end of a transcript; undefined where that does not suffice. */
  lastSaid({ source, path, archived }: T.SessionLocation): Promise<readonly MessageRecord[] | undefined> {
    return withStoreErrors(async () =>
      archived || source === 'history'
        ? undefined
        : this.#reader.lastSaid({ agent: source, path }, this.#context.secrets),
    );
  }

  readUntil(session: T.SessionLocation, size: number): Promise<readonly MessageRecord[]> {
    const { source: agent, path, archived } = session;
    return withStoreErrors(async () => {
      if (archived || agent === 'history') return (await this.read(session)).messages;
      const through = (chunks: AsyncIterable<Uint8Array>) => firstBytes(chunks, size);
      return all((await this.#reader.stream({ agent, path }, this.#context.secrets, through)).messages());
    });
  }

  read({ source, path, archived }: T.SessionLocation): Promise<SessionRecord> {
    return withStoreErrors(async () => {
      const { secrets } = this.#context;
      if (archived) return secrets.shown(await this.#archived.read(path));
      if (source !== 'history') return this.#reader.read({ agent: source, path }, secrets);
      this.recordings.check(path);
      return secrets.shown(await readRecording(path));
    });
  }
}
