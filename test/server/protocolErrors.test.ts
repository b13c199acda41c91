import { McpError } from '@modelcontextprotocol/sdk/types.js';
import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import { initialize, saveCall, startLines } from './lineServer.ts';
import { withFolder, withServer } from './withServer.ts';

const errorOf = async (call: Promise<unknown>): Promise<McpError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof McpError, String(error));
  return error;
};

describe('protocol errors', () => {
  it('are not sent for a leading byte order mark or for parameters that are null', () =>
    withFolder(async (root) => {
      const server = startLines(['--root', root]);
      server.child.stdin.write(`\uFEFF${JSON.stringify(initialize)}\n`);
      const list = { jsonrpc: '2.0', method: 'tools/list', params: null };
      server.send({ ...list, id: 1 });
      const call = { jsonrpc: '2.0', id: 2, method: 'tools/call' };
      server.send({ ...call, params: { name: 'history_list_dialogs', arguments: null } });
      await eventually('three replies', () => server.replies().length === 3);
      assert.deepEqual(
        server.replies().flatMap(({ error }) => error ?? []),
        [],
      );
      server.child.stdin.end();
      await server.closed;
    }));

  it('report an unknown tool as invalid parameters, with the code once', () =>
    withServer(async ({ client }) => {
      const { code, message } = await errorOf(client.callTool({ name: 'history_sav', arguments: {} }));
      assert.equal(code, -32602);
      assert.match(
        message,
        /^MCP error -32602: There is no tool "history_sav" \(did you mean "history_save"\?\); the tools are history_list_dialogs, /,
      );
    }));

  it('contain their code once for prompts and resources', () =>
    withServer(async ({ client }) => {
      for (const [expected, call] of [
        [-32602, client.getPrompt({ name: 'no_such' })],
        [-32602, client.getPrompt({ name: 'knowledge_export' })],
        [-32602, client.readResource({ uri: 'memory://recent/x' })],
        [-32002, client.readResource({ uri: 'memory://nowhere' })],
      ] as const) {
        const { code, message } = await errorOf(call);
        assert.equal(code, expected);
        assert.equal(message.match(/MCP error/g)?.length, 1, message);
      }
    }));

  it('describe a malformed request in a sentence', () =>
    withFolder(async (root) => {
      const server = startLines(['--root', root]);
      server.send(initialize);
      const call = (id: number, params: object) =>
        server.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
      call(1, { arguments: {} });
      call(2, { name: 'history_save', arguments: '{"dialog":"main"}' });
      server.child.stdin.end();
      await server.closed;
      for (const id of [1, 2]) {
        const { error } = server.replies().find((reply) => reply.id === id) ?? {};
        assert.equal(error?.code, -32602);
        assert.match(error.message, /^The request has a wrong shape: params\.(name|arguments) /);
      }
    }));

  it('repeat no secret of the request, in replies or in the log', () =>
    withFolder(async (root) => {
      const server = startLines(['--root', root]);
      const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
      const ref = { type: 'ref/prompt', name: secret };
      const argument = { name: secret, value: '' };
      for (const [method, params] of [
        ['tools/call', { name: secret }],
        ['prompts/get', { name: secret }],
        ['completion/complete', { ref, argument }],
        ['completion/complete', { ref: { type: 'ref/resource', uri: secret }, argument }],
        ['completion/complete', { ref: { type: 'ref/prompt', name: 'resume' }, argument }],
        ['resources/read', { uri: secret }],
      ] as const)
        server.send({ jsonrpc: '2.0', id: 1, method, params });
      server.send({ jsonrpc: '2.0', id: 2, result: { secret } });
      server.send({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: secret, progress: 1 },
      });
      server.child.stdin.end();
      await server.closed;
      assert.equal(server.replies().filter(({ error }) => error).length, 6);
      assert.match(server.err(), /unknown message ID: .*\[secret: /);
      assert.ok(!`${server.out()}${server.err()}`.includes(secret), `${server.out()}${server.err()}`);
    }));

  it('do not end the server for a reply that is nested too deep to report', () =>
    withFolder(async (root) => {
      const server = startLines(['--root', root]);
      const deep = '['.repeat(100_000) + ']'.repeat(100_000);
      server.child.stdin.write(`{"jsonrpc":"2.0","id":1,"result":{"deep":${deep}}}\n`);
      server.send(initialize);
      server.child.stdin.end();
      assert.equal(await server.closed, 0);
      assert.ok(server.replies().some(({ id, result }) => id === 0 && result !== undefined));
    }));

  it('quote only a few lines of the request', () =>
    withServer(async ({ client, call }) => {
      const long = 'x'.repeat(9_000_000);
      const { message } = await errorOf(client.getPrompt({ name: long }));
      assert.ok(message.length < 5_000);
      const args = Object.fromEntries(
        Array.from({ length: 20_000 }, (_, n) => [`${n}${'x'.repeat(300)}`, 1]),
      );
      for (const [tool, wrong] of [
        ['history_save', { dialog: 'main', entry: { role: 'user', text: 'x', ...args } }],
        ['history_restore_backup', { dialog: 'main', id: long }],
        ['chat_context_recall', { contextId: long }],
        ['archive_read', { name: long }],
        ['session_resume', { id: long }],
        ['history_search', { query: `before:${long}` }],
        ['delete_memory', { content_hash: long }],
        ['history_list_dialogs', { projectRoot: `/${long}` }],
      ] as const) {
        const { texts, isError } = await call(tool, wrong);
        assert.ok(isError, tool);
        assert.ok(texts.join('').length < 16_000, `${tool}: ${texts.join('').length} characters`);
      }
    }));
});

describe('a batch request', () => {
  it('is refused for each of its requests and runs none', () =>
    withFolder(async (root) => {
      const server = startLines(['--root', root]);
      server.send(initialize);
      server.send([saveCall(1, 'x'), { jsonrpc: '2.0', method: 'notifications/x' }, saveCall(2, 'y')]);
      server.send(saveCall(3, 'after'));
      server.child.stdin.end();
      await server.closed;
      const replies = server.replies();
      for (const id of [1, 2]) {
        const { error } = replies.find((reply) => reply.id === id) ?? {};
        assert.equal(error?.code, -32600);
        assert.match(error.message, /Batches are not supported/);
      }
      const saved = replies.find((reply) => reply.id === 3)?.result?.content?.[0]?.text;
      assert.match(saved ?? '', /"saved":1/);
    }));

  it('receives a single error without an id when empty', () =>
    withFolder(async (root) => {
      const server = startLines(['--root', root]);
      server.send(initialize);
      server.send([]);
      server.child.stdin.end();
      await server.closed;
      const refusal = server.replies().find(({ error }) => error);
      assert.equal(refusal?.id, null);
      assert.equal(refusal.error?.code, -32600);
    }));
});
