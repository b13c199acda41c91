import { clickFor, runCommand, showViews, treeRows, unfold } from '../editor/workbench.ts';
import type { PictureWindow, Showings } from './showings.ts';

/** The views as they are in a project of months, by their ids. */
export const viewShowings: Readonly<Record<string, Showings>> = {
  dialogs: {
    '': async (window) => {
      await alone(window, 'dialogs');
      await treeRows(window.page, 'checkout-rounding').first().waitFor();
    },
    unfolded: async (window) => {
      await alone(window, 'dialogs');
      await unfold(treeRows(window.page, 'checkout-rounding').first());
      for (const part of ['Decisions', 'Context Snapshots'])
        await unfold(treeRows(window.page, window.texts.said(part)).first());
    },
  },
  sessions: {
    '': async (window) => {
      await alone(window, 'sessions');
      await treeRows(window.page).nth(3).waitFor();
    },
  },
  memories: {
    '': async (window) => {
      await alone(window, 'memories');
      await unfold(treeRows(window.page).first());
    },
  },
  team: {
    '': async (window) => {
      await alone(window, 'team');
      await treeRows(window.page).nth(2).waitFor();
    },
  },
  results: {
    '': async (window) => {
      await keepResults(window, 'rounding tax');
    },
    chinese: async (window) => {
      await keepResults(window, '对账');
    },
  },
};

/** Unfolds a view of the side bar, and no other. */
export async function alone({ page, texts }: PictureWindow, view: string): Promise<void> {
  await page
    .locator('.sidebar .pane-header', { hasText: texts.named(`view.${view}`) })
    .first()
    .waitFor();
  await showViews(page, texts.named(`view.${view}`));
}

/** Searches, and keeps what is found in its view. */
export async function keepResults({ page, texts }: PictureWindow, query: string): Promise<void> {
  await runCommand(page, texts.command('search'));
  await page.locator('.quick-input-widget input.input').fill(query);
  await page.locator('.quick-input-title', { hasText: /\d/ }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('.sidebar .pane-header', { hasText: `${query} · ` }).waitFor();
  await showViews(page, `${query} · `);
  const first = page.locator('.sidebar .monaco-list-row .highlight').first();
  await clickFor(first, page.locator('.tab').first());
}
