import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '../../../src/disk/base/core.ts';
import { dropCopies } from '../../../src/disk/sqlite/database.ts';
import { discoverTranscripts } from '../../../src/agents/reading/discover.ts';
import { listTranscripts, readTranscript } from '../../../src/agents/readTranscript.ts';
import type { Agent } from '../../../src/agents/reading/types.ts';
import { agentTranscripts } from '../../../src/agents/transcripts.ts';
import { plainSecrets } from '../../../src/disk/secrets/secrets.ts';
import { makeDatabase } from './databases.ts';
import { iso, remembered, when, withMachine, type Machine } from './machine.ts';
import { called, said } from './reading.ts';
import { withSessions } from './withSessions.ts';
import { storedForms, writeStored, zstd, type TableRow } from './storedAgents.ts';

const formOf = (agent: Agent) => storedForms.find((form) => form.agent === agent)!;

/** The only session of a database of an agent with these rows. */
async function readOnly(
  { places, folder }: Machine,
  agent: Agent,
  rows: Readonly<Record<string, readonly TableRow[]>>,
) {
  const form = formOf(agent);
  makeDatabase(form.database(places), form.tables, rows);
  form.beside?.(places, folder);
  const [info, ...others] = await listTranscripts(places, folder);
  assert.deepEqual(others, []);
  return { info: info!, session: await readTranscript(info!) };
}

describe('forms of sessions in databases', () => {
  afterEach(dropCopies);

  it('of Cursor: thoughts, calls and counts; chats whose folder only the global database tells', () =>
    withMachine(async (machine) => {
      const { folder } = machine;
      const row = (key: string, value: object) => ({ key, value: JSON.stringify(value) });
      const tool = {
        name: 'read_file',
        toolCallId: 't1',
        status: 'completed',
        rawArgs: '{"path":"a"}',
        result: '{"contents":"x"}',
      };
      const workspaceIdentifier = { id: 'w2', uri: { fsPath: folder } };
      const { info, session } = await readOnly(machine, 'cursor', {
        cursorDiskKV: [
          row('bubbleId:c-2:a', { type: 1, text: '你好' }),
          row('bubbleId:c-2:b', { type: 2, text: '', thinking: { text: 'hm' }, toolFormerData: tool }),
          row('bubbleId:c-2:c', { type: 2, text: 'Done', tokenCount: { inputTokens: 5, outputTokens: 2 } }),
          row('composerData:c-2', {
            composerId: 'c-2',
            name: 'Greeting',
            createdAt: when,
            lastUpdatedAt: when + 5_000,
            fullConversationHeadersOnly: ['a', 'b', 'c'].map((bubbleId) => ({ bubbleId })),
          }),
          row('composerData:c-3', { composerId: 'c-3', createdAt: when, fullConversationHeadersOnly: [] }),
        ],
        ItemTable: [
          row('composer.composerHeaders', {
            allComposers: ['c-2', 'c-3'].map((composerId) => ({ composerId, workspaceIdentifier })),
          }),
        ],
      });
      assert.deepEqual([info.title, info.cwd, session.cwd], ['Greeting', folder, folder]);
      assert.deepEqual(said(session), ['user: 你好', 'assistant: ', 'assistant: Done']);
      assert.deepEqual(called(session), ['read_file({"path":"a"}) success {"contents":"x"}']);
      assert.deepEqual(session.messages[2]?.tokens, { input: 5, output: 2 });
    }));

  it('of Cursor: chats that a table lists with their workspaces', () =>
    withMachine(async (machine) => {
      const form = formOf('cursor');
      const chat = {
        composerId: 'c-5',
        createdAt: when,
        conversation: [{ bubbleId: 'a', type: 1, text: 'In a table' }],
      };
      const tables = `${form.tables}; CREATE TABLE composerHeaders (composerId TEXT PRIMARY KEY, workspaceId TEXT, value TEXT)`;
      makeDatabase(form.database(machine.places), tables, {
        cursorDiskKV: [{ key: 'composerData:c-5', value: JSON.stringify(chat) }],
        composerHeaders: [
          { composerId: 'c-5', workspaceId: 'w1', value: '{}' },
          { composerId: 'c-6', workspaceId: 'w9', value: '{}' },
        ],
      });
      form.beside?.(machine.places, machine.folder);
      assert.deepEqual(
        (await listTranscripts(machine.places, machine.folder)).map(({ title, cwd }) => [title, cwd]),
        [['In a table', machine.folder]],
      );
    }));

  it('of Cursor: says which chats are only in blobs of a form that is not known', () =>
    withMachine(async (machine) => {
      const { folder } = machine;
      const form = formOf('cursor');
      const row = (key: string, value: unknown) => ({ key, value: JSON.stringify(value) });
      const chat = (composerId: string, more: object) =>
        row(`composerData:${composerId}`, { composerId, createdAt: when, ...more });
      const heads = { fullConversationHeadersOnly: [{ bubbleId: 'a', type: 1 }] };
      const place = (uri: object) => ({ workspaceIdentifier: { id: 'w2', uri } });
      const [here, elsewhere] = [place({ fsPath: folder }), place({ fsPath: '/elsewhere' })];
      const ids = ['read', 'empty', 'state', 'checkpoint', 'bare', 'written'];
      const composers = [
        ...ids.map((composerId) => ({ composerId, ...here })),
        { composerId: 'other', ...elsewhere },
      ];
      const project = folder.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
      const lines = [{ role: 'user', message: { content: [{ type: 'text', text: 'Written' }] } }];
      await machine.write(`.cursor/projects/${project}/agent-transcripts/written/written.jsonl`, lines);
      const file = form.database(machine.places);
      makeDatabase(file, form.tables, {
        cursorDiskKV: [
          row('agentKv:blob:00ff', { role: 'user', content: 'In a blob' }),
          ...['read', 'checkpoint', 'bare', 'written', 'other', 'deleted'].map((id) =>
            row(`agentKv:checkpoint:${id}`, 'ff'),
          ),
          row('bubbleId:read:a', { type: 1, text: 'In a bubble' }),
          chat('read', { ...heads, conversationState: '~CgA=' }),
          chat('empty', { conversationState: '~' }),
          chat('state', { ...heads, name: 'In blobs', conversationState: '~CgA=' }),
          chat('checkpoint', {}),
        ],
        ItemTable: [row('composer.composerHeaders', { allComposers: composers })],
      });
      const { transcripts, unread } = await discoverTranscripts(folder, {
        agents: agentTranscripts,
        places: machine.places,
        former: [],
        known: remembered(),
        secrets: plainSecrets,
      });
      assert.deepEqual(transcripts.map(({ title }) => title).sort(), ['In a bubble', 'In blobs', 'Written']);
      assert.deepEqual(unread, [{ agent: 'cursor', path: file, reason: 'unknown', detail: 'agentKv × 3' }]);
    }));

  it('of Cursor: older chats are in one piece, and a transcript of the same chat is not listed again', () =>
    withMachine(async (machine) => {
      const conversation = [
        { bubbleId: 'a', type: 1, text: 'Old' },
        { bubbleId: 'b', type: 2, text: 'ok' },
      ];
      const value = JSON.stringify({ composerId: 'c-9', createdAt: when, lastUpdatedAt: when, conversation });
      const project = machine.folder.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
      const lines = [{ role: 'user', message: { content: [{ type: 'text', text: 'Old' }] } }];
      await machine.write(`.cursor/projects/${project}/agent-transcripts/c-9/c-9.jsonl`, lines);
      const { session } = await readOnly(machine, 'cursor', {
        cursorDiskKV: [{ key: 'composerData:c-9', value }],
      });
      assert.deepEqual(said(session), ['user: Old', 'assistant: ok']);
    }));

  it('of Goose: calls with their results, and the lines of older versions', () =>
    withMachine(async (machine) => {
      const { folder, places, write } = machine;
      const message = (id: number, role: string, content: object[]) => ({
        id,
        session_id: 's',
        role,
        content_json: JSON.stringify(content),
        created_timestamp: when / 1_000 + id,
      });
      const call = { status: 'success', value: { name: 'shell', arguments: { command: 'ls' } } };
      const result = { status: 'success', value: [{ type: 'text', text: 'a' }] };
      const { info, session } = await readOnly(machine, 'goose', {
        sessions: [{ id: 's', name: 'Teapots', working_dir: folder }],
        messages: [
          message(1, 'user', [{ type: 'text', text: 'Go' }]),
          message(2, 'assistant', [
            { type: 'thinking', thinking: 'hm' },
            { type: 'toolRequest', id: 't', toolCall: call },
          ]),
          message(3, 'user', [{ type: 'toolResponse', id: 't', toolResult: result }]),
        ],
      });
      assert.deepEqual(
        [info.title, said(session), called(session)],
        ['Teapots', ['user: Go', 'assistant: '], ['shell({"command":"ls"}) success "a"']],
      );
      const content = [{ type: 'text', text: 'Before' }];
      const older = [
        { working_dir: folder, description: 'An older one', message_count: 1 },
        { role: 'user', created: when / 1_000, content },
      ];
      const path = await write('.local/share/goose/sessions/20250101_000000.jsonl', older);
      const list = await listTranscripts(places, folder);
      assert.deepEqual(list.map(({ title }) => title).sort(), ['An older one', 'Teapots']);
      assert.deepEqual(said(await readTranscript(path)), ['user: Before']);
    }));

  it('of Goose: those that its schedule ran are told apart', () =>
    withMachine(async (machine) => {
      const { info, session } = await readOnly(machine, 'goose', {
        sessions: [{ id: 's', name: 'Nightly', session_type: 'scheduled', working_dir: machine.folder }],
        messages: [
          {
            id: 1,
            session_id: 's',
            role: 'user',
            content_json: JSON.stringify([{ type: 'text', text: 'Check the teapots' }]),
            created_timestamp: when / 1_000,
          },
        ],
      });
      assert.deepEqual([info.isAutomated, session.isAutomated], [true, true]);
    }));

  it('of Zed: calls, the older form of threads, folders that only the thread names, and what cannot be decompressed', () =>
    withMachine(async (machine) => {
      const { folder, places } = machine;
      const tables =
        'CREATE TABLE threads (id TEXT PRIMARY KEY, summary TEXT NOT NULL, updated_at TEXT NOT NULL, data_type TEXT NOT NULL, data BLOB NOT NULL)';
      const use = { id: 't', name: 'read_file', raw_input: '{}', input: { path: 'a' } };
      const result = { tool_use_id: 't', tool_name: 'read_file', is_error: false, content: { Text: 'x' } };
      const initial_project_snapshot = { worktree_snapshots: [{ worktree_path: folder }] };
      const newer = {
        version: '0.3.0',
        initial_project_snapshot,
        messages: [
          { User: { id: 'u', content: [{ Text: 'New' }] } },
          { Agent: { content: [{ ToolUse: use }], tool_results: { t: result } } },
        ],
      };
      const older = {
        version: '0.1.0',
        initial_project_snapshot,
        messages: [
          { id: 0, role: 'user', segments: [{ type: 'text', text: 'Old' }], tool_uses: [], tool_results: [] },
        ],
      };
      const row = (id: string, data: object) => ({
        id,
        summary: id,
        updated_at: iso(id.length),
        data_type: 'zstd',
        data: zstd(JSON.stringify(data)),
      });
      const file = formOf('zed').database(places);
      makeDatabase(file, tables, {
        threads: [
          row('newer', newer),
          row('old', older),
          { ...row('torn', {}), data: Buffer.from([1, 2, 3]) },
        ],
      });
      const list = await listTranscripts(places, folder);
      assert.deepEqual(
        list.map(({ title }) => title),
        ['newer', 'old'],
      );
      const [first, second] = await Promise.all(list.map((info) => readTranscript(info)));
      assert.deepEqual(
        [said(first!), called(first!)],
        [['user: New', 'assistant: '], ['read_file({"path":"a"}) success "x"']],
      );
      assert.deepEqual(said(second!), ['user: Old']);
      assert.equal((await readTranscript(`${file}#torn`)).omitted.unreadable, 1);
    }));

  it('of Kiro: calls with their results, also in pairs as Amazon Q writes them', () =>
    withMachine(async (machine) => {
      const use = { id: 't', name: 'execute_bash', args: { command: 'ls' } };
      const results = [{ tool_use_id: 't', content: [{ Text: 'a' }], status: 'Success' }];
      const history = [
        [
          { content: { Prompt: { prompt: 'Go' } }, timestamp: iso(1) },
          { ToolUse: { message_id: 'm1', content: '', tool_uses: [use] } },
        ],
        {
          user: { content: { ToolUseResults: { tool_use_results: results } } },
          assistant: { Response: { message_id: 'm2', content: 'Done' } },
        },
      ];
      const { info, session } = await readOnly(machine, 'kiro', {
        conversations_v2: [
          {
            key: machine.folder,
            conversation_id: 'k',
            value: JSON.stringify({ history }),
            created_at: when,
            updated_at: when,
          },
        ],
      });
      assert.deepEqual([info.title, said(session)], ['Go', ['user: Go', 'assistant: ', 'assistant: Done']]);
      assert.deepEqual(called(session), ['execute_bash({"command":"ls"}) success "a"']);
      assert.deepEqual(session.omitted, { unreadable: 0, rewound: 0 });
    }));

  it('of Goose are found where a variable says, and in the folder of its desktop app on macOS', () =>
    withMachine(async ({ places, folder }) => {
      const form = formOf('goose');
      const moved = { ...places, env: { GOOSE_PATH_ROOT: join(places.home, 'gr') } };
      const mac = { ...places, platform: 'darwin' } as const;
      for (const [there, database] of [
        [moved, 'gr/data/sessions/sessions.db'],
        [mac, 'Library/Application Support/Block.goose/sessions/sessions.db'],
      ] as const) {
        assert.deepEqual(await listTranscripts(there, folder), []);
        makeDatabase(join(places.home, database), form.tables, form.rows('Mow the moss', folder));
        const [info, ...more] = await listTranscripts(there, folder);
        assert.deepEqual([info?.title, more], ['Mow the moss', []]);
        assert.deepEqual(said(await readTranscript(info!))[0], 'user: Mow the moss');
        assert.equal((await readTranscript(info!.path)).source, 'goose');
      }
    }));

  it('of a newer version are named in the log, once', () =>
    withSessions(async ({ open, places, folder, workspace }) => {
      const warned: string[] = [];
      const log = { ...silentLog, warn: (text: string) => void warned.push(text) };
      const file = formOf('goose').database(places);
      makeDatabase(file, 'CREATE TABLE sessions (id TEXT, folder TEXT)');
      const store = open({ log });
      for (let n = 0; n < 2; n++) assert.deepEqual((await store.sessions.list(workspace)).sessions, []);
      assert.deepEqual(warned.filter((text) => text.includes(file)).length, 1);
      assert.match(warned.join(), /its table sessions has no working_dir/);
      writeStored(
        { ...formOf('goose'), tables: `DROP TABLE sessions; ${formOf('goose').tables}` },
        places,
        'back',
        folder,
      );
      await dropCopies();
      assert.deepEqual(
        (await store.sessions.list(workspace)).sessions.map(({ title }) => title),
        ['back'],
      );
    }));

  it('are left alone: listing and reading change nothing beside a database', () =>
    withMachine(async ({ places, folder }) => {
      for (const form of storedForms) {
        const path = writeStored(form, places, 'hello', folder);
        const file = form.database(places);
        const state = () => [
          fs.readdirSync(join(file, '..')),
          fs.statSync(file).mtimeMs,
          fs.readFileSync(file).toString('base64'),
        ];
        const before = state();
        await listTranscripts(places, folder);
        await readTranscript(path);
        assert.deepEqual(state(), before);
      }
    }));
});
