import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openStore } from '../../src/store/store.ts';
import { accessibilityViolations } from '../editor/accessibility.ts';
import {
  openViewContainer,
  runCommand,
  themes,
  treeRows,
  webview,
  webviewFrame,
} from '../editor/workbench.ts';
import { writeSample } from '../sample/sample.ts';
import { notice, picture, rowText, unfold, withEditor } from './withEditor.ts';

const sample = async (root: string): Promise<void> => writeSample(root);
const settings = (theme: string) => ({ 'workbench.colorTheme': theme, 'chat.disableAIFeatures': true });

const english = { memories: 'Memories', dialogs: 'Dialogs' };
const chinese = { memories: '记忆', dialogs: '对话' };

/** Unfolds the view, and folds the dialogs, so that all rows have room. */
async function unfoldView(page: Page, { memories, dialogs } = english): Promise<void> {
  for (const name of [memories, dialogs])
    await page.locator(`.sidebar .pane-header[aria-label^="${name}"]`).click();
}

/** A memory of the sample, below its tag. */
async function openTax(page: Page): Promise<void> {
  await unfold(treeRows(page, 'pricing, 3'));
  await treeRows(page, 'Tax is rounded once').first().click();
  await webview(page).getByRole('heading', { name: 'Memory', level: 1 }).waitFor();
}

const quickInput = (page: Page, text: string) => page.locator('.quick-input-widget', { hasText: text });

const tagRows = (page: Page, tag: string) =>
  page.locator('.quick-input-list .monaco-list-row', { hasText: tag });

describe('memories in the window', function () {
  this.timeout(120_000);

  for (const [name, theme] of Object.entries(themes))
    it(`have no accessibility violation in the theme ${name}`, async () => {
      await withEditor({ prepare: sample, settings: settings(theme) }, async ({ page }) => {
        await unfoldView(page);
        await openTax(page);
        await webview(page).getByRole('button', { name: 'A discount is rounded once per line' }).waitFor();
        assert.deepEqual(await accessibilityViolations(await webviewFrame(page)), []);
        await page.mouse.move(5, 5);
        await picture(page, `memory-${name}`);
      });
    });

  it('are Chinese in a Chinese editor', async () => {
    await withEditor({ prepare: sample, language: 'zh-cn' }, async ({ page }) => {
      await unfoldView(page, chinese);
      await unfold(treeRows(page, '对账, 1'));
      await treeRows(page, '对账只按支付').click();
      await webview(page).getByRole('heading', { name: '记忆', level: 1 }).waitFor();
      await webview(page).getByText('相似的记忆').waitFor();
      await treeRows(page, '最近遗忘, 1').waitFor();
      await picture(page, 'memory-chinese');
    });
  });

  it('are added with tags, tagged in the pane, forgotten and brought back', async () => {
    const prepare = sample;
    await withEditor({ prepare, settings: settings(themes.light) }, async ({ page, root }) => {
      await unfoldView(page);
      await treeRows(page, 'pricing, 3').waitFor();
      await runCommand(page, 'History: Add Memory…');
      await quickInput(page, 'A fact, a decision').waitFor();
      await page.keyboard.type('Gift cards are not taxed');
      await page.keyboard.press('Enter');
      await tagRows(page, 'pricing').first().waitFor();
      await page.keyboard.type('gifts, Tax');
      await tagRows(page, 'gifts').waitFor();
      await picture(page, 'memory-tags');
      await page.keyboard.press('Enter');
      await unfold(treeRows(page, 'gifts, 1'));
      const row = treeRows(page, 'Gift cards are not taxed');
      assert.match(await rowText(row), /^Gift cards are not taxed now · tax$/);

      await row.click();
      const field = webview(page).getByRole('combobox', { name: 'Add a tag' });
      await field.fill('law');
      await field.press('Enter');
      await treeRows(page, 'law, 1').waitFor();
      await webview(page).getByRole('button', { name: 'Remove tag law' }).press('Delete');
      await treeRows(page, 'law, 1').waitFor({ state: 'detached' });

      await row.click();
      await page.keyboard.press('Delete');
      await row.waitFor({ state: 'detached' });
      await page.locator('.tab', { hasText: 'Gift cards' }).waitFor({ state: 'detached' });
      await (await notice(page, 'Forgot “Gift cards')).getByRole('button', { name: 'Undo' }).click();
      await treeRows(page, 'gifts, 1').waitFor();
      const { memories } = openStore(root);
      assert.equal((await memories.list({ tags: ['gifts'] })).length, 1);
    });
  });

  it('are found, arranged, and stay arranged after a reload, as the pane stays open', async () => {
    await withEditor({ prepare: sample, settings: settings(themes.dark) }, async ({ page }) => {
      await unfoldView(page);
      await treeRows(page, 'pricing, 3').waitFor();
      await runCommand(page, 'History: Filter Memories…');
      await quickInput(page, 'Words the memories').waitFor();
      await page.keyboard.type('sorting settlements');
      await page.keyboard.press('Enter');
      await treeRows(page, 'Sort settlements by').first().waitFor();
      await treeRows(page, 'pricing').waitFor({ state: 'detached' });
      await picture(page, 'memory-found');
      await runCommand(page, 'History: Show All Memories');
      await openTax(page);
      await runCommand(page, 'History: Arrange Memories by Type');
      await treeRows(page, 'decision, 3').waitFor();
      await page.waitForTimeout(1_000); // the editor keeps what an extension remembers with a delay
      const reloaded = page.waitForEvent('load');
      await runCommand(page, 'Developer: Reload Window');
      await reloaded;
      await openViewContainer(page, 'History');
      await treeRows(page, 'decision, 3').waitFor({ timeout: 60_000 });
      await webview(page).getByRole('heading', { name: 'Memory', level: 1 }).waitFor({ timeout: 60_000 });
      await page.locator('.tab', { hasText: 'Tax is rounded' }).waitFor();
    });
  });

  it('are consolidated after a look at what would change', async () => {
    await withEditor({ prepare: sample, settings: settings(themes.light) }, async ({ page }) => {
      const options = page.locator('.quick-input-list [role="option"]');
      const choose = async (text: string): Promise<void> => {
        await options.filter({ hasText: text }).first().click();
      };
      await unfoldView(page);
      await treeRows(page, 'pricing, 3').waitFor();
      await runCommand(page, 'History: Consolidate Memories…');
      await choose('Put old memories aside');
      await choose('1 month');
      await choose('Show what would change');
      await webview(page).getByRole('heading', { name: 'Memories to archive' }).waitFor();
      await picture(page, 'memory-consolidation');
      const ask = await notice(page, 'Memories to archive: ');
      await ask.getByRole('button', { name: 'Consolidate' }).click();
      await treeRows(page, 'Archived, ').waitFor();
      await (await notice(page, 'Memories archived: ')).getByRole('button', { name: 'Undo' }).click();
      await treeRows(page, 'Archived, ').waitFor({ state: 'detached' });
    });
  });

  it('have a first step where there are none', async () => {
    await withEditor({ settings: settings(themes.light) }, async ({ page }) => {
      await unfoldView(page);
      const welcome = page.locator('.sidebar .welcome-view:visible', { hasText: 'No memories yet' });
      await welcome.getByRole('button', { name: 'Add Memory' }).waitFor();
      await picture(page, 'memory-empty');
    });
  });

  it('can only be read in an untrusted folder', async () => {
    await withEditor({ trusted: false, prepare: sample }, async ({ page }) => {
      await unfoldView(page);
      await openTax(page);
      assert.equal(await webview(page).getByRole('button', { name: 'Forget' }).count(), 0);
      await treeRows(page, 'Tax is rounded once').first().click({ button: 'right' });
      const menu = page.locator('.context-view .monaco-menu');
      const forget = menu.locator('.action-item', { hasText: 'Forget Memory' });
      await forget.waitFor();
      assert.match((await forget.getAttribute('class')) ?? '', /disabled/);
      await page.keyboard.press('Escape');
      await page.getByText('Restricted mode: memories can be read').waitFor();
    });
  });
});
