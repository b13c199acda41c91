import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { runCommand, webview } from '../editor/workbench.ts';
import { writeSample } from '../sample/sample.ts';
import { picture, withEditor } from './withEditor.ts';

const options = (page: Page) => page.locator('.quick-input-list [role="option"]');
const sample = async (root: string): Promise<void> => writeSample(root);
const settings = { 'chat.disableAIFeatures': true };

/** Waits until a message that says this is in view in the pane. */
const shown = (page: Page, text: string) =>
  webview(page).locator('.message', { hasText: text }).first().waitFor();

describe('searching in the window', function () {
  this.timeout(120_000);

  it('shows results while one types, a preview while one goes through them, and the place on Enter', async () => {
    await withEditor({ prepare: sample, settings }, async ({ page }) => {
      await runCommand(page, 'History: Search History');
      const input = page.locator('.quick-input-widget input.input');
      await options(page).filter({ hasText: 'exact phrase' }).waitFor();
      await picture(page, 'search-help');
      await input.fill('rounding tax source:dialogs');
      await page.locator('.quick-input-list .quick-input-list-separator', { hasText: 'Dialogs' }).waitFor();
      await options(page).filter({ hasText: 'checkout-rounding' }).first().waitFor();
      assert.equal(await page.locator('.tab').count(), 0);
      await picture(page, 'search');
      await page.keyboard.press('ArrowDown');
      await webview(page).locator('.message').first().waitFor();
      assert.ok(await input.isVisible(), 'the preview took the focus from the list');
      await picture(page, 'search-preview');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
      await shown(page, 'round');

      await runCommand(page, 'History: Search History');
      await page.waitForFunction(() => {
        const typed = document.querySelector<HTMLInputElement>('.quick-input-widget input.input');
        return typed?.value === 'rounding tax source:dialogs';
      });
      await input.fill('before:nonsense');
      await options(page).filter({ hasText: 'This cannot be searched for' }).waitFor();
      await picture(page, 'search-problem');
    });
  });

  it('is Chinese in a Chinese editor, and finds Chinese', async () => {
    await withEditor({ prepare: sample, settings, language: 'zh-cn' }, async ({ page }) => {
      await runCommand(page, '对话历史: 搜索历史');
      const input = page.locator('.quick-input-widget input.input');
      await input.fill('对账 source:dialogs');
      await page.locator('.quick-input-list .quick-input-list-separator', { hasText: '对话' }).waitFor();
      await options(page).filter({ hasText: '支付对账' }).first().waitFor();
      await picture(page, 'search-chinese');
    });
  });
});
