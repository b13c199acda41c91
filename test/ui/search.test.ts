import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accept, focusIn, options, quickInput, runCommand, webview } from '../editor/workbench.ts';
import { holds } from '../eventually.ts';
import { picture, sample, withEditor } from './withEditor.ts';

/** Waits until a message that says this is in view in the pane. */
const shown = (page: Page, text: string) =>
  webview(page).locator('.message', { hasText: text }).first().waitFor();

describe('searching in the window', function () {
  it('shows results while typing, a preview while browsing, and the match on Enter', async () => {
    const settings = { 'chat.disableAIFeatures': true };
    await withEditor({ prepare: sample, settings }, async ({ page }) => {
      await runCommand(page, 'History: Search History');
      const input = await quickInput(page, 'exact phrase');
      await picture(page, 'search-help');
      await input.fill('rounding tax source:dialogs');
      await page.locator('.quick-input-list .quick-input-list-separator', { hasText: 'Dialogs' }).waitFor();
      await options(page, 'checkout-rounding').first().waitFor();
      assert.equal(await page.locator('.tab').count(), 0);
      await picture(page, 'search');
      await page.keyboard.press('ArrowDown');
      await webview(page).locator('.message').first().waitFor();
      const field = page.locator('.quick-input-widget input.input');
      assert.ok(await field.isVisible(), 'the preview took the focus from the list');
      await picture(page, 'search-preview');
      await page.keyboard.press('ArrowUp');
      await accept(page, '');
      await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
      await shown(page, 'round');
      await focusIn(page, 'iframe.webview');

      await runCommand(page, 'History: Search History');
      await holds(async () => assert.equal(await field.inputValue(), 'rounding tax source:dialogs'));
      await field.fill('before:2026-02-30');
      await options(page, 'Invalid search').waitFor();
      await picture(page, 'search-problem');
    });
  });
});
