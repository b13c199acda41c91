import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DialogStore } from '../../src/store/dialogs/types.ts';
import { accessibilityViolations } from '../editor/accessibility.ts';
import {
  openViewContainer,
  passed,
  runCommand,
  themes,
  treeRows,
  webview,
  webviewFrame,
} from '../editor/workbench.ts';
import { eventually } from '../eventually.ts';
import { writeSample } from '../sample/sample.ts';
import { notice, picture, unfold, withEditor } from './withEditor.ts';

const sample = async (root: string): Promise<void> => writeSample(root);

/** How the workbench marks the kind of its theme. */
const themeClasses: Record<string, string> = {
  light: 'vs',
  dark: 'vs-dark',
  highContrast: 'hc-black',
  highContrastLight: 'hc-light',
};

describe('the dialog pane in the window', function () {
  this.timeout(300_000);

  for (const [name, theme] of Object.entries(themes))
    it(`has no accessibility violation in the theme ${name}`, async () => {
      const settings = { 'workbench.colorTheme': theme, 'chat.disableAIFeatures': true };
      await withEditor({ prepare: sample, settings }, async ({ page }) => {
        await treeRows(page, 'nightly-price-import').first().click();
        await webview(page).getByRole('article').first().waitFor();
        await page.locator(`.monaco-workbench.${themeClasses[name]}`).waitFor();
        assert.deepEqual(await accessibilityViolations(await webviewFrame(page)), []);
        await unfold(treeRows(page, 'nightly-price-import').first());
        await page.waitForTimeout(500);
        await picture(page, `pane-${name}`);
      });
    });

  it('is Chinese in a Chinese editor, tree and pane', async () => {
    await withEditor({ prepare: sample, language: 'zh-cn' }, async ({ page }) => {
      const row = treeRows(page, '支付对账').first();
      await row.click();
      await webview(page).getByText('摘要').first().waitFor();
      await unfold(row);
      await treeRows(page, '消息').waitFor();
      await treeRows(page, '备份').waitFor();
      const tooltip = page.locator('.monaco-hover', { hasText: /\d+\s条消息，\d/ }).first();
      await eventually('the tooltip of the row', async () => {
        await page.mouse.move(5, 5); // a row that is drawn anew does not know that the mouse is over it
        await row.hover();
        return tooltip.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        );
      });
      await row.click({ button: 'right' });
      await page.locator('.context-view .monaco-menu', { hasText: '重命名对话…' }).waitFor();
      await page.waitForTimeout(300);
      await picture(page, 'chinese');
    });
  });

  it('opens a message at its place, and files it mentions at their line', async () => {
    const prepare = async (root: string, dialogs: DialogStore): Promise<void> => {
      mkdirSync(join(root, 'src'));
      writeFileSync(
        join(root, 'src/a.ts'),
        Array.from({ length: 60 }, (_, line) => `// line ${line + 1}\n`).join(''),
      );
      const entries = Array.from({ length: 400 }, (_, index) => ({
        role: 'user' as const,
        text: `message number ${index}`,
      }));
      entries.push({ role: 'user', text: 'see [the code](src/a.ts:42) and [outside](../../etc/passwd)' });
      await dialogs.save('long', entries);
    };
    await withEditor({ prepare }, async ({ page }) => {
      const row = treeRows(page, 'long').first();
      await row.waitFor();
      await unfold(row);
      await unfold(treeRows(page, 'Messages'));
      await treeRows(page, 'User: message number 390').click();
      await webview(page).getByText('message number 390', { exact: true }).waitFor();
      await row.click();
      await webview(page).getByText('the code').click();
      await page.locator('.tab', { hasText: 'a.ts' }).waitFor();
      await page.locator('.statusbar-item', { hasText: 'Ln 42, Col 1' }).waitFor();
    });
  });

  it('survives a reload of the window', async () => {
    await withEditor({ prepare: sample }, async ({ page }) => {
      await treeRows(page, 'checkout-rounding').first().click();
      await webview(page).getByRole('article').first().waitFor();
      await passed(await webviewFrame(page), 500); // the pane remembers its place with a delay
      const reloaded = page.waitForEvent('load');
      await runCommand(page, 'Developer: Reload Window');
      await reloaded;
      await openViewContainer(page, 'History');
      await webview(page).getByRole('heading', { name: 'checkout-rounding' }).waitFor();
      await webview(page).getByRole('article').first().waitFor();
    });
  });

  it('opens dialogs in one pane, and in another one when asked to', async () => {
    await withEditor({ prepare: sample }, async ({ page }) => {
      await treeRows(page, 'checkout-rounding').first().click();
      await webview(page).getByRole('article').first().waitFor();
      await treeRows(page, 'Release 2.4 plan').first().click();
      await page.locator('.tab', { hasText: 'Release 2.4 plan' }).waitFor();
      assert.equal(await page.locator('.tab').count(), 1);
      await runCommand(page, 'History: Open Dialog in New Pane');
      const input = page.locator('.quick-input-widget', { hasText: 'Open Dialog in New Pane' });
      await input.waitFor();
      await page.keyboard.type('checkout');
      await page.keyboard.press('Enter');
      await page.locator('.tab', { hasText: 'checkout-rounding' }).waitFor();
      assert.equal(await page.locator('.tab').count(), 2);
    });
  });

  it('exports a dialog to a Markdown file, from its own button', async () => {
    await withEditor({ prepare: sample }, async ({ page, root }) => {
      await treeRows(page, 'checkout-rounding').first().click();
      await webview(page).getByRole('article').first().waitFor();
      await webview(page).getByRole('button', { name: 'Export…' }).click();
      const picker = page.locator('.quick-input-widget');
      await picker.getByText('Markdown', { exact: true }).waitFor();
      await page.keyboard.press('Enter');
      const input = picker.locator('input.input');
      await page.waitForFunction(() =>
        document.querySelector<HTMLInputElement>('.quick-input-widget input.input')?.value.endsWith('.md'),
      );
      assert.equal(await input.inputValue(), join(root, 'checkout-rounding.md'));
      await page.keyboard.press('Enter');
      await notice(page, 'Exported “checkout-rounding”');
      const text = readFileSync(join(root, 'checkout-rounding.md'), 'utf8');
      assert.match(text, /^# checkout-rounding\n\n## Summary\n\n### Decisions\n\n- Tax is rounded once/);
    });
  });
});
