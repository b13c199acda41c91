import assert from 'node:assert/strict';
import { compose } from '../../../src/insight/brief/compose.ts';
import type { Statement } from '../../../src/insight/brief/statements.ts';
import { briefPurposes } from '../../../src/insight/brief/types.ts';
import { readQwen } from '../../../src/agents/qwen/transcripts.ts';
import { readTranscript } from '../../../src/agents/readTranscript.ts';
import { iso, titles, withMachine } from './machine.ts';
import { qwen } from './plainAgents.ts';
import { assertNeverThrows, assertSplitsAnywhere, called, jsonLines, readLines, said } from './reading.ts';

const cwd = '/w/项目';
const line = (n: number, more: object) => qwen(cwd, n, more);
const user = (n: number, text: string, more: object = {}) =>
  line(n, { type: 'user', message: { role: 'user', parts: [{ text }] }, ...more });
const assistant = (n: number, parts: object[], more: object = {}) =>
  line(n, { type: 'assistant', model: 'qwen4', message: { role: 'model', parts }, ...more });
const system = (n: number, subtype: string, systemPayload: object, more: object = {}) =>
  line(n, { type: 'system', subtype, systemPayload, ...more });
const response = { functionResponse: { id: 'c1', name: 'read_file', response: { output: 'let a;' } } };
const session = [
  user(1, '修好 🚀'),
  system(2, 'ui_telemetry', { uiEvent: { 'event.name': 'qwen-code.api_response' } }),
  assistant(
    3,
    [
      { text: 'read first', thought: true },
      { text: 'Reading.' },
      { functionCall: { id: 'c1', name: 'read_file', args: { path: 'a.ts' } } },
    ],
    { usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2, totalTokenCount: 12 } },
  ),
  line(4, {
    type: 'tool_result',
    message: { role: 'user', parts: [response] },
    toolCallResult: { callId: 'c1', status: 'success', resultDisplay: { fileDiff: '@@', fileName: 'a.ts' } },
  }),
  assistant(5, [{ text: 'Done.' }]),
  system(6, 'slash_command', { phase: 'invocation', rawCommand: '/about' }),
  system(7, 'slash_command', { phase: 'result', rawCommand: '/about', outputHistoryItems: [] }),
];

describe('sessions of Qwen Code', () => {
  it('reads what was said, thought and called', async () => {
    const read = await readLines(readQwen, session);
    assert.deepEqual(said(read), ['user: 修好 🚀', 'assistant: Reading.', 'assistant: Done.']);
    assert.deepEqual(called(read), ['read_file({"path":"a.ts"}) success {"output":"let a;"}']);
    const [, { thoughts, tokens, model, toolCalls } = { toolCalls: [] }] = read.messages;
    assert.deepEqual([thoughts, model], [[{ description: 'read first' }], 'qwen4']);
    assert.deepEqual([tokens, toolCalls?.[0]?.resultDisplay], [{ input: 10, output: 2, total: 12 }, '@@']);
    const { sessionId, startTime, lastUpdated, version, gitBranch, commands, omitted } = read;
    assert.deepEqual(
      { sessionId, startTime, lastUpdated, version, gitBranch, commands, omitted, cwd: read.cwd },
      {
        sessionId: 'q-1',
        startTime: iso(1),
        lastUpdated: iso(5),
        version: '0.24.0',
        gitBranch: 'main',
        commands: ['/about'],
        omitted: { unreadable: 0, rewound: 0 },
        cwd,
      },
    );
  });

  for (const purpose of briefPurposes)
    for (const language of ['en', 'zh'] as const)
      for (const maxTokens of [300, 800])
        it(`reads what a person said without the brief (${purpose}, ${language}, ${maxTokens} tokens) that a hook added`, async () => {
          const one = {
            section: 'requests',
            base: 'history://sessions/550e8400',
            minLength: 14,
            rank: 2,
          } as const;
          const statements = Array.from({ length: 40 }, (_, n): Statement => ({
            ...one,
            entry: `${n}`,
            text: `Round the totals of file ${n} to the cent`,
            time: 1_770_278_400_000,
          }));
          const { text } = compose(statements, { purpose, language, maxTokens });
          const parts = [{ text: '再说一遍' }, { text }];
          const read = await readLines(readQwen, [
            line(1, { type: 'user', message: { role: 'user', parts } }),
            assistant(2, [{ text: 'Done.' }]),
          ]);
          assert.deepEqual(said(read), ['user: 再说一遍', 'assistant: Done.']);
        });

  it('takes back what was rewound, from the line that the rewind follows', async () => {
    const again = { parentUuid: 'q5' };
    const later = [user(8, 'wrong'), assistant(9, [{ text: 'No.' }])];
    const read = await readLines(readQwen, [
      ...[...session.slice(0, 5), ...later, system(10, 'rewind', { truncatedCount: 2 }, again)],
      user(11, 'right', { parentUuid: 'q10' }),
    ]);
    assert.deepEqual(said(read).slice(2), ['assistant: Done.', 'user: right']);
    assert.equal(read.omitted.rewound, 2);
    const first = await readLines(readQwen, [...session, system(8, 'rewind', {}, { parentUuid: null })]);
    assert.deepEqual(said(first), []);
  });

  it('shows compactions and notices, takes the last title, and counts what it does not know', async () => {
    const read = await readLines(readQwen, [
      ...session,
      system(8, 'chat_compression', {
        compressedHistory: [{ role: 'user', parts: [{ text: 'the parser' }] }],
      }),
      user(9, '<task-notification/>', {
        subtype: 'notification',
        systemPayload: { displayText: 'Agent done' },
      }),
      system(10, 'custom_title', { customTitle: 'Auto', titleSource: 'auto' }),
      system(11, 'custom_title', { customTitle: 'Mine', titleSource: 'manual' }),
      system(12, 'goal_changed', {}),
      line(13, { type: 'hologram' }),
      '{"uuid":"q14","par',
    ]);
    assert.deepEqual(said(read).slice(3), ['info: Context compacted', 'info: Agent done']);
    assert.deepEqual(read.messages[3]?.compaction, { summary: 'the parser' });
    assert.equal(read.title, 'Mine');
    assert.deepEqual(read.omitted, {
      unreadable: 1,
      rewound: 0,
      unknown: { 'system goal_changed': 1, hologram: 1 },
    });
  });

  it('reads the same wherever the bytes are cut, and never throws', async () => {
    await assertSplitsAnywhere(readQwen, jsonLines(session));
    await assertNeverThrows(readQwen, session);
  });

  it('takes the subagents that lie beside it, and looks where the environment says', () =>
    withMachine(async (machine) => {
      const { folder, places, write } = machine;
      const project = `runtime/projects/${folder.replace(/[^A-Za-z0-9]/g, '-')}`;
      const path = await write(`${project}/chats/q-1.jsonl`, [
        qwen(folder, 1, { ...user(1, 'main'), cwd: folder }),
      ]);
      await write(`${project}/subagents/q-1/agent-a1.jsonl`, [user(1, 'look around')]);
      const { subagents = [] } = await readTranscript(path);
      assert.deepEqual(
        subagents.map((subagent) => [subagent.agentId, ...said(subagent)]),
        [['a1', 'user: look around']],
      );
      const env = { QWEN_RUNTIME_DIR: `${places.home}/runtime`, QWEN_HOME: `${places.home}/none` };
      assert.deepEqual(await titles({ ...machine, places: { ...places, env } }), ['qwen: main']);
      assert.deepEqual(await titles(machine), []);
    }));
});
