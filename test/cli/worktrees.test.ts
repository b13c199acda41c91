import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { linkedTree } from '../../src/disk/files/projectHistory.ts';
import { projectOpened } from '../../src/disk/projects/projectFolders.ts';
import { systemClock } from '../../src/disk/base/context.ts';
import { silentLog } from '../../src/disk/base/core.ts';
import { defaultLimits } from '../../src/disk/base/limits.ts';
import { ServedProjects } from '../../src/server/calls/projects.ts';
import { TranscriptReader } from '../../src/agents/reading/reader.ts';
import { loadAgents } from '../../src/agents/loadTranscripts.ts';
import { takeOver } from '../../src/store/takeOver.ts';
import { openStore } from '../../src/store/store.ts';
import { cliProgram, withCli, type Fixture } from './withCli.ts';

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

describe('a linked git working tree', () => {
  it('shares the history of the main tree, and loses nothing when removed', () =>
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

  it('shares the history of a folder in the main tree where that is the project', () =>
    withCli(async ({ json, project }: Fixture) => {
      const [part, other] = ['packages/部 a', 'packages/other'];
      fs.mkdirSync(join(project, part), { recursive: true });
      const tree = withTree(project);
      for (const name of [part, other]) fs.mkdirSync(join(tree, name), { recursive: true });
      await saveIn(join(project, part), 'one');
      await saveIn(join(tree, part), 'two');
      assert.deepEqual(await texts(join(tree, part)), ['one', 'two']);
      assert.deepEqual(linkedTree(join(tree, part)), { main: join(project, part), branch: 'feature/y' });

      await saveIn(join(tree, other), 'of a folder that the main tree lacks');
      assert.equal(linkedTree(join(tree, other))?.apart, 'gone');
      const told = JSON.stringify(await json('doctor', '--project', join(tree, other)));
      assert.match(told, /other is not there, so what is saved in this working tree is deleted with it/);

      // A link there leads to no other project.
      const elsewhere = join(dirname(project), 'elsewhere');
      fs.mkdirSync(elsewhere);
      fs.symlinkSync(elsewhere, join(project, other));
      assert.equal(linkedTree(join(tree, other))?.apart, 'gone');

      git(project, 'worktree', 'remove', '--force', tree);
      assert.deepEqual(await texts(join(project, part)), ['one', 'two']);
    }));

  it('is reported by the doctor, with the reason for a separate history', () =>
    withCli(async ({ json, run, project }: Fixture) => {
      const tree = withTree(project);
      await saveIn(project, 'one');
      const told = async () => JSON.stringify(await json('doctor', '--project', tree));
      assert.match(await told(), /shares the history of/);
      fs.mkdirSync(join(tree, '.chat-history/.locks'), { recursive: true });
      assert.match(await told(), /has a history of its own/);
      assert.equal(linkedTree(tree)?.apart, 'own history');
      fs.rmSync(project, { recursive: true });
      const { stdout } = await run('', { program: cliProgram, args: ['doctor'], cwd: tree });
      assert.match(stdout, /is not there, so what is saved in this working tree is deleted with it/);
    }));

  it('has its own history merged into the shared one once, by the doctor and by the server', () =>
    withCli(async ({ cli, json, project, home }: Fixture) => {
      const tree = withTree(project);
      await saveIn(project, 'one');
      // As a version before this one left it.
      const own = join(tree, '.chat-history');
      fs.mkdirSync(join(own, '.locks'), { recursive: true });
      const apart = openStore(tree);
      await apart.dialogs.save('plan', [
        { role: 'user', text: 'two', ts: 5 },
        { role: 'user', text: 'two', ts: 5 },
      ]);
      await apart.dialogs.save('树', [{ role: 'user', text: 'of the tree', id: 'own' }]);
      await apart.dialogs.setSummary('plan', { facts: ['blue'] }, 'replace');
      await apart.memories.store({ content: 'Teapots are blue' });
      await apart.contexts.startNew('plan', {});
      await apart.contexts.active('plan');
      await apart.dialogs.save('plan', [{ role: 'assistant', text: 'last', ts: 6 }]);
      await apart.contexts.startNew('plan', {});
      const recording = join('.sessions', 'session-2026-01-01T00-00-abc.jsonl');
      fs.mkdirSync(join(own, '.sessions'));
      fs.writeFileSync(join(own, recording), '{"sessionId":"abc"}\n');
      const kept = await apart.contexts.list('plan');
      assert.equal(kept.length, 1);
      const before = openStore(project);
      assert.deepEqual(await texts(project), ['one']);

      const { checks } = (await json('doctor', '--project', tree)) as { checks: unknown };
      assert.match(JSON.stringify(checks), /Take it into the history of/);
      assert.equal((await cli(['doctor', '--fix', '--project', tree])).code, 0);
      const all = async () => ({
        plan: [...(await texts(project))].sort(),
        names: (await before.dialogs.list()).map(({ name }) => name).sort(),
        summary: await before.dialogs.summary('plan'),
        memories: (await before.memories.list()).map(({ content }) => content),
        contexts: (await before.contexts.list('plan')).map(({ contextId }) => contextId),
        recording: fs.readFileSync(join(project, '.chat-history', recording), 'utf8'),
      });
      const taken = await all();
      assert.deepEqual(taken, {
        plan: ['last', 'one', 'two', 'two'],
        names: ['plan', '树'],
        summary: { facts: ['blue'] },
        memories: ['Teapots are blue'],
        contexts: kept.map(({ contextId }) => contextId),
        recording: '{"sessionId":"abc"}\n',
      });
      assert.equal(linkedTree(tree)?.apart, undefined);
      assert.deepEqual(await texts(tree), await texts(project));

      // A process that began before goes on there; what it saves follows, and nothing comes twice.
      await apart.dialogs.save('plan', [{ role: 'user', text: 'three' }]);
      assert.equal(linkedTree(tree)?.apart, 'own history');
      const places = { home, env: {}, platform: process.platform };
      const opened = async () => {
        const projects = new ServedProjects({
          roots: [tree],
          home,
          places,
          limits: defaultLimits,
          language: 'en',
          guidanceLanguage: 'en',
          log: silentLog,
        });
        return (await projects.find(undefined, { folders: () => Promise.resolve([]) })).called.dialogs.folder;
      };
      assert.equal(await opened(), own, 'one that nobody here is known to have written stays where it is');
      const around = { machine: places, clock: systemClock, log: silentLog };
      await projectOpened(around, tree);
      assert.equal(await opened(), join(project, '.chat-history'));
      assert.deepEqual(await all(), { ...taken, plan: ['last', 'one', 'three', 'two', 'two'] });
    }));

  it('merges each item once when agents start together, and a growing recording again', () =>
    withCli(async ({ project }: Fixture) => {
      const tree = withTree(project);
      const own = join(tree, '.chat-history');
      fs.mkdirSync(join(own, '.locks'), { recursive: true });
      const apart = openStore(tree);
      await apart.dialogs.save('plan', [{ role: 'user', text: 'x' }]);
      const transcript = join(tree, 'session.jsonl');
      const line = { type: 'user', uuid: 'u1', sessionId: 's-1', timestamp: '2026-01-01T00:00:00.000Z' };
      fs.writeFileSync(
        transcript,
        `${JSON.stringify({ ...line, message: { role: 'user', content: 'Hi' } })}\n`,
      );
      const reader = new TranscriptReader(loadAgents);
      await apart.archives.archive(reader.archivable(transcript, 'claude'));
      const recording = join(own, '.sessions', 'session-2026-01-01T00-00-abc.jsonl');
      fs.mkdirSync(dirname(recording));
      fs.writeFileSync(recording, '{"sessionId":"abc"}\n');
      await Promise.all([takeOver(tree), takeOver(tree), takeOver(tree)]);
      const recordings = join(project, '.chat-history', '.sessions');
      const names = () => fs.readdirSync(recordings).filter((name) => name.endsWith('.jsonl'));
      assert.deepEqual(names(), ['session-2026-01-01T00-00-abc.jsonl']);
      assert.equal((await openStore(project).archives.list()).archives.length, 1);
      assert.deepEqual(await texts(project), ['x']);

      fs.appendFileSync(recording, '{"more":1}\n');
      fs.mkdirSync(join(own, '.locks'));
      await takeOver(tree);
      assert.deepEqual(names(), ['session-2026-01-01T00-00-abc.jsonl']);
      assert.equal(
        fs.readFileSync(join(recordings, names()[0] ?? ''), 'utf8'),
        fs.readFileSync(recording, 'utf8'),
      );
    }));

  it('is recognised however git records it: moved, locked, detached, or of a bare repository', () =>
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

  it('is rejected when the repository does not confirm it, so it leads to no other history', () =>
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
      assert.deepEqual(linkedTree(tree), { main: project, branch: undefined, apart: 'gone' });
      return Promise.resolve();
    }));
});
