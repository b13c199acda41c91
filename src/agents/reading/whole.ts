import { basename, extname } from 'node:path';
import { type Secrets } from '../../disk/base/context.ts';
import { defined, type JsonValue } from '../../disk/base/core.ts';
import { foreignFile, foreignText, openForeign } from '../../disk/files/foreign.ts';
import type { AgentTranscripts, Ends, Overview } from './agent.ts';
import { inParts, tailStartBy, type RecordMeanings } from './inParts.ts';
import { chunksOf, parseJson } from './lines.ts';
import { requestOf } from './requests.ts';
import type {
  ReadTranscript,
  SessionRecord,
  StreamTranscript,
  SubagentRecord,
  TranscriptStream,
} from './types.ts';

/** Size limit of additional files beside a transcript. Bytes. */
const maxBytes = 64 * 1024 * 1024;

/** Reads an optional text file; undefined if it is missing or unreadable, as its content is never essential. */
export async function readBeside(path: string): Promise<string | undefined> {
  return (await foreignText(path, maxBytes))?.replace(/^\uFEFF/, '');
}

/** Reads an optional JSON file; undefined also if it is damaged. */
export async function readJsonBeside(path: string): Promise<JsonValue | undefined> {
  const text = await readBeside(path);
  return text === undefined ? undefined : parseJson(text);
}

/** Reads settings, JSON with optional comments and trailing commas; undefined also if they are invalid. */
export async function readSettings(path: string): Promise<JsonValue | undefined> {
  const text = await readBeside(path);
  const bare = text?.replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1');
  const strict = bare?.replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, '$1');
  return strict === undefined ? undefined : parseJson(strict);
}

/** Yields the bytes of a file, opened on demand and closed after the last chunk or an early stop. */
export async function* fileChunks(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = (await openForeign(path)).createReadStream();
  for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk;
}

/** Yields the first `size` bytes of chunks. */
export async function* firstBytes(
  chunks: AsyncIterable<Uint8Array>,
  bytes: number,
): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of chunks) {
    if (left > 0) yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

/** Makes a stream from a reader that holds the whole transcript. */
export function wholeStream(read: ReadTranscript): StreamTranscript {
  return async (open, source) => {
    const { messages, subagents = [], ...header } = await read(open(), source);
    return { header, messages: () => oneByOne(messages), subagents: () => oneByOne(subagents) };
  };
}

/**
 * Masks secrets in what a reader yields, including parts from outside the transcript's bytes or assembled from pieces.
 */
export function withoutSecrets(stream: TranscriptStream, secrets: Secrets): TranscriptStream {
  const { title, summary, commands, ...header } = stream.header;
  return {
    header: { ...header, ...secrets.value(defined({ title, summary, commands })) },
    messages: () => masked(stream.messages(), secrets),
    subagents: () => masked(stream.subagents(), secrets),
  };
}

/** Yields items without their secrets. */
export async function* masked<T>(items: AsyncIterable<T>, secrets: Secrets): AsyncGenerator<T> {
  for await (const item of items) yield secrets.value(item);
}

/** Collects a stream to a whole session. */
export async function collect({ header, messages, subagents }: TranscriptStream): Promise<SessionRecord> {
  const session = { ...header, messages: await all(messages()) };
  const known = await all(subagents());
  return known.length > 0 ? { ...session, subagents: known } : session;
}

/** Yields items that are in memory already. */
export async function* oneByOne<T>(items: readonly T[]): AsyncGenerator<T> {
  await Promise.resolve();
  yield* items;
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Makes `titleOf` for agents whose head and tail can be read as a transcript. */
export const titleFromEnds =
  (stream: StreamTranscript): AgentTranscripts['titleOf'] =>
  async (ends, source) =>
    overviewOf(await stream(() => linesOf(ends), source));

/** An agent whose transcripts are held in memory as a whole. */
interface WholeFileAgent extends Omit<AgentTranscripts, 'stream' | 'titleOf' | 'goOn' | 'tailStart'> {
  readonly read: ReadTranscript;
  /** For transcripts that grow by appending. */
  readonly meanings?: RecordMeanings;
}

/** Makes the reader of such an agent. */
export function wholeFileAgent({ read, meanings, ...agent }: WholeFileAgent): AgentTranscripts {
  const stream = wholeStream(read);
  return {
    ...agent,
    stream,
    titleOf: titleFromEnds(stream),
    ...(meanings && { goOn: inParts(read, meanings), tailStart: tailStartBy(meanings) }),
  };
}

/** Joins head and tail to one transcript. */
export const linesOf = ({ head, tail }: Ends): AsyncIterable<Uint8Array> => chunksOf(head, '\n', tail);

/** Reads an overview for lists, up to the first message. */
export async function overviewOf({ header, messages }: TranscriptStream): Promise<Overview> {
  const { requests: _, ...known } = header; // lists do not use them, and would keep them in memory
  for await (const _ of messages()) return { ...known, empty: false };
  return { ...known, empty: true };
}

/** Yields subagents' conversations from files of their own, with ids from `idOf` or the file names. */
export async function* subagentsIn(
  paths: readonly string[],
  read: ReadTranscript,
  idOf: (path: string, session: SessionRecord) => string = (path) => basename(path, extname(path)),
): AsyncGenerator<SubagentRecord> {
  for (const path of paths) {
    const mtimeMs = (await foreignFile(path))?.mtimeMs ?? 0;
    const session = await read(fileChunks(path), { path, mtimeMs });
    const { title, messages, requests = messages.flatMap((message) => requestOf(message) ?? []) } = session;
    if (messages.length > 0)
      yield { agentId: idOf(path, session), ...defined({ title }), messages, requests };
  }
}
