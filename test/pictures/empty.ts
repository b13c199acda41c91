import { options, runCommand, webview } from '../editor/workbench.ts';
import { paneShowings } from './panes.ts';
import type { PictureWindow, Showing } from './showings.ts';
import { alone } from './views.ts';

async function welcome(window: PictureWindow, view: string): Promise<void> {
  await alone(window, view);
  await window.page.locator('.sidebar .welcome-view-content:visible').first().waitFor();
}

const empty = (kind: Showing['kind'], name: string, show: Showing['show']): Showing => ({
  kind,
  name: `empty-${name}`,
  show,
});

/** What a person sees who has nothing yet. */
export const emptyShowings: readonly Showing[] = [
  empty('view', 'dialogs', (window) => welcome(window, 'dialogs')),
  empty('view', 'sessions', (window) => welcome(window, 'sessions')),
  empty('view', 'memories', (window) => welcome(window, 'memories')),
  empty('pane', 'doctor', (window) => paneShowings.doctor['']?.(window) ?? Promise.resolve()),
  empty('pane', 'brief', async ({ page, texts }) => {
    await runCommand(page, texts.command('showBrief'));
    await webview(page).locator('.brief').waitFor();
  }),
  empty('pane', 'insight', async ({ page, texts }) => {
    await runCommand(page, texts.command('showInsight'));
    await webview(page).locator('.insight[aria-busy="false"]').waitFor();
  }),
  empty('question', 'search', async ({ page, texts }) => {
    await runCommand(page, texts.command('search'));
    await page.locator('.quick-input-widget input.input').fill('zebra');
    await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
  }),
  // Last, as history stays off.
  empty('pane', 'off', async ({ page, texts }) => {
    await runCommand(page, texts.command('setMode'));
    await options(page, texts.said('Off')).first().click();
    await page.locator('.statusbar-item', { hasText: texts.said('History off') }).waitFor();
  }),
];
