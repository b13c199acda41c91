import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { stateVariable, type Machine } from '../../src/disk/base/stateFolder.ts';
import { allCopies } from '../../src/history/copies/copyNotes.ts';
import { openStore } from '../../src/store/store.ts';
import { eventually } from '../eventually.ts';
import { startServer, withFolder, type ServerUnderTest } from './withServer.ts';

interface Fixture {
  readonly root: string;
  readonly start: (env?: Record<string, string>, project?: string) => Promise<ServerUnderTest>;
  /** The texts of a dialog of the only copy; empty without one. */
  readonly copied: (dialog: string) => Promise<readonly string[]>;
}

/** Runs with a project on a machine without copies. */
const withMachine = (run: (fixture: Fixture) => Promise<void>) =>
  withFolder(async (base) => {
    const [root, state] = [join(base, 'shop'), join(base, 'state')];
    fs.mkdirSync(root);
    const env = { [stateVariable]: state };
    const machine: Machine = { home: base, env, platform: process.platform };
    const started: ServerUnderTest[] = [];
    const start = async (more: Record<string, string> = {}, project = root) => {
      const server = await startServer(project, { env: { ...env, ...more } });
      started.push(server);
      return server;
    };
    const copied = async (dialog: string) => {
      const [copy] = allCopies(machine);
      if (copy === undefined) return [];
      const { dialogs } = openStore(copy.root, { isReadOnly: () => true });
      const detail = { recentTurns: 100, includeSummary: false, includeMessages: true };
      return ((await dialogs.detail(dialog, detail)).messages ?? []).map(({ text }) => text);
    };
    try {
      await run({ root, start, copied });
    } finally {
      for (const server of started) await server.close();
    }
  });

const saved = (text: string) => ({ dialog: 'main', entry: { role: 'user', text } });

describe('copies that the server keeps', () => {
  it('have what was saved last when the server ends, or where it ends in haste, once the next one is there', () =>
    withMachine(async ({ start, copied }) => {
      const texts = ['one', 'two'];
      for (const [n, text] of texts.entries()) {
        const server = await start();
        await server.ok('history_save', saved(text));
        await server.close();
        const next = await start();
        await next.client.listTools();
        const all = texts.slice(0, n + 1).join();
        await eventually('it is copied', async () => (await copied('main')).join() === all);
        await next.close();
      }
    }));

  it('follow a while after a save, and outlive git clean -fdx', () =>
    withMachine(async ({ root, start, copied }) => {
      const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
      git('init', '--quiet');
      const [one, other] = await Promise.all([start(), start()]);
      await one.ok('history_save', saved('one'));
      await other.ok('history_save', saved('two'));
      await eventually('both are copied', async () => (await copied('main')).length === 2);
      assert.match(git('clean', '-fdx'), /Removing \.chat-history\//);
      assert.equal((await copied('main')).length, 2);
      await one.ok('history_save', saved('since then'));
      assert.ok(!(await copied('main')).includes('since then'));
    }));

  it('keep all that was copied while git clean -fdX runs between the saves of two servers', () =>
    withMachine(async ({ root, start, copied }) => {
      const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
      git('init', '--quiet');
      const [one, other] = await Promise.all([start(), start()]);
      await one.ok('history_save', saved('one'));
      await other.ok('history_save', saved('two'));
      await eventually('both are copied', async () => (await copied('main')).length === 2);
      const saves = Array.from({ length: 40 }, (_, n) =>
        (n % 2 === 0 ? one : other).call('history_save', saved(`later ${n}`)),
      );
      await saves[0];
      git('clean', '-fdX'); // it may fail where a file appears in a folder that it deletes
      await Promise.all(saves);
      await one.ok('history_save', saved('since then'));
      const state = join(root, '..', 'state');
      const kept = fs
        .readdirSync(state, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('messages.json'))
        .map((name) => fs.readFileSync(join(state, name), 'utf8'));
      assert.ok(
        kept.some((text) => text.includes('"one"') && text.includes('"two"')),
        kept.join('\n'),
      );
    }));

  it('are told of to an agent once where the history is gone', () =>
    withMachine(async ({ root, start, copied }) => {
      const first = await start();
      await first.ok('history_save', saved('one'));
      await eventually('it is copied', async () => (await copied('main')).length === 1);
      await first.close();
      fs.rmSync(join(root, '.chat-history'), { recursive: true });
      const server = await start();
      await server.client.listTools();
      const replies: string[] = [];
      await eventually('it is told', async () => {
        replies.push(...(await server.call('history_save', saved('since then'))).texts);
        return replies.some((text) => text.includes('mcp-history-store restore --copy'));
      });
      replies.push(...(await server.call('history_save', saved('again'))).texts);
      const told = replies.filter((text) => text.includes('restore --copy'));
      assert.equal(told.length, 1);
      assert.match(told[0] ?? '', /^The history that was here until \d{4}-.* was deleted with its folder/);
    }));

  it('are told of to an agent once in another clone of the repository, with the first save or before', () =>
    withMachine(async ({ root, start, copied }) => {
      const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd });
      git(root, 'init', '--quiet');
      git(root, 'remote', 'add', 'origin', 'https://example.com/shop.git');
      const first = await start();
      await first.ok('history_save', saved('one'));
      await eventually('it is copied', async () => (await copied('main')).length === 1);
      await first.close();
      const clone = `${root}2`;
      fs.renameSync(root, clone);
      fs.rmSync(join(clone, '.chat-history'), { recursive: true });
      const server = await start({}, clone);
      await server.client.listTools();
      const replies: string[] = [];
      await eventually('it is told', async () => {
        replies.push(...(await server.call('history_save', saved('of the clone'))).texts);
        return replies.some((text) => text.includes('mcp-history-store restore --copy'));
      });
      replies.push(...(await server.call('history_save', saved('again'))).texts);
      const told = replies.filter((text) => text.includes('restore --copy'));
      assert.equal(told.length, 1);
      assert.match(told[0] ?? '', /^There is no history here, but a copy of that of another clone/);
      const later = await start({}, clone);
      await later.ok('history_list_dialogs');
      const silent = (await later.call('history_save', saved('later'))).texts.join('\n');
      assert.doesNotMatch(silent, /restore --copy/);
    }));

  it('keep what was copied while git clean -fdx runs in the middle of a save', () =>
    withMachine(async ({ root, start, copied }) => {
      const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
      git('init', '--quiet');
      const server = await start();
      await server.ok('history_save', saved('one'));
      await eventually('it is copied', async () => (await copied('main')).length === 1);
      const long = server.call('history_save', saved('x'.repeat(4_000_000)));
      const begun = () => fs.existsSync(join(root, '.chat-history', '.locks', 'main'));
      await eventually('the save has the lock, or is through', () => begun());
      git('clean', '-fdx');
      await long;
      git('clean', '-fdx');
      const after = await start();
      await eventually('it is told', async () =>
        (await after.call('history_save', saved('since then'))).texts.some((text) =>
          text.includes('restore --copy'),
        ),
      );
      assert.deepEqual(await copied('main'), ['one']);
    }));

  it('are not made where they are off, nor of a history in another place', () =>
    withMachine(async ({ root, start, copied }) => {
      for (const env of [{ HISTORY_COPIES: 'off' }, { CODEX_HISTORY_ROOT: root }]) {
        const server = await start(env);
        await server.ok('history_save', saved('one'));
        await server.close();
        assert.deepEqual(await copied('main'), []);
      }
    }));
});
