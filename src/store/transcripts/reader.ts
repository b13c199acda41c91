import { stat } from 'node:fs/promises';
import type { Secrets } from '../base/context.ts';
import { StoreError, type JsonObject } from '../base/core.ts';
import { databaseStat } from '../files/databaseCopy.ts';
import { withStoreErrors } from '../files/failure.ts';
import { statForeign } from '../files/foreign.ts';
import { lastSaid } from './lastSaid.ts';
import type { AgentTranscripts, Ends, LoadAgents } from './shared/agent.ts';
import { readLastLines, readUntil } from './shared/ends.ts';
import { chunksOf } from './shared/lines.ts';
import { JsonRecords } from './shared/records.ts';
import {
  databasePath,
  type Agent,
  type MessageRecord,
  type OpenTranscript,
  type SessionRecord,
  type StreamTranscript,
  type TranscriptInfo,
  type TranscriptStream,
} from './shared/types.ts';
import { all, collect, fileChunks, withoutSecrets } from './shared/whole.ts';

/** So many records without anything that gives the agent away mean that it is none. */
const maxRecords = 50;

/** What a transcript holds, wherever it is kept. */
interface TranscriptContent {
  /** When it changed last, milliseconds. */
  readonly mtimeMs: number;
  readonly open: OpenTranscript;
}

interface ArchivableTranscript {
  readonly path: string;
  readonly stream: StreamTranscript;
  /** What it holds; undefined for a file. */
  readonly content: () => Promise<TranscriptContent | undefined>;
}

type TranscriptPlace = Pick<TranscriptInfo, 'agent' | 'path'>;

/** Reads the transcripts of the agents in a table, which is loaded when something is read. */
export class TranscriptReader {
  readonly #load: LoadAgents;

  constructor(load: LoadAgents) {
    this.#load = load;
  }

  /**
   * Reads a transcript as a whole; the agent of a bare path is recognised by content and place. Never throws on
   * content; refuses a missing file or one of no known agent, and says what the disk refused. Secrets are masked.
   */
  async read(of: TranscriptPlace | string, secrets: Secrets): Promise<SessionRecord> {
    const known = typeof of === 'string' ? { agent: await this.agentOf(of), path: of } : of;
    return withStoreErrors(async () => collect(await this.stream(known, secrets)));
  }

  /** The same, read piece by piece; `through` may let others work between the pieces of what it holds. */
  async stream(
    { agent, path }: TranscriptPlace,
    secrets: Secrets,
    through = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> => chunks,
  ): Promise<TranscriptStream> {
    const { mtimeMs, open } = await this.contentOf(path);
    const masked = () => secrets.chunks(through(open()));
    return withoutSecrets(await (await this.#load())[agent].stream(masked, { path, mtimeMs }), secrets);
  }

  /**
   * What was said last in the first `size` bytes of a transcript, from the last `bytes` of these alone: the same messages
   * as at the end of the whole. Undefined where that is not certain.
   */
  async tail(
    { agent, path }: TranscriptPlace,
    secrets: Secrets,
    { size, bytes }: { readonly size: number; readonly bytes: number },
  ): Promise<readonly MessageRecord[] | undefined> {
    const { tailStart, stream } = (await this.#load())[agent];
    if (!tailStart || (await this.storageOf(path)) !== undefined) return undefined;
    const lines = await readLastLines(path, size, bytes);
    const start = tailStart(lines);
    if (start === undefined) return undefined;
    const { mtimeMs } = await statForeign(path);
    const text = lines.slice(start).join('\n');
    const masked = () => secrets.chunks(chunksOf(text));
    return all(withoutSecrets(await stream(masked, { path, mtimeMs }), secrets).messages());
  }

  /** See `lastSaid`. Undefined also for what is no file. */
  async lastSaid(
    { agent, path }: TranscriptPlace,
    secrets: Secrets,
  ): Promise<readonly MessageRecord[] | undefined> {
    const isFile = (await this.storageOf(path)) === undefined;
    return isFile ? lastSaid((await this.#load())[agent], path, secrets) : undefined;
  }

  /** A transcript to archive: of an agent that is known, or of the one that shows when it is read, which refuses what is none. */
  archivable(path: string, agent?: Agent): ArchivableTranscript {
    const stream: StreamTranscript = async (open, source) =>
      (await this.#load())[agent ?? (await this.agentOf(path))].stream(open, source);
    const content = async () =>
      (await this.storageOf(path)) === undefined ? undefined : this.contentOf(path);
    return { path, stream, content };
  }

  /** The agent that keeps a session at this path otherwise than in a file of its own; undefined for a file. */
  async storageOf(path: string): Promise<Agent | undefined> {
    const slashed = withSlashes(path);
    return (await this.#agents()).find(({ stored }) => stored?.place.test(slashed) === true)?.id;
  }

  /** The bytes of a file, or the rows of a session that is kept otherwise, as JSON lines. Fails with `ENOENT` where nothing is. */
  async contentOf(path: string): Promise<TranscriptContent> {
    const agent = await this.storageOf(path);
    const stored = agent && (await this.#load())[agent].stored;
    const file = (stored && databasePath(path)?.database) ?? path;
    const { mtimeMs } = databaseStat(file) ?? (await statForeign(file));
    return { mtimeMs, open: () => (stored ? linesOf(stored.rows(path)) : fileChunks(path)) };
  }

  /** The agent whose transcript a file is, recognised by content and place; refuses what is none. */
  async agentOf(path: string): Promise<Agent> {
    const agent = await withStoreErrors(
      async () => (await this.storageOf(path)) ?? (await this.recognise(path)),
    );
    if (agent) return agent;
    const known = (await this.#agents()).map(({ id }) => id).join(', ');
    throw new StoreError(
      'invalid_argument',
      `${JSON.stringify(path)} is not a transcript of a known agent. Give the path of a session file of one of these: ${known}.`,
      { path },
    );
  }

  /** Whose transcript a file is: by what its first records look like, else by where it lies; undefined for none. */
  async recognise(path: string): Promise<Agent | undefined> {
    const { size } = await stat(path);
    const slashed = withSlashes(path);
    const agents = await this.#agents();
    const writer = agents.find(({ plainText = false, place }) => plainText && place.test(slashed));
    if (writer) return writer.id;
    const look = ({ head }: Ends) => lookAt(head, slashed, agents);
    const enough = ({ agent, records }: SeenRecords) => agent !== undefined || records >= maxRecords;
    const { records, agent } = await readUntil(path, size, look, enough, { tail: false });
    return records === 0 ? agents.find(({ place }) => place.test(slashed))?.id : agent;
  }

  async #agents(): Promise<readonly AgentTranscripts[]> {
    return Object.values(await this.#load());
  }
}

interface SeenRecords {
  readonly agent?: Agent;
  readonly records: number;
}

async function lookAt(head: string, path: string, agents: readonly AgentTranscripts[]): Promise<SeenRecords> {
  let records = 0;
  for await (const record of new JsonRecords(chunksOf(head))) {
    records++;
    const agent = agents.find(({ recognise }) => recognise(record, path))?.id;
    if (agent !== undefined) return { agent, records };
    if (records >= maxRecords) break;
  }
  return { records };
}

const withSlashes = (path: string): string => path.replaceAll('\\', '/');

async function* linesOf(rows: AsyncIterable<JsonObject>): AsyncGenerator<Uint8Array> {
  for await (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`);
}
