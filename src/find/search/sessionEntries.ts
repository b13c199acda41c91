import type { Secrets } from '../../disk/base/context.ts';
import { isSessionContext } from '../../history/sessions/convert.ts';
import type { ListedSession } from '../../history/sessions/types.ts';
import { contentText } from '../../history/sessions/parts.ts';
import { readRecording } from '../../history/sessions/recordingList.ts';
import { oneByOne } from '../../agents/reading/whole.ts';
import type { TranscriptReader } from '../../agents/reading/reader.ts';
import { isCommand } from '../../agents/reading/titles.ts';
import type { MessageRecord } from '../../agents/reading/types.ts';
import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import { SessionWork } from './sessionWork.ts';
import type { SearchEntry } from './types.ts';

/** Reads sessions. */
export interface SessionAccess {
  readonly reader: TranscriptReader;
  readonly secrets: Secrets;
}

/**
 * Returns the words of person and agent in a session, without tools, thoughts, commands and secrets, then the entries
 * of `SessionWork`. Reads all of it, in slices.
 */
export async function sessionEntries(
  session: ListedSession,
  reading: SessionAccess,
  slices: TimeSlices,
): Promise<SearchEntry[]> {
  const entries: SearchEntry[] = [];
  const work = new SessionWork(session.cwd);
  let position = 0;
  for await (const message of await messagesOf(session, reading, slices)) {
    const entry = entryOf(message, session.source);
    if (entry) entries.push({ ...entry, position });
    work.add(message, position);
    position++;
  }
  return [...entries, ...work.entries.map((entry) => ({ ...entry, ...agentOf(session) }))];
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
  if (type !== 'user' && type !== 'assistant') return undefined;
  const text = contentText(content).trim();
  if (text === '' || (type === 'user' && (isCommand(text) || isSessionContext(text)))) return undefined;
  const role = type === 'user' ? 'user' : 'assistant';
  return { role, text, ts: Date.parse(timestamp), id, ...agentOf({ source }) };
}

const agentOf = ({ source }: Pick<ListedSession, 'source'>): Pick<SearchEntry, 'agent'> =>
  source === 'history' ? {} : { agent: source };
