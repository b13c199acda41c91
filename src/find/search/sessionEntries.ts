import type { Secrets } from '../../disk/base/context.ts';
import { isSessionContext } from '../../history/sessions/convert.ts';
import type { ListedSession } from '../../history/sessions/types.ts';
import { contentText } from '../../history/sessions/parts.ts';
import { readRecording } from '../../history/sessions/recordingList.ts';
import { oneByOne } from '../../agents/reading/whole.ts';
import type { TranscriptReader } from '../../agents/reading/reader.ts';
import { isCommand } from '../../agents/reading/titles.ts';
import type { MessageRecord, SubagentRecord, TranscriptStream } from '../../agents/reading/types.ts';
import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import { helperEntryId } from './sessionNote.ts';
import { SessionWork } from './sessionWork.ts';
import type { SearchEntry } from './types.ts';

/** Reads sessions. */
export interface SessionAccess {
  readonly reader: TranscriptReader;
  readonly secrets: Secrets;
}

/**
 * Returns the words of person and agent in a session, without tools, thoughts, commands and secrets, then those of its
 * subagents, then the entries of `SessionWork`, also of what subagents did. Reads all of it, in slices; `entries`
 * grows meanwhile.
 */
export async function sessionEntries(
  session: ListedSession,
  reading: SessionAccess,
  slices: TimeSlices,
  entries: SearchEntry[] = [],
): Promise<SearchEntry[]> {
  const work = new SessionWork(session.cwd);
  /** Positions of the calls that started subagents, by their ids. */
  const calls = new Map<string, number>();
  let position = 0;
  const { messages, subagents } = await opened(session, reading, slices);
  for await (const message of messages()) {
    const entry = entryOf(message, session);
    if (entry) entries.push({ ...entry, position });
    work.add(message, position);
    for (const { agentId } of message.toolCalls ?? [])
      if (agentId !== undefined) calls.set(agentId, position);
    position++;
  }
  const said = new Set(entries.map(({ text }) => text));
  for await (const helper of subagents()) {
    const at = calls.get(helper.agentId) ?? Math.max(0, position - 1);
    for (const entry of helperEntries(helper, session, said)) entries.push({ ...entry, position: at });
    for (const message of helper.messages) work.add(message, at);
  }
  return [...entries, ...work.entries.map((entry) => ({ ...entry, ...agentOf(session) }))];
}

/** Returns the words of a subagent that its session does not have as well, as a conversation of its own. */
function helperEntries(
  { agentId, messages }: SubagentRecord,
  { source }: ListedSession,
  said: ReadonlySet<string>,
): readonly SearchEntry[] {
  const entries = messages.flatMap((message) => entryOf(message, { source, parentId: agentId }) ?? []);
  return entries
    .filter(({ text }) => !said.has(text))
    .map(({ id = '', ...entry }, n) => ({
      ...entry,
      id: helperEntryId(agentId, id),
      startsSession: n === 0,
    }));
}

async function opened(
  { source, path }: ListedSession,
  { reader, secrets }: SessionAccess,
  slices: TimeSlices,
): Promise<Pick<TranscriptStream, 'messages' | 'subagents'>> {
  if (source === 'history') {
    const { messages, subagents = [] } = await readRecording(path);
    return { messages: () => oneByOne(messages), subagents: () => oneByOne(subagents) };
  }
  const through = (chunks: AsyncIterable<Uint8Array>) => inSlices(chunks, slices);
  return reader.stream({ agent: source, path }, secrets, through);
}

async function* inSlices(chunks: AsyncIterable<Uint8Array>, slices: TimeSlices): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk;
    await slices.pause();
  }
}

function entryOf(
  { type, content, id, timestamp, isRelayed }: MessageRecord,
  { source, parentId }: Pick<ListedSession, 'source' | 'parentId'>,
): SearchEntry | undefined {
  // What another agent asked of a helper are no person's words, and stand in that agent's session.
  if (type === 'user' && parentId !== undefined) return undefined;
  if (type !== 'user' && type !== 'assistant' && !isRelayed) return undefined;
  const text = contentText(content).trim();
  if (text === '' || (type === 'user' && (isCommand(text) || isSessionContext(text)))) return undefined;
  const role = isRelayed ? 'note' : type === 'user' ? 'user' : 'assistant';
  return { role, text, ts: Date.parse(timestamp), id, ...agentOf({ source }) };
}

const agentOf = ({ source }: Pick<ListedSession, 'source'>): Pick<SearchEntry, 'agent'> =>
  source === 'history' ? {} : { agent: source };
