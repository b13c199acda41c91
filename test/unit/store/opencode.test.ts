import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openStore } from '../../../src/store/store.ts';
import { dropCopies } from '../../../src/disk/sqlite/database.ts';
import { listTranscripts, readTranscript, transcripts } from '../../../src/agents/readTranscript.ts';
import type { SessionRecord, TranscriptInfo } from '../../../src/agents/reading/types.ts';
import { makeDatabase } from './databases.ts';
import { iso, when, withMachine } from './machine.ts';
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

/** The sessions of a database with these rows. */
async function withRead(rows: (folder: string) => Rows) {
  const read: { info: TranscriptInfo; session: SessionRecord }[] = [];
  await withMachine(async ({ places, folder }) => {
    makeDatabase(form.database(places), form.tables, rows(folder));
    for (const info of await listTranscripts(places, folder))
      read.push({ info, session: await readTranscript(info) });
  });
  const [first, ...others] = read;
  return [first!, ...others] as const;
}

describe('OpenCode', () => {
  afterEach(dropCopies);

  it('is read with thoughts, calls, counts, pictures and errors', async () => {
    const [{ info, session }] = await withRead((folder) => {
      const part = (id: string, message: string, data: object) => opencodePart('ses_1', message, id, data);
      const tool = (callID: string, state: object) => ({ type: 'tool', tool: 'bash', callID, state });
      return {
        session: [opencodeSession('ses_1', folder, { title: 'Teapots' })],
        message: [
          opencodeMessage('ses_1', 'msg_1', 1, { role: 'user' }),
          opencodeMessage('ses_1', 'msg_2', 2, {
            role: 'assistant',
            modelID: 'large',
            tokens: { input: 7, output: 2, reasoning: 1, cache: { read: 3 } },
            error: { name: 'MessageAbortedError', data: { message: 'Aborted' } },
          }),
        ],
        part: [
          part('prt_1', 'msg_1', { type: 'text', text: 'Look at this' }),
          part('prt_2', 'msg_1', { type: 'text', text: 'Called the Read tool', synthetic: true }),
          part('prt_3', 'msg_1', { type: 'file', mime: 'image/png', url: 'data:image/png;base64,iVBORw0=' }),
          part('prt_4', 'msg_1', {
            type: 'file',
            mime: 'text/plain',
            filename: 'notes.txt',
            url: 'file:///notes.txt',
          }),
          part('prt_5', 'msg_2', { type: 'step-start' }),
          part('prt_6', 'msg_2', { type: 'reasoning', text: 'I wonder' }),
          part('prt_7', 'msg_2', tool('c1', { status: 'completed', input: { command: 'ls' }, output: 'a' })),
          part('prt_8', 'msg_2', tool('c2', { status: 'error', input: {}, error: 'no' })),
          part('prt_9', 'msg_2', tool('c3', { status: 'running', input: {} })),
          part('prt_a', 'msg_2', { type: 'hologram' }),
        ],
      };
    });
    assert.equal(info.title, 'Teapots');
    assert.deepEqual(said(session), [
      'user: Look at this|{"inlineData":{"mimeType":"image/png","data":"iVBORw0="}}|[file: notes.txt]',
      'assistant: [hologram]',
      'error: Aborted',
    ]);
    assert.deepEqual(called(session), [
      'bash({"command":"ls"}) success "a"',
      'bash({}) error "no"',
      'bash({}) pending -',
    ]);
    const { thoughts, model, tokens } = session.messages[1]!;
    assert.deepEqual(
      [thoughts, model, tokens],
      [[{ description: 'I wonder' }], 'large', { input: 10, output: 2, thoughts: 1, cached: 3 }],
    );
    assert.deepEqual(session.omitted, { unreadable: 0, rewound: 0, unknown: { hologram: 1 } });
  });

  it('leaves out what the person took back, and knows a compaction and what agents were started', async () => {
    const read = await withRead((folder) => ({
      session: [
        opencodeSession('ses_1', folder, { revert: JSON.stringify({ messageID: 'msg_4' }) }),
        opencodeSession('ses_2', folder, { parent_id: 'ses_1', title: 'Look it up' }),
      ],
      message: [
        opencodeMessage('ses_1', 'msg_1', 1, { role: 'user' }),
        opencodeMessage('ses_1', 'msg_2', 2, { role: 'assistant' }),
        opencodeMessage('ses_1', 'msg_3', 3, {
          role: 'assistant',
          summary: true,
          modelID: 'm',
          tokens: { input: 90, output: 8 },
        }),
        opencodeMessage('ses_1', 'msg_4', 4, { role: 'user' }),
        opencodeMessage('ses_2', 'msg_5', 2, { role: 'user' }),
      ],
      part: [
        opencodePart('ses_1', 'msg_1', 'prt_1', { type: 'text', text: 'Find the price' }),
        opencodePart('ses_1', 'msg_2', 'prt_2', {
          type: 'tool',
          tool: 'task',
          callID: 'c1',
          state: { status: 'completed', input: {}, output: '42', metadata: { sessionId: 'ses_2' } },
        }),
        opencodePart('ses_1', 'msg_3', 'prt_3', { type: 'text', text: 'We looked for a price.' }),
        opencodePart('ses_1', 'msg_4', 'prt_4', { type: 'text', text: 'Forget it' }),
        opencodePart('ses_2', 'msg_5', 'prt_5', { type: 'text', text: 'Which price?' }),
      ],
    }));
    const [{ info, session }] = read;
    assert.deepEqual([read.length, info.title, session.title], [1, 'Find the price', 'Find the price']);
    assert.deepEqual(said(session), ['user: Find the price', 'assistant: ', 'info: Context compacted']);
    assert.deepEqual(session.messages[2]?.compaction, { summary: 'We looked for a price.' });
    const { model, tokens } = session.messages[2];
    assert.deepEqual([model, tokens], ['m', { input: 90, output: 8 }], 'the summary cost a request');
    assert.equal(session.omitted.rewound, 1);
    assert.equal(session.messages[1]?.toolCalls?.[0]?.agentId, 'ses_2');
    assert.deepEqual(
      session.subagents?.map((agent) => [agent.agentId, agent.title, said(agent)]),
      [['ses_2', 'Look it up', ['user: Which price?']]],
    );
  });

  it('of older versions is read from its files, unless its database has them', () =>
    withMachine(async ({ places, folder, write }) => {
      const storage = '.local/share/opencode/storage';
      const time = { created: when, updated: when + 5_000 };
      const session = {
        id: 'ses_1',
        projectID: 'p1',
        directory: folder,
        title: `New session - ${iso(0)}`,
        version: '0.9.0',
        time,
      };
      const path = await write(`${storage}/session/p1/ses_1.json`, JSON.stringify(session));
      await write(
        `${storage}/session/p1/ses_2.json`,
        JSON.stringify({ ...session, id: 'ses_2', parentID: 'ses_1', title: 'Helper' }),
      );
      await write(
        `${storage}/session/p1/ses_3.json`,
        JSON.stringify({ ...session, id: 'ses_3', directory: '/elsewhere' }),
      );
      for (const [of, text] of [
        ['ses_1', '你好'],
        ['ses_2', 'inside'],
      ] as const) {
        const message = { id: `msg_${of}`, sessionID: of, role: 'user', time: { created: when + 1_000 } };
        await write(`${storage}/message/${of}/msg_${of}.json`, JSON.stringify(message));
        const part = { id: `prt_${of}`, sessionID: of, messageID: `msg_${of}`, type: 'text', text };
        await write(`${storage}/part/msg_${of}/prt_${of}.json`, JSON.stringify(part));
      }
      const list = await listTranscripts(places, folder);
      assert.deepEqual(
        list.map((info) => [info.path, info.title, info.activeAt]),
        [[path, '你好', when + 5_000]],
      );
      const read = await readTranscript(path);
      assert.deepEqual([said(read), read.sessionId, read.cwd], [['user: 你好'], 'ses_1', folder]);
      assert.deepEqual(read.subagents?.map(said), [['user: inside']]);
      makeDatabase(form.database(places), form.tables, form.rows('taken over', folder));
      assert.deepEqual(
        (await listTranscripts(places, folder)).map(({ title }) => title),
        ['taken over'],
      );
    }));

  it('of older versions takes no other session in, though their messages have one id, and is archived once', () =>
    withMachine(async ({ places, folder, write }) => {
      const storage = '.local/share/opencode/storage';
      const sessions = ['ses_1', 'ses_2', 'ses_3'];
      for (const id of sessions) {
        const info = {
          id,
          projectID: 'p1',
          directory: folder,
          title: id,
          time: { created: when, updated: when },
        };
        await write(`${storage}/session/p1/${id}.json`, JSON.stringify(info));
        const message = { id: 'msg_1', sessionID: id, role: 'user', time: { created: when } };
        await write(`${storage}/message/${id}/msg_1.json`, JSON.stringify(message));
        const part = { id: `prt_${id}`, sessionID: id, messageID: 'msg_1', type: 'text', text: `I am ${id}` };
        await write(`${storage}/part/msg_1/prt_${id}.json`, JSON.stringify(part));
      }
      const list = await listTranscripts(places, folder);
      const read = await Promise.all(list.map((info) => readTranscript(info)));
      assert.deepEqual(
        read.map((session) => [said(session), session.subagents]).sort(),
        sessions.map((id) => [[`user: I am ${id}`], undefined]),
      );
      const { archives } = openStore(folder);
      for (const state of ['archived', 'unchanged'])
        for (const { path } of list)
          assert.equal((await archives.archive(transcripts.archivable(path))).state, state);
      assert.deepEqual(
        (await archives.list()).archives.map(({ messages }) => messages),
        [1, 1, 1],
      );
    }));

  it('is found where XDG_DATA_HOME and OPENCODE_DB say', () =>
    withMachine(async ({ places, folder }) => {
      const data = join(places.home, '数据');
      makeDatabase(join(data, 'opencode', 'mine.db'), form.tables, form.rows('mine', folder));
      const env = { XDG_DATA_HOME: data, OPENCODE_DB: 'mine.db' };
      assert.deepEqual(
        (await listTranscripts({ ...places, env }, folder)).map(({ title }) => title),
        ['mine'],
      );
    }));
});
