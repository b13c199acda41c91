import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { commands, TabInputCustom, Uri, window, workspace } from 'vscode';
import type { TreeNode } from '../../src/extension/dialogs/dialogNodes.ts';
import type { Internals } from '../../src/extension/extension.ts';
import { sharedMarks } from '../../src/extension/shared/sharedMarks.ts';
import type { TeamNode } from '../../src/extension/shared/teamNodes.ts';
import { openStore } from '../../src/store/store.ts';
import { withSessions, writeSession } from './sessionWorkspace.ts';
import { eventually, historyFolder, holds, nodeNamed, withEmptyHistory, workspaceRoot } from './workspace.ts';

const dialog = 'release plan';
const token = `ghp_${'a1B2'.repeat(9)}`;

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: workspaceRoot(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** As a person who works in a repository, which is gone afterwards. */
async function withRepository(body: (extension: Internals) => Promise<void>): Promise<void> {
  await withEmptyHistory(async (extension) => {
    git('init', '--quiet', '--initial-branch=main');
    try {
      for (const [key, value] of [
        ['user.name', 'Ann'],
        ['user.email', 'ann@example.org'],
      ] as const)
        git('config', key, value);
      git('commit', '--quiet', '--allow-empty', '--message', 'Begin');
      await body(extension);
    } finally {
      fs.rmSync(join(workspaceRoot(), '.git'), { recursive: true, force: true });
    }
  });
}

/** What notices say from now on; presses the button of this name on those whose text matches. */
function listening(press: Readonly<Record<string, RegExp>> = {}) {
  const said: string[] = [];
  const kinds = ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const;
  const own = kinds.map((kind) => window[kind]);
  for (const kind of kinds)
    Reflect.set(window, kind, (text: string, ...labels: readonly string[]) => {
      said.push(text);
      return Promise.resolve(labels.find((label) => press[label]?.test(text)));
    });
  return { said, end: () => kinds.forEach((kind, index) => Reflect.set(window, kind, own[index])) };
}

async function heard(
  run: () => Promise<void>,
  press?: Readonly<Record<string, RegExp>>,
): Promise<readonly string[]> {
  const { said, end } = listening(press);
  try {
    await run();
  } finally {
    end();
  }
  return said;
}

const draftShown = (): string | undefined => {
  const document = window.activeTextEditor?.document;
  return document?.uri.scheme === 'history-share' ? document.getText() : undefined;
};

/** Shares what a command is given after a look at it; gives what was shown. */
async function shareAfterLook(...args: readonly unknown[]): Promise<string> {
  let shown = '';
  await heard(async () => {
    await commands.executeCommand('historyStore.share', ...args);
    shown = await eventually('the draft is shown', draftShown);
    await commands.executeCommand('historyStore.acceptShare');
    await eventually('the draft is closed', () => draftShown() === undefined);
  });
  return shown;
}

const sharedFiles = (): readonly string[] => {
  const folder = join(historyFolder(), 'shared');
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
};

/** The rows of the view, groups with what is in them. */
async function teamLines({ services }: Internals): Promise<string[]> {
  const tree = await services.teamView.tree;
  if (tree === undefined) return [];
  const line = (node: TeamNode): string => {
    const { label, description } = tree.getTreeItem(node);
    return `${typeof label === 'object' ? label.label : label}: ${String(description ?? '')}`;
  };
  const groups = await tree.getChildren();
  const inside = groups.map(async (group) => [
    line(group),
    ...(await tree.getChildren(group)).map((row) => `  ${line(row)}`),
  ]);
  return (await Promise.all(inside)).flat();
}

const teamRow = (extension: Internals, title: string): Promise<TeamNode> =>
  eventually(`${title} in the team`, async () => {
    const tree = await extension.services.teamView.tree;
    for (const group of (await tree?.getChildren()) ?? [])
      for (const row of (await tree?.getChildren(group)) ?? [])
        if ('item' in row && row.item.title === title) return row;
    return undefined;
  });

async function prepared({ services }: Internals) {
  const [project] = services.projects.all;
  assert.ok(project);
  await project.dialogs.save(dialog, [
    { role: 'user', text: 'What about the weather?' },
    { role: 'assistant', text: 'We measure, and then we ship it.' },
    { role: 'user', text: 'Ship it.' },
  ]);
  await project.dialogs.setSummary(
    dialog,
    { decisions: ['Round the tax once'], TODO: ['Ship it'] },
    'replace',
  );
  return project;
}

/** Commits what a colleague shared on a branch of their own, and comes back. */
async function colleagueShares(branch: string, title: string): Promise<void> {
  git('checkout', '--quiet', '-b', branch);
  await openStore(workspaceRoot()).shared.share({
    kind: 'decision',
    title,
    text: `${title}.`,
    author: 'Bo 博',
  });
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Share');
  git('checkout', '--quiet', 'main');
}

describe('sharing through git', () => {
  it('previews what would be shared, writes it, and undoes it', () =>
    withRepository(async (extension) => {
      await prepared(extension);
      const node = await nodeNamed(extension, dialog);
      assert.equal(extension.services.teamView.tree, undefined, 'nothing of it is loaded');
      const shown = await shareAfterLook(node);
      assert.match(
        shown,
        /^---\nid: .*\nkind: summary\ntitle: release plan\nauthor: Ann\n[^]*Round the tax once/,
      );
      const [file] = sharedFiles();
      assert.ok(file);
      assert.equal(fs.readFileSync(join(historyFolder(), 'shared', file), 'utf8'), shown);
      assert.deepEqual(git('status', '--porcelain', '-uall').trim().split('\n'), [
        `?? .chat-history/shared/${file}`,
      ]);

      const said = await heard(async () => {
        await commands.executeCommand('historyStore.share', node);
      });
      assert.deepEqual(said, ['“release plan” is shared as it is.']);

      await extension.services.projects.all[0]?.dialogs.setSummary(
        dialog,
        { decisions: ['Round twice'] },
        'replace',
      );
      await shareAfterLook(node);
      assert.deepEqual(sharedFiles(), [file], 'a new version of the same file');
      assert.match(fs.readFileSync(join(historyFolder(), 'shared', file), 'utf8'), /Round twice/);

      await heard(
        async () => {
          await commands.executeCommand('historyStore.unshare', node);
          await eventually('it is shared again', () => sharedFiles().length === 1);
        },
        { Undo: /no longer shared/ },
      );
      await heard(async () => void (await commands.executeCommand('historyStore.unshare', node)));
      await holds(() => assert.deepEqual(sharedFiles(), []));
    }));

  it('shares entries, memories and messages together, also those selected in a pane', () =>
    withRepository(async (extension) => {
      const project = await prepared(extension);
      const tree = extension.services.view.tree;
      const inside = async (node: TreeNode | undefined, kind: string): Promise<TreeNode[]> =>
        (await tree.getChildren(node)).filter((child) => child.kind === kind);
      const node = await nodeNamed(extension, dialog);
      const [decisions] = await inside(node, 'section');
      const [decision] = await inside(decisions, 'entry');
      assert.match(await shareAfterLook(decision), /kind: decision\n[^]*\n\nRound the tax once\n$/);

      const both = await shareAfterLook({ folder: workspaceRoot(), dialog, places: [2, 0] });
      assert.match(
        both,
        /kind: messages\ntitle: What about the weather\?\n[^]*weather\?\n\n\*\*user\*\*[^]*Ship it\.\n$/,
      );
      assert.match(await shareAfterLook({ folder: workspaceRoot(), dialog, places: [1] }), /We measure/);

      const { memory } = await project.memories.store({ content: 'Gift cards are not taxed', tags: ['tax'] });
      assert.match(
        await shareAfterLook({ folder: workspaceRoot(), hash: memory.hash }),
        /kind: memory\n[^]*tags: \[tax\]\n---\n\nGift cards/,
      );
      assert.equal(sharedFiles().length, 4);
    }));

  it('shares session messages and the active context as they are at that moment', () =>
    withSessions(async (extension) => {
      const project = await prepared(extension);
      const path = writeSession('checkout', { more: ['And the cents?'] });
      const session = { folder: workspaceRoot(), kind: 'session', path };
      assert.match(
        await shareAfterLook({ ...session, places: [1, 2] }),
        /kind: messages\n[^]*\n\n\*\*assistant\*\*.*\n\ncheckout waits\.\n\n\*\*user\*\*.*\n\nAnd the cents\?\n$/,
      );
      const context = { folder: workspaceRoot(), dialog, contextId: 'active' };
      const before = sharedFiles();
      assert.match(await shareAfterLook(context), /kind: context\n[^]*We measure, and then we ship it\./);
      const [file = ''] = sharedFiles().filter((name) => !before.includes(name));
      await project.dialogs.save(dialog, [{ role: 'assistant', text: 'Shipped.' }]);
      await shareAfterLook(context);
      assert.match(fs.readFileSync(join(historyFolder(), 'shared', file), 'utf8'), /Shipped\./);
      assert.equal(sharedFiles().length, before.length + 1);
    }));

  it('withdraws shared items from rows of other views, which show that they are shared', () =>
    withRepository(async (extension) => {
      const project = await prepared(extension);
      const { memory } = await project.memories.store({ content: 'Gift cards are not taxed' });
      const row = { folder: workspaceRoot(), hash: memory.hash };
      const mark = () => sharedMarks(extension.services, extension.services.sharedLists).markOf(row);
      assert.equal(await mark(), undefined);
      await shareAfterLook(row);
      await holds(async () => assert.equal((await mark())?.state, 'shared'));
      await heard(async () => void (await commands.executeCommand('historyStore.unshare', row)));
      await holds(() => assert.deepEqual(sharedFiles(), []));
      await holds(async () => assert.equal(await mark(), undefined));
    }));

  it('warns once about a large shared item and about one git ignores', () =>
    withRepository(async (extension) => {
      const project = await prepared(extension);
      const hashes = ['One', 'Two'].map(
        async (content) => (await project.memories.store({ content })).memory.hash,
      );
      const [one, two] = await Promise.all(hashes);
      const folder = join(historyFolder(), 'shared');
      fs.mkdirSync(folder, { recursive: true });
      for (let n = 0; n < 21; n++) fs.writeFileSync(join(folder, `notes-${n}.txt`), 'x'.repeat(1024 * 1024));
      const shareAndHear = (hash: string | undefined) =>
        heard(async () => {
          await commands.executeCommand('historyStore.share', { folder: workspaceRoot(), hash });
          await eventually('the draft is shown', draftShown);
          await commands.executeCommand('historyStore.acceptShare');
        });
      const large = 'takes 21 MB of the repository';
      assert.ok((await shareAndHear(one)).some((text) => text.includes(large)));
      fs.writeFileSync(join(workspaceRoot(), '.gitignore'), '*.md\n');
      try {
        const said = await shareAndHear(two);
        assert.ok(!said.some((text) => text.includes(large)), said.join('\n'));
        assert.ok(
          said.some((text) => text.includes('But git leaves it out: .gitignore:1:*.md.')),
          said.join('\n'),
        );
      } finally {
        fs.rmSync(join(workspaceRoot(), '.gitignore'));
      }
    }));

  it('masks and names secrets, and then shares only by the explicit button', () =>
    withRepository(async (extension) => {
      const project = await prepared(extension);
      await project.memories.store({ content: 'x' });
      fs.mkdirSync(historyFolder(), { recursive: true });
      await project.dialogs.setSummary(dialog, { decisions: ['Deploy with the token'] }, 'replace');
      const node = await nodeNamed(extension, dialog);
      // As older versions, or other programs, may have written it.
      const file = fs
        .readdirSync(historyFolder(), { recursive: true, encoding: 'utf8' })
        .find((name) => name.endsWith('summary.json'));
      assert.ok(file);
      const path = join(historyFolder(), file);
      fs.writeFileSync(path, fs.readFileSync(path, 'utf8').replace('the token', token));
      const said = await heard(async () => {
        await commands.executeCommand('historyStore.share', node);
        const shown = await eventually('the draft is shown', draftShown);
        assert.doesNotMatch(shown, /ghp_/);
        await commands.executeCommand('historyStore.acceptShare');
      });
      assert.deepEqual(sharedFiles(), []);
      assert.equal(said.length, 2);
      for (const text of said) assert.match(text, /It holds a secret \(GITHUB_TOKEN\), which is masked/);
      await heard(
        async () => {
          await commands.executeCommand('historyStore.acceptShare');
          await eventually('it is shared', () => sharedFiles().length === 1);
        },
        { 'Share Masked': /secret/ },
      );
    }));

  it('shows what others share and what is new across switching, merging and stashing', () =>
    withRepository(async (extension) => {
      await colleagueShares('bo', 'Round tax once');
      assert.deepEqual(sharedFiles(), []);
      await holds(async () => assert.deepEqual(await teamLines(extension), []));
      git('checkout', '--quiet', 'bo');
      const row = '  Round tax once: Decision · now · new';
      await holds(async () =>
        assert.deepEqual(await teamLines(extension), [
          'New: 1',
          '  Round tax once: Bo 博 · Decision · now',
          'Bo 博: 1',
          row,
        ]),
      );
      git('checkout', '--quiet', 'main');
      await holds(async () => assert.deepEqual(await teamLines(extension), []));
      git('merge', '--quiet', '--no-edit', 'bo');
      await holds(async () => assert.ok((await teamLines(extension)).includes(row)));

      await commands.executeCommand('historyStore.openShared', await teamRow(extension, 'Round tax once'));
      const input = () => window.tabGroups.activeTabGroup.activeTab?.input;
      const uri = await eventually('it is shown', () => {
        const shown = input();
        return shown instanceof TabInputCustom ? shown.uri : undefined;
      });
      const read = (await workspace.openTextDocument(uri)).getText();
      assert.match(
        read,
        /^# Round tax once\n\n\*Decision · Bo 博 · shared .*\*\n\n---\n\nRound tax once\.\n$/,
      );
      const known = ['Bo 博: 1', '  Round tax once: Decision · now'];
      await holds(async () => assert.deepEqual(await teamLines(extension), known));

      await openStore(workspaceRoot()).shared.share({ kind: 'note', title: 'Zones', text: 'Mine.' });
      await holds(async () =>
        assert.deepEqual(await teamLines(extension), ['Ann: you · 1', '  Zones: Note · now', ...known]),
      );
      git('stash', '--quiet', '--include-untracked');
      await holds(async () => assert.deepEqual(await teamLines(extension), known));
      git('stash', 'pop', '--quiet');
      await holds(async () => assert.equal((await teamLines(extension)).length, 4));
      await commands.executeCommand('historyStore.sharedByKind');
      await holds(async () => assert.equal((await teamLines(extension))[0], 'Note: 1'));
      await commands.executeCommand('historyStore.sharedByPerson');
    }));

  it('shows a conflict left by git, and restores what others withdrew', () =>
    withRepository(async (extension) => {
      await colleagueShares('bo', 'Round tax once');
      git('merge', '--quiet', '--no-edit', 'bo');
      const store = openStore(workspaceRoot());
      const [item] = await store.shared.list();
      assert.ok(item);
      git('checkout', '--quiet', 'bo');
      await store.shared.edit(item.id, { text: 'Once per order.' });
      git('commit', '--quiet', '--all', '--message', 'Bo');
      git('checkout', '--quiet', 'main');
      await store.shared.edit(item.id, { text: 'Once per line.' });
      git('commit', '--quiet', '--all', '--message', 'Ann');
      assert.throws(() => git('merge', '--quiet', '--no-edit', 'bo'));
      await holds(async () =>
        assert.ok((await teamLines(extension)).some((line) => line.includes('Round tax once: conflict · '))),
      );
      await commands.executeCommand('historyStore.openShared', await teamRow(extension, 'Round tax once'));
      const path = join(historyFolder(), 'shared', item.file);
      await eventually(
        'the file is open',
        () => window.activeTextEditor?.document.uri.fsPath === Uri.file(path).fsPath,
      );
      git('checkout', '--quiet', '--ours', '--', '.');
      git('commit', '--quiet', '--all', '--no-edit');

      await store.shared.unshare(item.id);
      await eventually('it is withdrawn', async () =>
        (await teamLines(extension)).join().includes('Withdrawn: 1'),
      );
      await heard(
        async () =>
          void (await commands.executeCommand(
            'historyStore.restoreShared',
            await teamRow(extension, 'Round tax once'),
          )),
      );
      assert.equal((await store.shared.get(item.id)).text, 'Once per line.');
    }));
});
