import { basename, extname } from 'node:path';
import { type Secrets } from '../../base/context.ts';
import { defined, type JsonValue } from '../../base/core.ts';
import { foreignFile, foreignText, openForeign } from '../../files/foreign.ts';
import type { AgentTranscripts, Ends, Overview } from './agent.ts';
import { chunksOf, parseJson } from './lines.ts';
import type {
  ReadTranscript,
  SessionRecord,
  StreamTranscript,
  SubagentRecord,
  TranscriptStream,
} from './types.ts';

/** Files beside a transcript that say more about it are not read when they are larger. Bytes. */
const maxBytes = 64 * 1024 * 1024;

/** A text file that may be there; undefined when it is not, or cannot be read: what it says is never essential. */
export async function readBeside(path: string): Promise<string | undefined> {
  return (await foreignText(path, maxBytes))?.replace(/^\uFEFF/, '');
}

/** The same for JSON; undefined also when it is damaged. */
export async function readJsonBeside(path: string): Promise<JsonValue | undefined> {
  const text = await readBeside(path);
  return text === undefined ? undefined : parseJson(text);
}

/** The same for settings of an agent, which may have comments; undefined also for what is no JSON then. */
export async function readSettings(path: string): Promise<JsonValue | undefined> {
  const text = await readBeside(path);
  const bare = text?.replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1');
  return bare === undefined ? undefined : parseJson(bare);
}

/** The bytes of a file, opened when they are asked for and closed after the last, also when the reading stops early. */
export async function* fileChunks(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = (await openForeign(path)).createReadStream();
  for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk;
}

/** The first bytes of those that are given. */
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

/** The stream of a transcript that is held as a whole. */
export function inWhole(read: ReadTranscript): StreamTranscript {
  return async (open, source) => {
    const { messages, subagents = [], ...header } = await read(open(), source);
    return { header, messages: () => oneByOne(messages), subagents: () => oneByOne(subagents) };
  };
}

/** What a reader finds, masked also where it did not come from the bytes of the transcript, or in pieces. */
export function withoutSecrets(stream: TranscriptStream, secrets: Secrets): TranscriptStream {
  const { title, summary, commands, ...header } = stream.header;
  return {
    header: { ...header, ...secrets.value(defined({ title, summary, commands })) },
    messages: () => masked(stream.messages(), secrets),
    subagents: () => masked(stream.subagents(), secrets),
  };
}

async function* masked<T>(items: AsyncIterable<T>, secrets: Secrets): AsyncGenerator<T> {
  for await (const item of items) yield secrets.value(item);
}

/** A session as a whole, from its stream. */
export async function collect({ header, messages, subagents }: TranscriptStream): Promise<SessionRecord> {
  const session = { ...header, messages: await all(messages()) };
  const known = await all(subagents());
  return known.length > 0 ? { ...session, subagents: known } : session;
}

/** Items that are in memory already, as a reader gives them. */
export async function* oneByOne<T>(items: readonly T[]): AsyncGenerator<T> {
  await Promise.resolve();
  yield* items;
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** For agents of which head and tail are read as a transcript of their own. */
export const titleFromEnds =
  (stream: StreamTranscript): AgentTranscripts['titleOf'] =>
  async (ends, source) =>
    overviewOf(await stream(() => linesOf(ends), source));

/** Head and tail as one transcript. */
export const linesOf = ({ head, tail }: Ends): AsyncIterable<Uint8Array> => chunksOf(head, '\n', tail);

/** What a list needs of a session; reads it up to its first message. */
export async function overviewOf({ header, messages }: TranscriptStream): Promise<Overview> {
  const { requests: _, ...known } = header; // a list has no use for them, and keeps what it is given
  for await (const _ of messages()) return { ...known, empty: false };
  return { ...known, empty: true };
}

/** The conversations of subagents that lie in files of their own; each is named for its file, unless `idOf` tells. */
export async function* subagentsIn(
  paths: readonly string[],
  read: ReadTranscript,
  idOf: (path: string, session: SessionRecord) => string = (path) => basename(path, extname(path)),
): AsyncGenerator<SubagentRecord> {
  for (const path of paths) {
    const mtimeMs = (await foreignFile(path))?.mtimeMs ?? 0;
    const session = await read(fileChunks(path), { path, mtimeMs });
    const { title, messages } = session;
    if (messages.length > 0) yield { agentId: idOf(path, session), ...defined({ title }), messages };
  }
}
