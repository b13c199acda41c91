import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { systemClock } from '../../src/disk/base/context.ts';
import { silentLog } from '../../src/disk/base/core.ts';
import { stateVariable, type Machine } from '../../src/disk/base/stateFolder.ts';
import { repair } from '../../src/doctor/examine.ts';
import type { DoctorReport } from '../../src/doctor/types.ts';
import { followCopy } from '../../src/history/copies/followCopy.ts';
import { defaultCopies } from '../../src/history/copies/modes.ts';
import { withCli, type Fixture } from './withCli.ts';

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

interface CopyFixture {
  readonly project: string;
  readonly machine: Machine;
  /** Runs a command that must succeed and returns its JSON, or its text. */
  readonly json: (...args: readonly string[]) => Promise<Record<string, unknown>>;
  readonly text: (...args: readonly string[]) => Promise<string>;
  readonly cli: (...args: readonly string[]) => ReturnType<Fixture['cli']>;
  /** Brings the copy of a project up to date, as server and editor do. */
  readonly follow: (folder?: string) => Promise<unknown>;
}

const withCopies = (test: (fixture: CopyFixture) => Promise<void>) =>
  withCli(async ({ cli: run, project }) => {
    const env = { [stateVariable]: join(dirname(project), 'state') };
    const machine: Machine = { home: dirname(project), env, platform: process.platform };
    const cli = (...args: readonly string[]) => run(args, '', env);
    const text = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await cli(...args);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const json = async (...args: readonly string[]) =>
      JSON.parse(await text(...args, '--json')) as Record<string, unknown>;
    const follow = (folder = project) =>
      followCopy(
        join(folder, '.chat-history'),
        { machine, clock: systemClock, log: silentLog },
        defaultCopies,
      );
    await test({ project, machine, cli, text, json, follow });
  });

type Listed = readonly { readonly id: string; readonly path: string; readonly lost: boolean }[];

describe('copies on the command line', () => {
  it('are listed, bring back what git clean -fdx deleted, and are deleted one by one', () =>
    withCopies(async ({ project, text, json, follow }) => {
      git(project, 'init', '--quiet');
      await text('save', 'shop', 'Fix the login');
      await follow();
      const listed = (await json('copies')).copies as Listed;
      assert.deepEqual(
        listed.map(({ path, lost }) => ({ path, lost })),
        [{ path: project, lost: false }],
      );
      assert.match(git(project, 'clean', '-fdx'), /Removing \.chat-history\//);
      assert.match(await text('copies'), /1 message, 0 archives, until .*, the history itself is gone/);
      await text('save', 'shop', 'since then');
      assert.match(await text('restore', '--copy'), /^Restored .*1 message/);
      const shown = await text('export', 'shop');
      assert.ok(shown.indexOf('Fix the login') < shown.indexOf('since then'), shown);
      await follow();
      const [copy, ...others] = (await json('copies')).copies as Listed;
      assert.ok(copy && others.length === 0 && !copy.lost);
      assert.equal((await json('copies', '--delete', copy.id)).deleted, copy.id);
      assert.match(await text('copies'), /There are no copies\./);
    }));

  it('are a finding of the doctor, which restores', () =>
    withCopies(async ({ project, cli, text, follow }) => {
      await text('save', 'shop', 'Fix the login');
      await follow();
      fs.rmSync(join(project, '.chat-history'), { recursive: true });
      const found = await cli('doctor');
      assert.match(
        found.stdout,
        /The history that was here until .* was deleted with its folder \(messages: 1, kept sessions: 0\)/,
      );
      const repaired = await cli('doctor', '--fix');
      assert.match(repaired.stdout, /It is restored\./, repaired.stdout + repaired.stderr);
      assert.match(await text('export', 'shop'), /Fix the login/);
    }));

  const cloneIn = (folder: string, name: string) => {
    const clone = join(folder, name);
    fs.mkdirSync(clone);
    git(clone, 'init', '--quiet');
    git(clone, 'remote', 'add', 'origin', 'https://ann:secret@example.com/shop.git');
    return clone;
  };

  it('come back into another clone of the repository, once its folder is gone and it is said which', () =>
    withCopies(async ({ project, cli, text, follow }) => {
      const [first, other] = ['first', 'other'].map((name) => cloneIn(dirname(project), name));
      assert.ok(first && other);
      const told = async (clone = other) => (await cli('dialogs', '--project', clone)).stderr;
      await text('save', 'shop', 'Fix the login', '--project', first);
      await follow(first);
      assert.doesNotMatch(await text('copies', '--json'), /secret/);
      assert.equal(await told(), '', 'the history is still there');
      fs.rmSync(join(first, '.chat-history'), { recursive: true });
      assert.equal(await told(), '', 'its folder is still there');
      fs.rmSync(first, { recursive: true });
      assert.match(await told(), /history of another clone of this repository.*restore --copy/);
      assert.equal(await told(project), '', 'it is no clone');
      const refused = await cli('restore', '--copy', '--project', other);
      const [, id = ''] = /: restore --copy (\w+)/.exec(refused.stderr) ?? [];
      await text('save', 'shop', 'since then', '--project', other);
      assert.equal(await told(), '', 'it has a history of its own');
      assert.match(await text('restore', '--copy', id, '--project', other), /^Restored /);
      assert.match(await text('export', 'shop', '--project', other), /Fix the login[^]*since then/);
      await follow(other);
      const listed = JSON.parse(await text('copies', '--json')) as { copies: Listed };
      assert.deepEqual(
        listed.copies.map(({ path, lost }) => ({ path, lost })),
        [{ path: other, lost: false }],
      );
    }));

  it('are a finding of the doctor in another clone, which restores none by itself', () =>
    withCopies(async ({ project, machine, cli, text, json, follow }) => {
      const clones = ['first', 'second', 'other'].map((name) => cloneIn(dirname(project), name));
      const [first = '', second = '', other = ''] = clones;
      for (const clone of [first, second]) {
        await text('save', 'shop', `of ${clone}`, '--project', clone);
        await follow(clone);
        fs.rmSync(clone, { recursive: true });
      }
      const doctor = async (...args: string[]) => (await cli('doctor', ...args, '--project', other)).stdout;
      assert.equal((await doctor()).split('restore --copy').length, 3);
      await doctor('--fix');
      assert.doesNotMatch(await text('dialogs', '--project', other), /shop/, 'two may be meant');
      const copies = (await json('copies')).copies as Listed;
      await text('copies', '--delete', copies.find(({ path }) => path === second)?.id ?? '');
      assert.doesNotMatch(await doctor('--fix'), /restored|--fix/, 'any repository may have this origin');
      assert.doesNotMatch(await text('dialogs', '--project', other), /shop/);
      const { checks } = JSON.parse(await doctor('--json')) as DoctorReport;
      const found = checks.flatMap(({ findings }) => findings).find(({ id }) => id === 'history.ofClone');
      assert.ok(found?.byChoice);
      const name = { check: 'history', id: found.id, subject: found.subject };
      const { state } = await repair(
        { version: '', cli: '', clock: systemClock, machine, project: other },
        name,
      );
      assert.equal(state, 'done');
      assert.match(await text('export', 'shop', '--project', other), new RegExp(`of ${first}`));
    }));

  it('are not offered again once they were deleted', () =>
    withCopies(async ({ project, cli, text, json, follow }) => {
      const [first = '', other = ''] = ['first', 'other'].map((name) => cloneIn(dirname(project), name));
      await text('save', 'shop', 'Fix the login', '--project', first);
      await follow(first);
      fs.rmSync(first, { recursive: true });
      const [copy] = (await json('copies')).copies as Listed;
      await text('copies', '--delete', copy?.id ?? '');
      assert.equal((await cli('dialogs', '--project', other)).stderr, '');
    }));

  it('are told of by each command until the history is restored or its copy deleted', () =>
    withCopies(async ({ project, cli, text, json, follow }) => {
      const told = async () => (await cli('dialogs')).stderr.includes('mcp-history-store restore --copy');
      await text('save', 'shop', 'Fix the login');
      await follow();
      assert.equal(await told(), false);
      fs.rmSync(join(project, '.chat-history'), { recursive: true });
      assert.equal(await told(), true);
      await text('restore', '--copy');
      assert.equal(await told(), false);
      fs.rmSync(join(project, '.chat-history'), { recursive: true });
      assert.equal(await told(), true);
      const [copy] = (await json('copies')).copies as Listed;
      await text('copies', '--delete', copy?.id ?? '');
      assert.equal(await told(), false);
    }));

  it('are a question where two histories were lost in one folder', () =>
    withCopies(async ({ project, cli, text, follow }) => {
      for (const message of ['Fix the login', 'Round tax once']) {
        await text('save', 'shop', message);
        await follow();
        fs.rmSync(join(project, '.chat-history'), { recursive: true });
      }
      const refused = await cli('restore', '--copy');
      assert.equal(refused.code, 2);
      const [newest = '', older = '', ...more] = [...refused.stderr.matchAll(/restore --copy (\w{8})/g)].map(
        ([, id = '']) => id,
      );
      assert.ok(newest && older && more.length === 0, refused.stderr);
      await text('restore', '--copy', older);
      assert.match(await text('export', 'shop'), /Fix the login/);
    }));

  it('keep what a branch that brings a history along replaces, and restore it beside that of the branch', () =>
    withCopies(async ({ project, text, follow }) => {
      const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
      const commit = (cwd: string) => git(cwd, ...identity, 'commit', '--quiet', '--allow-empty', '-m', 'x');
      git(project, 'init', '--quiet', '--initial-branch', 'main');
      commit(project);
      const other = join(dirname(project), 'other');
      git(dirname(project), 'clone', '--quiet', project, other);
      git(other, 'switch', '--quiet', '--create', 'talks');
      await text('save', 'shop', 'of the branch', '--project', other);
      git(other, 'add', '--force', '.chat-history/shop');
      commit(other);
      await text('save', 'shop', 'Fix the login');
      await text('save', 'tax', 'Round once');
      await follow();
      git(project, 'fetch', '--quiet', other, 'talks');
      git(project, 'checkout', '--quiet', 'FETCH_HEAD'); // replaces ignored files without a word
      assert.doesNotMatch(await text('export', 'shop'), /Fix the login/);
      await text('save', 'shop', 'saved on the branch');
      for (const time of [1, 2]) await follow().then((report) => assert.ok(report, String(time)));
      assert.match(await text('restore', '--copy'), /^Restored .*2 messages/);
      assert.match(await text('export', 'shop'), /Fix the login[^]*of the branch[^]*saved on the branch/);
      assert.match(await text('export', 'tax'), /Round once/);
    }));

  it('bring back the history of a working tree that was removed, into the one that it shares since it is there again', () =>
    withCopies(async ({ project, text, json, cli, follow }) => {
      const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
      git(project, 'init', '--quiet');
      git(project, ...identity, 'commit', '--quiet', '--allow-empty', '-m', 'x');
      await text('save', 'shop', 'of the main one');
      const tree = join(dirname(project), 'tree');
      git(project, 'worktree', 'add', '--quiet', tree);
      fs.mkdirSync(join(tree, '.chat-history', '.locks'), { recursive: true }); // it has one of its own
      fs.writeFileSync(join(tree, '.chat-history', '.gitignore'), '*\n');
      await text('save', 'shop', 'of the tree', '--project', tree);
      await text('save', 'tax', 'Round once', '--project', tree);
      await follow(tree);
      git(project, 'worktree', 'remove', tree);
      assert.equal(fs.existsSync(tree), false);
      const [copy] = (await json('copies')).copies as Listed;
      assert.deepEqual([copy?.path, copy?.lost], [tree, true]);
      git(project, 'worktree', 'add', '--quiet', tree, 'tree');
      assert.equal((await cli('dialogs', '--project', tree)).stderr, '', 'it shares a history');
      for (const which of [[], [copy?.id ?? '']]) {
        assert.match(await text('restore', '--copy', ...which, '--project', tree), /^Restored .*2 messages/);
        const shown = await text('export', 'shop');
        assert.match(shown, /of the main one[^]*of the tree/);
        assert.equal(shown.split('of the tree').length, 2);
      }
      assert.match(await text('export', 'tax'), /Round once/);
    }));

  it('are those of a time, with --at', () =>
    withCopies(async ({ project, cli, text, follow }) => {
      const times: number[] = [];
      for (const message of ['Fix the login', 'Round tax once']) {
        await text('save', 'shop', message);
        await follow();
        times.push(Date.now());
        fs.rmSync(join(project, '.chat-history'), { recursive: true });
      }
      const [first = NaN] = times;
      const refused = async (at: string) => {
        const { code, stderr } = await cli('restore', '--copy', '--at', at);
        assert.notEqual(code, 0);
        return stderr;
      };
      assert.match(await refused('yesterday-ish'), /"yesterday-ish" is not a time.*2026-02-05T18:00/);
      assert.match(await refused('2020-01-01'), /No copy is as old as "2020-01-01"; the oldest is of .*--at/);
      await text('restore', '--copy', '--at', new Date(first).toISOString());
      const shown = await text('export', 'shop');
      assert.match(shown, /Fix the login/);
      assert.doesNotMatch(shown, /Round tax once/);
    }));

  it('say what is missing', () =>
    withCopies(async ({ cli }) => {
      assert.match((await cli('restore', '--copy')).stderr, /There is no copy of a history/);
      assert.match((await cli('restore')).stderr, /Name what to restore/);
      assert.match((await cli('copies', '--delete', 'x')).stderr, /There is no copy "x"/);
    }));
});
