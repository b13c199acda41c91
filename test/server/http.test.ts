import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { eventually, holds } from '../eventually.ts';
import { initialize, saveCall, startLines } from './lineServer.ts';
import { withFolder } from './withServer.ts';

interface HttpServer {
  readonly url: URL;
  readonly token: string;
  readonly root: string;
  readonly process: ReturnType<typeof startLines>;
  readonly connect: () => Promise<Client>;
  /** A request as the headers say, with those of a good one in the place of what is left out. */
  readonly post: (headers?: Record<string, string>, body?: unknown, method?: string) => Promise<Answer>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Runs with a server over HTTP on a free port for a project in a new folder. */
async function withHttp(
  run: (server: HttpServer) => Promise<void>,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<void> {
  await withFolder(async (root) => {
    const process = startLines(['--http', '--port', '0', '--root', root, ...args], {
      HOME: join(root, 'home'), // where an older version may have kept a token
      HISTORY_STATE_HOME: join(root, 'state'),
      ...env,
    });
    const clients: Client[] = [];
    try {
      const told = await eventually(
        'the server tells its address',
        () => /(http:\S+)\n.*Bearer <(?:the token in )?(.+)>\n/.exec(process.err()) ?? undefined,
      );
      const [url, token] = [new URL(told[1]!), env.MCP_SERVER_TOKEN ?? readFileSync(told[2]!, 'utf8').trim()];
      const connect = async () => {
        const client = await connected(url, token);
        clients.push(client);
        return client;
      };
      const post: HttpServer['post'] = (headers, body, method) => send({ url, token, headers, body, method });
      await run({ url, token, root, process, connect, post });
    } finally {
      await Promise.all(clients.map((client) => client.close()));
      process.child.kill('SIGKILL');
      await process.closed;
    }
  });
}

async function connected(url: URL, token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

interface Sent {
  readonly url: URL;
  readonly token: string;
  readonly headers?: Record<string, string> | undefined;
  readonly body?: unknown;
  readonly method?: string | undefined;
}

async function send({ url, token, headers, body = initialize, method = 'POST' }: Sent): Promise<Answer> {
  const sent = request(url, {
    method,
    agent: false, // a connection of its own: one that was used before may be ended by the server right now
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      ...headers,
    },
  });
  sent.end(typeof body === 'string' ? body : JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const text = (await response.toArray()).join('');
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

const textOf = (result: unknown): string => (result as { content: { text: string }[] }).content[0]!.text;

const save = (client: Client, text: string, args: Record<string, unknown> = {}) =>
  client.callTool({
    name: 'history_save',
    arguments: { dialog: 'main', entry: { role: 'user', text }, ...args },
  });

describe('streamable HTTP', () => {
  it('answers requests without a handshake, each by itself, whose headers say what its body says', () =>
    withHttp(async ({ post, connect }) => {
      const key = (name: string) => `io.modelcontextprotocol/${name}`;
      const _meta = { [key('protocolVersion')]: '2026-07-28', [key('clientCapabilities')]: {} };
      const version = { 'MCP-Protocol-Version': '2026-07-28' };
      const ask = async (method: string, params: object, headers: Record<string, string>) => {
        const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } };
        const { status, text } = await post(headers, body);
        return {
          status,
          ...(JSON.parse(text) as { result?: Record<string, unknown>; error?: { code: number } }),
        };
      };
      const found = await ask('server/discover', {}, { ...version, 'Mcp-Method': 'server/discover' });
      assert.deepEqual([found.status, found.result?.supportedVersions], [200, ['2026-07-28']]);
      const { params } = saveCall(1, 'hello');
      const named = { ...version, 'Mcp-Method': 'tools/call', 'Mcp-Name': 'history_save' };
      const saved = await ask('tools/call', params, named);
      assert.deepEqual([saved.status, saved.result?.resultType], [200, 'complete']);
      const encoded = {
        ...named,
        'Mcp-Name': `=?base64?${Buffer.from('history_save').toString('base64')}?=`,
      };
      assert.equal((await ask('tools/call', params, encoded)).status, 200);
      for (const wrong of [
        { ...named, 'Mcp-Name': 'history_clear' },
        { ...named, 'Mcp-Method': 'tools/list' },
        { ...named, 'MCP-Protocol-Version': '2025-11-25' },
        { ...named, 'Mcp-Name': encoded['Mcp-Name'].replace('?aGl', '?a!Gl') },
        { ...named, 'Mcp-Name': encoded['Mcp-Name'].replace('?=', 'AA?=') },
        { ...named, 'Mcp-Name': `ghp_${'a1B2c3D4e5F6'.repeat(3)}` },
        version,
      ]) {
        const { status, error } = await ask('tools/call', params, wrong);
        assert.deepEqual([status, error?.code], [400, -32020]);
        assert.doesNotMatch(JSON.stringify(error), /ghp_/);
      }
      const unknown = await ask('no/such', {}, { ...version, 'Mcp-Method': 'no/such' });
      assert.deepEqual([unknown.status, unknown.error?.code], [404, -32601]);
      const gone = await ask('ping', {}, { ...version, 'Mcp-Method': 'ping' });
      assert.deepEqual([gone.status, gone.error?.code], [404, -32601]);
      const bare = { jsonrpc: '2.0', id: 1, method: 'server/discover' };
      const lacking = await post({ ...version, 'Mcp-Method': 'server/discover' }, bare);
      assert.deepEqual([lacking.status, lacking.text.includes('-32602')], [400, true]);
      const notice = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, _meta } };
      const refused = await post({ ...version, 'Mcp-Method': notice.method }, notice);
      assert.equal(refused.status, 400);
      assert.match(refused.text, /one JSON-RPC request/);
      const client = await connect(); // of the handshake era
      assert.match(
        textOf(await client.callTool({ name: 'history_stats', arguments: { dialog: 'main' } })),
        /"messages":2/,
      );
    }));

  it('takes a call without a dialog for the one that the chat of its request saved to last', () =>
    withHttp(async ({ post }) => {
      const key = (name: string) => `io.modelcontextprotocol/${name}`;
      const call = async (session: object, name: string, args: object = {}) => {
        const _meta = {
          [key('protocolVersion')]: '2026-07-28',
          [key('clientCapabilities')]: {},
          ...session,
        };
        const headers = {
          'MCP-Protocol-Version': '2026-07-28',
          'Mcp-Method': 'tools/call',
          'Mcp-Name': name,
        };
        const params = { name, arguments: args, _meta };
        const { text } = await post(headers, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
        const { result } = JSON.parse(text) as { result: { content: { text: string }[] } };
        return result.content.at(-1)?.text;
      };
      const entry = { role: 'user', text: 'hello' };
      await call({ session_id: 'one' }, 'history_save', { dialog: 'feature-x', entry });
      await call({ threadId: 'two' }, 'history_save', { dialog: 'feature-y', entry });
      await call({}, 'history_save', { dialog: 'feature-z', entry });
      const meant = (session: object) => call(session, 'history_get_dialog_detail', { recentTurns: 6 });
      assert.equal(await meant({ session_id: 'one' }), 'dialog: "feature-x"');
      assert.equal(await meant({ threadId: 'two' }), 'dialog: "feature-y"');
      assert.equal(await meant({}), 'dialog: "default"');
      assert.equal(await meant({ session_id: 'three' }), 'dialog: "default"');
    }));

  it('prints its address and token, lists the tools and runs calls', () =>
    withHttp(async ({ url, token, root, connect }) => {
      assert.deepEqual([url.hostname, url.pathname], ['127.0.0.1', '/mcp']);
      assert.match(token, /^[\w-]{32}$/);
      const client = await connect();
      const { tools } = await client.listTools();
      assert.ok(tools.some(({ name }) => name === 'history_save'));
      assert.equal(textOf(await save(client, 'hello')), '{"ok":true,"saved":1}');
      assert.ok(existsSync(join(root, '.chat-history', 'main', 'messages.json')));
      assert.ok((await client.listPrompts()).prompts.length > 0);
      assert.ok((await client.readResource({ uri: 'memory://stats' })).contents.length > 0);
    }));

  it('serves several clients at once and stores all their saves', () =>
    withHttp(async ({ connect }) => {
      const clients = await Promise.all([connect(), connect(), connect()]);
      await Promise.all(
        clients.flatMap((client, who) =>
          Array.from({ length: 20 }, (_, n) => save(client, `${who} says ${n}`)),
        ),
      );
      const stats = await clients[0].callTool({ name: 'history_stats', arguments: { dialog: 'main' } });
      assert.match(textOf(stats), /"messages":60\b/);
    }));

  it('confines calls to its roots, as over standard input', () =>
    withHttp(async ({ connect, root }) => {
      const client = await connect();
      mkdirSync(join(root, 'below'));
      await save(client, 'x', { projectRoot: join(root, 'below') });
      assert.ok(existsSync(join(root, 'below', '.chat-history')));
      assert.match(textOf(await save(client, 'x', { projectRoot: join(root, '..') })), /outside/);
    }));

  it('accepts the token of the environment and does not print it', () => {
    const secret = 'a-secret-of-the-test_1234';
    return withHttp(
      async ({ connect, process }) => {
        assert.ok((await (await connect()).listTools()).tools.length > 0);
        assert.ok(!process.err().includes(secret));
      },
      { env: { MCP_SERVER_TOKEN: secret } },
    );
  });

  it('keeps a generated token in a private file and reuses it', () =>
    withFolder((state) =>
      withHttp(
        async ({ token, process }) => {
          const file = join(state, 'mcp-history-store', 'http-token');
          assert.equal(readFileSync(file, 'utf8'), `${token}\n`);
          assert.ok(!process.err().includes(token));
          const isWindows = globalThis.process.platform === 'win32';
          if (!isWindows) assert.equal(statSync(file).mode & 0o777, 0o600);
          const taken: string[] = [];
          await withHttp((again) => Promise.resolve(void taken.push(again.token)), {
            env: { HISTORY_STATE_HOME: state },
          });
          assert.deepEqual(taken, [token]);
          if (isWindows) return;
          chmodSync(file, 0o644);
          const shown = startLines(['--http', '--port', '0'], { HISTORY_STATE_HOME: state });
          assert.equal(await shown.closed, 1);
          assert.match(shown.err(), /Other users may read the token in .* Delete the file.*MCP_SERVER_TOKEN/);
          chmodSync(file, 0o600);
          writeFileSync(file, 'x');
          const damaged = startLines(['--http', '--port', '0'], { HISTORY_STATE_HOME: state });
          assert.equal(await damaged.closed, 1);
          assert.match(damaged.err(), /holds no token\. Delete it/);
        },
        { env: { HISTORY_STATE_HOME: state } },
      ),
    ));

  it('refuses a batch and runs none of it', () =>
    withHttp(async ({ root, post }) => {
      for (const batch of [
        [initialize, saveCall(1, 'x')],
        ` \n [${JSON.stringify(saveCall(2, 'y'))}]`,
        '[]',
      ]) {
        const { status, text } = await post({}, batch);
        assert.equal(status, 400);
        assert.match(text, /Batches are not supported: send each JSON-RPC message in a request of its own/);
      }
      assert.equal(existsSync(join(root, '.chat-history')), false);
      assert.equal((await post({}, `\n ${JSON.stringify(saveCall(3, 'z'))}`)).status, 200);
    }));

  it('takes what clients send for nothing, and a byte order mark, as over standard input', () =>
    withHttp(async ({ post }) => {
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const call = { ...list, method: 'tools/call', params: { name: 'history_stats', arguments: null } };
      for (const body of [
        { ...list, params: null },
        `\uFEFF${JSON.stringify(list)}`,
        `\uFEFF ${JSON.stringify({ ...list, params: null })}\n`,
        call,
      ]) {
        const { status, text } = await post({}, body);
        assert.equal(status, 200, text);
        assert.match(text, /"result":/);
      }
      assert.equal((await post({}, '\uFEFF[]')).status, 400);
      for (const wrong of ['', '\uFEFF', 'null', '{"jsonrpc":"2.0","id":1,"method":']) {
        const { status, text } = await post({}, wrong);
        assert.equal(status, 400);
        assert.match(text, /Parse error/);
      }
    }));

  it('responds with 404 outside its address, with or without a token', () =>
    withHttp(async ({ url, token }) => {
      for (const path of ['/', '/mcp/', '/.well-known/oauth-protected-resource', '/register', '/mcp%00'])
        for (const Authorization of ['', `Bearer ${token}`])
          assert.equal(
            (await send({ url: new URL(path, url), token, headers: { Authorization } })).status,
            404,
            path,
          );
    }));

  it('refuses a missing or wrong token with 401', () =>
    withHttp(async ({ url, token, post }) => {
      for (const Authorization of ['', 'Bearer', 'Bearer x', `Bearer ${token}x`, `Basic ${token}`, token]) {
        const { status, headers, text } = await post({ Authorization });
        assert.deepEqual([status, headers['www-authenticate']], [401, 'Bearer'], Authorization);
        assert.match(text, /Authorization: Bearer/);
      }
      await assert.rejects(connected(url, 'wrong'), /The token is missing or wrong/);
    }));

  it('refuses foreign Host headers and web pages with 403', () =>
    withHttp(async ({ url, post }) => {
      const { port } = url;
      const hosts = [
        'evil.example',
        `evil.example:${port}`,
        '10.0.0.1',
        '127.0.0.1.evil.example',
        'localhost@evil.example',
        'x/y',
      ];
      for (const Host of hosts) assert.equal((await post({ Host })).status, 403, Host);
      for (const Host of [`localhost:${port}`, `LOCALHOST:${port}`, '127.0.0.1', `[::1]:${port}`])
        assert.equal((await post({ Host })).status, 200, Host);
      const origins = ['https://evil.example', 'null', 'http://localhost:3000', `https://127.0.0.1:${port}`];
      for (const Origin of origins) assert.equal((await post({ Origin })).status, 403, Origin);
      assert.equal((await post({ Origin: url.origin })).status, 200);
    }));

  it('accepts any IP address when listening on all, and warns that others can reach it', () =>
    withHttp(
      async ({ post, process }) => {
        for (const Host of ['192.168.0.7:8001', 'localhost'])
          assert.equal((await post({ Host })).status, 200);
        assert.equal((await post({ Host: 'evil.example' })).status, 403);
        assert.match(process.err(), /can be reached from other machines/);
      },
      { args: ['--host', '0.0.0.0'] },
    ));

  it('answers invalid requests and keeps running', () =>
    withHttp(async ({ url, token, post }) => {
      assert.equal((await send({ url: new URL('/', url), token })).status, 404);
      for (const method of ['GET', 'DELETE', 'OPTIONS'])
        assert.deepEqual((await post({}, '', method)).headers.allow, 'POST', method);
      assert.equal((await post({}, '{not json')).status, 400);
      assert.equal((await post({}, { no: 'message' })).status, 400);
      assert.equal((await post({ 'Content-Type': 'text/plain' })).status, 415);
      assert.equal((await post({}, saveCall(7, 'without a handshake'))).status, 200);
      assert.equal((await post()).status, 200);
    }));

  it('accepts a text of 20 MB and refuses more than 64 MiB', () =>
    withHttp(async ({ connect, post }) => {
      assert.equal(textOf(await save(await connect(), 'x'.repeat(20e6))), '{"ok":true,"saved":1}');
      const { status, text } = await post({ 'Content-Length': String(65 * 1024 * 1024) }, '{}');
      assert.equal(status, 413);
      assert.match(text, /at most 67108864 bytes/);
      // In chunks: a client that is still sending may hear the answer or only that the connection ended.
      const chunked = post({ 'Transfer-Encoding': 'chunked' }, 'x'.repeat(65 * 1024 * 1024));
      assert.equal(await chunked.then((answer) => answer.status).catch(() => 413), 413);
      assert.equal((await post()).status, 200);
    }));

  it('exits with code 0 on a signal after answering pending calls', () =>
    withHttp(async ({ connect, process, post }) => {
      await save(await connect(), 'first');
      const underWay = Array.from({ length: 20 }, (_, id) => post({}, saveCall(id, `${id}`)));
      const answers = Promise.allSettled(underWay); // some may come too late, and be refused
      await underWay[0];
      process.child.kill('SIGTERM');
      assert.equal(await process.closed, 0);
      for (const answer of await answers)
        if (answer.status === 'fulfilled') assert.match(answer.value.text, /saved/);
    }));

  it('reports that its port is in use', () =>
    withHttp(async ({ url }) => {
      const second = startLines(['--http'], { MCP_SERVER_PORT: url.port });
      assert.equal(await second.closed, 1);
      assert.match(second.err(), new RegExp(`Port ${url.port} of 127.0.0.1 is in use: .*--port`));
      assert.equal(second.err().trim().split('\n').length, 1);
    }));

  const wrong: readonly [string[], Record<string, string>, RegExp][] = [
    [['--http', '--stdio'], {}, /give one of them/],
    [['--port', '80'], {}, /--port .* add --http/],
    [['--host', 'x'], {}, /--host .* add --http/],
    [['--http', '--port', '65536'], {}, /--port is "65536"/],
  ];
  it('refuses invalid arguments', async () => {
    for (const [args, env, message] of wrong) {
      const process = startLines(args, env);
      assert.equal(await process.closed, 2, args.join(' '));
      assert.match(process.err(), message);
    }
  });

  it('generates a token when that of the environment is invalid, without printing the latter', () =>
    withFolder(async (state) => {
      for (const [token, message] of [
        ['short', /MCP_SERVER_TOKEN has 5 characters/],
        ['blanks are not allowed', /letters, digits/],
      ] as const) {
        const env = { MCP_SERVER_TOKEN: token, HISTORY_STATE_HOME: state };
        const server = startLines(['--http', '--port', '0'], env);
        await holds(() => assert.match(server.err(), /Bearer <the token in .*http-token>\n/));
        server.child.kill();
        await server.closed;
        assert.match(server.err(), message);
        assert.ok(!server.err().includes(token));
      }
    }));

  it('reports that it cannot listen on a host', async () => {
    const process = startLines(['--http', '--host', '203.0.113.1']);
    assert.equal(await process.closed, 1);
    assert.match(process.err(), /not possible to listen on 203\.0\.113\.1/);
  });
});
