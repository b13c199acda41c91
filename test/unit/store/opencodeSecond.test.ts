import assert from 'node:assert/strict';
import { dropCopies } from '../../../src/disk/sqlite/database.ts';
import { discoverTranscripts } from '../../../src/agents/reading/discover.ts';
import { readTranscript } from '../../../src/agents/readTranscript.ts';
import { agentTranscripts } from '../../../src/agents/transcripts.ts';
import { plainSecrets } from '../../../src/disk/secrets/secrets.ts';
import { makeDatabase } from './databases.ts';
import { remembered, withMachine } from './machine.ts';
import { secondMessage as message, secondSession as session, secondTables } from './newestForms.ts';
import { called, said } from './reading.ts';
import {
  opencodeMessage,
  opencodePart,
  opencodeSession,
  storedForms,
  type TableRow,
} from './storedAgents.ts';

const form = storedForms.find(({ agent }) => agent === 'opencode')!;
type Rows = Readonly<Record<string, readonly TableRow[]>>;

/** Makes a database, and returns what is listed of it and read. */
async function readOf(tables: string, rows: (folder: string) => Rows) {
  let found:
    | { readonly sessions: Record<string, readonly string[]>; readonly told: readonly string[] }
    | undefined;
  await withMachine(async ({ places, folder }) => {
    makeDatabase(form.database(places), tables, rows(folder));
    const options = {
      agents: agentTranscripts,
      places,
      former: [],
      known: remembered(),
      secrets: plainSecrets,
    };
    const { transcripts, unread } = await discoverTranscripts(folder, options);
    const sessions: Record<string, readonly string[]> = {};
    for (const info of transcripts) sessions[info.sessionId] = said(await readTranscript(info));
    found = { sessions, told: unread.map(({ reason, detail }) => `${reason}: ${detail}`) };
  });
  return found!;
}

describe('OpenCode 2', () => {
  afterEach(dropCopies);

  it('is read in the order of its messages, with calls, counts, shell commands, compactions and subagents', () =>
    withMachine(async ({ places, folder }) => {
      const tool = {
        status: 'completed',
        input: { filePath: 'a.ts' },
        content: [{ type: 'text', text: 'ok' }],
      };
      const tokens = { input: 7, output: 2, reasoning: 1, cache: { read: 3, write: 0 } };
      const add = (seq: number, type: string, data: object) => message('ses_1', seq, type, data);
      makeDatabase(form.database(places), secondTables, {
        session_v2: [session('ses_1', folder), session('ses_2', folder, { parent_id: 'ses_1' })],
        session_message: [
          add(1, 'user', { text: 'Paint the jetty', files: [{ uri: 'file:///a.ts', name: 'a.ts' }] }),
          add(2, 'assistant', {
            model: { id: 'large', providerID: 'p' },
            tokens,
            content: [
              { type: 'reasoning', text: 'hm' },
              { type: 'tool', id: 'c1', name: 'edit', state: tool },
              { type: 'tool', id: 'c2', name: 'edit', state: { status: 'error', error: { message: 'no' } } },
              { type: 'text', text: 'Painted.' },
            ],
          }),
          add(3, 'synthetic', { text: 'file contents' }),
          add(4, 'idle', {}),
          add(5, 'shell', { command: 'ls', output: 'jetty' }),
          add(6, 'compaction', { summary: 'A jetty.' }),
          add(7, 'hologram', {}),
          message('ses_2', 1, 'user', { text: 'Look below' }),
        ],
      });
      const options = {
        agents: agentTranscripts,
        places,
        former: [],
        known: remembered(),
        secrets: plainSecrets,
      };
      const [info, ...more] = (await discoverTranscripts(folder, options)).transcripts;
      assert.deepEqual([info?.sessionId, info?.title, more], ['ses_1', 'ses_1', []]);
      const read = await readTranscript(info!);
      assert.deepEqual(said(read), [
        'user: Paint the jetty\n[file: a.ts]',
        'assistant: Painted.',
        'info: $ ls\njetty',
        'info: Context compacted',
      ]);
      assert.deepEqual(called(read), ['edit({"filePath":"a.ts"}) success "ok"', 'edit({}) error "no"']);
      const [, answer] = read.messages;
      assert.deepEqual([answer?.model, answer?.tokens?.input], ['large', 10]);
      assert.deepEqual(read.omitted.unknown, { 'message hologram': 1 });
      assert.equal(read.subagents?.[0]?.agentId, 'ses_2');
    }));

  it('has the newer half of a session that was upgraded, beside what only the older tables hold', async () => {
    const { sessions, told } = await readOf(`${form.tables};${secondTables}`, (folder) => ({
      session: ['ses_1', 'ses_2', 'ses_3'].map((id) => opencodeSession(id, folder, { title: id })),
      message: ['ses_1', 'ses_2', 'ses_3'].map((id) => opencodeMessage(id, `m${id}`, 1, { role: 'user' })),
      part: ['ses_1', 'ses_2', 'ses_3'].map((id) =>
        opencodePart(id, `m${id}`, `p${id}`, { type: 'text', text: `old ${id}` }),
      ),
      session_v2: ['ses_1', 'ses_3', 'ses_4'].map((id) => session(id, folder)),
      session_message: [
        message('ses_1', 1, 'user', { text: 'old ses_1' }),
        message('ses_1', 2, 'user', { text: 'new' }),
        message('ses_4', 1, 'user', { text: 'only new' }),
      ],
    }));
    assert.deepEqual(sessions, {
      ses_1: ['user: old ses_1', 'user: new'],
      ses_2: ['user: old ses_2'],
      ses_3: ['user: old ses_3'],
      ses_4: ['user: only new'],
    });
    assert.deepEqual(told, []);
  });

  it('is not taken for there where version 1 has made an empty table for it', async () => {
    const ahead = secondTables.slice(secondTables.indexOf('CREATE TABLE session_message'));
    const { sessions, told } = await readOf(`${form.tables};${ahead}`, (folder) => form.rows('kept', folder));
    assert.deepEqual([Object.keys(sessions), told], [['ses_1'], []]);
  });

  it('hides no session of version 1 where its tables are not known, and is told', async () => {
    const newer = 'CREATE TABLE session_v2 (id text, place text); CREATE TABLE session_message (id text)';
    const broken = await readOf(`${form.tables};${newer}`, (folder) => form.rows('kept', folder));
    assert.deepEqual(Object.keys(broken.sessions), ['ses_1']);
    assert.equal(broken.told.length, 1);
    assert.match(broken.told.join(), /^unknown: its table session_v2 has no parent_id/);
    const third = await readOf(`${form.tables};CREATE TABLE session_v3 (id text)`, (folder) =>
      form.rows('kept', folder),
    );
    assert.deepEqual([Object.keys(third.sessions), third.told], [['ses_1'], ['unknown: session_v3']]);
  });
});
