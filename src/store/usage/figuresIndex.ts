import type { Secrets, StoreContext } from '../base/context.ts';
import { TimeSlices } from '../base/timeSlices.ts';
import { linesIn } from '../facts/commands.ts';
import { birthTime, fileFingerprint } from '../files/fileCache.ts';
import { StoreSecrets } from '../secrets/secrets.ts';
import type { SessionInfo, Workspace } from '../sessions/types.ts';
import type {
  MessageRecord,
  SessionHeader,
  SubagentRecord,
  TranscriptStream,
} from '../transcripts/shared/types.ts';
import { oneByOne } from '../transcripts/shared/whole.ts';
import { FiguresFile, type KeptFigures } from './figuresFile.ts';
import type { ReadSession, SessionFigures } from './figures.ts';
import { FiguresOfSession } from './sessionFigures.ts';
import type { FigureSources } from './sources.ts';

/** What was read is written down when there is so much of it, or after so many milliseconds. */
const keptAtOnce = 50;
const keptAfterMs = 2_000;

/** So many of the newest sessions are read before the list of all is made for the first time. */
const firstSessions = 16;

/** The figures of all sessions of a workspace: each is read once, the newest first, and again when it grew. */
export class FiguresIndex {
  readonly #context: StoreContext;
  readonly #sources: FigureSources;
  readonly #file: FiguresFile;
  #known: Map<string, KeptFigures> | undefined;
  readonly #born = new Map<string, number>();
  #fresh: (readonly [string, KeptFigures])[] = [];
  #keptAt = 0;

  constructor(context: StoreContext, sources: FigureSources) {
    this.#context = context;
    this.#sources = sources;
    this.#file = new FiguresFile(context);
  }

  /**
   * Gives how far it is after each session that is read, and at first before any: the sessions read so far, and how many
   * there are. With `only` none but the sessions of these ids are read, and of others what is kept counts.
   */
  async *read(
    workspace: Workspace,
    { signal, only }: { readonly signal?: AbortSignal | undefined; readonly only?: ReadonlySet<string> } = {},
  ): AsyncGenerator<ReadState> {
    const { current: _, ...all } = workspace;
    this.#known ??= await this.#file.read();
    const known = this.#known;
    const slices = new TimeSlices(signal, { ref: signal === undefined });
    if (known.size === 0 && only === undefined) yield* this.#newest(all, slices, signal);
    const { sessions } = await this.#sources.sessions.list(all, { includeCurrent: true });
    const marks = new Map(sessions.map((session) => [session.path, this.#markOf(session)]));
    const unread = sessions.filter(
      ({ path, sessionId }) =>
        known.get(path)?.mark !== marks.get(path) && (only === undefined || only.has(sessionId)),
    );
    const state = (waiting: number) => ({
      read: () => sessions.flatMap((info) => this.#readOf(info)),
      ...{ sessions: sessions.length, waiting },
    });
    yield state(unread.length);
    try {
      for (const [n, session] of unread.entries()) {
        signal?.throwIfAborted();
        await this.#take(session, marks.get(session.path) ?? '', slices);
        yield state(unread.length - n - 1);
      }
    } finally {
      this.#keep();
    }
    if (unread.length > 0) await this.#file.sweep(known, new Set(marks.keys()));
  }

  /** The newest sessions, while it is not known yet which there are. */
  async *#newest(
    workspace: Workspace,
    slices: TimeSlices,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ReadState> {
    const { sessions, files } = await this.#sources.listing.newest(workspace, firstSessions);
    for (const [n, session] of sessions.entries()) {
      signal?.throwIfAborted();
      await this.#take(session, this.#markOf(session), slices);
      const read = () => sessions.flatMap((info) => this.#readOf(info));
      yield { read, sessions: files, waiting: Math.max(1, files - n - 1) };
    }
  }

  #readOf(info: SessionInfo): ReadSession[] {
    const { path, activeAt } = info;
    const figures = this.#known?.get(path)?.figures;
    if (!figures) return [];
    const born = this.#born.get(path) ?? birthTime(path) ?? activeAt;
    this.#born.set(path, born);
    return [{ info, figures, born }];
  }

  async #take(session: SessionInfo, mark: string, slices: TimeSlices): Promise<void> {
    const figures = await this.#orNothing(session.path, () => this.#figuresOf(session, slices));
    if (!figures) return;
    const kept = { mark, figures };
    this.#known?.set(session.path, kept);
    this.#fresh.push([session.path, kept]);
    if (this.#fresh.length >= keptAtOnce || performance.now() - this.#keptAt > keptAfterMs) this.#keep();
  }

  #keep(): void {
    const fresh = this.#fresh;
    this.#fresh = [];
    this.#keptAt = performance.now();
    try {
      this.#file.add(fresh);
    } catch (error) {
      this.#context.log.warn(`cannot keep figures of sessions: ${String(error)}`);
    }
  }

  async #figuresOf(session: SessionInfo, slices: TimeSlices): Promise<SessionFigures> {
    // Numbers need no masking, which takes most of the time; the names among them are masked, commands while they are whole.
    const { header, messages, subagents } = await this.#open(session, slices);
    const gathered = new FiguresOfSession(header);
    for await (const message of messages()) {
      gathered.add(this.#withoutSecrets(message));
      await slices.pause();
    }
    for await (const helper of subagents()) {
      gathered.addHelper({ ...helper, messages: helper.messages.map((said) => this.#withoutSecrets(said)) });
      await slices.pause();
    }
    const { files, commands, open, ...rest } = gathered.figures;
    return { ...rest, ...this.#context.secrets.value({ files, commands, open }) };
  }

  /** A piece of a secret is not known for one. */
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
      return { header, messages: () => oneByOne(messages), subagents: helpers };
    }
    const through = (chunks: AsyncIterable<Uint8Array>) => inSlices(chunks, slices);
    return this.#sources.reader.stream({ agent: source, path }, asWritten, through);
  }

  /** Differs also when other secrets would be masked. What is no file changes with what the list tells of it. */
  #markOf({ path, size, activeAt }: SessionInfo): string {
    return `${fileFingerprint(path) ?? `${size} ${activeAt}`} ${this.#context.secrets.state}`;
  }

  async #orNothing<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') throw error;
      this.#context.log.warn(`the figures leave out ${what}: ${String(error)}`);
      return undefined;
    }
  }
}

/** How far the reading is: what was read, of how many sessions. */
interface ReadState {
  readonly read: () => readonly ReadSession[];
  readonly sessions: number;
  readonly waiting: number;
}

type Opened = Pick<TranscriptStream, 'messages' | 'subagents'> & { readonly header: SessionHeader };

/** Masks nothing. */
const asWritten: Secrets = new StoreSecrets({
  mode: () => 'keep',
  folders: () => [],
  isReadOnly: () => true,
});

async function* inSlices(chunks: AsyncIterable<Uint8Array>, slices: TimeSlices): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk;
    await slices.pause();
  }
}
