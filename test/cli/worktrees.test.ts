import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { linkedTree } from '../../src/store/files/projectHistory.ts';
import { openStore } from '../../src/store/store.ts';
import { withCli, type Fixture } from './withCli.ts';

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Makes the project a repository, with a linked working tree elsewhere; gives the path of that. */
function withTree(project: string, name = '树 two', how: readonly string[] = []): string {
  git(project, 'init', '--quiet', '--initial-branch=main');
  for (const [key, value] of [
    ['user.name', 'Ann'],
    ['user.email', 'ann@example.org'],
  ] as const)
    git(project, 'config', key, value);
  git(project, 'commit', '--quiet', '--allow-empty', '--message', 'Begin');
  const tree = join(dirname(project), name);
  git(project, 'worktree', 'add', '--quiet', ...how, '-b', 'feature/y', tree);
  return tree;
}

const texts = async (root: string): Promise<readonly string[]> => {
  const detail = { recentTurns: 50, includeSummary: false, includeMessages: true };
  const { messages } = await openStore(root).dialogs.detail('plan', detail);
  return (messages ?? []).map(({ text }) => text);
};

const saveIn = (root: string, text: string) => openStore(root).dialogs.save('plan', [{ role: 'user', text }]);

describe('a linked working tree of git', () => {
  it('shares the history of the main one while it lives, and loses nothing when it is removed', () =>
    withCli(async ({ cli, project }: Fixture) => {
      const tree = withTree(project);
      await saveIn(project, 'one');
      await saveIn(tree, 'two');
      assert.equal((await cli(['save', 'plan', '--project', tree], 'three')).code, 0);
      const { memory } = await openStore(tree).memories.store({ content: 'Teapots are blue' });
      const all = ['one', 'two', 'three'];
      for (const root of [project, tree]) assert.deepEqual(await texts(root), all);
      assert.ok(!fs.existsSync(join(tree, '.chat-history')));
      assert.equal(git(tree, 'status', '--porcelain'), '');

      const file: unknown = JSON.parse(
        fs.readFileSync(join(project, '.chat-history/plan/messages.json'), 'utf8'),
      );
      assert.ok(Array.isArray(file));
      const branches = file.map((message: { meta?: { branch?: string } }) => message.meta?.branch);
      assert.deepEqual(branches, [undefined, 'feature/y', 'feature/y']);

      git(project, 'worktree', 'remove', tree);
      assert.deepEqual(await texts(project), all);
      assert.deepEqual(
        (await openStore(project).memories.list()).map(({ hash }) => hash),
        [memory.hash],
      );
    }));

  it('is told by the doctor, with why it has a history of its own', () =>
    withCli(async ({ json, project }: Fixture) => {
      const tree = withTree(project);
      await saveIn(project, 'one');
      const told = async () => JSON.stringify(await json('doctor', '--project', tree));
      assert.match(await told(), /shares the history of/);
      fs.mkdirSync(join(tree, '.chat-history/.locks'), { recursive: true });
      assert.match(await told(), /has a history of its own/);
      assert.equal(linkedTree(tree)?.apart, 'own history');
    }));

  it('is found however git writes it: moved, locked, without a branch, of a bare repository', () =>
    withCli(({ project }: Fixture) => {
      const tree = withTree(project);
      const moved = `${tree} moved`;
      git(project, 'worktree', 'move', tree, moved);
      assert.equal(linkedTree(moved)?.main, project);
      git(project, 'worktree', 'lock', moved);
      git(moved, 'checkout', '--quiet', '--detach');
      assert.deepEqual(linkedTree(moved), { main: project, branch: undefined });
      const file = join(moved, '.git');
      const [, entry = ''] = /^gitdir: (.*)$/m.exec(fs.readFileSync(file, 'utf8')) ?? [];
      fs.writeFileSync(file, `\uFEFFgitdir: ../${entry.slice(dirname(project).length + 1)}\r\n`);
      assert.equal(linkedTree(moved)?.main, project, 'by a relative path');

      for (const [name, beside] of [
        ['shop/.bare', 'shop'],
        ['shop.git', 'shop.git'],
      ] as const) {
        const bare = join(dirname(project), name);
        git(project, 'clone', '--quiet', '--bare', '.', bare);
        const work = join(dirname(project), `${name}-work`);
        git(bare, 'worktree', 'add', '--quiet', work, 'main');
        assert.equal(linkedTree(work)?.main, join(dirname(project), beside));
      }
      return Promise.resolve();
    }));

  it('is none where the repository does not say the same, and so leads nobody to a history', () =>
    withCli(({ project, home }: Fixture) => {
      const tree = withTree(project);
      const entry = join(project, '.git/worktrees', fs.readdirSync(join(project, '.git/worktrees'))[0] ?? '');
      const hostile = join(dirname(project), 'hostile');
      fs.mkdirSync(hostile);
      const said = [
        `gitdir: ${entry}`,
        `gitdir: ${join(project, '.git')}`,
        `gitdir: ${join(project, '.git/worktrees')}`,
        `gitdir: ${entry}/../../worktrees/${entry.split('/').at(-1)}`,
        `gitdir: /`,
        `gitdir: ${home}`,
        'gitdir: \0',
        'gitdir:',
        'x'.repeat(100_000),
        `gitdir: ${'../'.repeat(5_000)}etc`,
      ];
      for (const text of said) {
        fs.writeFileSync(join(hostile, '.git'), text);
        assert.equal(linkedTree(hostile), undefined, text.slice(0, 80));
      }
      fs.rmSync(join(hostile, '.git'));
      fs.symlinkSync(join(tree, '.git'), join(hostile, '.git'));
      assert.equal(linkedTree(hostile), undefined, 'a link to the file of another tree');
      fs.rmSync(join(hostile, '.git'));
      fs.mkdirSync(join(project, '.git/modules/sub/worktrees/x'), { recursive: true });
      fs.writeFileSync(join(project, '.git/modules/sub/worktrees/x/gitdir'), join(hostile, '.git'));
      fs.writeFileSync(join(hostile, '.git'), `gitdir: ${join(project, '.git/modules/sub/worktrees/x')}`);
      assert.equal(linkedTree(hostile), undefined, 'a working tree of a submodule');
      fs.writeFileSync(join(hostile, '.git'), `gitdir: ${join(project, '.git/modules/sub')}`);
      assert.equal(linkedTree(hostile), undefined, 'a submodule');
      fs.rmSync(project, { recursive: true });
      assert.equal(linkedTree(tree), undefined, 'the main one is gone');
      return Promise.resolve();
    }));
});
