import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../src/disk/base/core.ts';
import { codexCall, codexEnded, codexOutput } from '../../../src/agents/codex/codexTools.ts';

const output = (text: JsonValue, more: JsonObject = {}) =>
  codexOutput({ type: 'function_call_output', call_id: 'c', output: text, ...more });

describe('calls of tools in rollouts of Codex', () => {
  it('are of every kind that the API has', () => {
    const rows: readonly (readonly [item: JsonObject, name: string, args: JsonObject, status: string])[] = [
      [{ type: 'function_call', name: 'ls', arguments: '{"a":1}' }, 'ls', { a: 1 }, 'pending'],
      [{ type: 'function_call', name: 'ls', arguments: { a: 1 } }, 'ls', { a: 1 }, 'pending'],
      [{ type: 'function_call', name: 'ls', arguments: 'torn {' }, 'ls', { arguments: 'torn {' }, 'pending'],
      [{ type: 'function_call' }, 'unknown', { arguments: null }, 'pending'],
      [
        { type: 'custom_tool_call', name: 'apply_patch', input: '***' },
        'apply_patch',
        { input: '***' },
        'pending',
      ],
      [{ type: 'custom_tool_call' }, 'unknown', { input: null }, 'pending'],
      [
        { type: 'local_shell_call', action: { command: ['ls'] } },
        'local_shell',
        { command: ['ls'] },
        'pending',
      ],
      [{ type: 'tool_search_call', arguments: '{"q":"x"}' }, 'tool_search', { q: 'x' }, 'pending'],
      [{ type: 'web_search_call', action: { query: 'x' } }, 'web_search', { query: 'x' }, 'success'],
      [{ type: 'web_search_call', status: 'failed' }, 'web_search', {}, 'error'],
      [
        { type: 'image_generation_call', revised_prompt: 'a teapot', status: 'in_progress' },
        ...(['image_generation', { prompt: 'a teapot' }, 'pending'] as const),
      ],
    ];
    for (const [item, name, args, status] of rows)
      assert.deepEqual(
        codexCall({ ...item, call_id: 'c' }),
        { id: 'c', name, args, status },
        JSON.stringify(item),
      );
    assert.equal(codexCall({ type: 'web_search_call', id: 'own' })?.id, 'own');
    assert.equal(codexCall({ type: 'message' }), undefined);
  });

  it('failed, were refused or went well, as what came back says', () => {
    const rows: readonly (readonly [text: JsonValue, status: string])[] = [
      ['Process exited with code 0\nOutput:\nok', 'success'],
      ['Chunk\nProcess exited with code 2\nOutput:\n', 'error'],
      ['Exit code: 1\nWall time: 0.1', 'error'],
      ['Exit code: -1', 'error'],
      [`${'x'.repeat(600)}\nExit code: 1`, 'success'],
      ['{"output":"no","metadata":{"exit_code":3}}', 'error'],
      ['{"output":"yes","metadata":{"exit_code":0}}', 'success'],
      [{ content: 'done', success: false }, 'error'],
      [{ content: 'done', success: true }, 'success'],
      ['aborted by user after 3s', 'cancelled'],
      ['rejected by the user', 'cancelled'],
      ['Denied', 'cancelled'],
      ['abortedly', 'success'],
    ];
    for (const [text, status] of rows) assert.equal(output(text)?.status, status, JSON.stringify(text));
    assert.equal(output('{"output":"printed","metadata":{}}')?.resultDisplay, 'printed');
    assert.equal(output({ body: 'in a body' })?.result, 'in a body');
    assert.deepEqual(codexOutput({ type: 'tool_search_output', call_id: 'c', tools: ['a'] })?.result, ['a']);
  });

  it('give back pictures without their bytes, and other parts as they are', () => {
    const parts = [
      { type: 'input_text', text: 'A teapot' },
      { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
      { type: 'input_image', image_url: 'https://example.com/a.png' },
      { type: 'input_image', image_url: 'data:nothing' },
    ];
    assert.deepEqual(output(parts)?.result, [
      parts[0],
      { type: 'input_image', image_url: 'data:image/png;base64' },
      parts[2],
      { type: 'input_image', image_url: '' },
    ]);
  });

  it('have what came back by their id only', () => {
    assert.equal(codexOutput({ type: 'function_call_output', output: 'x' }), undefined);
    assert.equal(codexOutput({ type: 'message', call_id: 'c' }), undefined);
    assert.equal(codexOutput({ type: 'local_shell_call_output', id: 'old' })?.callId, 'old');
    assert.equal(codexOutput({ type: 'function_call_output', id: 'old' }), undefined);
  });

  it('are known from events where a rollout has nothing else', () => {
    const command = { type: 'exec_command_end', call_id: 'c', command: ['ls'], exit_code: 0 };
    const shell = { id: 'c', name: 'shell', args: { command: ['ls'] } };
    const rows: readonly (readonly [event: JsonObject, call: unknown])[] = [
      [
        { ...command, aggregated_output: 'all', stdout: 'out' },
        { ...shell, result: 'all', status: 'success' },
      ],
      [
        { ...command, formatted_output: 'form', stdout: 'out' },
        { ...shell, result: 'form', status: 'success' },
      ],
      [
        { ...command, stdout: 'out', exit_code: 1 },
        { ...shell, result: 'out', status: 'error' },
      ],
      [
        { type: 'exec_command_end', call_id: 'c' },
        { ...shell, args: { command: null }, result: '', status: 'error' },
      ],
      [
        { type: 'patch_apply_end', call_id: 'c', changes: { a: 1 }, stderr: 'no', success: false },
        { id: 'c', name: 'apply_patch', args: { changes: { a: 1 } }, result: 'no', status: 'error' },
      ],
      [
        { type: 'patch_apply_end', call_id: 'c', stdout: 'ok', success: true },
        { id: 'c', name: 'apply_patch', args: { changes: null }, result: 'ok', status: 'success' },
      ],
      [
        {
          type: 'mcp_tool_call_end',
          call_id: 'c',
          result: { Ok: { content: [] } },
          invocation: { server: 'history', tool: 'save', arguments: { n: 1 } },
        },
        { id: 'c', name: 'history/save', args: { n: 1 }, result: { content: [] }, status: 'success' },
      ],
      [
        { type: 'mcp_tool_call_end', call_id: 'c', invocation: { tool: 'save' }, result: { Err: 'no' } },
        { id: 'c', name: 'save', args: {}, result: 'no', status: 'error' },
      ],
      [
        { type: 'mcp_tool_call_end', call_id: 'c', result: 'odd' },
        { id: 'c', name: 'unknown', args: {}, result: 'odd', status: 'success' },
      ],
      [{ type: 'agent_message', call_id: 'c' }, undefined],
      [{ type: 'exec_command_end' }, undefined],
    ];
    for (const [event, call] of rows) assert.deepEqual(codexEnded(event), call, JSON.stringify(event));
  });
});
