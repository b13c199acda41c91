import { join } from 'node:path';
import { isoTime, type JsonObject } from '../../disk/base/core.ts';
import { textOf as textOfCell, type Database } from '../../disk/sqlite/database.ts';
import type { Places } from '../profile/machine.ts';
import type { FindTranscripts, FoundTranscript, Roots } from '../reading/agent.ts';
import { Conversation } from '../reading/conversation.ts';
import { fieldsOf, isList, listOf, objectOf, textOf, timeOf, type Field } from '../reading/fields.ts';
import { UnknownKinds } from '../reading/kinds.ts';
import { parseJson } from '../reading/lines.ts';
import { dataFolder } from '../reading/places.ts';
import { JsonRecords } from '../reading/records.ts';
import { sessionOf } from '../reading/session.ts';
import { DatabaseSessions, jsonRow, type StoredSession } from '../reading/stored.ts';
import { titleOfMessages, titleOfTime } from '../reading/titles.ts';
import type { MessageRecord, ReadTranscript } from '../reading/types.ts';

/** Reads a conversation of Kiro's command line, or of its predecessor Amazon Q, from its row. */
export const readKiroRow: ReadTranscript = async (chunks, source) => {
  const kinds = new UnknownKinds();
  const records = new JsonRecords(chunks);
  let row: JsonObject = {};
  for await (const record of records) if (fieldsOf(record).table !== undefined) row = fieldsOf(record);
  const created = timeOf(row.created_at);
  const { messages, isRead } = messagesOf(row.value, created ?? isoTime(source.mtimeMs), kinds);
  const found = {
    sessionId: textOf(row.conversation_id),
    startTime: created,
    lastUpdated: timeOf(row.updated_at),
    cwd: textOf(row.key),
  };
  const omitted = { unreadable: records.unreadable + (isRead ? 0 : 1), rewound: 0, ...kinds.found };
  return sessionOf(found, { source: 'kiro', messages, omitted }, source);
};

function messagesOf(
  value: Field,
  time: string,
  kinds: UnknownKinds,
): { messages: MessageRecord[]; isRead: boolean } {
  const { history } = fieldsOf(parseJson(textOf(value) ?? ''));
  const conversation = new Conversation(time, kinds);
  for (const entry of listOf(history)) {
    // Older versions have pairs.
    const { user, assistant } = isList(entry) ? { user: entry[0], assistant: entry[1] } : fieldsOf(entry);
    addUser(conversation, fieldsOf(user), kinds);
    addAssistant(conversation, fieldsOf(assistant), kinds);
  }
  return { messages: conversation.finish(), isRead: isList(history) };
}

function addUser(
  conversation: Conversation,
  { content, timestamp, images }: JsonObject,
  kinds: UnknownKinds,
): void {
  const [kind = 'content', value] = Object.entries(fieldsOf(content))[0] ?? [];
  const { prompt, tool_use_results } = fieldsOf(value);
  for (const result of listOf(tool_use_results)) {
    const { tool_use_id, content: blocks, status } = fieldsOf(result);
    const said = listOf(blocks).map((block) => resultOf(fieldsOf(block)));
    conversation.answer(textOf(tool_use_id), said, status === 'Success' ? 'success' : 'error');
  }
  if (!['Prompt', 'ToolUseResults', 'CancelledToolUses'].includes(kind)) kinds.add(kind);
  const pictures = listOf(images).map(() => ({ type: 'text', text: '[image]' }));
  if (textOf(prompt) !== undefined || pictures.length > 0)
    conversation.add({ type: 'user', time: timeOf(timestamp) }, [
      { type: 'text', text: prompt ?? '' },
      ...pictures,
    ]);
}

function resultOf({ Text, Json }: JsonObject): JsonObject {
  return { type: 'text', text: textOf(Text) ?? JSON.stringify(Json ?? null) };
}

function addAssistant(conversation: Conversation, assistant: JsonObject, kinds: UnknownKinds): void {
  const { Response, ToolUse } = assistant;
  const said = objectOf(Response) ?? objectOf(ToolUse);
  if (!said) {
    if (Object.keys(assistant).length > 0) kinds.add(Object.keys(assistant)[0]);
    return;
  }
  const calls = listOf(said.tool_uses).map((call) => {
    const { id = null, name = null, args = null } = fieldsOf(call);
    return { type: 'tool_use', id, name, input: args };
  });
  conversation.add({ id: textOf(said.message_id), type: 'assistant' }, [
    { type: 'text', text: said.content ?? '' },
    ...calls,
  ]);
}

const columns = { conversations_v2: ['key', 'conversation_id', 'value', 'created_at', 'updated_at'] };
const conversations = new DatabaseSessions({ agent: 'kiro', forms: [columns], list, rows });

async function list(database: Database, roots: Roots): Promise<readonly StoredSession[]> {
  const sessions: StoredSession[] = [];
  for (const { key } of [...database.rows('SELECT DISTINCT key FROM conversations_v2')])
    if (await roots.include(textOfCell(key)))
      for (const row of [...database.rows('SELECT * FROM conversations_v2 WHERE key = ?', textOfCell(key))])
        sessions.push(storedOf(jsonRow('', row)));
  return sessions;
}

function storedOf(row: JsonObject): StoredSession {
  const startTime = timeOf(row.created_at) ?? isoTime(0);
  const { messages } = messagesOf(row.value, startTime, new UnknownKinds());
  const known = { sessionId: textOf(row.conversation_id) ?? '', startTime, cwd: textOf(row.key) ?? '' };
  const title = titleOfMessages(messages) ?? titleOfTime(startTime);
  const size = (textOf(row.value) ?? '').length;
  return {
    ...known,
    title,
    lastUpdated: timeOf(row.updated_at) ?? startTime,
    size,
    empty: messages.length === 0,
  };
}

function* rows(database: Database, session: string): Generator<JsonObject> {
  const found = database.rows(
    'SELECT * FROM conversations_v2 WHERE conversation_id = ? ORDER BY key LIMIT 1',
    session,
  );
  for (const row of found) yield jsonRow('conversations_v2', row);
}

const programFolders = (places: Places): readonly string[] =>
  ['kiro-cli', 'amazon-q'].map((program) => join(dataFolder(places), program));

/** Location and content of Kiro's command-line sessions in databases. */
export const kiroConversations = {
  pathPattern: /\/(?:kiro-cli|amazon-q)\/data\.sqlite3#[^/]+$/,
  rows: (path: string): AsyncIterable<JsonObject> => conversations.rows(path),
  read: readKiroRow,
  homes: (places: Places): readonly string[] => programFolders(places),
  async *find(...[places, roots, report]: Parameters<FindTranscripts>): AsyncGenerator<FoundTranscript> {
    for (const folder of programFolders(places))
      yield* conversations.find(join(folder, 'data.sqlite3'), roots, report);
  },
};
