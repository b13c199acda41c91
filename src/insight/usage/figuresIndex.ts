import type { StoreContext } from '../../disk/base/context.ts';
import { TimeSlices } from '../../disk/base/timeSlices.ts';
import { linesIn } from '../../history/facts/commands.ts';
import { birthTime, fileFingerprint } from '../../disk/files/fingerprint.ts';
import type { SessionInfo, Workspace } from '../../history/sessions/types.ts';
import type {
  MessageRecord,
  SessionHeader,
  SubagentRecord,
  TranscriptStream,
} from '../../agents/reading/types.ts';
import type { TranscriptRest } from '../../agents/reading/continued.ts';
import { asWritten, Checkpoints, type CheckpointSizes } from '../../history/sessions/checkpoints.ts';
import { oneByOne } from '../../agents/reading/whole.ts';
import { Derived } from '../../disk/files/derived.ts';
import type { FigureSources, ReadSession, SessionFigures } from './figures.ts';
import { keptRequests } from './keptRequests.ts';
import { FiguresOfSession, isFiguresState, type FiguresState } from './sessionFigures.ts';

import { defined, isObject, errorMessage } from '../../disk/base/core.ts';
import type { DerivedForm } from '../../disk/files/derivedForm.ts';
import { jsonValues } from '../../disk/files/derivedRows.ts';

/** New figures are written after this many sessions or milliseconds. */
const saveAfterSessions = 50;
const saveAfterMs = 2_000;

/** Number of newest sessions read before the first listing of all sessions. */
const firstSessions = 16;

/** Figures of all sessions of a workspace, read newest first, and again when a transcript grows. */
export class FiguresIndex {
  readonly #context: StoreContext;
  readonly #sources: FigureSources;
  readonly #figures: Derived<SessionFigures>;
  readonly #checkpoints: Checkpoints<FiguresState>;
  readonly #createdAt = new Map<string, number>();
  #unsaved = 0;
  #savedAt = 0;

  constructor(context: StoreContext, sources: FigureSources, sizes?: CheckpointSizes) {
    this.#context = context;
    this.#sources = sources;
    this.#figures = new Derived(figuresForm, context);
    this.#checkpoints = new Checkpoints(checkpointForm, { context, reader: sources.reader }, sizes);
  }

  /**
   * Yields the progress, first before any reading and then after each session. `only` limits reading to sessions with
   * these ids; for others, cached figures are used.
   */
  async *read(
    workspace: Workspace,
    { signal, only }: { readonly signal?: AbortSignal | undefined; readonly only?: ReadonlySet<string> } = {},
  ): AsyncGenerator<ReadState> {
    const { current: _, ...all } = workspace;
    await this.#figures.refresh();
    const slices = new TimeSlices(signal, { ref: signal === undefined });
    if (this.#figures.isEmpty && only === undefined) yield* this.#newest(all, slices, signal);
    const { sessions } = await this.#sources.sessions.list(all, { includeCurrent: true });
    const fingerprints = new Map(sessions.map((session) => [session.path, fingerprintIn(session)]));
    const unread = sessions.filter(
      ({ path, sessionId }) =>
        this.#figures.get(path, fingerprints.get(path) ?? '') === undefined &&
        (only === undefined || only.has(sessionId)),
    );
    const state = (waiting: number) => ({
      read: () => sessions.flatMap((info) => this.#readOf(info)),
      sessions: sessions.length,
      waiting,
    });
    yield state(unread.length);
    try {
      for (const [n, session] of unread.entries()) {
        signal?.throwIfAborted();
        await this.#take(session, fingerprints.get(session.path) ?? '', slices);
        yield state(unread.length - n - 1);
      }
    } finally {
      await this.#save();
    }
    if (unread.length === 0) return;
    const paths = new Set(fingerprints.keys());
    await this.#figures.sweep(paths);
    await this.#checkpoints.sweep(paths);
  }

  /** Reads the newest sessions before the list of all is known. */
  async *#newest(
    workspace: Workspace,
    slices: TimeSlices,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ReadState> {
    const { sessions, files } = await this.#sources.listing.newest(workspace, firstSessions);
    for (const [n, session] of sessions.entries()) {
      signal?.throwIfAborted();
      await this.#take(session, fingerprintIn(session), slices);
      const read = () => sessions.flatMap((info) => this.#readOf(info));
      yield { read, sessions: files, waiting: Math.max(1, files - n - 1) };
    }
  }

  #readOf(info: SessionInfo): ReadSession[] {
    const { path, activeAt } = info;
    const figures = this.#figures.peek(path)?.value;
    if (!figures) return [];
    const createdAt = this.#createdAt.get(path) ?? birthTime(path) ?? activeAt;
    this.#createdAt.set(path, createdAt);
    return [{ info, figures, createdAt }];
  }

  async #take(session: SessionInfo, fingerprint: string, slices: TimeSlices): Promise<void> {
    const figures = await this.#ifReadable(session.path, () => this.#figuresOf(session, slices));
    if (!figures) return;
    this.#figures.set(session.path, fingerprint, figures);
    this.#unsaved++;
    if (this.#unsaved >= saveAfterSessions || performance.now() - this.#savedAt > saveAfterMs)
      await this.#save();
  }

  async #save(): Promise<void> {
    [this.#unsaved, this.#savedAt] = [0, performance.now()];
    await this.#figures.save();
  }

  async #figuresOf(session: SessionInfo, slices: TimeSlices): Promise<SessionFigures> {
    const { gathered, subagents } =
      (await this.#goneOn(session, slices)) ?? (await this.#whole(session, slices));
    for await (const helper of slices.between(subagents()))
      gathered.addSubagent({
        ...helper,
        messages: helper.messages.map((said) => this.#withoutSecrets(said)),
      });
    const { files, commands, open, ...rest } = gathered.figures;
    return { ...rest, ...this.#context.secrets.value({ files, commands, open }) };
  }

  // Masking takes most of the time, so numbers are not masked; names are, and commands before they are split.

  /** Gathers the figures of a session from where they were gathered before; undefined if that is not possible. */
  async #goneOn(session: SessionInfo, slices: TimeSlices): Promise<Gathering | undefined> {
    const { secrets } = this.#context;
    const begin = ({ facts }: TranscriptRest, state: FiguresState | undefined) => {
      const { cwd, figures } = facts ?? {};
      if (!figures || (state && state.cwd !== cwd)) return undefined;
      const { requests, settledRequests, rewound } = figures;
      const gathered = new FiguresOfSession({ ...defined({ cwd }), omitted: { rewound } }, state);
      // As a whole reading that finds none does.
      if (requests.length > 0 || (state && state.rows.rows.length > 0))
        gathered.addRequests(requests, settledRequests);
      return {
        gathered,
        add: (message: MessageRecord) => gathered.add(this.#withoutSecrets(message)),
        state: () => gathered.state(secrets),
      };
    };
    const read = await this.#checkpoints.read(session, begin, slices);
    return read && { gathered: read.derived.gathered, subagents: read.helpers.subagents };
  }

  async #whole(session: SessionInfo, slices: TimeSlices): Promise<Gathering> {
    const { header, messages, subagents } = await this.#open(session, slices);
    const gathered = new FiguresOfSession(header);
    if (header.requests) gathered.addRequests(header.requests);
    for await (const message of slices.between(messages())) gathered.add(this.#withoutSecrets(message));
    return { gathered, subagents };
  }

  /** Masks whole commands, since a part of a secret is not recognizable. */
  #withoutSecrets(message: MessageRecord): MessageRecord {
    const { toolCalls } = message;
    if (!toolCalls?.some((call) => linesIn(call).length > 0)) return message;
    const masked = toolCalls.map((call) =>
      linesIn(call).length === 0 ? call : { ...call, args: this.#context.secrets.value(call.args) },
    );
    return { ...message, toolCalls: masked };
  }

  async #open(session: SessionInfo, slices: TimeSlices): Promise<Opened> {
    const { source, path, archived } = session;
    if (archived === true || source === 'history') {
      const { messages, subagents = [], ...header } = await this.#sources.sessions.read(session);
      const helpers = (): AsyncIterable<SubagentRecord> => oneByOne(subagents);
      const requests =
        archived === true ? await keptRequests(session, this.#sources, this.#context) : undefined;
      const told = { ...header, ...defined({ requests }) };
      return { header: told, messages: () => oneByOne(messages), subagents: helpers };
    }
    const through = (chunks: AsyncIterable<Uint8Array>) => slices.between(chunks);
    return this.#sources.reader.stream({ agent: source, path }, asWritten, through);
  }

  async #ifReadable<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') throw error;
      this.#context.log.warn(`the figures leave out ${what}: ${errorMessage(error)}`);
      return undefined;
    }
  }
}

/** Returns the fingerprint of a session; without a file, one of the listed properties. */
const fingerprintIn = ({ path, size, activeAt }: SessionInfo): string =>
  fileFingerprint(path) ?? `${size} ${activeAt}`;

/** Progress: the sessions read, of how many. */
interface ReadState {
  readonly read: () => readonly ReadSession[];
  readonly sessions: number;
  readonly waiting: number;
}

/** What was gathered of a session's own messages, and its subagents. */
interface Gathering {
  readonly gathered: FiguresOfSession;
  readonly subagents: TranscriptStream['subagents'];
}

type Opened = Pick<TranscriptStream, 'messages' | 'subagents'> & { readonly header: SessionHeader };

/** Form of the figures of sessions, by transcript path. The version guarantees their shape. */
const figuresForm: DerivedForm<SessionFigures> = {
  name: 'figures',
  version: 3,
  layout: 'rows',
  values: jsonValues((value) => (isFigures(value) ? value : undefined)),
};

const checkpointForm = {
  name: 'figuresSoFar',
  version: 1,
  isState: isFiguresState,
  needsFigures: true,
};

const isFigures = (value: unknown): value is SessionFigures =>
  isObject(value) && [value.requests, value.models, value.active, value.files].every(Array.isArray);
