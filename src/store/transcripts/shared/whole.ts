import type { AgentTranscripts, Overview, Ends } from './agent.ts';
import { chunksOf } from './lines.ts';
import type { ReadTranscript, SessionRecord, StreamTranscript, TranscriptStream } from './types.ts';

/** The stream of a transcript that is held as a whole. */
export function inWhole(read: ReadTranscript): StreamTranscript {
  return async (open, source) => {
    const { messages, subagents = [], ...header } = await read(open(), source);
    return { header, messages: () => oneByOne(messages), subagents: () => oneByOne(subagents) };
  };
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
  for await (const _ of messages()) return { ...header, empty: false };
  return { ...header, empty: true };
}
