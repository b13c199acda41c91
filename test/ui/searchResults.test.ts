import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  openViewContainer,
  options,
  quickInput,
  reloadWindow,
  runCommand,
  showViews,
  treeRows,
  webviewFrame,
} from '../editor/workbench.ts';
import { eventually, holds } from '../eventually.ts';
import { picture, sample, sharedEditor } from './withEditor.ts';

/** How many words are lit up in the pane where the reader was taken. */
async function litUp(page: Page): Promise<number> {
  const frame = await webviewFrame(page);
  return frame.evaluate(() => CSS.highlights.get('lit-here')?.size ?? 0);
}

/** The text of the selected row of the sidebar. */
const selected = (page: Page) =>
  page.locator('.sidebar .monaco-list-row.selected').first().getAttribute('aria-label');

const results = (page: Page) => page.locator('.sidebar .pane-header', { hasText: 'rounding tax · ' });

describe('search results in the sidebar', function () {
  const inEditor = sharedEditor({ prepare: sample, settings: { 'chat.disableAIFeatures': true } });

  it(
    'are opened from the list by key, stepped through with F4, highlighted, and kept on reload',
    inEditor(async ({ page }) => {
      await runCommand(page, 'History: Search History');
      const input = await quickInput(page, 'exact phrase');
      await input.fill('rounding tax');
      await options(page, 'checkout-rounding').first().waitFor();
      await page.keyboard.press('Control+Enter');
      await results(page).waitFor();
      await showViews(page, 'rounding tax · ');
      await page.locator('.sidebar .monaco-list-row .highlight').first().waitFor();
      await picture(page, 'search-results');
      assert.equal(await page.locator('.tab').count(), 0);

      await page.keyboard.press('F4');
      await eventually('the words in the pane', async () => (await litUp(page)) > 0);
      const first = await selected(page);
      await page.keyboard.press('F4');
      await holds(async () => assert.notEqual(await selected(page), first));
      await page.keyboard.press('Shift+F4');
      await holds(async () => assert.equal(await selected(page), first));
      await eventually('the words in the pane again', async () => (await litUp(page)) > 0);
      await picture(page, 'search-lit');
      const frame = await webviewFrame(page);
      await frame.locator('h1').first().click();
      await page.keyboard.press('Escape');
      await eventually('no light', async () => (await litUp(page)) === 0);
      await page.keyboard.press('F4');
      await eventually('light from the pane', async () => (await litUp(page)) > 0);

      await reloadWindow(page);
      await openViewContainer(page, 'History');
      await results(page).waitFor();
      await page.locator('.sidebar .monaco-list-row .highlight').first().waitFor();
      await runCommand(page, 'History: Clear Search Results');
      await results(page).waitFor({ state: 'detached' });
    }),
  );

  it(
    'are narrowed by toggle buttons and completed filter values',
    inEditor(async ({ page }) => {
      await runCommand(page, 'History: Search History');
      const input = page.locator('.quick-input-widget input.input'); // with the query of the last time
      await input.fill('rounding');
      const where = page.locator('.quick-input-titlebar, .quick-input-widget').getByLabel(/^Only in…/);
      await where.first().click();
      await options(page, 'source:memories').click();
      await holds(async () => assert.match(await input.inputValue(), /^rounding source:memories/));
      await options(page).first().waitFor();
      await picture(page, 'search-filter');
      await input.fill('rounding agent:');
      await options(page, 'agent:claude').first().waitFor();
      await picture(page, 'search-completion');
      await input.fill('zebra xylophone');
      await options(page, 'Nothing found for zebra xylophone').waitFor();
      assert.equal(await treeRows(page, 'zebra').count(), 0);
    }),
  );
});
