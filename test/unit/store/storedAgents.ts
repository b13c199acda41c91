import fs from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Places } from '../../../src/agents/profile/machine.ts';
import { pathInDatabase, type Agent } from '../../../src/agents/reading/types.ts';
import { makeDatabase } from './databases.ts';
import { iso, when } from './machine.ts';
import { jsonLines } from './reading.ts';

export type TableRow = Readonly<Record<string, unknown>>;
type Rows = Readonly<Record<string, readonly TableRow[]>>;

/** How an agent keeps a small session in a database, as real ones are. */
export interface StoredForm {
  readonly agent: Agent;
  /** Where its database is. */
  readonly database: (places: Places) => string;
  /** SQL of its tables, as the agent makes them. */
  readonly tables: string;
  /** Its rows, in which the person says `text` in `cwd`, and the agent answers. */
  readonly rows: (text: string, cwd: string) => Rows;
  readonly session: string;
  /** The rows as the archive keeps them; those of the database unless they are put together. */
  readonly lines?: (text: string, cwd: string) => readonly unknown[];
  /** A column without which it is of another form. */
  readonly needed: readonly [table: string, column: string];
  /** Files beside it. */
  readonly beside?: (places: Places, cwd: string) => void;
}

const opencodeTables = `
CREATE TABLE project (id text PRIMARY KEY, worktree text NOT NULL);
CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL, directory text NOT NULL,
  title text NOT NULL, version text NOT NULL, revert text, time_created integer NOT NULL, time_updated integer NOT NULL);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE INDEX part_session_idx ON part (session_id)`;

const times = (seconds: number) => ({
  time_created: when + seconds * 1_000,
  time_updated: when + seconds * 1_000,
});

export const opencodeSession = (id: string, cwd: string, more: TableRow = {}) => ({
  id,
  project_id: 'p1',
  parent_id: null,
  slug: 'calm-orchid',
  directory: cwd,
  title: `New session - ${iso(0)}`,
  version: '1.18.33',
  revert: null,
  ...times(0),
  time_updated: when + 9_000,
  ...more,
});

export const opencodeMessage = (session: string, id: string, seconds: number, data: object) => ({
  id,
  session_id: session,
  ...times(seconds),
  data: JSON.stringify({ time: { created: when + seconds * 1_000 }, ...data }),
});

export const opencodePart = (session: string, message: string, id: string, data: object) => ({
  id,
  message_id: message,
  session_id: session,
  ...times(1),
  data: JSON.stringify(data),
});

const opencode: StoredForm = {
  agent: 'opencode',
  database: ({ home }) => join(home, '.local/share/opencode/opencode.db'),
  tables: opencodeTables,
  rows: (text, cwd) => ({
    message: [
      opencodeMessage('ses_1', 'msg_1', 1, { role: 'user', model: { modelID: 'm' } }),
      opencodeMessage('ses_1', 'msg_2', 2, { role: 'assistant', modelID: 'm', parentID: 'msg_1' }),
    ],
    part: [
      opencodePart('ses_1', 'msg_1', 'prt_1', { type: 'text', text }),
      opencodePart('ses_1', 'msg_2', 'prt_2', { type: 'text', text: 'ok' }),
    ],
    session: [opencodeSession('ses_1', cwd)],
  }),
  session: 'ses_1',
  needed: ['session', 'directory'],
};

const kilo: StoredForm = {
  ...opencode,
  agent: 'kilo',
  database: ({ home }) => join(home, '.local/share/kilo/kilo.db'),
};

const dataFolder = ({ home, platform }: Places, linux: string, others: string): string => {
  if (platform === 'win32') return join(home, 'AppData/Local', others);
  return join(
    home,
    platform === 'darwin' ? 'Library/Application Support' : '.local/share',
    platform === 'darwin' ? others : linux,
  );
};

const goose: StoredForm = {
  agent: 'goose',
  database: ({ home, platform }) =>
    join(
      home,
      platform === 'win32' ? 'AppData/Roaming/Block/goose/data' : '.local/share/goose',
      'sessions/sessions.db',
    ),
  tables: `
CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '', session_type TEXT NOT NULL DEFAULT 'user',
  working_dir TEXT NOT NULL, created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, role TEXT NOT NULL, content_json TEXT NOT NULL,
  created_timestamp INTEGER NOT NULL, timestamp TIMESTAMP DEFAULT CURRENT_TIMESTAMP, tokens INTEGER, metadata_json TEXT)`,
  rows: (text, cwd) => ({
    messages: [
      {
        id: 1,
        session_id: '20260205_1',
        role: 'user',
        content_json: JSON.stringify([{ type: 'text', text }]),
        created_timestamp: when / 1_000 + 1,
      },
      {
        id: 2,
        session_id: '20260205_1',
        role: 'assistant',
        content_json: JSON.stringify([{ type: 'text', text: 'ok' }]),
        created_timestamp: when / 1_000 + 2,
      },
    ],
    sessions: [
      {
        id: '20260205_1',
        name: 'New session',
        working_dir: cwd,
        created_at: '2026-02-05 08:00:00',
        updated_at: '2026-02-05 08:00:09',
      },
    ],
  }),
  session: '20260205_1',
  needed: ['sessions', 'working_dir'],
};

/** A frame of zstd with one block that is not compressed. */
export function zstd(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32LE(bytes.length, 5);
  head.writeUIntLE((bytes.length << 3) | 1, 9, 3);
  return Buffer.concat([head, bytes]);
}

const thread = (text: string) => ({
  title: text,
  updated_at: iso(9),
  version: '0.3.0',
  messages: [
    { User: { id: 'u1', content: [{ Text: text }] } },
    { Agent: { content: [{ Text: 'ok' }], tool_results: {} } },
    'Resume',
  ],
});
const threadRow = (text: string, cwd: string) => ({
  id: 'z-1',
  summary: text.slice(0, 100),
  updated_at: iso(9),
  data_type: 'zstd',
  parent_id: null,
  folder_paths: cwd,
});

const zed: StoredForm = {
  agent: 'zed',
  database: (places) => join(dataFolder(places, 'zed', 'Zed'), 'threads/threads.db'),
  tables: `CREATE TABLE threads (id TEXT PRIMARY KEY, summary TEXT NOT NULL, updated_at TEXT NOT NULL, data_type TEXT NOT NULL, data BLOB NOT NULL,
    parent_id TEXT, folder_paths TEXT)`,
  rows: (text, cwd) => ({ threads: [{ ...threadRow(text, cwd), data: zstd(JSON.stringify(thread(text))) }] }),
  lines: (text, cwd) => [{ table: 'threads', ...threadRow(text, cwd), data: JSON.stringify(thread(text)) }],
  session: 'z-1',
  needed: ['threads', 'summary'],
};

const kiro: StoredForm = {
  agent: 'kiro',
  database: (places) => join(dataFolder(places, 'kiro-cli', 'kiro-cli'), 'data.sqlite3'),
  tables: `CREATE TABLE conversations (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE conversations_v2 (key TEXT NOT NULL, conversation_id TEXT NOT NULL, value TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  PRIMARY KEY (key, conversation_id))`,
  rows: (text, cwd) => ({
    conversations_v2: [
      {
        key: cwd,
        conversation_id: 'k-1',
        created_at: when,
        updated_at: when + 9_000,
        value: JSON.stringify({
          conversation_id: 'k-1',
          history: [
            {
              user: { content: { Prompt: { prompt: text } }, timestamp: iso(1), images: null },
              assistant: { Response: { message_id: 'm1', content: 'ok' } },
            },
          ],
        }),
      },
    ],
  }),
  session: 'k-1',
  needed: ['conversations_v2', 'value'],
};

const cursorUser = ({ home, platform }: Places): string => {
  if (platform === 'win32') return join(home, 'AppData/Roaming/Cursor/User');
  return join(home, platform === 'darwin' ? 'Library/Application Support' : '.config', 'Cursor/User');
};
const cursorTables = `CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)`;
const bubble = (id: string, data: object) => ({
  key: `bubbleId:c-9:${id}`,
  value: JSON.stringify({ bubbleId: id, ...data }),
});

const cursor: StoredForm = {
  agent: 'cursor',
  database: (places) => join(cursorUser(places), 'globalStorage/state.vscdb'),
  tables: cursorTables,
  rows: (text) => ({
    cursorDiskKV: [
      bubble('b1', { type: 1, text, createdAt: iso(1) }),
      bubble('b2', { type: 2, text: 'ok', createdAt: iso(2) }),
      {
        key: 'composerData:c-9',
        value: JSON.stringify({
          _v: 10,
          composerId: 'c-9',
          createdAt: when,
          lastUpdatedAt: when + 9_000,
          fullConversationHeadersOnly: [
            { bubbleId: 'b1', type: 1 },
            { bubbleId: 'b2', type: 2 },
          ],
        }),
      },
    ],
  }),
  session: 'c-9',
  needed: ['cursorDiskKV', 'value'],
  beside: (places, cwd) => {
    const storage = join(cursorUser(places), 'workspaceStorage/w1');
    const value = JSON.stringify({ allComposers: [{ composerId: 'c-9' }, { composerId: 'gone' }] });
    makeDatabase(join(storage, 'state.vscdb'), cursorTables, {
      ItemTable: [{ key: 'composer.composerData', value }],
    });
    fs.writeFileSync(join(storage, 'workspace.json'), JSON.stringify({ folder: pathToFileURL(cwd).href }));
  },
};

export const storedForms: readonly StoredForm[] = [opencode, kilo, goose, zed, kiro, cursor];

/** Makes the database of a form with one session; gives the session's path. */
export function writeStored(form: StoredForm, places: Places, text: string, cwd: string): string {
  const database = form.database(places);
  makeDatabase(database, form.tables, form.rows(text, cwd));
  form.beside?.(places, cwd);
  return pathInDatabase(database, form.session);
}

/** The session of a form as JSON lines, as archives keep it. */
export function storedLines(
  { agent, session, rows, lines }: StoredForm,
  text: string,
  cwd = '/code/shop',
): string {
  const all = Object.entries(rows(text, cwd)).flatMap(([table, list]) =>
    list.map((row) => ({ table, ...row })),
  );
  return jsonLines([{ rowsOf: agent, session }, ...(lines?.(text, cwd) ?? all)]);
}
