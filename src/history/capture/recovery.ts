import { dirname, join } from 'node:path';
import type { StoreContext } from '../../disk/base/context.ts';
import { defined, errorMessage } from '../../disk/base/core.ts';
import { withStoreErrors } from '../../disk/files/failure.ts';
import { assertChangeable } from '../../disk/files/historyFormat.ts';
import { formerFolders } from '../../disk/projects/projectIdentity.ts';
import type {
  AgentTranscripts,
  LoadAgents,
  LostSession,
  OrphanTranscript,
  Wanted,
} from '../../agents/reading/agent.ts';
import { chunksOf, JsonLines } from '../../agents/reading/lines.ts';
import { isOrphan, lostStream } from '../../agents/reading/lost.ts';
import type { TranscriptReader } from '../../agents/reading/reader.ts';
import { rootsOf } from '../../agents/reading/roots.ts';
import { archivesFolder } from '../archive/names.ts';
import type { ArchiveStore, Transcript } from '../archive/types.ts';
import type { TranscriptLists, Workspace } from '../sessions/types.ts';
import { bytesBelow } from './capture.ts';
import { KnownSessions } from './knownSessions.ts';
import { messageOfLine } from './lostLines.ts';
import type {
  FoundLost,
  KeepSettings,
  RecoveredSession,
  RecoveryOptions,
  RecoveryReport,
  RecoveryStore,
} from './types.ts';

/** A session that began just now may have no transcript yet. Milliseconds. */
const beginningMs = 60_000;

/** The event recorded in archives. */
const event = 'recover';

/** What is looked at, and where the result goes. */
export interface RecoverySources {
  readonly archives: ArchiveStore;
  readonly transcripts: TranscriptLists;
  readonly reader: TranscriptReader;
  readonly agents: LoadAgents;
}

/** Implements `RecoveryStore`, which documents the methods, for one project. */
export class Recovery implements RecoveryStore {
  readonly #context: StoreContext;
  readonly #sources: RecoverySources;

  constructor(context: StoreContext, sources: RecoverySources) {
    this.#context = context;
    this.#sources = sources;
  }

  look(workspace: Workspace, options: RecoveryOptions = {}): Promise<readonly RecoveredSession[]> {
    return withStoreErrors(async () => (await this.#find(workspace, options)).map(({ about }) => about));
  }

  recover(
    workspace: Workspace,
    settings: Omit<KeepSettings, 'keep'>,
    options: RecoveryOptions = {},
  ): Promise<RecoveryReport> {
    return withStoreErrors(async () => {
      const { folder, log } = this.#context;
      assertChangeable(folder);
      const recovered: RecoveredSession[] = [];
      let failed = 0;
      for (const found of await this.#find(workspace, options))
        try {
          await this.#archive(found, settings, options);
          recovered.push(found.about);
        } catch (error) {
          options.signal?.throwIfAborted();
          failed++;
          log.warn(`cannot recover ${found.about.path}: ${errorMessage(error)}`);
        }
      return { recovered, failed };
    });
  }

  /** Archives a session; without a copy of its transcript where there is none, or no room for it. */
  async #archive(
    { about: { sessionId, answers }, transcript, isWhole }: FoundLost,
    { archive, maxMegabytes }: Omit<KeepSettings, 'keep'>,
    { signal }: RecoveryOptions,
  ): Promise<void> {
    const isFull = async () =>
      (await bytesBelow(join(this.#context.folder, archivesFolder))) >= maxMegabytes * 1_000_000;
    await this.#sources.archives.archive(transcript, {
      ...archive,
      event,
      session: sessionId,
      recovered: answers === 'missing' ? 'prompts' : 'answered',
      withoutCopy: !isWhole || (await isFull()),
      ...defined({ signal }),
    });
  }

  /** Finds what is lost, newest first, each session once. */
  async #find(workspace: Workspace, { all = false }: RecoveryOptions): Promise<readonly FoundLost[]> {
    const { folder } = this.#context;
    const { transcripts } = await this.#sources.transcripts.of(workspace);
    const { archives } = await this.#sources.archives.list();
    const { archives: kept, reader } = this.#sources;
    const known = new KnownSessions({ transcripts, archives }, kept, reader, this.#context);
    const found = new Map<string, FoundLost>();
    for (const root of workspace.folders) {
      const { places } = workspace;
      const roots = await rootsOf(places, root, await formerFolders(places, dirname(folder)));
      const isOf: Wanted['isOf'] = async (cwd) => all || (cwd !== undefined && (await roots.include(cwd)));
      for (const agent of await this.#sources.agents())
        for await (const one of this.#lostBy(agent, { places, roots, isOf })) {
          const offered = await this.#offered(one, known).catch((error: unknown) => this.#left(agent, error));
          if (offered && !found.has(offered.about.sessionId)) found.set(offered.about.sessionId, offered);
        }
    }
    return [...found.values()].sort((a, b) => b.about.activeAt - a.about.activeAt);
  }

  /** Yields what an agent's files tell. Those that cannot be read take nothing of other agents with them. */
  async *#lostBy(agent: AgentTranscripts, wanted: Wanted): AsyncGenerator<LostSession | OrphanTranscript> {
    try {
      yield* agent.lost?.(wanted) ?? [];
    } catch (error) {
      this.#left(agent, error);
    }
  }

  #left({ id }: AgentTranscripts, error: unknown): undefined {
    this.#context.log.warn(`cannot read what is left of sessions of ${id}: ${errorMessage(error)}`);
  }

  /** Returns what is offered of something found; undefined if all of it is known. */
  async #offered(
    found: LostSession | OrphanTranscript,
    known: KnownSessions,
  ): Promise<FoundLost | undefined> {
    if (isOrphan(found)) return this.#offeredOrphan(found, known);
    const lost = await known.without(found);
    if (!lost) return undefined;
    const about = this.#aboutLost(lost);
    const isOver = about.activeAt < this.#context.clock.now() - beginningMs;
    return isOver ? { about, transcript: transcriptOf(lost), isWhole: false } : undefined;
  }

  #aboutLost({ agent, sessionId, path, cwd, title, isUnanswered, messages }: LostSession): RecoveredSession {
    return {
      agent,
      sessionId,
      path,
      title: this.#context.secrets.text(title ?? sessionId),
      startedAt: Date.parse(messages.at(0)?.timestamp ?? ''),
      activeAt: Date.parse(messages.at(-1)?.timestamp ?? ''),
      prompts: messages.filter(({ type }) => type === 'user').length,
      ...(isUnanswered && { answers: 'missing' as const }),
      ...defined({ cwd }),
    };
  }

  async #offeredOrphan(found: OrphanTranscript, known: KnownSessions): Promise<FoundLost | undefined> {
    const { agent, path } = found;
    const { header, messages } = await this.#sources.reader.stream(found, this.#context.secrets);
    if (known.has(header.sessionId)) return undefined;
    let prompts = 0;
    for await (const { type } of messages()) if (type === 'user') prompts++;
    if (prompts === 0) return undefined;
    const { sessionId, title = sessionId, startTime, lastUpdated, cwd } = header;
    const times = { startedAt: Date.parse(startTime), activeAt: Date.parse(lastUpdated) };
    const about = { agent, path, sessionId, title, prompts, ...times, ...defined({ cwd }) };
    return { about, transcript: this.#sources.reader.archivable(path, agent), isWhole: true };
  }
}

/** Makes a lost session a transcript, a line for each message, so that secrets in it are masked and counted. */
function transcriptOf(lost: LostSession): Transcript {
  const lines = lost.messages.map((message) => `${JSON.stringify(message)}\n`);
  return {
    path: lost.path,
    content: () =>
      Promise.resolve({
        mtimeMs: Date.parse(lost.messages.at(-1)?.timestamp ?? ''),
        open: () => chunksOf(...lines),
      }),
    stream: (open) =>
      Promise.resolve(
        lostStream(lost, async function* () {
          for await (const line of new JsonLines(open())) {
            const message = messageOfLine(line);
            if (message) yield message;
          }
        }),
      ),
  };
}
