import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { defaultLimits, environmentFromLimits } from '../../src/disk/base/limits.ts';
import { languageVariable } from '../../src/disk/base/context.ts';
import { eventually } from '../eventually.ts';
import { initialize, saveCall, startLines } from './lineServer.ts';
import { serverFile, withFolder, withServer } from './withServer.ts';

/** The messages in the open file of the dialog `main`. */
const stored = (root: string) =>
  JSON.parse(readFileSync(join(root, '.chat-history', 'main', 'messages.json'), 'utf8')) as {
    text: string;
  }[];

const toolCall = (id: number, name: string, args: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

describe('the server process', () => {
  it('exits with code 0 when its input closes', () =>
    withFolder(async (root) => {
      const server = startLines(['--stdio', '--root', root]);
      server.send(initialize);
      server.send(saveCall(1, 'x'));
      await once(server.child.stdout, 'data');
      server.child.stdin.end();
      assert.equal(await server.closed, 0);
      assert.equal(server.err(), '');
    }));

  it('keeps running when an update removes the folder of its version', () =>
    withFolder(async (root) => {
      const version = join(root, 'version');
      const filter = (path: string): boolean => !/\.map$|webview/.test(path);
      cpSync(dirname(serverFile), version, { recursive: true, filter });
      const env = { LOG_LEVEL: 'debug' };
      const server = startLines(['--root', root], env, join(version, basename(serverFile)));
      try {
        server.send(initialize);
        server.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
        server.send(toolCall(2, 'store_memory', { content: 'The blue teapot.' }));
        await eventually('the first replies', () => server.replies().length === 3);
        server.send(toolCall(3, 'history_list_dialogs', {}));
        await eventually('one more', () => server.replies().length === 4);
        await eventually('all parts', () => server.err().includes('all parts of the server are loaded'));
        rmSync(version, { recursive: true });
        server.send(toolCall(4, 'recall_memory', { query: 'teapot today' }));
        server.send(toolCall(5, 'history_brief', {}));
        server.send(toolCall(6, 'knowledge_export', { format: 'json' }));
        server.send(toolCall(7, 'chat_context_list', {}));
        const replies = await eventually('replies without the folder', () => {
          const all = server.replies();
          return all.length === 8 && all.slice(4);
        });
        for (const reply of replies) assert.doesNotMatch(JSON.stringify(reply), /isError|"error"/);
        assert.match(JSON.stringify(replies), /The blue teapot/);
      } finally {
        server.child.kill();
        await server.closed;
      }
    }));

  it('completes and answers pending saves when its input closes', () =>
    withFolder(async (root) => {
      const server = startLines(['--root', root]);
      server.send(initialize);
      for (let id = 1; id <= 50; id++) server.send(saveCall(id, `${id}`));
      server.child.stdin.end();
      assert.equal(await server.closed, 0);
      assert.equal(server.replies().length, 51);
      assert.deepEqual(
        stored(root).map(({ text }) => text),
        Array.from({ length: 50 }, (_, n) => `${n + 1}`),
      );
    }));

  it('accepts a last line without a newline', () =>
    withFolder(async (root) => {
      const server = startLines(['--root', root]);
      server.child.stdin.end(JSON.stringify(initialize));
      assert.equal(await server.closed, 0);
      assert.equal(server.replies()[0]?.id, 0);
    }));

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`exits cleanly on ${signal} after answering pending saves`, () =>
      withFolder(async (root) => {
        const server = startLines(['--root', root]);
        server.send(initialize);
        for (let id = 1; id <= 100; id++) server.send(saveCall(id, `${id}`));
        while (server.replies().length < 2) await once(server.child.stdout, 'data');
        server.child.kill(signal);
        assert.equal(await server.closed, 0);
        assert.ok(server.replies().length > 1);
        assert.equal(stored(root).length, server.replies().length - 1);
        assert.equal(server.err(), '');
      }));

  it('exits quietly when its output is closed', () =>
    withFolder(async (root) => {
      const server = startLines(['--root', root]);
      server.send(initialize);
      await once(server.child.stdout, 'data');
      server.child.stdout.destroy();
      server.send(saveCall(1, 'x'));
      assert.equal(await server.closed, 0);
      assert.equal(server.err(), '');
    }));

  it('survives lines that are not messages, and answers when possible', () =>
    withFolder(async (root) => {
      const server = startLines(['--root', root]);
      const { stdin } = server.child;
      server.send(initialize);
      stdin.write('\n   \r\n{not json\n[]\n"text"\n5\nnull\n{"jsonrpc":"2.0"}\n');
      stdin.write('{"method":"tools/call","params":oops,"jsonrpc":"2.0","id":7}\n');
      stdin.write('{"method":"tools/call","params":{"arguments":{}},"jsonrpc":"2.0","id":8}\n');
      stdin.write('{"method":"no/such","jsonrpc":"2.0","id":9}\n');
      stdin.write('{"method":"tools/list","id":10}\n');
      stdin.write(Buffer.from([0xff, 0xfe, 0x0a]));
      stdin.end(`${JSON.stringify(saveCall(11, 'after'))}\r\n`);
      assert.equal(await server.closed, 0);
      const codes = server.replies().map(({ id, error }) => [id, error?.code]);
      assert.deepEqual(
        codes.sort(([a], [b]) => (a ?? 0) - (b ?? 0)),
        [
          [null, -32600],
          [0, undefined],
          [7, -32700],
          [8, -32602],
          [9, -32601],
          [10, -32600],
          [11, undefined],
        ],
      );
      assert.match(server.err(), /no valid JSON/);
    }));

  it('accepts a text of 20 MB in one line', () =>
    withServer(async ({ ok, root, call }) => {
      const text = '很长的文本 with "quotes"\n'.repeat(800_000);
      assert.ok(Buffer.byteLength(text) > 20e6);
      assert.equal((await ok('history_save', { dialog: 'main', entry: { role: 'user', text } })).saved, 1);
      assert.equal(stored(root)[0]?.text, text);
      assert.equal((await call('history_stats', { dialog: 'main' })).isError, false);
    }));

  it('refuses a longer line with an error in little memory, and continues', () =>
    withFolder(async (root) => {
      const server = startLines(['--root', root]);
      const { stdin } = server.child;
      server.send(initialize);
      stdin.write(
        '{"method":"tools/call","params":{"name":"history_save","arguments":{"dialog":"main","text":"',
      );
      const piece = Buffer.alloc(1024 * 1024, 'x');
      for (let mebibytes = 0; mebibytes < 200; mebibytes++)
        if (!stdin.write(piece)) await once(stdin, 'drain');
      const memory = Number(/VmHWM:\s+(\d+)/.exec(statusOf(server.child.pid))?.[1] ?? 0) / 1024;
      stdin.write('"}},"jsonrpc":"2.0","id":5}\n');
      server.send(saveCall(6, 'after'));
      stdin.end();
      assert.equal(await server.closed, 0);
      const [, refused, saved] = server.replies();
      assert.deepEqual([refused?.id, refused?.error?.code], [5, -32600]);
      assert.match(refused?.error?.message ?? '', /at most 67108864 bytes/);
      assert.equal(saved?.result?.content?.[0]?.text, '{"ok":true,"saved":1}');
      assert.match(server.err(), /bytes was ignored/);
      assert.ok(memory < 350, `${memory} MiB`);
    }));
});

/** What Linux tells about a process; nothing elsewhere. */
function statusOf(pid: number | undefined): string {
  return process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
}

describe('the server command line', () => {
  const run = async (args: readonly string[], env: Record<string, string> = {}) => {
    const server = startLines(args, env);
    server.child.stdin.end();
    return { code: await server.closed, out: server.out(), err: server.err() };
  };

  it('prints the version of the package with --version', async () => {
    const { version } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
      version: string;
    };
    assert.deepEqual(await run(['--version']), { code: 0, out: `${version}\n`, err: '' });
  });

  it('lists every option and variable in English or Chinese with --help', async () => {
    const english = await run(['--help']);
    assert.match(english.out, /^Usage/);
    const chinese = await run(['-h'], { LANG: 'zh_CN.UTF-8' });
    assert.match(chinese.out, /^用法/);
    assert.equal((await run(['-h'], { LANG: 'zh_CN.UTF-8', HISTORY_LANGUAGE: 'en' })).out, english.out);
    const options = [
      '--stdio',
      '--http',
      '--host',
      '--port',
      '--root',
      '--hub',
      '--project',
      'HISTORY_HUB_URL',
      '--help',
      '--version',
      'CODEX_HISTORY_ROOT',
      'MCP_SERVER_TOKEN',
      languageVariable,
    ];
    for (const { out } of [english, chinese]) {
      for (const option of options) assert.ok(out.includes(`\n  ${option}`), option);
      for (const [variable, value] of Object.entries(environmentFromLimits(defaultLimits)))
        assert.match(out, new RegExp(`^  ${variable}\\b(?:(?!HISTORY_)[^])*?[(（]${value}[)）]`, 'm'));
    }
  });

  const wrong: readonly [string[], Record<string, string>, RegExp][] = [
    [['--rot', 'x'], {}, /--rot.*--help/],
    [['surplus'], {}, /surplus.*--help/],
    [['--root'], {}, /--root/],
    [['--root', ''], {}, /--root is empty/],
  ];
  it('refuses unknown arguments with a message and code 2', async () => {
    for (const [args, env, message] of wrong) {
      const { code, out, err } = await run(args, env);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, message);
      assert.equal(err.trim().split('\n').length, 1, err);
    }
  });

  const settings: readonly [Record<string, string>, RegExp][] = [
    [
      { CODEX_HISTORY_ROOT: 'relative/path' },
      /CODEX_HISTORY_ROOT is "relative\/path"; set it to an absolute path/,
    ],
    [{ HISTORY_CONTEXT_MAX_MESSAGES: '0' }, /HISTORY_CONTEXT_MAX_MESSAGES is "0".*: 200 is taken/],
    [{ HISTORY_CONTEXT_MAX_BYTES: '64k' }, /HISTORY_CONTEXT_MAX_BYTES is "64k".*: 65536 is taken/],
    [{ HISTORY_CONTEXTS_ENABLED: 'no' }, /HISTORY_CONTEXTS_ENABLED is "no".*: true is taken/],
    [{ HISTORY_EMBEDDINGS_URL: 'nowhere' }, /HISTORY_EMBEDDINGS_URL is "nowhere".* left out/],
    [
      { HISTORY_LANGUAGE: 'de' },
      /HISTORY_LANGUAGE is "de"; set it to en or zh, or unset it\. It is left out\.$/,
    ],
  ];
  it('runs despite invalid settings and warns once about each', () =>
    withFolder(async (root) => {
      for (const [env, message] of settings) {
        const server = startLines(['--root', root], env);
        server.send(initialize);
        server.send(saveCall(1, 'x'));
        server.child.stdin.end();
        assert.equal(await server.closed, 0);
        assert.equal(server.replies().at(-1)?.result?.content?.[0]?.text, '{"ok":true,"saved":1}');
        assert.match(server.err().trim(), message);
        assert.equal(server.err().trim().split('\n').length, 1, server.err());
      }
    }));

  it('logs start, roots and refusals at LOG_LEVEL INFO, and every call at DEBUG', () =>
    withFolder(async (root) => {
      const linesAt = async (level: string) => {
        const server = startLines(['--root', root], { LOG_LEVEL: level });
        server.send(initialize);
        server.send(saveCall(1, 'x'));
        server.send({ ...saveCall(2, 'x'), params: { name: 'history_clear', arguments: {} } });
        server.send({ ...saveCall(3, 'x'), params: { name: 'no_tool' } });
        server.child.stdin.end();
        await server.closed;
        return server.err().trim().split('\n');
      };
      const told = [
        /^history info: started, version \d.*, in .*, for /,
        /^history info: opened the history of /,
        /^history debug: history_save: \d+ ms$/,
        /^history info: history_clear was refused: dialog is missing/,
        /^history info: "no_tool" was refused: .*There is no tool/,
      ];
      const atDebug = await linesAt('DEBUG');
      const atInfo = await linesAt('info');
      for (const line of told)
        assert.ok(
          atDebug.some((one) => line.test(one)),
          `${line} in ${atDebug.join('\n')}`,
        );
      assert.ok(atDebug[0]?.endsWith(root));
      assert.equal(atDebug.length, told.length);
      assert.deepEqual(
        [atInfo.length, atInfo.filter((line) => line.includes('debug'))],
        [told.length - 1, []],
      );
      assert.deepEqual(await linesAt(''), ['']);
    }));
});
