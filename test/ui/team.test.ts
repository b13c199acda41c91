import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { openStore } from '../../src/store/store.ts';
import {
  clickFor,
  openContextMenu,
  pickFromContextMenu,
  runCommand,
  showViews,
  themes,
  treeRows,
  unfold,
  webview,
} from '../editor/workbench.ts';
import { notice, picture, rowSays, sample, sharedEditor, type Folders } from './withEditor.ts';

/** The sample in a repository of Ann's, in which Bo has shared something. */
async function withColleague(folders: Folders): Promise<void> {
  await sample(folders);
  const git = (...args: string[]): unknown =>
    execFileSync('git', args, { cwd: folders.root, stdio: 'ignore' });
  git('init', '--initial-branch=main');
  git('config', 'user.name', 'Ann');
  git('config', 'user.email', 'ann@example.org');
  const { shared } = openStore(folders.root);
  await shared.share({
    kind: 'decision',
    title: 'Round tax once',
    author: 'Bo 博',
    tags: ['tax', 'pricing'],
    text: 'Round tax **once**, at the end of the order:\n\n- never per line\n- half a cent goes up\n\n```ts\nconst tax = round(total * rate);\n```\n\n![a picture](https://example.org/seen.png) <img src="https://example.org/seen.png">',
    of: 'history://dialogs/pricing/1',
  });
  await shared.share({
    kind: 'memory',
    title: '退款按原汇率计算',
    author: 'Bo 博',
    text: '退款按原汇率计算，四舍五入到分。',
  });
  git('add', '--all');
  git('commit', '--message', 'Share');
}

/** The view comes once it is known that something is shared. */
const header = (page: Page, title: string) => page.locator('.sidebar .pane-header', { hasText: title });

describe('the team in the window', function () {
  const settings = { 'chat.disableAIFeatures': true, 'workbench.colorTheme': themes.dark };
  const inEditor = sharedEditor({ prepare: withColleague, settings, alone: true });

  it(
    'shows what others share, and shares an item after a preview',
    inEditor(async ({ page, root }) => {
      await header(page, 'Team').waitFor();
      await showViews(page, 'Memories', 'Team');
      await treeRows(page, 'New, 2').waitFor();
      const row = treeRows(page, 'Round tax once').last();
      await rowSays(row, /^Round tax once Decision · now · new$/);
      await picture(page, 'team');
      await clickFor(row, page.locator('.tab', { hasText: 'Round tax once' }));
      await treeRows(page, 'New, 1').waitFor();
      await webview(page).getByText('half a cent goes up').waitFor();
      await picture(page, 'team-item');

      await unfold(treeRows(page, 'pricing, 3'));
      const memory = treeRows(page, 'Tax is rounded').first();
      await openContextMenu(page, memory, 'Share with Team…');
      await picture(page, 'team-menu');
      await pickFromContextMenu(page, memory, 'Share with Team…');
      const ask = await notice(page, 'Share “');
      await picture(page, 'team-draft');
      await ask.getByRole('button', { name: 'Share', exact: true }).click();
      await treeRows(page, 'Ann, you').waitFor();
      await rowSays(memory, / · shared$/);
      await notice(page, 'Commit and push it');
      await picture(page, 'team-shared');
      assert.equal((await openStore(root).shared.list()).length, 3);
      await openContextMenu(page, memory, 'Unshare');
      await picture(page, 'team-unshare');
      await pickFromContextMenu(page, memory, 'Unshare');
      const undo = (await notice(page, 'is no longer shared')).getByRole('button', { name: 'Undo' });
      await treeRows(page, 'Ann, you').waitFor({ state: 'detached' });
      await undo.click();
      await rowSays(memory, / · shared$/);
      await runCommand(page, 'History: Mark All Shared Items as Read');
      await treeRows(page, 'New, ').waitFor({ state: 'detached' });
    }),
  );
});

describe('the team in a Chinese window', function () {
  const settings = { 'chat.disableAIFeatures': true, 'workbench.colorTheme': themes.light };
  const inEditor = sharedEditor({ prepare: withColleague, settings, language: 'zh-cn' });

  it(
    'appears in Chinese',
    inEditor(async ({ page }) => {
      await header(page, '团队').waitFor();
      await showViews(page, '团队');
      await treeRows(page, '新内容, 2').waitFor();
      await clickFor(treeRows(page, '退款按原汇率计算').last(), page.locator('.tab', { hasText: '退款' }));
      await treeRows(page, '新内容, 1').waitFor();
      await webview(page).getByText('四舍五入到分').waitFor();
      await picture(page, 'team-chinese');
      await openContextMenu(page, treeRows(page, '退款按原汇率计算').last(), '取消共享');
      await picture(page, 'team-menu-chinese');
    }),
  );
});
