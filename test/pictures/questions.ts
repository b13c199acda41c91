import {
  accept,
  clickFor,
  menuEntries,
  openContextMenu,
  options,
  pickFromContextMenu,
  runCommand,
  treeRows,
} from '../editor/workbench.ts';
import { sampleSessions } from '../sample/sessions.ts';
import type { PictureWindow, Showings } from './showings.ts';
import { alone } from './views.ts';

/** What is asked and listed above the editor. */
export const questionShowings: Showings = {
  'search-help': async ({ page, texts }) => {
    await runCommand(page, texts.command('search'));
    await page.locator('.quick-input-widget input.input').fill('');
    await options(page, '"exact phrase"').waitFor();
  },
  search: async ({ page, texts }) => {
    await runCommand(page, texts.command('search'));
    await page.locator('.quick-input-widget input.input').fill('rounding tax');
    await page.locator('.quick-input-title', { hasText: /\d/ }).waitFor();
  },
  'file-history': async ({ page, texts }) => {
    await openPricing(page);
    await runCommand(page, texts.command('showFileHistory'));
    await options(page, 'A-20817').first().waitFor();
  },
  'changed-files': async ({ page, texts }) => {
    await runCommand(page, texts.command('showChangedFiles'));
    await options(page, 'CHANGELOG.md').first().waitFor();
  },
  'connect-agents': async ({ page, texts }) => {
    await runCommand(page, texts.command('connectAgents'));
    await options(page, 'Codex').first().waitFor();
  },
  'dialog-menu': async (window) => {
    await alone(window, 'dialogs');
    await treeRows(window.page, 'checkout-rounding').first().click({ button: 'right' });
    await window.page.locator('.context-view .monaco-menu .action-item').first().waitFor();
  },
  'dialog-more-menu': async (window) => {
    await alone(window, 'dialogs');
    const row = treeRows(window.page, 'checkout-rounding').first();
    const more = await openContextMenu(window.page, row, window.texts.named('submenu.more'));
    await clickFor(more, menuEntries(window.page, window.texts.named('command.clearDialog')).last());
  },
  'session-menu': async (window) => {
    await alone(window, 'sessions');
    const row = treeRows(window.page, sampleSessions.claude).first();
    await openContextMenu(window.page, row, window.texts.named('command.continueIn'));
  },
  'continue-in': async (window) => {
    await alone(window, 'dialogs');
    const row = treeRows(window.page, 'checkout-rounding').first();
    await pickFromContextMenu(window.page, row, window.texts.named('command.continueIn'));
    await options(window.page).first().waitFor();
  },
  'search-nothing': async ({ page, texts }) => {
    await runCommand(page, texts.command('search'));
    await page.locator('.quick-input-widget input.input').fill('zebrafish');
    await options(page, 'zebrafish').first().waitFor();
  },
  mode: async ({ page, texts }) => {
    await runCommand(page, texts.command('setMode'));
    await options(page).nth(2).waitFor();
  },
  walkthrough: async ({ page, texts }) => {
    await runCommand(page, texts.command('openWalkthrough'));
    await page.locator('.getting-started-step').first().waitFor();
  },
};

async function openPricing(page: PictureWindow['page']): Promise<void> {
  await runCommand(page, 'Go to File...');
  await page.locator('.quick-input-widget input.input').fill('src/pricing.js:10');
  await accept(page, 'pricing.js');
  await page.locator('.editor-instance .view-line').first().waitFor();
}
