import { isoTime, type JsonObject, type JsonValue } from '../../base/core.ts';
import { readJsonBeside } from '../shared/whole.ts';
import { ClineMessages, type ClineCompaction } from './clineMessages.ts';
import { fieldsOf, isList, listOf, numberOf, textOf, timeOf } from '../shared/fields.ts';
import { sessionOf } from '../shared/session.ts';
import type { SessionRecord, TranscriptSource } from '../shared/types.ts';

/** What Cline says of a session, beside its messages. */
export const manifestOf = (messages: string): string => messages.replace(/\.messages\.json$/, '.json');

/** Whether a value is what Cline's command line and Cline 4 keep of a conversation. */
export function isClineSession(record: JsonValue): boolean {
  const { sessionId, agent, messages } = fieldsOf(record);
  return textOf(sessionId) !== undefined && textOf(agent) !== undefined && isList(messages);
}

/** The session in the content of `<id>.messages.json`, with what `<id>.json` and `<id>.compaction.json` beside it say. */
export async function readSession(
  content: JsonObject,
  unreadable: number,
  source: TranscriptSource,
): Promise<SessionRecord> {
  const manifest = fieldsOf(await readJsonBeside(manifestOf(source.path)));
  const metadata = fieldsOf(manifest.metadata);
  const started = timeOf(manifest.started_at) ?? isoTime(source.mtimeMs);
  const messages = new ClineMessages(started, await compactionBeside(source.path));
  listOf(content.messages).forEach((message, index) => messages.add(fieldsOf(message), index));
  const found = {
    sessionId: textOf(content.sessionId),
    lastUpdated: timeOf(content.updated_at),
    title: textOf(metadata.title),
    cwd: textOf(manifest.cwd),
    gitBranch: textOf(fieldsOf(metadata.git).branch),
    version: textOf(fieldsOf(content.origin).version),
  };
  const omitted = { unreadable: unreadable + messages.unreadable, rewound: 0, ...messages.kinds.found };
  return sessionOf(found, { source: 'cline', messages: messages.finish(), omitted }, source);
}

/** Where and how Cline last compacted a session, which keeps all messages itself. */
async function compactionBeside(transcript: string): Promise<ClineCompaction | undefined> {
  const path = transcript.replace(/\.messages\.json$/, '.compaction.json');
  if (path === transcript) return undefined;
  const { source_message_count: count, updated_at: time, messages } = fieldsOf(await readJsonBeside(path));
  const summaries = listOf(messages).map((message) => fieldsOf(fieldsOf(message).metadata));
  const summary = summaries.find(({ kind }) => kind === 'compaction_summary')?.summary;
  const after = numberOf(count);
  if (after === undefined) return undefined;
  return { after, time: timeOf(time), summary: textOf(summary) };
}
