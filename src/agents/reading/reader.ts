import type { Secrets } from '../../disk/base/context.ts';
import { defined, StoreError, type JsonObject } from '../../disk/base/core.ts';
import { thisMachine } from '../../disk/base/stateFolder.ts';
import { databaseStat } from '../../disk/files/databaseCopy.ts';
import { withStoreErrors } from '../../disk/files/failure.ts';
import { foreignFileNow, statForeign } from '../../disk/files/foreign.ts';
import { lastSaid } from './lastSaid.ts';
import type { Places } from '../profile/machine.ts';
import { readerOf, type AgentTranscripts, type AssembledContent, type LoadAgents } from './agent.ts';
import type { GoingOn, NextPlace, ReadOn, ReadPlace } from './continued.ts';
import { readEnds, readLastLines } from './ends.ts';
import { FileWindow, sumBefore } from './fileWindow.ts';
import { chunksOf } from './lines.ts';
import { isPacked } from './places.ts';
import {
  databasePath,
  type MessageRecord,
  type OpenTranscript,
  type SessionRecord,
  type StreamTranscript,
  type TranscriptInfo,
  type TranscriptSource,
  type TranscriptStream,
  type Agent,
} from './types.ts';
import { all, collect, fileChunks, masked, withoutSecrets } from './whole.ts';
import { keeperOf, recognisedAt, storageAt, whose, withSuchPaths } from './whose.ts';

/** Content of a transcript, in a file or elsewhere. */
interface TranscriptContent {
  /** Time of last change, milliseconds. */
  readonly mtimeMs: number;
  readonly open: OpenTranscript;
}

interface ArchivableTranscript {
  readonly path: string;
  readonly stream: StreamTranscript;
  /** Reads it on, as `TranscriptReader.goOn` does. */
  readonly goOn: (secrets: Secrets, further: GoingOn) => ReadOn;
  /** State of the files in which its subagents write; undefined if that is unknown. */
  readonly helperState: () => Promise<string | undefined>;
  /** Content of a session that is not a file; undefined for a file. */
  readonly content: () => Promise<TranscriptContent | undefined>;
}

type TranscriptLocation = Pick<TranscriptInfo, 'agent' | 'path'>;

/** Reads the transcripts of the agents in a table, which is loaded at the first read. */
export class TranscriptReader {
  readonly #load: LoadAgents;

  constructor(load: LoadAgents) {
    this.#load = load;
  }

  /**
   * Reads a whole transcript; the agent of a bare path is found by `agentOf`. Never throws on content;
   * refuses missing files and unknown formats, and passes on disk errors. Secrets are masked.
   */
  async read(of: TranscriptLocation | string, secrets: Secrets): Promise<SessionRecord> {
    const known = typeof of === 'string' ? { agent: await this.agentOf(of), path: of } : of;
    return withStoreErrors(async () => collect(await this.stream(known, secrets)));
  }

  /** Reads the same piece by piece; `through` may yield to other work between pieces of the content. */
  async stream(
    { agent, path }: TranscriptLocation,
    secrets: Secrets,
    through = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> => chunks,
  ): Promise<TranscriptStream> {
    const { mtimeMs, open } = await this.contentOf(path, agent);
    const masked = () => secrets.chunks(through(open()));
    return withoutSecrets(await (await this.#readerOf(agent)).stream(masked, { path, mtimeMs }), secrets);
  }

  /** Reads a copy of a transcript, whose bytes `open` gives. Masks nothing. */
  async streamCopy(agent: Agent, open: OpenTranscript, source: TranscriptSource): Promise<TranscriptStream> {
    return (await this.#readerOf(agent)).stream(open, source);
  }

  /**
   * Reads the last messages in the first `size` bytes of a transcript from the last `bytes` of these. Undefined unless
   * they certainly equal the end of a full read.
   */
  async tail(
    { agent, path }: TranscriptLocation,
    secrets: Secrets,
    { size, bytes }: { readonly size: number; readonly bytes: number },
  ): Promise<readonly MessageRecord[] | undefined> {
    const { tailStart, stream } = await this.#readerOf(agent);
    if (!tailStart || (await this.storageOf(path)) !== undefined) return undefined;
    const lines = await readLastLines(path, size, bytes);
    const start = tailStart(lines);
    if (start === undefined) return undefined;
    const { mtimeMs } = await statForeign(path);
    const text = lines.slice(start).join('\n');
    const masked = () => secrets.chunks(chunksOf(text));
    return all(withoutSecrets(await stream(masked, { path, mtimeMs }), secrets).messages());
  }

  /**
   * Reads the lines of a transcript that follow a place, or its first ones, up to about a number of bytes. Undefined if
   * it has to be read as a whole. Secrets are masked.
   */
  async goOn(
    { agent, path }: TranscriptLocation,
    secrets: Secrets,
    {
      from,
      bytes = Infinity,
      needsFigures = false,
      needsHeader = false,
      through = (chunks) => chunks,
      kept = (open) => open,
      session,
    }: GoingOn,
  ): ReadOn {
    const { goOn, continuesFigures = false, continuesHeader = false } = await this.#readerOf(agent);
    if (!goOn || (needsFigures && !continuesFigures) || (needsHeader && !continuesHeader)) return undefined;
    if (!from && !(await this.#isPlainFile(path))) return undefined;
    const { mtimeMs } = await statForeign(path);
    const window = new FileWindow(path, from?.bytes ?? 0, bytes);
    const open = kept(() => secrets.chunks(through(window.open())));
    const read = await goOn(open, { path, mtimeMs, ...defined({ sessionId: session }) }, from);
    if (!read || read === 'reaches back') return read;
    const { messages, helpers, next, facts, header, lines } = read;
    // A masked secret of several lines leaves no way to tell where a line was.
    const place = next && lines === window.lines ? await placeAt(path, next, window) : undefined;
    return {
      messages: (settled) => masked(messages(place ? settled : () => undefined), secrets),
      helpers: { ...helpers, subagents: () => masked(helpers.subagents(), secrets) },
      next: place,
      nextLine: place && next?.line,
      facts,
      header,
      isAll: window.isAll,
      end: window.end,
    };
  }

  /** Reads the end of a file as `lastSaid` does; undefined also if the path is not a file. */
  async lastSaid(
    { agent, path }: TranscriptLocation,
    secrets: Secrets,
  ): Promise<readonly MessageRecord[] | undefined> {
    return (await this.#isPlainFile(path)) ? lastSaid(await this.#readerOf(agent), path, secrets) : undefined;
  }

  /**
   * Describes a transcript to archive, of the given agent or else of the one found when read; reading refuses other
   * files.
   */
  archivable(path: string, agent?: Agent): ArchivableTranscript {
    const reader = async () => this.#readerOf(agent ?? (await this.agentOf(path)));
    const stream: StreamTranscript = async (open, source) => (await reader()).stream(open, source);
    const goOn = async (secrets: Secrets, further: GoingOn) =>
      this.goOn({ agent: agent ?? (await this.agentOf(path)), path }, secrets, further);
    const helperState = async () => (await reader()).helperState?.(path);
    const content = async () =>
      (await this.#storedAt(path, agent)) || (await this.#assembledAt(path))
        ? this.contentOf(path, agent)
        : undefined;
    return { path, stream, goOn, helperState, content };
  }

  /** Returns the agent that stores the session at this path outside a file of its own; undefined for a file. */
  async storageOf(path: string): Promise<Agent | undefined> {
    return storageAt(path, await this.#load(), thisMachine());
  }

  /**
   * Opens the bytes of a file, its content if that is not its bytes, or a stored session's rows as JSON lines; the agent
   * of a bare path is the one that stores sessions there. Fails with `ENOENT` if there is none.
   */
  async contentOf(path: string, agent?: Agent): Promise<TranscriptContent> {
    const assembled = await this.#assembledAt(path);
    if (assembled) {
      const { mtimeMs } = await statForeign(assembled.fileAt(path));
      return { mtimeMs, open: () => assembled.open(path) };
    }
    const stored = await this.#storedAt(path, agent);
    const file = (stored && databasePath(path)?.database) ?? path;
    const { mtimeMs } = databaseStat(file) ?? (await statForeign(file));
    return { mtimeMs, open: () => (stored ? linesOf(stored.rows(path)) : fileChunks(path)) };
  }

  /** Returns the agent whose session is at a path, judged by its place before its content; refuses other files. */
  async agentOf(path: string, places: Places = thisMachine()): Promise<Agent> {
    const agents = await this.#load();
    if (isPacked(path) && withSuchPaths(path, agents).length === 0 && foreignFileNow(path))
      throw new StoreError(
        'invalid_argument',
        `${JSON.stringify(path)} is a packed file that this version cannot unpack. Unpack it, then give its path.`,
        { path },
      );
    const agent = await withStoreErrors(() => whose(path, agents, places));
    if (agent !== undefined) return agent;
    const known = agents.map(({ id }) => id).join(', ');
    throw new StoreError(
      'invalid_argument',
      `${JSON.stringify(path)} is not a transcript of a known agent. Give the path of a session file of one of these: ${known}.`,
      { path },
    );
  }

  /** Returns the agent with transcripts at such a path, whether or not there is one. */
  async writerAt(path: string, places: Places = thisMachine()): Promise<Agent | undefined> {
    const agents = await this.#load();
    return (await keeperOf(path, agents, places)) ?? withSuchPaths(path, agents)[0]?.id;
  }

  /** Recognises the agent of a file outside the folders of agents; undefined if it is none's. */
  async recognise(path: string): Promise<Agent | undefined> {
    return recognisedAt(path, await this.#load());
  }

  /** Returns what reads a session outside a file of its own; undefined for a file. */
  async #storedAt(path: string, agent?: Agent): Promise<AgentTranscripts['stored']> {
    const own = agent === undefined ? undefined : (await this.#readerOf(agent)).stored;
    if (own && databasePath(path)) return own;
    const keeper = await this.storageOf(path);
    return keeper === undefined ? undefined : (await this.#readerOf(keeper)).stored;
  }

  /** Returns what reads an existing file whose path may be one of those with other content than their bytes. */
  async #assembledAt(path: string): Promise<AssembledContent | undefined> {
    const slashed = path.replaceAll('\\', '/');
    const agents = await this.#load();
    const found = agents.find(({ assembled }) => assembled?.pathPattern.test(slashed) === true)?.assembled;
    return found && foreignFileNow(found.fileAt(path)) ? found : undefined;
  }

  /** Whether a session's content is the bytes of a file. */
  async #isPlainFile(path: string): Promise<boolean> {
    return (await this.storageOf(path)) === undefined && !(await this.#isAssembled(path));
  }

  async #isAssembled(path: string): Promise<boolean> {
    const assembled = await this.#assembledAt(path);
    if (!assembled || assembled.is(path, '')) return assembled !== undefined;
    const { size } = await statForeign(path);
    return assembled.is(path, (await readEnds(path, size, { tail: false })).head);
  }

  async #readerOf(agent: Agent): Promise<AgentTranscripts> {
    return readerOf(await this.#load(), agent);
  }
}

/** Converts a line of a window to a place; undefined if the file was replaced meanwhile. */
async function placeAt(path: string, next: NextPlace, window: FileWindow): Promise<ReadPlace | undefined> {
  const { line, records, memory } = next;
  const bytes = window.offsetOf(line);
  const sum = bytes === undefined ? undefined : await sumBefore(path, bytes);
  return bytes === undefined || sum === undefined ? undefined : { bytes, sum, records, memory };
}

async function* linesOf(rows: AsyncIterable<JsonObject>): AsyncGenerator<Uint8Array> {
  for await (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`);
}
