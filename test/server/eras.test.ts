import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventually } from '../eventually.ts';
import { initialize, saveCall, startLines } from './lineServer.ts';
import { withFolder } from './withServer.ts';

type Line = Record<string, unknown>;

const version = '2026-07-28';
const key = (name: string) => `io.modelcontextprotocol/${name}`;
const meta = (more: Line = {}) => ({
  [key('protocolVersion')]: version,
  [key('clientCapabilities')]: {},
  [key('clientInfo')]: { name: 'test', version: '1' },
  ...more,
});

/** Starts a server and asks it one request after the other. */
function ask(args: readonly string[]) {
  const server = startLines(args);
  let id = 100;
  const request = async (method: string, params?: Line): Promise<Line> => {
    const own = ++id;
    server.send({ jsonrpc: '2.0', id: own, method, ...(params && { params }) });
    const mine = () => server.replies().find((reply) => reply.id === own);
    await eventually('a reply', () => mine() !== undefined);
    return mine() as unknown as Line;
  };
  return {
    server,
    request,
    modern: (method: string, params: Line = {}, more: Line = {}) =>
      request(method, { ...params, _meta: meta(more) }),
    end: async () => {
      server.child.stdin.end();
      await server.closed;
    },
  };
}

const resultOf = ({ result }: Line) => result as Line;
const errorOf = ({ error }: Line) => error as { code: number; message: string; data?: Line };

describe('a client without a handshake', () => {
  it('is answered where its version is nested deeper than a server can write again', () =>
    withFolder(async (root) => {
      const { server, modern, end } = ask(['--root', root]);
      const deep = '['.repeat(100_000) + ']'.repeat(100_000);
      const params = `{"_meta":{"${key('protocolVersion')}":${deep}}}`;
      server.child.stdin.write(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${params}}\n`);
      await eventually('a refusal', () => server.replies().some(({ error }) => error?.code === -32602));
      assert.equal(resultOf(await modern('tools/list')).resultType, 'complete');
      await end();
    }));

  it('learns what the server speaks, also by a probe without any fields', () =>
    withFolder(async (root) => {
      const { request, modern, end } = ask(['--root', root]);
      for (const reply of [await request('server/discover'), await modern('server/discover')]) {
        const { supportedVersions, capabilities, instructions, resultType, ttlMs, cacheScope, _meta } =
          resultOf(reply);
        assert.deepEqual([supportedVersions, resultType, cacheScope], [[version], 'complete', 'private']);
        assert.deepEqual(capabilities, { tools: {}, prompts: {}, resources: {}, completions: {} });
        assert.match(String(instructions), /history_save/);
        assert.equal(typeof ttlMs, 'number');
        const { name } = (_meta as Line)[key('serverInfo')] as Line;
        assert.equal(name, 'history');
      }
      await end();
    }));

  it('is answered with the type of each result, who answers, and how long lists hold', () =>
    withFolder(async (root) => {
      const { modern, end } = ask(['--root', root]);
      const call = { name: 'history_save', arguments: { dialog: 'd', entry: { role: 'user', text: 'x' } } };
      const cases: [string, Line, boolean][] = [
        ['tools/list', {}, true],
        ['tools/call', call, false],
        ['prompts/list', {}, true],
        ['prompts/get', { name: 'save' }, false],
        ['resources/list', {}, true],
        ['resources/templates/list', {}, true],
        ['resources/read', { uri: 'history://dialogs/d' }, true],
        [
          'completion/complete',
          {
            ref: { type: 'ref/resource', uri: 'history://dialogs/{dialog}' },
            argument: { name: 'dialog', value: '' },
          },
          false,
        ],
      ];
      for (const [method, params, isKept] of cases) {
        const result = resultOf(await modern(method, params));
        assert.equal(result.resultType, 'complete', method);
        assert.ok(key('serverInfo') in (result._meta as Line), method);
        assert.deepEqual(['ttlMs' in result, 'cacheScope' in result], [isKept, isKept], method);
      }
      await end();
    }));

  it('is told by errors which version to retry with, what a request lacks, and what is gone', () =>
    withFolder(async (root) => {
      const { request, modern, end } = ask(['--root', root]);
      for (const method of ['tools/list', 'server/discover']) {
        const { code, data } = errorOf(await modern(method, {}, { [key('protocolVersion')]: '1900-01-01' }));
        assert.equal(code, -32022);
        assert.equal(data?.requested, '1900-01-01');
        assert.deepEqual(data.supported, [version]);
      }
      const bare = { _meta: { [key('protocolVersion')]: version } };
      const lacking = errorOf(await request('tools/list', bare));
      assert.equal(lacking.code, -32602);
      assert.match(lacking.message, /clientCapabilities/);
      for (const none of [null, 20_260_728])
        assert.equal(
          errorOf(await modern('tools/list', {}, { [key('protocolVersion')]: none })).code,
          -32602,
        );
      const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
      const unsaid = await modern('tools/list', {}, { [key('protocolVersion')]: secret });
      assert.equal(errorOf(unsaid).code, -32022);
      assert.ok(!JSON.stringify(unsaid).includes(secret.slice(0, 12)));
      for (const method of ['ping', 'initialize', 'logging/setLevel', 'no/such'])
        assert.equal(errorOf(await modern(method)).code, -32601, method);
      const missing = errorOf(await modern('resources/read', { uri: 'memory://nowhere' }));
      assert.equal(missing.code, -32602);
      await end();
    }));

  it('is asked for its folders where they tell the project, and only then', () =>
    withFolder(async (home) => {
      const root = join(home, 'project');
      mkdirSync(join(root, '.git'), { recursive: true });
      const { modern, end } = ask([]);
      const call = { name: 'history_stats', arguments: {} };
      const canTell = { [key('clientCapabilities')]: { roots: {} } };
      const asked = resultOf(await modern('tools/call', call, canTell));
      assert.equal(asked.resultType, 'input_required');
      assert.deepEqual(asked.inputRequests, { folders: { method: 'roots/list' } });
      assert.ok(!('ttlMs' in asked));
      const answer = { folders: { roots: [{ uri: pathToFileURL(root).href }] } };
      const save = saveCall(0, 'x').params;
      const saved = resultOf(await modern('tools/call', { ...save, inputResponses: answer }, canTell));
      assert.deepEqual([saved.resultType, saved.isError], ['complete', undefined]);
      const named = { ...call, arguments: { projectRoot: root, dialog: 'main' } };
      const { content } = resultOf(await modern('tools/call', named, canTell));
      assert.match((content as { text: string }[])[0]?.text ?? '', /"messages":1/);
      const within = {
        name: 'history_more',
        arguments: { name: 'history_stats', arguments: { projectRoot: root } },
      };
      assert.equal(resultOf(await modern('tools/call', within, canTell)).resultType, 'complete');
      const uri = `history://dialogs/main?projectRoot=${encodeURIComponent(root)}`;
      assert.equal(resultOf(await modern('resources/read', { uri }, canTell)).resultType, 'complete');
      const none = { ...call, arguments: { projectRoot: null } };
      assert.equal(resultOf(await modern('tools/call', none, canTell)).resultType, 'input_required');
      assert.equal(resultOf(await modern('tools/list', {}, canTell)).resultType, 'complete');
      await end();
    }));

  it('shares its process with one that has shaken hands, which notices nothing', () =>
    withFolder(async (root) => {
      const { server, request, modern, end } = ask(['--root', root]);
      await modern('tools/call', saveCall(0, 'one').params);
      server.send(initialize);
      const list = resultOf(await request('tools/list'));
      assert.deepEqual(Object.keys(list), ['tools']);
      const called = resultOf(await request('tools/call', { name: 'history_stats', arguments: {} }));
      assert.deepEqual(Object.keys(called), ['content']);
      assert.deepEqual(resultOf(await request('ping')), {});
      assert.equal(errorOf(await request('resources/read', { uri: 'memory://nowhere' })).code, -32002);
      assert.deepEqual(resultOf(await modern('tools/list')).tools, list.tools);
      await end();
    }));
});
