import { atMost, type Secrets, type StoreContext } from '../../disk/base/context.ts';
import { defined, errorMessage } from '../../disk/base/core.ts';
import { birthTime, fileFingerprint } from '../../disk/files/fingerprint.ts';
import type { SessionInfo, Workspace } from '../../history/sessions/types.ts';
import { TimeSlices } from '../../disk/base/timeSlices.ts';
import type { MessageRecord } from '../../agents/reading/types.ts';
import type { TranscriptRest } from '../../agents/reading/continued.ts';
import { asWritten, Checkpoints, type CheckpointSizes } from '../../history/sessions/checkpoints.ts';
import { oneByOne } from '../../agents/reading/whole.ts';
import type { SessionPieces } from './requestCounter.ts';
import { Derived } from '../../disk/files/derived.ts';
import { changesForm } from './changesForm.ts';
import type { ChangeSources } from './sources.ts';
import { isChangesState, RecordedChanges, type ChangesState } from './recordChanges.ts';
import type { IndexedSession, SessionChanges } from './sessionChanges.ts';
import type { ChangeIndexState } from './types.ts';

/** The list of sessions is refreshed after this. Milliseconds. */
const freshMs = 5_000;
/** An older list is refreshed before answering; a fresher one delays an answer by at most `quickMs`. Milliseconds. */
const staleMs = 30_000;
const quickMs = 15;
/** Maximum delay of a timer. Milliseconds. */
const maxWaitMs = 2 ** 31 - 1;

interface Known {
  readonly fingerprint: string;
  /** Creation time, milliseconds: of two sessions with the same beginning, the later one is the copy. */
  readonly born: number;
  readonly changes: SessionChanges;
}

const nothing: SessionChanges = { requests: {}, events: [] };

/** The changes of all sessions of a workspace: each session is read once, newest first, and again when it grows. */
export class ChangeIndex {
  readonly #context: StoreContext;
  readonly #sources: ChangeSources;
  readonly #file: Derived<SessionChanges>;
  readonly #checkpoints: Checkpoints<ChangesState>;
  readonly #known = new Map<string, Known>();
  #sessions: readonly SessionInfo[] = [];
  /** Cached result of `read`, until another session is read. */
  #read: readonly IndexedSession[] | undefined;
  #folders = '';
  #scannedAt = -Infinity;
  #indexedAt = 0;
  #pending: SessionInfo[] = [];
  #scanning: Promise<void> | undefined;
  #reading: Promise<void> | undefined;
  #swept = false;
  /** Number of callers that wait for sessions to be read. */
  #waiters = 0;

  constructor(context: StoreContext, sources: ChangeSources, sizes?: CheckpointSizes) {
    this.#context = context;
    this.#sources = sources;
    this.#file = new Derived(changesForm, context);
    this.#checkpoints = new Checkpoints(checkpointForm, { context, reader: sources.reader }, sizes);
  }

  /**
   * Looks for changed sessions and waits up to `waitMs` until they are read; reading continues afterwards. A recent
   * list is used while it is refreshed.
   */
  async refresh(workspace: Workspace, waitMs: number): Promise<ChangeIndexState> {
    const folders = workspace.folders.join('\0');
    const age = folders === this.#folders ? performance.now() - this.#scannedAt : Infinity;
    if (age > freshMs) {
      this.#scanning ??= this.#scan(workspace, folders).finally(() => (this.#scanning = undefined));
      await (age > staleMs ? this.#scanning : atMost(quietly(this.#scanning), quickMs));
    }
    if (this.#pending.length > 0) {
      this.#reading ??= this.#readPending().finally(() => (this.#reading = undefined));
      this.#waiters++;
      await atMost(this.#reading, Math.min(waitMs, maxWaitMs)).finally(() => this.#waiters--);
    }
    const waiting = this.#pending.length;
    return { indexedAt: this.#indexedAt, sessions: this.#sessions.length - waiting, waiting };
  }

  async #scan(workspace: Workspace, folders: string): Promise<void> {
    const { current: _, ...all } = workspace;
    const { sessions } = await this.#sources.sessions.list(all, { includeCurrent: true });
    await this.#file.refresh();
    const slices = new TimeSlices();
    const unread: SessionInfo[] = [];
    const before = new Map(this.#sessions.map(({ path, title }) => [path, title]));
    let isSame = sessions.length === before.size;
    for (const session of sessions) {
      isSame &&= before.get(session.path) === session.title;
      const known = this.#known.get(session.path);
      const state = this.#stateOf(session);
      const changes =
        known?.fingerprint === state.fingerprint
          ? known.changes
          : this.#file.get(session.path, state.fingerprint);
      if (!changes) unread.push(session);
      else if (known?.changes !== changes) {
        this.#known.set(session.path, { ...state, changes });
        isSame = false;
      }
      await slices.pause();
    }
    if (!isSame) this.#read = undefined;
    [this.#sessions, this.#pending] = [sessions, unread];
    this.#indexedAt = this.#context.clock.now();
    [this.#folders, this.#scannedAt] = [folders, performance.now()];
  }

  /** The sessions read so far, earliest first: a change that several contain belongs to the first. */
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

  /** Opens a whole session with its secrets masked. */
  open(session: SessionInfo): Promise<SessionPieces> {
    return this.#open(session, this.#context.secrets);
  }

  /** With `slices`, yields to other work between pieces. */
  async #open(session: SessionInfo, secrets: Secrets, slices?: TimeSlices): Promise<SessionPieces> {
    const { source, path, archived, cwd } = session;
    if (archived === true || source === 'history') {
      const record = await this.#sources.sessions.read(session);
      const subagents = () => oneByOne(record.subagents ?? []);
      return { cwd: record.cwd ?? cwd, messages: oneByOne(record.messages), subagents };
    }
    const through = (chunks: AsyncIterable<Uint8Array>) => slices?.between(chunks) ?? chunks;
    const stream = await this.#sources.reader.stream({ agent: source, path }, secrets, through);
    return { cwd: stream.header.cwd ?? cwd, messages: stream.messages(), subagents: stream.subagents };
  }

  async #readPending(): Promise<void> {
    // The pauses do not keep an otherwise finished process alive.
    const slices = new TimeSlices(undefined, { ref: () => this.#waiters > 0 });
    for (;;) {
      const [session] = this.#pending;
      if (session === undefined) break;
      await this.#take(session, slices);
      await slices.pause();
      this.#pending = this.#pending.filter(({ path }) => path !== session.path);
    }
    if (this.#swept) return;
    this.#swept = true;
    const paths = new Set(this.#sessions.map(({ path }) => path));
    await this.#file.sweep(paths);
    await this.#checkpoints.sweep(paths);
  }

  async #take(session: SessionInfo, slices: TimeSlices): Promise<void> {
    const { path } = session;
    const state = this.#stateOf(session);
    // Another process may have read it in the meantime.
    await this.#file.refresh();
    const stored = this.#file.get(path, state.fingerprint);
    const changes = stored ?? (await this.#orNothing(path, () => this.#changesOf(session, slices)));
    this.#read = undefined;
    this.#known.set(path, { ...state, changes: changes ?? nothing });
    if (changes && !stored) await this.#file.put(path, state.fingerprint, changes);
  }

  async #changesOf(session: SessionInfo, slices: TimeSlices): Promise<SessionChanges> {
    // Lines are only hashed, so they stay unmasked: masking would change the hashes and takes most of the time. Requests are masked whole, as a fragment
    // of a secret is not recognized.
    const { secrets } = this.#context;
    const goneOn = await this.#goneOn(session, slices);
    const changes =
      (goneOn && (await changesIn(goneOn, slices))) ??
      (await changesIn(await this.#whole(session, slices), slices));
    const { requests, events } = changes ?? nothing;
    const masked = events.map((event) =>
      event.holds ? { ...event, holds: event.holds.map((pieces) => harmless(pieces, secrets)) } : event,
    );
    return { requests, events: masked };
  }

  /** Records the changes of a session from where they were recorded before; undefined if that is not possible. */
  async #goneOn(session: SessionInfo, slices: TimeSlices): Promise<Recording | undefined> {
    const { secrets } = this.#context;
    const begin = ({ facts }: TranscriptRest, state: ChangesState | undefined) => {
      const cwd = facts?.cwd ?? session.cwd;
      if (!facts || (state && state.cwd !== cwd)) return undefined;
      const recorded = new RecordedChanges(cwd, state);
      return {
        recorded,
        add: (message: MessageRecord) => recorded.add(harmlessRequest(message, secrets)),
        state: () => recorded.state(secrets),
      };
    };
    const read = await this.#checkpoints.read(session, begin, slices);
    return read && { recorded: read.derived.recorded, subagents: read.helpers.subagents };
  }

  async #whole(session: SessionInfo, slices: TimeSlices): Promise<Recording> {
    const { cwd, messages, subagents } = await this.#open(session, asWritten, slices);
    const recorded = new RecordedChanges(cwd);
    for await (const message of slices.between(messages))
      recorded.add(harmlessRequest(message, this.#context.secrets));
    return { recorded, subagents };
  }

  /** Depends on the masked secrets as well. A session without a file is identified by its listed size and time. */
  #stateOf({ path, size, activeAt }: SessionInfo): Pick<Known, 'fingerprint' | 'born'> {
    const fingerprint = fileFingerprint(path) ?? `${size} ${activeAt}`;
    return {
      fingerprint: `${fingerprint} ${this.#context.secrets.state}`,
      born: birthTime(path) ?? activeAt,
    };
  }

  async #orNothing<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#context.log.warn(`the history of files leaves out ${what}: ${errorMessage(error)}`);
      return undefined;
    }
  }
}

/** What was recorded of a session's own messages, and its subagents. */
interface Recording {
  readonly recorded: RecordedChanges;
  readonly subagents: SessionPieces['subagents'];
}

/** Returns what was recorded, with what subagents did; undefined if something lacked for it. */
async function changesIn(
  { recorded, subagents }: Recording,
  slices: TimeSlices,
): Promise<SessionChanges | undefined> {
  for await (const { messages } of slices.between(subagents())) recorded.addSubagentMessage(messages);
  const { changes } = recorded;
  return recorded.isLacking ? undefined : changes;
}

const checkpointForm = { name: 'changesSoFar', version: 1, isState: isChangesState };

const harmlessRequest = (message: MessageRecord, secrets: Secrets): MessageRecord =>
  message.type === 'user' ? withoutSecrets(message, secrets) : message;

const withoutSecrets = (
  { content, displayContent, ...message }: MessageRecord,
  secrets: Secrets,
): MessageRecord => ({ ...message, ...secrets.value({ content, ...defined({ displayContent }) }) });

/** Drops the pieces of a script that belong to a secret, which may span several. */
function harmless(pieces: readonly string[], secrets: Secrets): readonly string[] {
  const masked = secrets.value(pieces.join('\n'));
  return pieces.filter((piece) => masked.includes(piece));
}

/** Callers that wait for the whole scan receive the error. */
const quietly = (work: Promise<void>): Promise<void> => work.catch(() => undefined);
