import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  accept,
  clickFor,
  quickInput,
  runCommand,
  showViews,
  treeRows,
  unfold,
  webview,
} from '../editor/workbench.ts';
import { holds } from '../eventually.ts';
import { samplePanes } from './samplePanes.ts';
import { notice, sample, sharedEditor, type Folders } from './withEditor.ts';

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
  this.timeout(300_000);
  const inEditor = sharedEditor({ prepare });

  it(
    'opens dialogs in one pane, and in another one when asked to',
    inEditor(async ({ page }) => {
      await samplePanes.dialog(page);
      const other = page.locator('.tab', { hasText: 'Release 2.4 plan' });
      await clickFor(treeRows(page, 'Release 2.4 plan').first(), other);
      await holds(async () => assert.equal(await page.locator('.tab').count(), 1));
      await runCommand(page, 'History: Open Dialog in New Pane');
      await (await quickInput(page, 'Open Dialog in New Pane')).fill('checkout');
      await accept(page, 'checkout-rounding');
      await page.locator('.tab', { hasText: 'checkout-rounding' }).waitFor();
      await holds(async () => assert.equal(await page.locator('.tab').count(), 2));
    }),
  );

  it(
    'exports a dialog to a Markdown file, from its own button',
    inEditor(async ({ page, root }) => {
      await samplePanes.dialog(page);
      const header = webview(page).getByRole('group', { name: 'Dialog actions' });
      await header.getByRole('button', { name: 'More Actions…' }).click();
      await webview(page).getByRole('menuitem', { name: 'Export…' }).click();
      await accept(page, 'Markdown');
      const file = join(root, 'checkout-rounding.md');
      const field = page.locator('.quick-input-widget input.input');
      await holds(async () => assert.equal(await field.inputValue(), file));
      await page.keyboard.press('Enter');
      await notice(page, 'Exported “checkout-rounding”');
      const text = readFileSync(file, 'utf8');
      assert.match(text, /^# checkout-rounding\n\n## Summary\n\n### Decisions\n\n- Tax is rounded once/);
    }),
  );

  // The last, because the unfolded messages leave no other dialog in view.
  it(
    'opens a message at its place, and files it mentions at their line',
    inEditor(async ({ page }) => {
      await showViews(page, 'Dialogs');
      const row = treeRows(page, 'long').first();
      await unfold(row);
      await unfold(treeRows(page, 'Messages'));
      const message = webview(page).getByText('message number 390', { exact: true });
      await clickFor(treeRows(page, 'User: message number 390'), message);
      await clickFor(row, webview(page).getByText('the code'));
      await clickFor(webview(page).getByText('the code'), page.locator('.tab', { hasText: 'a.ts' }));
      await page.locator('.statusbar-item', { hasText: 'Ln 42, Col 1' }).waitFor();
    }),
  );
});
