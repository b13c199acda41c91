import { join } from 'node:path';
import { isoTime, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import { textOf as textOfCell, type Database } from '../../disk/sqlite/database.ts';
import type { AgentTranscripts, Roots } from '../reading/agent.ts';
import { Conversation } from '../reading/conversation.ts';
import {
  fieldsOf,
  isList,
  listOf,
  numberOf,
  objectOf,
  textOf,
  timeOf,
  type Field,
} from '../reading/fields.ts';
import { UnknownKinds } from '../reading/kinds.ts';
import { parseJson } from '../reading/lines.ts';
import { dataFolder, sessionFilesOf } from '../reading/places.ts';
import { homeOf, type Places } from '../profile/machine.ts';
import { JsonRecords } from '../reading/records.ts';
import { sessionOf } from '../reading/session.ts';
import { alsoStored, DatabaseSessions, jsonRow, type StoredSession } from '../reading/stored.ts';
import { givenTitle, titleOfMessages, titleOfTime } from '../reading/titles.ts';
import type { ReadTranscript } from '../reading/types.ts';
import { wholeFileAgent } from '../reading/whole.ts';
import { readForm } from '../reading/forms.ts';

/**
 * Reads a session of Goose: rows of its database, or JSON lines of older versions, the first for the session and the
 * others for messages.
 */
export const readGoose: ReadTranscript = async (chunks, source) => {
  const kinds = new UnknownKinds();
  const conversation = new Conversation(isoTime(source.mtimeMs), kinds);
  const records = new JsonRecords(chunks);
  let about: JsonObject = {};
  for await (const record of records) {
    const fields = fieldsOf(record);
    if (fields.table === 'sessions' || textOf(fields.working_dir) !== undefined) about = fields;
    else if (fields.table === 'messages')
      addMessage(conversation, fields, parseJson(textOf(fields.content_json) ?? ''), kinds);
    else if (textOf(fields.role) !== undefined) addMessage(conversation, fields, fields.content, kinds);
    else if (fields.rowsOf === undefined) kinds.add(fields.type);
  }
  const found = {
    sessionId: textOf(about.id),
    startTime: timeOfText(about.created_at),
    lastUpdated: timeOfText(about.updated_at),
    title: nameOf(about),
    cwd: textOf(about.working_dir),
  };
  const omitted = { unreadable: records.unreadable, rewound: 0, ...kinds.found };
  const session = sessionOf(found, { source: 'goose', messages: conversation.finish(), omitted }, source);
  return { ...session, ...originOf(about) };
};

/** Says that a schedule ran the session. */
const originOf = ({ session_type }: JsonObject): { readonly isAutomated?: true } =>
  textOf(session_type) === 'scheduled' ? { isAutomated: true } : {};

/** The session's name, unless it is the default of a new session. */
const nameOf = ({ name, description }: JsonObject): string | undefined => {
  const own = textOf(name) ?? textOf(description);
  return own === undefined || /^(?:New session|CLI Session)/i.test(own) ? undefined : givenTitle(own);
};

/** Parses SQLite's `YYYY-MM-DD HH:MM:SS` in UTC. */
const timeOfText = (field: Field): string | undefined => {
  const text = textOf(field);
  return timeOf(text !== undefined && /^[\d-]+ [\d:.]+$/.test(text) ? `${text.replace(' ', 'T')}Z` : text);
};

function addMessage(
  conversation: Conversation,
  message: JsonObject,
  content: Field,
  kinds: UnknownKinds,
): void {
  const seconds = numberOf(message.created_timestamp) ?? numberOf(message.created);
  const time = seconds === undefined ? timeOfText(message.timestamp) : timeOf(seconds * 1_000);
  const type = message.role === 'user' ? 'user' : 'assistant';
  if (!isList(content)) kinds.add('content');
  const blocks = listOf(content).flatMap((block) => blockOf(fieldsOf(block)));
  conversation.add({ time, type }, blocks);
}

/** Converts a block to Anthropic's form; returns none for blocks meant for the program. */
function blockOf(block: JsonObject): JsonObject[] {
  const { type, id = null } = block;
  if (type === 'toolRequest' || type === 'frontendToolRequest') {
    const { name = null, arguments: input = null } = fieldsOf(fieldsOf(block.toolCall).value);
    return [{ type: 'tool_use', id, name, input }];
  }
  if (type === 'toolResponse') {
    const { status, value, error } = fieldsOf(block.toolResult);
    const content = isList(value) ? value : (fieldsOf(value).content ?? error ?? null);
    return [{ type: 'tool_result', tool_use_id: id, content, is_error: status === 'error' }];
  }
  if (type === 'image') {
    const { data = null, mimeType = null } = block;
    return [{ type: 'image', source: { type: 'base64', media_type: mimeType, data } }];
  }
  return type === 'toolConfirmationRequest' || type === 'systemNotification' ? [] : [block];
}

const columns = {
  sessions: ['id', 'working_dir', 'created_at', 'updated_at', 'description'],
  messages: ['id', 'session_id', 'role', 'content_json', 'created_timestamp'],
};

const sessions = new DatabaseSessions({ agent: 'goose', forms: [columns], list, rows });

async function list(database: Database, roots: Roots): Promise<readonly StoredSession[]> {
  const own = database.columns('sessions').has('session_type')
    ? "session_type NOT IN ('sub_agent', 'hidden')"
    : 'TRUE';
  const found: StoredSession[] = [];
  for (const { working_dir } of [...database.rows('SELECT DISTINCT working_dir FROM sessions')])
    if (await roots.include(textOfCell(working_dir)))
      for (const row of [...database.rows(`${sessionsIn} AND ${own}`, textOfCell(working_dir))])
        found.push(storedOf(jsonRow('sessions', row), database));
  return found;
}

const sessionsIn = `SELECT *,
    (SELECT coalesce(sum(octet_length(content_json)), 0) FROM messages WHERE session_id = sessions.id) AS size
  FROM sessions WHERE working_dir = ?`;

function storedOf(about: JsonObject, database: Database): StoredSession {
  const sessionId = textOf(about.id) ?? '';
  const startTime = timeOfText(about.created_at) ?? isoTime(0);
  const size = numberOf(about.size) ?? 0;
  return {
    sessionId,
    startTime,
    size,
    empty: size === 0,
    cwd: textOf(about.working_dir) ?? '',
    title: nameOf(about) ?? promptOf(database, sessionId) ?? titleOfTime(startTime),
    lastUpdated: timeOfText(about.updated_at) ?? startTime,
    ...originOf(about),
  };
}

function promptOf({ rows }: Database, session: string): string | undefined {
  const conversation = new Conversation(isoTime(0), new UnknownKinds());
  for (const row of rows(
    "SELECT * FROM messages WHERE session_id = ? AND role = 'user' ORDER BY id LIMIT 5",
    session,
  ))
    addMessage(conversation, { role: 'user' }, parseJson(textOfCell(row.content_json)), new UnknownKinds());
  return titleOfMessages(conversation.finish());
}

function* rows(database: Database, session: string): Generator<JsonObject> {
  const [own] = [...database.rows('SELECT * FROM sessions WHERE id = ?', session)];
  if (own === undefined) return;
  for (const row of database.rows('SELECT * FROM messages WHERE session_id = ? ORDER BY id', session))
    yield jsonRow('messages', row);
  yield jsonRow('sessions', own);
}

/** Session folders: below the folder of a variable alone, else the usual one, on macOS also those of its desktop app. */
function foldersIn(places: Places): readonly string[] {
  const { platform, env, home } = places;
  const root = env.GOOSE_PATH_ROOT?.trim() ?? '';
  if (root !== '') return [join(root, 'data', 'sessions')];
  if (platform === 'win32')
    return [join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Block', 'goose', 'data', 'sessions')];
  const usual = join(homeOf(places, 'XDG_DATA_HOME', join('.local', 'share')), 'goose', 'sessions');
  if (platform !== 'darwin') return [usual];
  const support = dataFolder(places);
  const names = ['goose', join('Block', 'goose'), 'Block.goose', 'Block.block.goose'];
  return [usual, ...names.map((name) => join(support, name, 'sessions'))];
}

/** Goose; older versions write a file of JSON lines per session. */
export const goose: AgentTranscripts = alsoStored(
  wholeFileAgent({
    id: 'goose',
    async *find(places) {
      for (const folder of foldersIn(places))
        for (const path of await sessionFilesOf(folder, /\.jsonl$/))
          yield { agent: 'goose', path, unsure: true, likely: true };
    },
    forms: [
      readForm('~/.local/share/goose/sessions/*.jsonl'),
      readForm('~/.local/share/goose/sessions/sessions.db: sessions, messages'),
    ],
    homes: (places) => foldersIn(places).map((folder) => ({ folder, files: /\.jsonl$/ })),
    recognise: isGoose,
    pathPattern: /\/[^/]*goose\/(?:data\/)?sessions\/[^/]+\.jsonl$/i,
    read: readGoose,
    watch: foldersIn,
  }),
  {
    pathPattern: /\/(?:[^/]*goose|data)\/(?:data\/)?sessions\/sessions\.db#[^/]+$/i,
    homes: () => [],
    async *find(places, roots, report) {
      for (const folder of foldersIn(places))
        yield* sessions.find(join(folder, 'sessions.db'), roots, report);
    },
    rows: (path) => sessions.rows(path),
    read: readGoose,
  },
);

function isGoose(record: JsonValue): boolean {
  const { working_dir, description, message_count } = fieldsOf(record);
  return (
    textOf(working_dir) !== undefined &&
    (description !== undefined || message_count !== undefined) &&
    objectOf(record) !== undefined
  );
}
