import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/disk/base/core.ts';
import { claude, said, type ClaudeTranscript } from './claudeLines.ts';

type More = Readonly<Record<string, JsonValue>>;

/** A piece of an answer as a gateway writes it, without the id of a request. */
const piece = (to: ClaudeTranscript, text: string, [input, output]: readonly number[], more: More = {}) => {
  const { requestId, stop = 'end_turn', block, ...rest } = more;
  const message = {
    id: 'msg_proxy',
    model: 'glm-5',
    content: [{ type: 'text', text }, ...(block === undefined ? [] : [block])],
    stop_reason: stop,
    usage: { input_tokens: input ?? 0, output_tokens: output ?? 0 },
  };
  return to.line('assistant', { message, ...(requestId !== undefined && { requestId }), ...rest });
};
const use = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: { file_path: `/${id}` } });
const counted = async (of: ClaudeTranscript) =>
  ((await of.read()).requests ?? []).map(({ input, output }) => [input, output]);

describe('answers with one id', () => {
  it('are several in several turns, each in its place', async () => {
    const of = claude();
    for (const n of [0, 1, 2]) piece(of.user(`prompt ${n}`), `answer ${n}`, [100 * (n + 1), 10]);
    assert.deepEqual(
      said(await of.read()),
      [0, 1, 2].flatMap((n) => [`user: prompt ${n}`, `assistant: answer ${n}`]),
    );
    assert.deepEqual(
      await counted(of),
      [100, 200, 300].map((input) => [input, 10]),
    );
    const ids = (await of.read()).requests?.map(({ id }) => id);
    assert.equal(new Set(ids).size, 3);
  });

  it('are several in a turn if each is of a request of its own, or tells other tokens after a tool', async () => {
    for (const withRequests of [true, false]) {
      const of = claude().user('read the files');
      for (const n of [0, 1, 2]) {
        const more = { block: use(`call_${n}`), ...(withRequests && { requestId: `req_${n}` }) };
        piece(of, `reading ${n}`, [1_000 * (n + 1), 20 + n], more).result(`call_${n}`, 'content');
      }
      assert.equal((await of.read()).messages.length, 4);
      assert.deepEqual(
        await counted(of),
        [0, 1, 2].map((n) => [1_000 * (n + 1), 20 + n]),
      );
    }
  });

  it('are one where its pieces follow one another, with results of tools that ran meanwhile between', async () => {
    const of = claude().user('Go');
    piece(of, 'One', [0, 0], { stop: null, block: use('a') }).result('a', 'done');
    piece(of, 'Two', [70, 9], { stop: null });
    assert.deepEqual(said(await of.read()), ['user: Go', 'assistant: One\n\nTwo']);
    assert.deepEqual(await counted(of), [[70, 9]]);
    const late = claude().user('Go').answer('m1', 'One').user('And?').answer('m1', 'Two');
    assert.deepEqual((await late.read()).requests?.length, 1);
  });
});

describe('lines with one uuid', () => {
  it('are dropped only if they are equal', async () => {
    const of = claude().user('One', { uuid: 'u1' }).answer('m1', 'First', { uuid: 'a1' });
    of.user('Two', { uuid: 'u1' }).answer('m2', 'Second', { uuid: 'a2' });
    const { messages } = await of.read();
    assert.deepEqual(said({ messages }), ['user: One', 'assistant: First', 'user: Two', 'assistant: Second']);
    assert.equal(new Set(messages.map(({ id }) => id)).size, 4);
    of.lines.push(...of.lines.map((line) => ({ ...line, sessionId: 'another' })));
    assert.equal((await of.read()).messages.length, 4);
  });
});
