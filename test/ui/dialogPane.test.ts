import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accept, clickFor, pickFromContextMenu, showViews, treeRows, webview } from '../editor/workbench.ts';
import { holds } from '../eventually.ts';
import { samplePanes } from './samplePanes.ts';
import { notice, picture, sample, sharedEditor, type Folders } from './withEditor.ts';

/** The sample, and a long dialog that mentions files. */
async function prepare(folders: Folders): Promise<void> {
  await sample(folders);
  mkdirSync(join(folders.root, 'src'), { recursive: true });
  const lines = Array.from({ length: 60 }, (_, line) => `// line ${line + 1}\n`);
  writeFileSync(join(folders.root, 'src/a.ts'), lines.join(''));
  const entries = Array.from({ length: 400 }, (_, index) => ({
    role: 'user' as const,
    text: `message number ${index}`,
  }));
  entries.push({ role: 'user', text: 'see [the code](src/a.ts:42) and [outside](../../etc/passwd)' });
  await folders.dialogs.save('long', entries);
}

describe('the dialog pane in the window', function () {
  const inEditor = sharedEditor({ prepare });

  it(
    'opens dialogs in one pane, or in a second one on request',
    inEditor(async ({ page }) => {
      await samplePanes.dialog(page);
      const other = page.locator('.tab', { hasText: 'Release 2.4 plan' });
      await clickFor(treeRows(page, 'Release 2.4 plan').first(), other);
      await holds(async () => assert.equal(await page.locator('.tab').count(), 1));
      await pickFromContextMenu(page, treeRows(page, 'checkout-rounding').first(), 'Open in New Pane');
      await page.locator('.tab', { hasText: 'checkout-rounding' }).waitFor();
      await holds(async () => assert.equal(await page.locator('.tab').count(), 2));
    }),
  );

  it(
    'leaves room for messages in a low window',
    inEditor(async ({ page }) => {
      await samplePanes.dialog(page);
      const before = page.viewportSize();
      const feed = webview(page).getByRole('feed');
      try {
        for (const [width, height, least, dialog] of [
          [900, 600, 300, 'checkout-rounding'],
          [700, 450, 180, 'checkout-rounding'],
          [700, 450, 180, 'long'],
          [900, 600, 300, 'long'],
        ] as const) {
          await page.setViewportSize({ width, height });
          await clickFor(treeRows(page, dialog).first(), page.locator('.tab.active', { hasText: dialog }));
          await webview(page).getByRole('article').first().waitFor();
          await feed.focus();
          await page.keyboard.press('PageUp'); // the person reads
          await picture(page, `${dialog}-${width}x${height}`);
          await holds(async () => {
            const shown = (await feed.boundingBox())?.height ?? 0;
            assert.ok(shown >= least, `${shown} pixels of ${dialog} at ${width}×${height}`);
          });
        }
      } finally {
        if (before) await page.setViewportSize(before);
      }
    }),
  );

  it(
    'exports a dialog to a Markdown file from its own button',
    inEditor(async ({ page, agents }) => {
      await samplePanes.dialog(page);
      const header = webview(page).getByRole('toolbar', { name: 'Dialog actions' });
      await header.getByRole('button', { name: 'More Actions…' }).click();
      await webview(page).getByRole('menuitem', { name: 'Export…' }).click();
      await accept(page, 'Markdown');
      const file = join(agents, 'checkout-rounding.md'); // the home folder
      const field = page.locator('.quick-input-widget input.input');
      await holds(async () => assert.equal(await field.inputValue(), file));
      await page.keyboard.press('Enter');
      await notice(page, 'Exported “checkout-rounding”');
      const text = readFileSync(file, 'utf8');
      assert.match(text, /^# checkout-rounding\n\n## Summary\n\n### Decisions\n\n- Tax is rounded once/);
    }),
  );

  it(
    'opens a file that a message mentions at the mentioned line',
    inEditor(async ({ page }) => {
      await showViews(page, 'Dialogs');
      const row = treeRows(page, 'long').first();
      await clickFor(row, webview(page).getByText('the code'));
      await clickFor(webview(page).getByText('the code'), page.locator('.tab', { hasText: 'a.ts' }));
      await page.locator('.statusbar-item', { hasText: 'Ln 42, Col 1' }).waitFor();
    }),
  );
});
