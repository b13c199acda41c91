import type { Page } from 'playwright-core';
import type { PaneName } from '../../src/protocol/panes.ts';
import { clickFor, runCommand, showViews, treeRows, unfold, webview } from '../editor/workbench.ts';
import { sampleSessions } from '../sample/sessions.ts';

/** The panes of the sample in the shown webview, opened through the tree. Texts are those of an English editor. */
export const samplePanes = {
  async dialog(page: Page): Promise<void> {
    await showViews(page, 'Dialogs');
    await clickFor(treeRows(page, 'checkout-rounding').first(), webview(page).getByRole('article').first());
  },

  async context(page: Page): Promise<void> {
    await unfoldContexts(page);
    await clickFor(treeRows(page, 'Round tax once'), webview(page).getByLabel('Text an agent receives'));
  },

  async activeContext(page: Page): Promise<void> {
    await unfoldContexts(page);
    const shown = webview(page).getByText('A new context keeps everything');
    await clickFor(treeRows(page, 'Refunds of single lines'), shown);
  },

  async session(page: Page): Promise<void> {
    await showViews(page, 'Sessions');
    const shown = webview(page).getByText('All seven tests pass.');
    await clickFor(treeRows(page, sampleSessions.claude), shown);
    await webview(page).getByRole('heading', { name: sampleSessions.claude, level: 1 }).waitFor();
  },

  async memory(page: Page): Promise<void> {
    await showViews(page, 'Memories');
    await unfold(treeRows(page, 'pricing, 3'));
    const shown = webview(page).getByRole('heading', { name: 'Memory', level: 1 });
    await clickFor(treeRows(page, 'Tax is rounded once').first(), shown);
  },

  async brief(page: Page): Promise<void> {
    await runCommand(page, 'History: Show What Agents Receive at Start');
    await webview(page).getByRole('region', { name: 'Exact text' }).getByText('## Decided').waitFor();
  },

  async insight(page: Page): Promise<void> {
    await runCommand(page, 'History: Show Insight');
    await webview(page).locator('.insight[aria-busy="false"] .chart').first().waitFor();
  },

  async doctor(page: Page): Promise<void> {
    await runCommand(page, 'History: Overview');
    await webview(page).locator('.doctor-result').waitFor();
  },
} as const satisfies Readonly<Record<PaneName | 'activeContext', (page: Page) => Promise<void>>>;

/** Unfolds the contexts of a dialog of the sample. */
export async function unfoldContexts(page: Page): Promise<void> {
  await showViews(page, 'Dialogs');
  await unfold(treeRows(page, 'checkout-rounding').first());
  await unfold(treeRows(page, 'Context Snapshots'));
}

/** Unfolds a change, a failed call and the conversation of the subagent. */
export async function unfoldTools(page: Page): Promise<void> {
  const pane = webview(page);
  await pane.getByRole('feed').focus();
  await page.keyboard.press('Home');
  const inRun = (tool: string) =>
    pane.locator('.tool-run details details summary', { hasText: tool }).first();
  await clickFor(pane.locator('.tool-run summary').first(), inRun('Edit'));
  await inRun('Edit').click();
  await pane.locator('.diff-add').first().waitFor();
  await inRun('Bash').click();
  await pane.locator('.subagent summary').first().click();
  await pane.locator('.subagent-message').first().waitFor();
}
