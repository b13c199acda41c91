import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onShare } from './person.ts';
import { startServer, withFolder, withServer, type ServerUnderTest } from '../server/withServer.ts';

const save = ({ ok }: ServerUnderTest, dialog: string, text: string) =>
  ok('history_save', { dialog, entry: { role: 'user', text } });

/** The texts in the open file of a dialog whose name is that of its folder. */
function textsOf({ folder }: ServerUnderTest, dialog = 'main'): readonly string[] {
  const messages = JSON.parse(readFileSync(join(folder, dialog, 'messages.json'), 'utf8')) as {
    text: string;
  }[];
  return messages.map(({ text }) => text);
}

/** Runs with servers of processes of their own for the same project. */
async function withServers(
  roots: readonly string[],
  run: (servers: readonly ServerUnderTest[]) => Promise<void>,
): Promise<void> {
  const servers = await Promise.all(roots.map((root) => startServer(root)));
  try {
    await run(servers);
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

describe('on Windows, the server', () => {
  it('saves, lists, shows and finds', () =>
    withServer(async (server) => {
      const { ok, call } = server;
      const text = 'Der Zug nach 北京 fährt um neun.\r\nZweite Zeile';
      await save(server, 'Main 对话', text);
      assert.deepEqual(await ok('history_list_dialogs'), { dialogs: ['Main 对话'] });
      assert.match(
        (await call('history_get_dialog_detail', { dialog: 'Main 对话' })).text,
        /^U:Der Zug nach 北京/,
      );
      assert.match((await call('history_search', { query: '北京' })).text, /Main 对话/);
      assert.equal(server.errors(), '');
    }));

  it('keeps every message of three processes that save at the same time, and passes one that is killed', () =>
    withFolder((root) =>
      withServers([root, root, root], async (servers) => {
        const victim = await startServer(root);
        const some = Array.from({ length: 50 }, (_, n) => n);
        const answers = Promise.allSettled(some.map((n) => save(victim, 'main', `killed ${n}`)));
        const kept = servers.flatMap((server, s) => some.map((n) => save(server, 'main', `${s} ${n}`)));
        setTimeout(() => process.kill(victim.pid, 'SIGKILL'), 100);
        const acknowledged = (await answers).filter(({ status }) => status === 'fulfilled').length;
        await Promise.all(kept);
        await victim.close();
        const texts = textsOf(victim);
        for (const s of servers.keys())
          assert.deepEqual(
            texts.filter((text) => text.startsWith(`${s} `)),
            some.map((n) => `${s} ${n}`),
          );
        assert.ok(texts.filter((text) => text.startsWith('killed')).length >= acknowledged);
      }),
    ));

  it('keeps dialogs whose names are those of devices, of streams, or of paths', () =>
    withServer(async (server) => {
      const names = [
        'con',
        'NUL',
        'aux.md',
        'COM1',
        'lpt¹',
        'a:b?*',
        '..\\up',
        'C:\\x',
        'end.',
        'Main',
        'main',
      ];
      for (const name of names) await save(server, name, `of ${names.indexOf(name)}`);
      const { dialogs } = await server.ok('history_list_dialogs');
      assert.deepEqual([...(dialogs as string[])].sort(), [...names].sort());
      for (const dialog of names)
        assert.equal(
          (await server.call('history_get_dialog_detail', { dialog })).text,
          `U:of ${names.indexOf(dialog)}`,
        );
      const folders = readdirSync(server.folder);
      const odd = /^(?:con|nul|aux|com1|lpt¹)(?:\.|$)|[:?*\\]|[. ]$/i;
      assert.ok(!folders.some((name) => odd.test(name)), folders.join());
      assert.ok(!readdirSync(join(server.root, '..')).includes('up'));
    }));

  it('has one history for a project, however its drive or share and its separators are written', () =>
    withFolder((root) => {
      const lower = `${root.slice(0, 1).toLowerCase()}${root.slice(1)}`;
      const shared = onShare(root);
      const longShared = shared.replace(/^\\\\/, '\\\\?\\UNC\\');
      const roots = [root, lower, root.replaceAll('\\', '/'), `\\\\?\\${root}`];
      const all = [...roots, shared, shared.replaceAll('\\', '/'), longShared];
      return withServers(all, async (servers) => {
        for (const [n, server] of servers.entries()) await save(server, 'main', String(n));
        for (const server of servers) {
          const { text } = await server.call('history_get_dialog_detail', {
            dialog: 'main',
            recentTurns: 50,
          });
          assert.equal(text, all.map((_, n) => `U:${n}`).join('\n'));
        }
      });
    }));

  it('takes the project of a share from the call where cmd started it in the folder of Windows', () =>
    withFolder(async (root) => {
      const cwd = process.env.SystemRoot ?? 'C:\\windows';
      for (const args of [[], ['--root', '.']]) {
        const server = await startServer(root, { args, cwd });
        try {
          const entry = { role: 'user', text: 'x' };
          assert.match(await server.refused('history_save', { dialog: 'd', entry }), /projectRoot/);
          await server.ok('history_save', { dialog: 'd', entry, projectRoot: onShare(root) });
          assert.ok(!readdirSync(cwd).includes('.chat-history'));
        } finally {
          await server.close();
        }
      }
      assert.ok(readdirSync(join(root, '.chat-history')).includes('d'));
    }));

  for (const [how, milliseconds] of [
    ['a moment', 700],
    ['long', 5_000],
  ] as const)
    it(`saves into a file that another program holds open for ${how}, or says that it did not`, () =>
      withServer(async (server) => {
        await save(server, 'main', 'first');
        const holder = await holdOpen(join(server.folder, 'main', 'messages.json'), milliseconds);
        const entry = { role: 'user', text: 'second' };
        const { isError, text } = await server.call('history_save', { dialog: 'main', entry });
        if (how === 'a moment') assert.ok(!isError, text);
        await holder.ended;
        assert.deepEqual(textsOf(server), isError ? ['first'] : ['first', 'second'], text);
        await save(server, 'main', 'third');
        assert.equal(textsOf(server).at(-1), 'third');
      }));
});

/** Opens a file for a while as most programs on Windows do: others may read it, and nothing else. Gives when it ends. */
async function holdOpen(file: string, milliseconds: number): Promise<{ readonly ended: Promise<unknown> }> {
  const wait = `process.stdout.write('open'); setTimeout(() => {}, ${milliseconds})`;
  const line = `""${process.execPath}" -e "${wait}" <"${file}""`;
  const child = spawn('cmd', ['/d', '/s', '/c', line], { windowsVerbatimArguments: true });
  const ended = once(child, 'exit');
  const said: unknown[] = await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
  assert.equal(String(said[0]), 'open');
  return { ended };
}
