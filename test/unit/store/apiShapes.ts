import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/disk/base/core.ts';

type Loose = Readonly<Record<string, unknown>>;
const blocksOf = ({ content }: Loose) => content as readonly Loose[];

/** What the messages API of Anthropic refuses, as its documentation and its errors say. */
export function assertAnthropic(messages: readonly JsonObject[]): void {
  const ids = new Set<unknown>();
  messages.forEach((message, at) => {
    assert.equal(message.role, at % 2 === 0 ? 'user' : 'assistant', 'roles alternate, the first is the user');
    const blocks = blocksOf(message);
    assert.ok(blocks.length > 0, 'content is not empty');
    for (const block of blocks)
      if (block.type === 'text') assert.match(String(block.text), /\S/, 'text holds more than white space');
    const uses = blocks.filter(({ type }) => type === 'tool_use');
    const results = blocks.filter(({ type }) => type === 'tool_result');
    for (const { id, name, input } of uses) {
      assert.match(String(id), /^[a-zA-Z0-9_-]+$/);
      assert.match(String(name), /^[a-zA-Z0-9_-]{1,64}$/);
      assert.equal(typeof input, 'object');
      assert.ok(!ids.has(id), 'ids of calls are unique');
      ids.add(id);
    }
    assert.deepEqual(
      blocks.slice(0, results.length).map(({ type }) => type),
      results.map(() => 'tool_result'),
      'results stand first',
    );
    const before = at === 0 ? [] : blocksOf(messages[at - 1]!).filter(({ type }) => type === 'tool_use');
    assert.deepEqual(
      results.map((result) => result.tool_use_id).sort(),
      before.map(({ id }) => id).sort(),
      'every call has its result in the next turn, and no result is without its call',
    );
    if (uses.length > 0) assert.ok(messages[at + 1], 'no call dangles at the end');
  });
}

/** What the chat completions of OpenAI refuse. */
export function assertOpenai(messages: readonly JsonObject[]): void {
  const open = new Set<unknown>();
  for (const message of messages) {
    const { role, content, tool_calls, tool_call_id } = message as Loose;
    if (role === 'tool') {
      assert.ok(open.delete(tool_call_id), 'a result follows its call');
      assert.equal(typeof content, 'string');
      continue;
    }
    assert.equal(open.size, 0, 'every call is answered before anything else is said');
    if (role === 'user') {
      assert.match(String(content), /\S/);
      continue;
    }
    assert.equal(role, 'assistant');
    assert.ok(typeof content === 'string' || Array.isArray(tool_calls));
    for (const call of (tool_calls ?? []) as readonly Loose[]) {
      const { name, arguments: args } = call.function as Loose;
      assert.match(String(call.id), /^[a-zA-Z0-9_-]{1,40}$/);
      assert.match(String(name), /^[a-zA-Z0-9_-]{1,64}$/);
      assert.equal(typeof JSON.parse(String(args)), 'object');
      assert.ok(!open.has(call.id));
      open.add(call.id);
    }
  }
  assert.equal(open.size, 0, 'no call dangles at the end');
}

/** What Gemini refuses. */
export function assertGemini(messages: readonly JsonObject[]): void {
  messages.forEach((message, at) => {
    const parts = (message as Loose).parts as readonly Loose[];
    assert.ok(message.role === 'user' || message.role === 'model');
    assert.ok(parts.length > 0);
    const calls = parts.filter(({ functionCall }) => functionCall);
    const next = ((messages[at + 1] as Loose | undefined)?.parts ?? []) as readonly Loose[];
    const answers = next.filter(({ functionResponse }) => functionResponse);
    if (calls.length > 0 || answers.length > 0)
      assert.equal(answers.length, calls.length, 'as many answers as calls');
  });
}
