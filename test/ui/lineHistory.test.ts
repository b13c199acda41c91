import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accept, options, quickInput, runCommand, webview } from '../editor/workbench.ts';
import { holds } from '../eventually.ts';
import { picture, sample, sharedEditor } from './withEditor.ts';

const taxLine = 'const tax = Math.round';

/** Opens a file of the workspace, with the cursor on a line (from 1). */
async function openAt(page: Page, file: string, line: number): Promise<void> {
  await runCommand(page, 'Go to File...');
  const input = await quickInput(page, '');
  await input.fill(`${file}:${line}`);
  await accept(page, file.split('/').at(-1) ?? file);
  await page.locator('.editor-instance .view-line').first().waitFor();
}

/** What stands behind the text of lines, as the notes do. */
const notes = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.editor-instance .view-line span span')]
      .map((span) => getComputedStyle(span, '::after').content)
      .filter((content) => content !== 'none' && content !== 'normal' && content.length > 5)
      .map((content) => content.replace(/^"|"$/g, '')),
  );

const hasNote = (page: Page, expected: RegExp): Promise<void> =>
  holds(async () => {
    const found = await notes(page);
    assert.equal(found.length, 1, found.join(' | '));
    assert.match(found[0] ?? '', expected);
  });

/** Brings the mouse over the note, behind the empty room before it. */
async function hoverNote(page: Page): Promise<void> {
  const line = page.locator('.editor-instance .view-line', { hasText: taxLine });
  const box = await line.locator('> span > span').last().boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + 100, box.y + box.height / 2];
  await page.mouse.move(x - 20, y, { steps: 4 });
  await page.mouse.move(x, y, { steps: 4 });
}

describe('line history in the window', function () {
  const inEditor = sharedEditor({ prepare: sample, settings: { 'chat.disableAIFeatures': true } });

  it(
    'annotates the current line once turned on and follows the cursor',
    inEditor(async ({ page }) => {
      await openAt(page, 'src/pricing.js', 10);
      await runCommand(page, 'History: Toggle Line History');
      await hasNote(page, /^Claude Code, \d+ min\. ago: Order `A-20817` was charged/);
      await picture(page, 'line-note');
      await hoverNote(page);
      const hover = page.locator('.monaco-hover:visible');
      await hover.getByText('Round tax once, on the sum of the lines.').first().waitFor();
      await picture(page, 'line-note-hover');
      for (const label of ['Open Session', 'Show Change', 'Turn Off'])
        await hover.getByText(label, { exact: true }).waitFor();
      await hover.getByText('Show Change', { exact: true }).click();
      await page.locator('.tab.active', { hasText: 'pricing.js: ' }).waitFor();
      await page.locator('.line-delete').first().waitFor();
      await picture(page, 'line-change');
      await openAt(page, 'src/pricing.js', 9);
      await holds(async () => assert.deepEqual(await notes(page), []));
      await runCommand(page, 'History: Toggle Line History');
    }),
  );

  it(
    'lists changes of a file and of a line, with a preview beside the list',
    inEditor(async ({ page }) => {
      await openAt(page, 'src/pricing.js', 10);
      await runCommand(page, 'History: Show History of This Line');
      await quickInput(page, 'History of Line 10 of pricing.js');
      await options(page, 'Order `A-20817` was charged').waitFor();
      assert.equal(await options(page).count(), 1);
      await page.keyboard.press('Escape');
      await runCommand(page, 'History: Show History of This File');
      const field = await quickInput(page, 'History of pricing.js');
      await options(page, 'Yes, the last refund takes the rest').and(page.locator('.focused')).waitFor();
      await picture(page, 'file-history');
      await page.keyboard.press('ArrowDown');
      await webview(page).locator('.message', { hasText: 'src/pricing.js' }).first().waitFor();
      assert.ok(await field.isVisible(), 'the preview took the focus from the list');
      await picture(page, 'file-history-preview');
      await page.keyboard.press('Enter');
      await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    }),
  );

  it(
    'lists changed files by day and opens their diffs',
    inEditor(async ({ page }) => {
      await runCommand(page, 'History: Show Files Changed by Agents…');
      await options(page, 'refund.js').waitFor();
      await picture(page, 'changed-files');
      await accept(page, /^All \d files of this day/);
      await page.locator('.tab.active', { hasText: 'Changed by Agents' }).waitFor();
      await page.locator('.multiDiffEntry, .multi-diff-editor').first().waitFor();
      await page.locator('.line-insert').first().waitFor();
      await picture(page, 'all-changes');
      await runCommand(page, 'History: Show Files Changed by Agents…');
      const field = await quickInput(page, 'Files Changed by Agents');
      await field.fill('refund.js');
      await accept(page, 'refund.js');
      await page.locator('.tab.active', { hasText: 'refund.js: ' }).waitFor();
      await page.locator('.line-delete').first().waitFor();
      await picture(page, 'file-changes');
    }),
  );
});
