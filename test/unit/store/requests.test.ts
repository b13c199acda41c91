import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/disk/base/core.ts';
import { readCopilotCli } from '../../../src/agents/copilot-cli/transcripts.ts';
import { requestOf } from '../../../src/agents/reading/requests.ts';
import type { SessionRecord } from '../../../src/agents/reading/types.ts';
import { ClaudeTranscript } from './claudeLines.ts';
import { CodexRollout, codexId } from './codexLines.ts';
import { readGemini } from '../../../src/agents/gemini/transcripts.ts';
import { readOpenCode } from '../../../src/agents/opencode/opencodeRows.ts';
import { readPi } from '../../../src/agents/pi/transcripts.ts';
import { readQwen } from '../../../src/agents/qwen/transcripts.ts';
import { iso, when } from './machine.ts';
import { pi, qwen } from './plainAgents.ts';
import { readLines } from './reading.ts';

const counted = ({ requests = [] }: SessionRecord) =>
  requests.map(({ model, input, output, cacheRead, cacheWrite }) => [
    model,
    input,
    output,
    cacheRead,
    cacheWrite,
  ]);

describe('requests to models', () => {
  it('of what was rewound, reverted or left on a branch cost as much', async () => {
    const usage = (input: number) => ({
      input,
      output: 1,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: input + 1,
    });
    const answered = (id: string, parent: string, input: number) =>
      pi(id, parent, { role: 'assistant', content: 'ok', model: 'm', usage: usage(input) });
    const asked = (id: string, parent: string | null) => pi(id, parent, { role: 'user', content: 'Go' });
    const ofPi = await readLines(readPi, [
      { type: 'session', version: 3, id: 'p-1', timestamp: iso(0), cwd: '/w' },
      ...[asked('1', null), answered('2', '1', 100), answered('3', '1', 200)],
    ]);
    const tokens = (promptTokenCount: number) => ({ promptTokenCount, candidatesTokenCount: 1 });
    const said = (text: string) => ({ message: { parts: [{ text }] } });
    const ofQwen = await readLines(readQwen, [
      qwen('/w', 1, { type: 'user', ...said('Go') }),
      qwen('/w', 2, { type: 'assistant', ...said('ok'), model: 'm', usageMetadata: tokens(100) }),
      qwen('/w', 3, { type: 'system', subtype: 'rewind', parentUuid: 'q1' }),
      qwen('/w', 4, { type: 'assistant', ...said('ok'), model: 'm', usageMetadata: tokens(200) }),
    ]);
    const counts = (input: number) => ({ input, output: 1 });
    const ofGemini = await readLines(readGemini, [
      { sessionId: 'g1', projectHash: 'ab', startTime: iso(0), lastUpdated: iso(0) },
      { id: '1', timestamp: iso(1), type: 'user', content: 'Go' },
      { id: '2', timestamp: iso(2), type: 'gemini', content: 'ok', tokens: counts(100), model: 'm' },
      { $rewindTo: '2' },
      { id: '3', timestamp: iso(3), type: 'gemini', content: 'ok', tokens: counts(200), model: 'm' },
    ]);
    const info = (id: string, role: string, more: object) => ({ id, role, time: { created: when }, ...more });
    const parts = [{ type: 'text', text: 'ok' }];
    const messages = [
      { info: info('m1', 'user', {}), parts },
      { info: info('m2', 'assistant', { modelID: 'm', tokens: counts(200) }), parts },
      { info: info('m3', 'assistant', { modelID: 'm', tokens: counts(100) }), parts },
    ];
    const session = { id: 'ses_1', directory: '/w', revert: { messageID: 'm3' } };
    const ofOpenCode = await readLines(readOpenCode('opencode'), [{ info: session, messages }]);
    for (const read of [ofPi, ofQwen, ofGemini, ofOpenCode]) {
      const inputs = read.requests?.map(({ input }) => input);
      assert.deepEqual([inputs, read.omitted.rewound, read.messages.length], [[100, 200], 1, 2], read.source);
    }
  });

  it('Claude Code: the last of the lines of an answer counts, also of what was rewound and of subagents', async () => {
    const usage = (output_tokens: number) => ({
      input_tokens: 4,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 10,
      output_tokens,
      cache_creation: { ephemeral_1h_input_tokens: 6, ephemeral_5m_input_tokens: 4 },
    });
    const piece = (id: string, output: number, more: JsonObject = {}) => ({
      message: { id, model: 'claude-opus-4-5', content: [{ type: 'text', text: 'x' }], usage: usage(output) },
      ...more,
    });
    const read = await new ClaudeTranscript()
      .user('Go')
      .line('assistant', piece('msg_1', 1))
      .line('assistant', piece('msg_1', 30))
      .user('Rewound', { uuid: 'left' })
      .line('assistant', piece('msg_2', 5))
      .line('user', { message: { role: 'user', content: 'Again' }, parentUuid: 'assistant-3' })
      .line('assistant', piece('msg_3', 7))
      .line('assistant', piece('msg_4', 9, { isSidechain: true, parentUuid: null }))
      .line('assistant', { message: { id: 'msg_5', model: '<synthetic>', content: [], usage: usage(0) } })
      .read();
    assert.deepEqual(
      counted(read),
      [30, 5, 7, 9].map((output) => ['claude-opus-4-5', 114, output, 100, 10]),
    );
    const [first] = read.requests ?? [];
    assert.deepEqual([first?.cacheWriteHour, first?.answerId?.split(' ')[0]], [6, 'msg_1']);
  });

  it('Claude Code: cache writes told in parts, an advisor within an answer, fast mode, and no times', async () => {
    const message = (id: string, usage: JsonObject) => ({
      message: { id, model: 'claude-opus-4-7', content: [{ type: 'text', text: id }], usage },
    });
    const parts = { ephemeral_5m_input_tokens: 60, ephemeral_1h_input_tokens: 40 };
    const own = { input_tokens: 10, output_tokens: 1 };
    const advice = { type: 'advisor_message', model: 'claude-opus-5', input_tokens: 800, output_tokens: 50 };
    const of = new ClaudeTranscript()
      .user('Go')
      .line('assistant', message('parts', { ...own, cache_creation: parts }))
      .line('assistant', message('zero', { ...own, cache_creation_input_tokens: 0, cache_creation: parts }))
      .line('assistant', message('advised', { ...own, iterations: [{ type: 'message', ...own }, advice] }))
      .line('assistant', message('fast', { ...own, speed: 'fast' }));
    assert.deepEqual(counted(await of.read()), [
      ['claude-opus-4-7', 110, 1, undefined, 100],
      ['claude-opus-4-7', 110, 1, undefined, 100],
      ['claude-opus-4-7', 10, 1, undefined, undefined],
      ['claude-opus-5', 800, 50, undefined, undefined],
      ['claude-opus-4-7 (fast)', 10, 1, undefined, undefined],
    ]);
    of.lines.splice(0, of.lines.length, ...of.lines.map((line) => ({ ...line, timestamp: null })));
    assert.deepEqual(
      (await of.read()).requests?.map(({ at }) => at),
      [0, 0, 0, 0, 0],
    );
  });

  const sums = (input_tokens: number, output_tokens: number, last: JsonObject = {}) => ({
    info: {
      total_token_usage: { input_tokens, cached_input_tokens: 1, output_tokens },
      last_token_usage: last,
    },
  });

  it('Codex: the differences of the sums, a sum that comes again being none', async () => {
    const read = await new CodexRollout()
      .meta()
      .turn({ model: 'gpt-5' })
      .event('token_count', { info: null })
      .event('token_count', sums(10, 1, { input_tokens: 10, output_tokens: 1 }))
      .event('token_count', sums(25, 4))
      .event('token_count', sums(25, 4))
      .turn({ model: 'gpt-5-mini' })
      .event('token_count', sums(45, 9))
      .read();
    assert.deepEqual(counted(read), [
      ['gpt-5', 10, 1, undefined, undefined],
      ['gpt-5', 15, 3, 0, undefined],
      ['gpt-5-mini', 20, 5, 0, undefined],
    ]);
  });

  it('Codex: what a fork was copied from has the same names, and a subagent names its session', async () => {
    const original = new CodexRollout()
      .meta()
      .turn()
      .event('token_count', sums(10, 1))
      .event('token_count', sums(30, 2));
    const parent = { subagent: { thread_spawn: { parent_thread_id: codexId, depth: 1 } } };
    const fork = new CodexRollout().meta({ id: 'fork', forked_from_id: codexId, source: parent });
    fork.lines.push(...original.lines);
    fork.event('token_count', sums(70, 3));
    const names = async (rollout: CodexRollout) => (await rollout.read()).requests?.map(({ id }) => id) ?? [];
    const [first, second] = await names(original);
    assert.deepEqual((await names(fork)).slice(0, 2), [first, second]);
    assert.deepEqual(counted(await fork.read()).at(-1)?.[1], 40);
    assert.equal((await fork.read()).parentId, codexId);
    assert.equal((await original.read()).parentId, undefined);
  });

  it('Codex: newer versions write each response, and the sums beside them are the same again', async () => {
    const usage = { input_tokens: 10, cached_input_tokens: 4, cache_write_input_tokens: 2, output_tokens: 3 };
    const read = await new CodexRollout()
      .meta()
      .turn({ model: 'gpt-6' })
      .line('token_usage_record', { response_id: 'resp_1', usage })
      .event('token_count', sums(10, 3))
      .line('token_usage_record', { response_id: 'resp_1', usage })
      .read();
    assert.deepEqual(counted(read), [['gpt-6', 10, 3, 4, 2]]);
  });

  const event = (type: string, data: JsonObject) => ({
    type,
    data,
    id: 'e',
    timestamp: '2026-02-05T08:00:00.000Z',
  });
  const answered = event('assistant.message', {
    messageId: 'm',
    content: 'Hi',
    outputTokens: 12,
    model: 'gpt-6',
  });
  const counts = { inputTokens: 50, outputTokens: 12, cacheReadTokens: 40, cacheWriteTokens: 0 };

  it('Copilot: records, else the sums at the end, else what answers wrote', async () => {
    const record = event('session.usage_record', { usage: { model: 'gpt-6', apiCallId: 'r', ...counts } });
    const end = event('session.shutdown', { modelMetrics: { 'gpt-6': { usage: counts } } });
    const whole = [['gpt-6', 50, 12, 40, 0]];
    assert.deepEqual(counted(await readLines(readCopilotCli, [answered, record, end])), whole);
    assert.deepEqual(counted(await readLines(readCopilotCli, [answered, end])), whole);
    const alone = [['gpt-6', undefined, 12, undefined, undefined]];
    assert.deepEqual(counted(await readLines(readCopilotCli, [answered])), alone);
    assert.deepEqual(counted(await readLines(readCopilotCli, [answered, end, answered])), [
      ...whole,
      ...alone,
    ]);
  });

  it('messages: thoughts are output, whether the agent counts them in or not, and what is not told is missing', () => {
    const of = (tokens: object) => {
      const message = {
        id: 'm',
        timestamp: '2026-02-05T08:00:00.000Z',
        type: 'assistant',
        content: '',
      } as const;
      const { input, output } = requestOf({ ...message, tokens }) ?? {};
      return [input, output];
    };
    assert.deepEqual(of({ input: 10, output: 2, thoughts: 5, total: 17 }), [10, 7]);
    assert.deepEqual(of({ input: 10, output: 7, thoughts: 5, total: 17 }), [10, 7]);
    assert.deepEqual(of({ input: 10, output: 2, tool: 3, total: 15 }), [13, 2]);
    assert.deepEqual(of({ output: 2 }), [undefined, 2]);
  });
});
