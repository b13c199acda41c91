import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { listTranscripts, readTranscript, transcripts } from '../../../src/agents/readTranscript.ts';
import { readCline } from '../../../src/agents/cline/cline.ts';
import type { SessionRecord } from '../../../src/agents/reading/types.ts';
import { clineSession, iso, when, withMachine, type Machine } from './machine.ts';
import { assertNeverThrows, called, readBytes, said } from './reading.ts';

const sessions = '.cline/data/sessions';
const text = (value: string) => ({ type: 'text', text: value });
const user = (...content: unknown[]) => ({ role: 'user', content });
const assistant = (...content: unknown[]) => ({ role: 'assistant', content });
const use = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
const result = (id: string, content: unknown) => ({ type: 'tool_result', tool_use_id: id, content });
const manifest = (cwd: string, metadata: object = {}) =>
  JSON.stringify({ version: 1, session_id: 'c1', started_at: iso(0), status: 'completed', cwd, metadata });

const read = (...more: object[]): Promise<SessionRecord> =>
  readBytes(readCline, Buffer.from(clineSession('Fix the parser 🚀', more)));

/** Writes a session where Cline keeps it; gives the path of its messages. */
async function writeSession({ write }: Machine, id: string, cwd: string, at = sessions): Promise<string> {
  await write(`${at}/${id}/${id}.json`, manifest(cwd));
  return write(`${at}/${id}/${id}.messages.json`, clineSession(`said in ${id}`));
}

describe('sessions of Cline CLI and Cline 4', () => {
  it('reads the conversation without what Cline wraps around it', async () => {
    const session = await read(
      {
        ...assistant({ type: 'thinking', thinking: 'read first' }, text('Reading.')),
        id: 'm2',
        ts: when + 2_000,
        modelInfo: { id: 'opus', provider: 'cline' },
        metrics: { inputTokens: 10, outputTokens: 2, cacheReadTokens: 5, cacheWriteTokens: 0 },
      },
      user(
        text('<user_input mode="plan"><mode_notice>The user switched.</mode_notice>\nPlan it</user_input>'),
      ),
      user(text('<user_command slash="review">all of it</user_command>')),
      user(text('see this'), { type: 'file', path: '/w/a.ts', content: 'let secret;' }),
      user(text('hello <user_input> <task>x</task>')),
    );
    assert.deepEqual(said(session), [
      'user: Fix the parser 🚀',
      'assistant: Reading.',
      'user: Plan it',
      'user: /review all of it',
      'user: see this\n[file: /w/a.ts]',
      'user: hello <user_input> <task>x</task>',
    ]);
    const [, answer] = session.messages;
    assert.deepEqual(answer?.tokens, { input: 10, output: 2, cached: 5, written: 0 });
    const { model, timestamp, thoughts } = answer;
    assert.deepEqual(
      { model, timestamp, thoughts },
      { model: 'opus', timestamp: iso(2), thoughts: [{ description: 'read first' }] },
    );
    const { sessionId, version, lastUpdated, startTime } = session;
    assert.deepEqual(
      { sessionId, version, lastUpdated, startTime },
      { sessionId: 'c1', version: '3.0.65', lastUpdated: iso(9), startTime: iso(1) },
    );
  });

  it('takes results of tools as what they say, and text that looks like a call as text', async () => {
    const outcome = (query: string, said: string, success = true) => ({ query, result: said, success });
    const session = await read(
      assistant(
        text('<read_file><path>a</path></read_file>'),
        use('t1', 'run_commands', { commands: ['a', 'b'] }),
        use('t2', 'history__search', {}),
        use('t3', 'read_files', {}),
        use('t4', 'editor', {}),
        use('t5', 'ask_question', { question: 'Which one?' }),
      ),
      user(result('t1', [outcome('a', '1'), { ...outcome('b', '', false), error: 'no b' }])),
      user(result('t2', '{"content":[{"type":"text","text":"found"}]}')),
      user(result('t3', [{ ...outcome('c', '', false), error: 'no c' }])),
      user(result('t4', '{"query":"edit:a.ts","result":"Edited","success":true}')),
      user(result('t5', 'the red one')),
    );
    assert.deepEqual(
      called(session).map((call) => call.replace(/\(.*?\) /, ' ')),
      [
        'run_commands success "1\\nno b"',
        'history__search success "found"',
        'read_files error "no c"',
        'editor success "Edited"',
        'ask_question success "the red one"',
      ],
    );
    assert.deepEqual(said(session).slice(1), [
      'assistant: <read_file><path>a</path></read_file>\n\nWhich one?',
      'user: the red one',
    ]);
  });

  it('tells what Cline itself says from what the person said', async () => {
    const summary = { kind: 'compaction_summary', displayRole: 'system', summary: 'the parser' };
    const session = await read(
      { ...user(text('Context summary:\n\nthe parser')), metadata: summary },
      { ...user(text('Status')), metadata: { displayRole: 'status' } },
      user(text('[TASK RESUMPTION] go on')),
      { ...assistant(text('Overloaded')), metadata: { displayOnly: true, displayRole: 'error' } },
    );
    assert.deepEqual(said(session).slice(1), [
      'info: Context compacted',
      'info: Status',
      'info: [TASK RESUMPTION] go on',
      'error: Overloaded',
    ]);
    assert.deepEqual(session.messages[1]?.compaction, { summary: 'the parser' });
  });

  it('lists those that ran in the project, with title and branch from the file beside them', () =>
    withMachine(async (machine) => {
      const { write, folder, places } = machine;
      await writeSession(machine, 'other', join(dirname(folder), 'other'));
      const path = await writeSession(machine, 'mine', join(folder, 'sub'));
      const listed = async () =>
        (await listTranscripts(places, folder)).map(({ agent, path: at, title }) => [agent, at, title]);
      assert.deepEqual(await listed(), [['cline', path, 'said in mine']]);
      await write(`${sessions}/mine/mine.json`, manifest(folder, { title: 'Mine', git: { branch: 'main' } }));
      assert.deepEqual(await listed(), [['cline', path, 'Mine']]);
      const { cwd, gitBranch, source } = await readTranscript(path);
      assert.deepEqual({ cwd, gitBranch, source }, { cwd: folder, gitBranch: 'main', source: 'cline' });
      assert.equal(await transcripts.agentOf(path), 'cline');
    }));

  it('looks where the environment says', () =>
    withMachine(async (machine) => {
      const { folder, places } = machine;
      const at = (name: string) => join(places.home, name);
      await writeSession(machine, 'one', folder, 'c/data/sessions');
      await writeSession(machine, 'two', folder, 'd/sessions');
      await writeSession(machine, 'three', folder, 's');
      const titles = async (env: Record<string, string>) =>
        (await listTranscripts({ ...places, env }, folder)).map(({ title }) => title);
      const [dir, data] = [{ CLINE_DIR: at('c') }, { CLINE_DATA_DIR: at('d') }];
      assert.deepEqual(await titles(dir), ['said in one']);
      assert.deepEqual(await titles({ ...dir, ...data }), ['said in two']);
      assert.deepEqual(await titles({ ...dir, ...data, CLINE_SESSION_DATA_DIR: at('s') }), ['said in three']);
    }));

  it('takes subagents and the last compaction from the files beside it', () =>
    withMachine(async (machine) => {
      const path = await writeSession(machine, 'c1', machine.folder);
      const beside = join(sessions, 'c1');
      await machine.write(`${beside}/helper.messages.json`, clineSession('look around'));
      const metadata = { kind: 'compaction_summary', summary: 'so far' };
      await machine.write(
        `${beside}/c1.compaction.json`,
        JSON.stringify({ updated_at: iso(8), source_message_count: 1, messages: [{ metadata }] }),
      );
      const session = await readTranscript(path);
      assert.deepEqual(said(session), ['user: said in c1', 'info: Context compacted']);
      assert.deepEqual(session.messages[1]?.compaction, { summary: 'so far' });
      assert.deepEqual(
        session.subagents?.map((subagent) => [subagent.agentId, ...said(subagent)]),
        [['helper', 'user: look around']],
      );
      const list = await listTranscripts(machine.places, machine.folder);
      assert.equal(list.length, 1);
    }));

  it('never throws on content', () =>
    assertNeverThrows(readCline, [
      JSON.parse(
        clineSession('x', [
          assistant(text('y'), use('t1', 'read_files', {})),
          user(result('t1', [{ query: 'a', result: 'b', success: true }])),
        ]),
      ) as object,
    ]));
});
