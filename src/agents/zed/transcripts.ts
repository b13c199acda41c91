import { join } from 'node:path';
import { isoTime, type JsonObject } from '../../disk/base/core.ts';
import { textOf as textOfCell, type Database } from '../../disk/sqlite/database.ts';
import type { DatabaseRow } from '../../disk/sqlite/engine.ts';
import { unzstd } from '../../disk/sqlite/zstd.ts';
import type { Places } from '../profile/machine.ts';
import type { Roots } from '../reading/agent.ts';
import { Conversation } from '../reading/conversation.ts';
import { fieldsOf, isList, listOf, objectOf, textOf, timeOf, type Field } from '../reading/fields.ts';
import { UnknownKinds } from '../reading/kinds.ts';
import { parseJson } from '../reading/lines.ts';
import { dataFolder } from '../reading/places.ts';
import { JsonRecords } from '../reading/records.ts';
import { sessionOf } from '../reading/session.ts';
import { DatabaseSessions, isHeadOf, jsonRow, type StoredSession } from '../reading/stored.ts';
import { givenTitle } from '../reading/titles.ts';
import type { ReadTranscript } from '../reading/types.ts';
import { wholeFileAgent } from '../reading/whole.ts';
import { readForm } from '../reading/forms.ts';

/**
 * Reads a thread of Zed's agent: its database row, with the zstd-compressed data as text. Messages are
 * `{User: {content}}` and `{Agent: {content, tool_results}}` since 0.3.0, `{role, segments, tool_uses}` before.
 */
export const readZed: ReadTranscript = async (chunks, source) => {
  const kinds = new UnknownKinds();
  const records = new JsonRecords(chunks);
  let row: JsonObject = {};
  let folder: string | undefined;
  for await (const record of records) {
    const fields = fieldsOf(record);
    if (fields.table === 'threads') row = fields;
    else folder = textOf(fields.folder);
  }
  const thread = fieldsOf(parseJson(textOf(row.data) ?? ''));
  const updated = timeOf(row.updated_at) ?? timeOf(thread.updated_at);
  const started = timeOf(row.created_at) ?? updated;
  const conversation = new Conversation(started ?? isoTime(source.mtimeMs), kinds);
  for (const message of listOf(thread.messages)) addMessage(conversation, message, kinds);
  const [own] = foldersOf(row, thread);
  const found = {
    sessionId: textOf(row.id),
    startTime: started,
    lastUpdated: updated,
    title: textOf(row.summary) ?? textOf(thread.title),
    cwd: folder ?? own,
  };
  const unreadable = records.unreadable + (isList(thread.messages) ? 0 : 1);
  return sessionOf(
    found,
    { source: 'zed', messages: conversation.finish(), omitted: { unreadable, rewound: 0, ...kinds.found } },
    source,
  );
};

function addMessage(conversation: Conversation, message: Field, kinds: UnknownKinds): void {
  const { User, Agent, role, segments, tool_uses, tool_results, id } = fieldsOf(message);
  const user = objectOf(User);
  const agent = objectOf(Agent);
  if (user) conversation.add({ id: textOf(user.id), type: 'user' }, listOf(user.content).map(blockOf));
  else if (agent) {
    conversation.add({ type: 'assistant' }, listOf(agent.content).map(blockOf));
    for (const result of Object.values(fieldsOf(agent.tool_results)))
      addResult(conversation, fieldsOf(result));
  } else if (role === 'user' || role === 'assistant') {
    const calls = listOf(tool_uses).map((call) => ({ ...fieldsOf(call), type: 'tool_use' }));
    const type = role === 'user' ? 'user' : 'assistant';
    const of = typeof id === 'number' ? `message-${id}` : textOf(id);
    conversation.add({ id: of, type }, [...listOf(segments), ...calls]);
    for (const result of listOf(tool_results)) addResult(conversation, fieldsOf(result));
  } else if (message !== 'Resume' && role !== 'system')
    kinds.add(Object.keys(fieldsOf(message))[0] ?? message);
}

function addResult(conversation: Conversation, { tool_use_id, content, is_error }: JsonObject): void {
  const { Text, text } = fieldsOf(content);
  const said = textOf(Text) ?? textOf(text) ?? content ?? '';
  conversation.answer(textOf(tool_use_id), said, is_error === true ? 'error' : 'success');
}

/** Converts a block, which Zed names by its only field, to the form of Anthropic's API. */
function blockOf(block: Field): JsonObject {
  const [kind = '', value] = Object.entries(fieldsOf(block))[0] ?? [];
  const fields = fieldsOf(value);
  if (kind === 'Text') return { type: 'text', text: value ?? '' };
  if (kind === 'Mention') return { type: 'text', text: textOf(fields.content) ?? '' };
  if (kind === 'Thinking') return { type: 'thinking', thinking: textOf(fields.text) ?? '' };
  if (kind === 'RedactedThinking') return { type: 'redacted_thinking' };
  if (kind === 'ToolUse') return { ...fields, type: 'tool_use' };
  if (kind === 'Image')
    return {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: fields.source ?? null },
    };
  return { type: kind };
}

const columns = { threads: ['id', 'summary', 'updated_at', 'data_type', 'data'] };
const threads = new DatabaseSessions({ agent: 'zed', forms: [columns], list, rows });

/**
 * Lists the threads in folders of the roots; threads of older versions name their folders only in the compressed data.
 */
async function list(database: Database, roots: Roots): Promise<readonly StoredSession[]> {
  const sessions: StoredSession[] = [];
  const isOwn = database.columns('threads').has('parent_id') ? 'WHERE parent_id IS NULL' : '';
  const known = database.columns('threads').has('folder_paths');
  const select = `SELECT *, octet_length(data) AS size${known ? '' : ', NULL AS folder_paths'} FROM threads ${isOwn}`;
  for (const row of [...database.rows(select)]) {
    const folders =
      row.folder_paths === null
        ? foldersOf({}, await threadOf(row))
        : foldersOf(jsonRow('', { folder_paths: row.folder_paths ?? null }), {});
    for (const cwd of folders)
      if (await roots.include(cwd)) {
        sessions.push(storedOf(row, cwd));
        break;
      }
  }
  return sessions;
}

function storedOf({ id, summary, updated_at, created_at, size }: DatabaseRow, cwd: string): StoredSession {
  const lastUpdated = timeOf(textOfCell(updated_at)) ?? isoTime(0);
  return {
    sessionId: textOfCell(id),
    lastUpdated,
    cwd,
    size: Number(size),
    empty: false,
    title: givenTitle(textOfCell(summary)) ?? textOfCell(id),
    startTime: timeOf(textOfCell(created_at)) ?? lastUpdated,
  };
}

/** Folders of a thread, from its row or its data. */
function foldersOf({ folder_paths }: JsonObject, { initial_project_snapshot }: JsonObject): string[] {
  const paths = textOf(folder_paths);
  if (paths !== undefined) return paths.split('\n');
  const { worktree_snapshots } = fieldsOf(initial_project_snapshot);
  return listOf(worktree_snapshots).flatMap((tree) => textOf(fieldsOf(tree).worktree_path) ?? []);
}

async function* rows(database: Database, session: string): AsyncGenerator<JsonObject> {
  for (const row of [...database.rows('SELECT * FROM threads WHERE id = ?', session)])
    yield jsonRow('threads', { ...row, data: await dataOf(row) });
}

const threadOf = async (row: DatabaseRow): Promise<JsonObject> => fieldsOf(parseJson(await dataOf(row)));

/** Returns a row's data as text; empty if it cannot be decompressed. */
async function dataOf({ data_type, data }: DatabaseRow): Promise<string> {
  if (!(data instanceof Uint8Array) || data_type !== 'zstd') return textOfCell(data);
  try {
    return textOfCell(await unzstd(data));
  } catch {
    return ''; // counted as unreadable by the reader
  }
}

const databaseOf = (places: Places): string =>
  join(dataFolder(places), places.platform === 'linux' ? 'zed' : 'Zed', 'threads', 'threads.db');

/** The agent of Zed. */
export const zed = wholeFileAgent({
  id: 'zed',
  find: (places, roots, report) => threads.find(databaseOf(places), roots, report),
  forms: [readForm('zed/threads/threads.db: threads')],
  homes: (places) => [{ folder: join(databaseOf(places), '..') }],
  recognise: (record) => isHeadOf('zed', record),
  pathPattern: /\/threads\/threads\.db#[^/]+$/,
  stored: { pathPattern: /\/zed\/threads\/threads\.db#[^/]+$/i, rows: (path) => threads.rows(path) },
  read: readZed,
  watch: (places) => [join(databaseOf(places), '..')],
});
