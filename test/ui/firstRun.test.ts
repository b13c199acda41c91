import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { openStore } from '../../src/store/store.ts';
import {
  accept,
  clickFor,
  clickWithin,
  menuEntries,
  openContextMenu,
  options,
  quickInput,
  runCommand,
  showViews,
  themes,
  treeRows,
  webview,
} from '../editor/workbench.ts';
import { eventually, holds } from '../eventually.ts';
import { endangered, writePastSessions } from '../sample/pastSessions.ts';
import { forPictures, notice, picture, withEditor, type Folders } from './withEditor.ts';

const count = 50;
const actions = 3;
const told = `${count} sessions, ${endangered} will soon be deleted by their agents`;
const toldChinese = `${count} 个会话，其中 ${endangered} 个即将被智能体删除`;

const prepare = ({ root, agents }: Folders): Promise<void> => {
  writePastSessions(agents, root, count);
  return Promise.resolve();
};

/** What stands over the rows of the dialogs. */
const header = (page: Page, text: string): Locator => page.locator('.sidebar .message', { hasText: text });

/** The row that the keys are for. */
const focused = (page: Page): Locator => page.locator('.sidebar .monaco-list:focus .monaco-list-row.focused');

/** Presses a key until the focused row or entry begins with a text. */
async function pressTo(page: Page, key: string, goal: Locator): Promise<void> {
  await eventually(`${key} to lead to ${goal.toString()}`, async () => {
    if (await goal.isVisible()) return true;
    await page.keyboard.press(key);
    return false;
  });
}

async function setTheme(
  { root }: Pick<Folders, 'root'>,
  page: Page,
  theme: keyof typeof themes,
): Promise<void> {
  mkdirSync(join(root, '.vscode'), { recursive: true });
  const file = join(root, '.vscode/settings.json');
  writeFileSync(file, JSON.stringify({ 'workbench.colorTheme': themes[theme] }));
  const marks = { light: 'vs', dark: 'vs-dark', highContrast: 'hc-black', highContrastLight: 'hc-light' };
  await page.locator(`.monaco-workbench.${marks[theme]}`).waitFor();
}

const allThemes = ['dark', 'highContrast', 'highContrastLight', 'light'] as const;

describe('the first run in a project with past sessions', function () {
  it('lists them without opening anything; the keyboard alone keeps them and imports one', async () => {
    await withEditor({ prepare }, async (editor) => {
      const { page, root, agents, dialogs } = editor;
      await header(page, told).waitFor();
      const first = await treeRows(page).nth(0).getAttribute('aria-label');
      assert.equal(first, `Keep All, before agents delete them, ${told}`);
      assert.equal(
        await treeRows(page, 'Round tax once').first().getAttribute('aria-posinset'),
        `${actions + 1}`,
      );
      assert.equal(await treeRows(page).first().getAttribute('aria-setsize'), `${count + actions}`);
      for (const theme of forPictures(allThemes)) {
        await setTheme(editor, page, theme);
        await page.mouse.move(700, 5);
        await picture(page, `first-run-${theme}`);
      }
      assert.equal(await page.locator('.tab').count(), 0, 'nothing is opened');
      assert.equal(await page.locator('.notifications-toasts .notification-list-item').count(), 0);
      assert.equal(existsSync(join(root, '.chat-history')), false, 'looking writes nothing');

      await runCommand(page, 'History: Focus on Dialogs View');
      await pressTo(page, 'ArrowDown', focused(page).and(treeRows(page, 'Keep All')));
      await page.keyboard.press('Enter');
      await notice(page, `${count} sessions kept (`);
      await header(page, `${count} sessions, all kept`).waitFor();
      await picture(page, 'first-run-kept');
      assert.equal((await openStore(root).archives.list()).archives.length, count);

      await runCommand(page, 'History: Focus on Dialogs View');
      await pressTo(page, 'ArrowDown', focused(page).and(treeRows(page, 'Connect Agents…')));
      await page.keyboard.press('Enter');
      await options(page, 'Codex').first().waitFor();
      await eventually('the list to be left', async () => {
        await page.keyboard.press('Escape');
        return (await page.locator('.quick-input-widget:visible').count()) === 0;
      });
      await runCommand(page, 'History: Focus on Dialogs View');
      await pressTo(page, 'ArrowDown', focused(page).and(treeRows(page, 'Codex, not connected')));
      await page.keyboard.press('Enter');
      await quickInput(page, 'Connect Codex');
      await picture(page, 'first-run-connect');
      await accept(page, 'Write These Changes');
      await treeRows(page, 'Codex, not connected').waitFor({ state: 'detached' });
      assert.match(readFileSync(join(agents, 'codex/config.toml'), 'utf8'), /mcp_servers\.history/);

      await runCommand(page, 'History: Focus on Dialogs View');
      await pressTo(page, 'ArrowDown', focused(page).and(treeRows(page, 'Why do refunds lose a cent?')));
      await page.keyboard.press('Shift+F10');
      const entry = menuEntries(page, 'Copy Session into Dialog…').and(page.locator('.focused'));
      await pressTo(page, 'ArrowDown', entry);
      await picture(page, 'first-run-menu');
      await page.keyboard.press('Enter');
      await page.locator('.tab.active', { hasText: 'Why do refunds lose a cent?' }).waitFor();
      await holds(async () => {
        const names = (await dialogs.list()).map(({ name }) => name);
        assert.deepEqual(names, ['Why do refunds lose a cent?']);
      });
      await treeRows(page, 'Why do refunds lose a cent?, 2 messages').waitFor();
      await treeRows(page, 'Keep All').waitFor({ state: 'detached' });
      const done = await notice(page, 'Copied 2 messages');
      await picture(page, 'first-run-imported');
      await done.getByRole('button', { name: 'Show Other Sessions' }).click();
      await treeRows(page, 'Yesterday').waitFor();
    });
  });

  it('appears in Chinese in a Chinese editor', async () => {
    const settings = { 'workbench.colorTheme': themes.dark };
    await withEditor({ prepare, settings, language: 'zh-cn' }, async ({ page }) => {
      await header(page, toldChinese).waitFor();
      await picture(page, 'first-run-chinese');
      await treeRows(page, '全部保留').click();
      await header(page, `${count} 个会话，均已保留`).waitFor();
      const session = options(page, '支付对账为什么慢？').first();
      await clickFor(treeRows(page, '复制到对话…'), session); // the tree is drawn again as the copies are made
      await session.click();
      await page.locator('.tab', { hasText: '支付对账为什么慢？' }).waitFor();
      await runCommand(page, '对话历史: 开始使用教程');
      await page.getByText('在删除之前保留会话').first().waitFor();
      await picture(page, 'walkthrough-chinese');
    });
  });

  it('is read-only in an untrusted folder and writes nothing', async () => {
    await withEditor({ prepare, trusted: false }, async ({ page, root }) => {
      await header(page, told).waitFor();
      await header(page, 'Restricted Mode').waitFor();
      await treeRows(page, 'Connect Agents…').waitFor();
      assert.equal(
        (await treeRows(page, 'Keep All').count()) + (await treeRows(page, 'Copy into Dialog…').count()),
        0,
      );
      const row = treeRows(page, 'Round tax once').first();
      await clickFor(row, webview(page).getByText('I changed it', { exact: false }).first());
      const item = await openContextMenu(page, row, 'Copy Session into Dialog…');
      assert.match((await item.getAttribute('class')) ?? '', /disabled/);
      await picture(page, 'first-run-untrusted');
      assert.equal(existsSync(join(root, '.chat-history')), false);
    });
  });

  it('lists sessions per folder without dialogs, next to the dialogs of other folders', async () => {
    const two = async ({ root, agents }: Folders): Promise<string> => {
      for (const name of ['app', 'library']) mkdirSync(join(root, name));
      await openStore(join(root, 'app')).dialogs.save('in app', [{ role: 'user', text: 'x' }]);
      writePastSessions(agents, join(root, 'library'), 4);
      const file = join(root, 'two.code-workspace');
      writeFileSync(file, JSON.stringify({ folders: [{ path: 'app' }, { path: 'library' }] }));
      return file;
    };
    await withEditor({ prepare: two }, async ({ page, root }) => {
      await header(page, `library: 4 sessions, ${endangered} will soon be deleted`).waitFor();
      await treeRows(page, 'in app').waitFor();
      await picture(page, 'first-run-folders');
      await treeRows(page, 'Keep All').click();
      await header(page, 'library: 4 sessions, all kept').waitFor();
      const kept = async (name: string) =>
        (await openStore(join(root, name)).archives.list()).archives.length;
      assert.deepEqual([await kept('library'), await kept('app')], [4, 0]);
    });
  });
});

describe('the walkthrough', function () {
  it('has four illustrated steps, each completed by doing what it describes', async () => {
    await withEditor({ prepare }, async (editor) => {
      const { page } = editor;
      const step = (title: string): Locator =>
        page.locator('button.getting-started-step', { hasText: title });
      const done = (title: string): Locator => step(title).locator('.codicon.complete');
      await showViews(page, 'Dialogs');
      await header(page, told).waitFor();
      await runCommand(page, 'History: Get Started');
      const seen = 'See your past sessions';
      await done(seen).waitFor();
      const titles = ['Keep them before deletion', 'Continue in any agent', 'Connect your agents'];
      for (const title of titles) assert.equal(await done(title).count(), 0, title);
      for (const title of [seen, ...titles]) {
        await clickFor(step(title), page.locator('.getting-started-step.expanded', { hasText: title }));
        await webview(page).locator('svg').waitFor();
        assert.equal(await webview(page).locator('svg text').count(), 0, 'pictures have no language');
        for (const theme of title === seen ? allThemes : forPictures(allThemes)) {
          await setTheme(editor, page, theme);
          await webview(page).locator('svg').waitFor();
          await picture(page, `walkthrough-${title.split(' ')[0]?.toLowerCase() ?? ''}-${theme}`);
        }
      }
      await step('Keep them').click();
      await page.getByRole('button', { name: 'Keep All Sessions' }).click();
      await done('Keep them').waitFor();
      await step('Continue in').click();
      await page.getByRole('button', { name: 'Continue In…' }).click();
      await options(page, 'Session').first().click();
      await options(page, 'Write the release notes').first().waitFor();
      await page.keyboard.press('Escape');
      await runCommand(page, 'History: Get Started');
      assert.equal(await done('Continue in').count(), 0, 'who leaves has not continued anything');
      // The page opened again shows its steps once more, and may fold this one then.
      const connect = page.getByRole('button', { name: 'Connect Agents' });
      const codex = options(page, 'Codex').last();
      await clickWithin(step('Connect your'), connect, codex);
      await codex.click();
      await accept(page, 'Write These Changes');
      await done('Connect your').waitFor();
      const connected = await notice(page, 'Connected Codex.');
      await connected.getByRole('button', { name: 'Undo' }).click();
      await done('Connect your').waitFor({ state: 'detached' });
    });
  });
});
