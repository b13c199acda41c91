import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openStore } from '../../src/store/store.ts';
import { accessibilityViolations } from '../editor/accessibility.ts';
import {
  openViewContainer,
  passed,
  pickFromContextMenu,
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

/** Unfolds the contexts of a dialog of the sample. */
async function unfoldContexts(page: Page, dialog: string, label = 'Context snapshots'): Promise<void> {
  await unfold(treeRows(page, dialog).first());
  await unfold(treeRows(page, label));
}

const quickInput = (page: Page, text: string) => page.locator('.quick-input-widget', { hasText: text });

describe('context snapshots in the window', function () {
  this.timeout(300_000);

  for (const [name, theme] of Object.entries(themes))
    it(`have no accessibility violation in the theme ${name}`, async () => {
      await withEditor({ prepare: sample, settings: settings(theme) }, async ({ page, root }) => {
        await unfoldContexts(page, 'checkout-rounding');
        await treeRows(page, 'Round tax once').click();
        const text = webview(page).getByLabel('Text an agent receives');
        await text.waitFor();
        assert.deepEqual(await accessibilityViolations(await webviewFrame(page)), []);

        // What is on the screen is what the tools hand over.
        const { contexts } = openStore(root, { language: 'en' });
        const [item] = await contexts.list('checkout-rounding');
        assert.ok(item);
        const injection = await contexts.injection(item.contextId, { mode: 'summary', maxChars: 12_000 });
        assert.equal(await text.textContent(), injection.text);
        await page.mouse.move(5, 5);
        await picture(page, `context-${name}`);

        await treeRows(page, 'Refunds of single lines').click();
        await webview(page).getByText('A new context would archive everything').waitFor();
        assert.deepEqual(await accessibilityViolations(await webviewFrame(page)), []);
        assert.equal(await page.locator('.tab').count(), 1);
        await picture(page, `context-active-${name}`);
      });
    });

  it('are Chinese in a Chinese editor', async () => {
    await withEditor({ prepare: sample, language: 'zh-cn' }, async ({ page, root }) => {
      await unfoldContexts(page, '支付对账', '上下文快照');
      await treeRows(page, '修改匹配规则').click();
      const text = webview(page).getByLabel('智能体收到的文本');
      await text.waitFor();
      const { contexts } = openStore(root, { language: 'zh' });
      const [item] = await contexts.list('支付对账');
      assert.ok(item);
      const injection = await contexts.injection(item.contextId, { mode: 'summary', maxChars: 12_000 });
      assert.ok(injection.text.startsWith('以下是历史归档 context'));
      assert.equal(await text.textContent(), injection.text);
      await picture(page, 'context-chinese');
      await treeRows(page, '修改匹配规则').click({ button: 'right' });
      await page.locator('.context-view .monaco-menu', { hasText: '载入上下文快照…' }).waitFor();
      await page.waitForTimeout(300);
      await picture(page, 'context-menu-chinese');
    });
  });

  it('can be searched by what they say, and go into the input of the chat, unsent', async () => {
    await withEditor({ prepare: sample }, async ({ page, root }) => {
      const options = page.locator('.quick-input-list [role="option"]');
      await treeRows(page, 'checkout-rounding').first().waitFor();
      await runCommand(page, 'History: Load Context Snapshot');
      await quickInput(page, 'Load Context Snapshot').waitFor();
      await page.keyboard.type('checkout');
      await page.keyboard.press('Enter');
      await options.filter({ hasText: 'Round tax once' }).waitFor();
      await page.keyboard.type('which order had two lines'); // in no title and no preview in these words
      await options.first().and(page.locator('[aria-label*="Where the cent comes from"]')).waitFor();
      await page.waitForTimeout(500);
      await picture(page, 'context-search');
      await page.keyboard.press('Enter');
      await options.filter({ hasText: 'The newest turns that fit' }).first().waitFor();
      await picture(page, 'context-load');
      await page.keyboard.press('Enter');
      const input = page.locator('.interactive-input-part .view-lines').first();
      await input.filter({ hasText: 'Where the cent comes from' }).waitFor();
      await picture(page, 'context-chat');
      const [found] = await openStore(root).contexts.find('checkout-rounding', 'which order', 1);
      assert.ok(found && (await input.innerText()).includes(found.contextId));
    });
  });

  it('are begun with a title, cleared, deleted and brought back', async () => {
    const prepare = sample;
    await withEditor({ prepare, settings: { 'chat.disableAIFeatures': true } }, async ({ page }) => {
      await unfoldContexts(page, 'checkout-rounding');
      const active = treeRows(page, 'Refunds of single lines');
      await active.waitFor();
      assert.match(await rowText(active), /^Refunds of single lines 3 turns · 3%$/);
      await pickFromContextMenu(page, active, 'New Context Snapshot');
      const input = page.locator('.quick-input-widget input.input');
      await input.waitFor();
      await picture(page, 'context-new');
      await input.fill('Gift cards');
      await page.keyboard.press('Enter');
      await treeRows(page, 'Gift cards').waitFor();
      await treeRows(page, 'Refunds of single lines, now').waitFor();

      await treeRows(page, 'Round tax once').click();
      await webview(page).getByLabel('Text an agent receives').waitFor();
      await treeRows(page, 'Round tax once').click();
      await page.keyboard.press('Delete');
      await treeRows(page, 'Round tax once').waitFor({ state: 'detached' });
      await page.locator('.tab', { hasText: 'Round tax once' }).waitFor({ state: 'detached' });
      const group = treeRows(page, 'Recently cleared or deleted');
      await unfold(group);
      await treeRows(page, 'Round tax once').waitFor();
      await picture(page, 'context-trash');
      await (await notice(page, 'Moved “Round tax once')).getByRole('button', { name: 'Undo' }).click();
      await group.waitFor({ state: 'detached' });
      await treeRows(page, 'Round tax once').waitFor();
    });
  });

  it('are compared when two are selected', async () => {
    await withEditor({ prepare: sample, settings: settings(themes.light) }, async ({ page }) => {
      await unfoldContexts(page, 'checkout-rounding');
      await treeRows(page, 'Refunds of single lines').click();
      await webview(page).getByText('A new context would archive everything').waitFor();
      const other = treeRows(page, 'Where the cent comes from');
      await other.click({ modifiers: ['ControlOrMeta'] });
      await pickFromContextMenu(page, other, 'Compare Context Snapshots');
      await page
        .locator('.tab', { hasText: 'Where the cent comes from ↔ Refunds of single lines' })
        .waitFor();
      await page.locator('.monaco-diff-editor .view-line', { hasText: 'Good catch' }).first().waitFor();
      await picture(page, 'context-compare');
    });
  });

  it('survive a reload of the window', async () => {
    await withEditor({ prepare: sample }, async ({ page }) => {
      await unfoldContexts(page, 'checkout-rounding');
      await treeRows(page, 'Round tax once').click();
      await webview(page).getByLabel('Text an agent receives').waitFor();
      await passed(await webviewFrame(page), 500); // the pane remembers its place with a delay
      const reloaded = page.waitForEvent('load');
      await runCommand(page, 'Developer: Reload Window');
      await reloaded;
      await openViewContainer(page, 'History');
      await webview(page).getByLabel('Text an agent receives').waitFor();
      await page.locator('.tab', { hasText: 'Round tax once' }).waitFor();
    });
  });

  it('can only be read in an untrusted folder', async () => {
    await withEditor({ trusted: false, prepare: sample }, async ({ page }) => {
      await unfoldContexts(page, 'checkout-rounding');
      const row = treeRows(page, 'Round tax once');
      await row.click();
      await webview(page).getByLabel('Text an agent receives').waitFor();
      assert.equal(await webview(page).getByRole('button', { name: 'Move to Trash' }).count(), 0);
      await row.click({ button: 'right' });
      const menu = page.locator('.context-view .monaco-menu');
      const remove = menu.locator('.action-item', { hasText: 'Delete Context Snapshot' });
      await remove.waitFor();
      assert.match((await remove.getAttribute('class')) ?? '', /disabled/);
      await picture(page, 'context-untrusted');
      await page.keyboard.press('Escape');
    });
  });
});
