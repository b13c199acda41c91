import { atMost, type Secrets, type StoreContext } from '../base/context.ts';
import { defined } from '../base/core.ts';
import { StoreSecrets } from '../secrets/secrets.ts';
import { markAt } from '../files/derivedTable.ts';
import type { SessionInfo, Workspace } from '../sessions/types.ts';
import { TimeSlices } from '../base/timeSlices.ts';
import type { MessageRecord } from '../transcripts/shared/types.ts';
import { oneByOne } from '../transcripts/shared/whole.ts';
import type { SessionPieces } from './asked.ts';
import { KeptChanges } from './keptChanges.ts';
import type { ChangeSources } from './sources.ts';
import { RecordedChanges } from './recordChanges.ts';
import type { IndexedSession, SessionChanges } from './sessionChanges.ts';
import type { ChangeIndexState } from './types.ts';

/** Which sessions there are is looked up anew after this. Milliseconds. */
const trustMs = 5_000;
/** What was looked at longer ago is not told without looking again; otherwise an answer waits so long at most. Milliseconds. */
const oldMs = 30_000;
const shortMs = 15;
/** What a timer takes. Milliseconds. */
const longestWait = 2 ** 31 - 1;

interface Known {
  readonly mark: string;
  /** Of two sessions with the same beginning the copy was made later. Milliseconds. */
  readonly born: number;
  readonly changes: SessionChanges;
}

const nothing: SessionChanges = { requests: {}, events: [] };

/** What all sessions of a workspace did to files: each is read once, the newest first, and again when it grew. */
export class ChangeIndex {
  readonly #context: StoreContext;
  readonly #sources: ChangeSources;
  readonly #kept: KeptChanges;
  readonly #known = new Map<string, Known>();
  #sessions: readonly SessionInfo[] = [];
  /** As `read` gave it last, until something else was read. */
  #read: readonly IndexedSession[] | undefined;
  #folders = '';
  #lookedAt = -Infinity;
  #indexedAt = 0;
  #unread: SessionInfo[] = [];
  #looking: Promise<void> | undefined;
  #reading: Promise<void> | undefined;
  #swept = false;

  constructor(context: StoreContext, sources: ChangeSources) {
    this.#context = context;
    this.#sources = sources;
    this.#kept = new KeptChanges(context);
  }

  /**
   * Looks for what changed, and waits so many milliseconds until it is read; reading goes on afterwards. What was looked
   * at a moment ago is trusted while it is looked at again.
   */
  async refresh(workspace: Workspace, waitMs: number): Promise<ChangeIndexState> {
    const folders = workspace.folders.join('\0');
    const age = folders === this.#folders ? performance.now() - this.#lookedAt : Infinity;
    if (age > trustMs) {
      this.#looking ??= this.#look(workspace, folders).finally(() => (this.#looking = undefined));
      await (age > oldMs ? this.#looking : atMost(quietly(this.#looking), shortMs));
    }
    if (this.#unread.length > 0) {
      this.#reading ??= this.#readOn().finally(() => (this.#reading = undefined));
      await atMost(this.#reading, Math.min(waitMs, longestWait));
    }
    const waiting = this.#unread.length;
    return { indexedAt: this.#indexedAt, sessions: this.#sessions.length - waiting, waiting };
  }

  async #look(workspace: Workspace, folders: string): Promise<void> {
    const { current: _, ...all } = workspace;
    const { sessions } = await this.#sources.sessions.list(all, { includeCurrent: true });
    await this.#kept.refresh();
    const slices = new TimeSlices();
    const unread: SessionInfo[] = [];
    const before = new Map(this.#sessions.map(({ path, title }) => [path, title]));
    let isSame = sessions.length === before.size;
    for (const session of sessions) {
      isSame &&= before.get(session.path) === session.title;
      const known = this.#known.get(session.path);
      const state = this.#stateOf(session);
      const changes = known?.mark === state.mark ? known.changes : this.#kept.get(session.path, state.mark);
      if (!changes) unread.push(session);
      else if (known?.changes !== changes) {
        this.#known.set(session.path, { ...state, changes });
        isSame = false;
      }
      await slices.pause();
    }
    if (!isSame) this.#read = undefined;
    [this.#sessions, this.#unread] = [sessions, unread];
    this.#indexedAt = this.#context.clock.now();
    [this.#folders, this.#lookedAt] = [folders, performance.now()];
  }

  /** The sessions that were read, in the order in which the same change counts as theirs: the first begun first. */
  get read(): readonly IndexedSession[] {
    if (this.#read) return this.#read;
    const read = this.#sessions.flatMap((info) => {
      const known = this.#known.get(info.path);
      return known ? [{ info, changes: known.changes, born: known.born }] : [];
    });
    this.#read = read.sort((a, b) => a.info.startedAt - b.info.startedAt || a.born - b.born);
    return this.#read;
  }

  find(session: string): SessionInfo | undefined {
    return this.#sessions.find(({ sessionId }) => sessionId === session);
  }

  /** All of a session, with its secrets masked. */
  open(session: SessionInfo): Promise<SessionPieces> {
    return this.#open(session, this.#context.secrets);
  }

  /** With `slices` others work between its pieces. */
  async #open(session: SessionInfo, secrets: Secrets, slices?: TimeSlices): Promise<SessionPieces> {
    const { source, path, archived, cwd } = session;
    if (archived === true || source === 'history') {
      const record = await this.#sources.sessions.read(session);
      const subagents = () => oneByOne(record.subagents ?? []);
      return { cwd: record.cwd ?? cwd, messages: oneByOne(record.messages), subagents };
    }
    const through = (chunks: AsyncIterable<Uint8Array>) => (slices ? inSlices(chunks, slices) : chunks);
    const stream = await this.#sources.reader.stream({ agent: source, path }, secrets, through);
    return { cwd: stream.header.cwd ?? cwd, messages: stream.messages(), subagents: stream.subagents };
  }

  async #readOn(): Promise<void> {
    // A process that has nothing else to do need not stay for this.
    const slices = new TimeSlices(undefined, { ref: false });
    for (;;) {
      const [session] = this.#unread;
      if (session === undefined) break;
      await this.#take(session, slices);
      await slices.pause();
      this.#unread = this.#unread.filter(({ path }) => path !== session.path);
    }
    if (this.#swept) return;
    this.#swept = true;
    await this.#orNothing('old changes of sessions', () =>
      this.#kept.tidy(this.#sessions.map(({ path }) => path)),
    );
  }

  async #take(session: SessionInfo, slices: TimeSlices): Promise<void> {
    const { path } = session;
    const state = this.#stateOf(session);
    // Another process may have read it meanwhile.
    await this.#kept.refresh();
    const kept = this.#kept.get(path, state.mark);
    const changes = kept ?? (await this.#orNothing(path, () => this.#changesOf(session, slices)));
    this.#read = undefined;
    this.#known.set(path, { ...state, changes: changes ?? nothing });
    if (changes && !kept)
      await this.#orNothing(`what is kept of ${path}`, () => this.#kept.add(path, state.mark, changes));
  }

  async #changesOf(session: SessionInfo, slices: TimeSlices): Promise<SessionChanges> {
    // Of lines only hashes are kept, which masking would change; it takes most of the time. Requests are masked while they
    // are whole, as a piece of a secret is not known for one.
    const { cwd, messages, subagents } = await this.#open(session, asWritten, slices);
    const { secrets } = this.#context;
    const recorded = new RecordedChanges(cwd);
    for await (const message of messages) {
      recorded.add(message.type === 'user' ? withoutSecrets(message, secrets) : message);
      await slices.pause();
    }
    for await (const { messages: said } of subagents()) {
      recorded.addHelper(said);
      await slices.pause();
    }
    const { requests, events } = recorded.changes;
    const masked = events.map((event) =>
      event.holds ? { ...event, holds: event.holds.map((pieces) => harmless(pieces, secrets)) } : event,
    );
    return { requests, events: masked };
  }

  /** Differs also when other secrets would be masked. What is no file changes with what the list tells of it. */
  #stateOf({ path, size, activeAt }: SessionInfo): Pick<Known, 'mark' | 'born'> {
    const { mark, born } = markAt(path) ?? { mark: `${size} ${activeAt}`, born: activeAt };
    return { mark: `${mark} ${this.#context.secrets.state}`, born };
  }

  async #orNothing<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#context.log.warn(`the history of files leaves out ${what}: ${String(error)}`);
      return undefined;
    }
  }
}

const withoutSecrets = (
  { content, displayContent, ...message }: MessageRecord,
  secrets: Secrets,
): MessageRecord => ({ ...message, ...secrets.value({ content, ...defined({ displayContent }) }) });

/** The pieces of a script without those of a secret, which may go over several of them. */
function harmless(pieces: readonly string[], secrets: Secrets): readonly string[] {
  const masked = secrets.value(pieces.join('\n'));
  return pieces.filter((piece) => masked.includes(piece));
}

/** Masks nothing. */
const asWritten = new StoreSecrets({ mode: () => 'keep', folders: () => [], isReadOnly: () => true });

/** What fails is told to whoever waits for all of it. */
const quietly = (work: Promise<void>): Promise<void> => work.catch(() => undefined);

async function* inSlices(chunks: AsyncIterable<Uint8Array>, slices: TimeSlices): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk;
    await slices.pause();
  }
}
