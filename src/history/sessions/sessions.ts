import { randomUUID } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { defined, StoreError, type JsonObject } from '../../disk/base/core.ts';
import { withStoreErrors, tidy } from '../../disk/files/failure.ts';
import { removeHeld } from '../../disk/files/atomic.ts';
import { bytesOf } from '../../disk/files/open.ts';
import type { MemoryStore } from '../memory/types.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import type { SessionRecord } from '../../agents/reading/types.ts';
import { guarded, isSessionLocation } from '../../disk/secrets/guarded.ts';
import { Trash } from '../../disk/files/trash.ts';
import type { Content } from './content.ts';
import { toClientHistory } from './convert.ts';
import { budgetOf, handOverSource, writeHandOver, type SourcedOptions } from './handOver.ts';
import { parseHistoryCursor } from './historyCursor.ts';
import { environmentMemory } from './environmentMemory.ts';
import type { SessionListing } from './listing.ts';
import { ChatRecordingService, withIdAndTime } from './recorder.ts';
import type { RecordingList } from './recordingList.ts';
import { activityLine, messageLine, type Recordings } from './recordings.ts';
import { pageOfSession, type SessionEnds } from './sessionPage.ts';
import type * as T from './types.ts';
import type { ChatRecording, NewMessage, Recorded } from './recordingTypes.ts';

/** Maximum length of a foreign id. Characters. */
export const maxIdLength = 200;
/** Kind of a recording in the trash. */
const trashKind = 'session';

/** Finds and reads sessions: `SessionReader`. */
interface ReadSessions extends Pick<T.SessionStore, 'list' | 'find' | 'read'>, SessionEnds {
  readonly listing: SessionListing;
  readonly recordings: Recordings;
  readonly recordingList: RecordingList;
}

/** All sessions of one project, see `SessionStore`. */
export class Sessions implements T.SessionStore {
  readonly #context: StoreContext;
  readonly #recordings: Recordings;
  readonly #recordingList: RecordingList;
  readonly #memories: Pick<MemoryStore, 'list'>;
  readonly #reading: ReadSessions;
  /** The list, for search. */
  readonly listing: SessionListing;

  /** `memories`: those that an initial history may include. */
  constructor(context: StoreContext, memories: Pick<MemoryStore, 'list'>, reading: ReadSessions) {
    this.#context = context;
    this.#memories = memories;
    this.#reading = reading;
    this.#recordings = reading.recordings;
    this.#recordingList = reading.recordingList;
    this.listing = reading.listing;
  }

  list(workspace: T.Workspace, query: T.SessionQuery = {}): Promise<T.FoundSessions> {
    return this.#reading.list(workspace, query);
  }

  current(workspace: T.Workspace): Promise<string | undefined> {
    return withStoreErrors(() => this.listing.current(workspace));
  }

  find(workspace: T.Workspace, identifier: string): Promise<T.SessionInfo> {
    return this.#reading.find(workspace, identifier);
  }

  read(session: T.SessionLocation): Promise<SessionRecord> {
    return this.#reading.read(session);
  }

  summary(session: T.SessionIdentity): Promise<T.SessionSummary | undefined> {
    return withStoreErrors(async () => (await this.#summaries()).read(session));
  }

  setSummary(session: T.SessionIdentity, summary: JsonObject | undefined): Promise<void> {
    return withStoreErrors(async () => (await this.#summaries()).set(session, summary));
  }

  async setLabels(changes: readonly T.LabelChange[]): Promise<readonly T.LabelChange[]> {
    const { changeLabels } = await import('./labelChanges.ts'); // loaded on demand like the summaries below
    return changeLabels(this.#context, this.#recordings, changes);
  }

  /** Loaded on demand: hooks and most calls do without. */
  async #summaries() {
    const { SessionSummaries } = await import('./sessionSummaries.ts');
    return new SessionSummaries(this.#context, this.#recordings);
  }

  async resume(
    workspace: T.Workspace,
    identifier: string,
    options: T.HandOverOptions = {},
  ): Promise<T.ResumedSession> {
    const { cursor } = options;
    const wanted = cursor === undefined ? undefined : parseHistoryCursor(cursor).sessionId;
    const session = await this.find(workspace, identifier === 'latest' ? (wanted ?? identifier) : identifier);
    if (wanted !== undefined && wanted !== session.sessionId) throw otherSession(wanted, session);
    const page = await pageOfSession(this.#reading, session, cursor, (messages, endOf) =>
      this.#resumed(workspace, { session, messages }, { ...options, ...defined({ endOf }) }),
    );
    return { session, ...page };
  }

  async handOver(
    { folders, shown = [], places }: T.Workspace,
    history: readonly Content[],
    { memory, ...options }: SourcedOptions = {},
  ): Promise<T.HandOver> {
    const surroundings = {
      now: this.#context.clock.now(),
      platform: places.platform,
    };
    const all = [...new Set([...folders, ...shown])];
    const remembered = options.cursor === undefined ? await this.#remembered(folders, options) : '';
    const whole = [memory ?? '', remembered].filter((part) => part !== '').join('\n\n');
    const config = { folders: all, ...surroundings, memory: whole };
    return this.#context.secrets.value(writeHandOver(config, history, options));
  }

  /** A tenth of the budget is for memory about the project. */
  async #remembered(folders: readonly string[], options: T.HandOverOptions) {
    return environmentMemory(await this.#memories.list(), folders, budgetOf(options).tokens / 10);
  }

  async start(
    workspace: T.Workspace,
    options: T.HandOverOptions & { readonly resume?: string; readonly sessionId?: string } = {},
  ): Promise<T.StartedSession> {
    const { resume, sessionId = randomUUID(), ...rest } = options;
    if (resume === undefined) {
      const initial = await this.handOver(workspace, [], rest);
      return { sessionId, path: await this.#begin(sessionId, []), initial };
    }
    const session = await this.find(workspace, resume);
    const { messages } = await this.read(session);
    const initial = await this.#resumed(workspace, { session, messages }, rest);
    if (session.source !== 'history' || session.archived)
      return { sessionId, path: await this.#begin(sessionId, messages), initial, resumed: session };
    const recorder = this.recorder();
    const conversation = { sessionId: session.sessionId, messages };
    await recorder.initialize({ conversation, filePath: session.path });
    return { sessionId: session.sessionId, path: session.path, initial, resumed: session };
  }

  record(sessionId: string | undefined, messages: readonly NewMessage[]): Promise<Recorded> {
    checkId(sessionId);
    const now = this.#context.clock.now();
    const lines = [...messages.map((message) => messageLine(withIdAndTime(message, now))), activityLine(now)];
    return this.#recordings.change(async (lease) => {
      const known = sessionId === undefined ? undefined : await this.#recordingList.find(sessionId);
      const head = { sessionId: sessionId ?? randomUUID(), startedAt: now };
      if (known) await this.#recordings.append(known.path, head, lines, lease);
      const path = known?.path ?? (await this.#recordings.create(head, lines, lease));
      return { sessionId: head.sessionId, path, recorded: messages.length };
    });
  }

  recorder(sessionId?: string): ChatRecording {
    return guarded<ChatRecording>(
      new ChatRecordingService(this.#context, this.#recordings, sessionId),
      this.#context.secrets,
      { argument: isSessionLocation, results: true },
    );
  }

  async remove({ source, path, archived }: T.SessionLocation): Promise<string> {
    if (archived)
      throw new StoreError(
        'invalid_argument',
        `${path} is an archive and no recording; delete the file itself.`,
      );
    if (source !== 'history')
      throw new StoreError(
        'invalid_argument',
        `${path} is a transcript of ${source} and not ours to delete; archive it to keep it, or delete it there.`,
      );
    this.#recordings.check(path);
    return this.#recordings.change(async (lease) => {
      const bytes = await bytesOf(path);
      if (bytes === undefined) throw new StoreError('not_found', `There is no recording ${path} any more.`);
      const { id } = await this.#trash().put(
        trashKind,
        { name: basename(path) },
        bytes,
        this.#recordings.folder,
      );
      await removeHeld([path], lease);
      return id;
    });
  }

  async trashed(path: string): Promise<string | undefined> {
    if (dirname(path) !== this.#recordings.folder) return undefined;
    const items = await withStoreErrors(() => this.#trash().list());
    return items.find(({ kind, fields }) => kind === trashKind && fields.name === basename(path))?.id;
  }

  restore(trashId: string): Promise<void> {
    return this.#recordings.change(async (lease) => {
      const { item, content } = await this.#trash().get(trashId);
      const { name } = item.fields;
      if (item.kind !== trashKind || typeof name !== 'string')
        throw new StoreError(
          'invalid_argument',
          `The trash holds no recording under ${JSON.stringify(trashId)}.`,
        );
      await this.#recordings.place(basename(name, '.jsonl'), content, lease);
      await tidy(this.#context.log, 'take what was restored out of the trash', () =>
        this.#trash().drop(trashId, this.#recordings.folder),
      );
    });
  }

  #trash(): Trash {
    return new Trash(this.#context.folder, this.#context.clock);
  }

  /** Creates a recording with these messages and returns its path. */
  async #begin(sessionId: string, messages: readonly NewMessage[]): Promise<string> {
    const startedAt = this.#context.clock.now();
    const lines = this.#context.secrets.value(messages).map((message) => messageLine(message));
    return this.#recordings.change((lease) =>
      this.#recordings.create({ sessionId, startedAt }, lines, lease),
    );
  }

  #resumed(
    workspace: T.Workspace,
    { session, messages }: { readonly session: T.SessionInfo; readonly messages: SessionRecord['messages'] },
    options: SourcedOptions,
  ): Promise<T.HandOver> {
    const curated =
      options.cursor === undefined ? options.curated : parseHistoryCursor(options.cursor).curated;
    return this.handOver(workspace, toClientHistory(messages, curated), {
      ...options,
      source: handOverSource(session),
    });
  }
}

const otherSession = (wanted: string, { sessionId }: T.SessionInfo): StoreError =>
  new StoreError(
    'invalid_argument',
    `The cursor is of the session ${JSON.stringify(wanted)}, and not of ${JSON.stringify(sessionId)}: give that id, or leave the cursor out.`,
    { arguments: ['id', 'cursor'] },
  );

function checkId(sessionId: string | undefined): void {
  if (sessionId === undefined || sessionId.length <= maxIdLength) return;
  throw new StoreError(
    'invalid_argument',
    `sessionId has ${sessionId.length} characters; give one of at most ${maxIdLength}, or none to begin a session.`,
    { arguments: ['sessionId'] },
  );
}
