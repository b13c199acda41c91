import { defined } from '../base/core.ts';
import type { Secrets } from '../base/context.ts';
import { isSessionContext } from '../sessions/convert.ts';
import type { ListedSession } from '../sessions/types.ts';
import { contentText } from '../sessions/parts.ts';
import { readRecording } from '../sessions/recordingList.ts';
import { oneByOne } from '../transcripts/shared/whole.ts';
import type { TranscriptReader } from '../transcripts/reader.ts';
import { isCommand } from '../transcripts/shared/titles.ts';
import type { MessageRecord } from '../transcripts/shared/types.ts';
import type { TimeSlices } from '../base/timeSlices.ts';
import type { SearchEntry } from './types.ts';

/** What reads sessions. */
export interface SessionAccess {
  readonly reader: TranscriptReader;
  readonly secrets: Secrets;
}

/**
 * What the person and the agent said in a session, without tools, thoughts, commands and secrets. Reads all of it, in slices.
 */
export async function sessionEntries(
  session: ListedSession,
  reading: SessionAccess,
  slices: TimeSlices,
): Promise<SearchEntry[]> {
  const entries: SearchEntry[] = [];
  let position = 0;
  for await (const message of await messagesOf(session, reading, slices)) {
    const entry = entryOf(message, session.source);
    if (entry) entries.push({ ...entry, position });
    position++;
  }
  return entries;
}

async function messagesOf(
  { source, path }: ListedSession,
  { reader, secrets }: SessionAccess,
  slices: TimeSlices,
): Promise<AsyncIterable<MessageRecord>> {
  if (source === 'history') return oneByOne((await readRecording(path)).messages);
  const through = (chunks: AsyncIterable<Uint8Array>) => inSlices(chunks, slices);
  return (await reader.stream({ agent: source, path }, secrets, through)).messages();
}

async function* inSlices(chunks: AsyncIterable<Uint8Array>, slices: TimeSlices): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk;
    await slices.pause();
  }
}

function entryOf(
  { type, content, id, timestamp }: MessageRecord,
  source: ListedSession['source'],
): SearchEntry | undefined {
  if (type !== 'user' && type !== 'gemini') return undefined;
  const text = contentText(content).trim();
  if (text === '' || (type === 'user' && (isCommand(text) || isSessionContext(text)))) return undefined;
  const agent = source === 'history' ? undefined : source;
  const role = type === 'user' ? 'user' : 'assistant';
  return { role, text, ts: Date.parse(timestamp), id, ...defined({ agent }) };
}
