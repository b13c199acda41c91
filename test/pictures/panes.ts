import type { PaneName } from '../../src/protocol/panes.ts';
import { clickFor, runCommand, treeRows, unfold, webview } from '../editor/workbench.ts';
import { sampleSessions } from '../sample/sessions.ts';
import type { PictureWindow, Show, Showings } from './showings.ts';
import { alone } from './views.ts';

/** How far below its beginning a pane is shown, in heights of what scrolls. */
const below =
  (show: Show, scroller: string, pages: number): Show =>
  async (window) => {
    await show(window);
    await webview(window.page)
      .locator(scroller)
      .evaluate((element, by) => element.scrollBy(0, element.clientHeight * by), pages);
  };

async function dialog(window: PictureWindow): Promise<void> {
  await alone(window, 'dialogs');
  await clickFor(
    treeRows(window.page, 'checkout-rounding').first(),
    webview(window.page).getByRole('article').first(),
  );
}

async function context(window: PictureWindow, title: string): Promise<void> {
  const { page, texts } = window;
  await alone(window, 'dialogs');
  await unfold(treeRows(page, 'checkout-rounding').first());
  await unfold(treeRows(page, texts.said('Context Snapshots')));
  await clickFor(treeRows(page, title), webview(page).getByRole('heading', { name: title, level: 1 }));
}

async function session(window: PictureWindow): Promise<void> {
  await alone(window, 'sessions');
  await clickFor(
    treeRows(window.page, sampleSessions.claude).first(),
    webview(window.page).getByText('All seven tests pass.'),
  );
}

async function unfoldedSession(window: PictureWindow): Promise<void> {
  await session(window);
  const pane = webview(window.page);
  await pane.getByRole('feed').focus();
  await window.page.keyboard.press('Home');
  const edit = pane.locator('.tool-run details details summary', { hasText: 'Edit' }).first();
  await clickFor(pane.locator('.tool-run summary').first(), edit);
  await clickFor(edit, pane.locator('.diff').first());
}

/** Of a session its agent has deleted, so that the copy is what there is. */
async function onlyKept(window: PictureWindow): Promise<void> {
  await alone(window, 'sessions');
  await clickFor(
    treeRows(window.page, sampleSessions.codex).first(),
    webview(window.page).getByRole('article').first(),
  );
}

async function memory(window: PictureWindow): Promise<void> {
  const { page } = window;
  await alone(window, 'memories');
  await unfold(treeRows(page, 'pricing'));
  await clickFor(
    treeRows(page, 'Tax is rounded once').first(),
    webview(page).locator('.memory-content .markdown'),
  );
}

async function doctor({ page, texts }: PictureWindow): Promise<void> {
  await runCommand(page, texts.command('overview'));
  await webview(page).locator('.doctor-result').waitFor();
}

async function brief({ page, texts }: PictureWindow): Promise<void> {
  await runCommand(page, texts.command('showBrief'));
  await webview(page).locator('.statement').first().waitFor();
}

async function insight({ page, texts }: PictureWindow): Promise<void> {
  await runCommand(page, texts.command('showInsight'));
  await webview(page).locator('.insight[aria-busy="false"] .chart').first().waitFor();
}

/** With what the history holds, which comes last. */
async function wholeInsight(window: PictureWindow): Promise<void> {
  await insight(window);
  await webview(window.page).locator('.part').nth(3).waitFor();
}

/** Every kind of pane the product has, by its own list of them. */
export const paneShowings: Readonly<Record<PaneName, Showings>> = {
  dialog: { '': dialog, scrolled: below(dialog, '.scroller', -1) },
  context: {
    '': (window) => context(window, 'Round tax once'),
    active: (window) => context(window, 'Refunds of single lines'),
  },
  session: { '': session, unfolded: unfoldedSession, 'only-kept': onlyKept },
  memory: { '': memory },
  doctor: { '': doctor },
  brief: { '': brief },
  insight: {
    '': insight,
    tables: below(insight, '.insight-body', 0.9),
    activity: below(insight, '.insight-body', 2.2),
    end: below(wholeInsight, '.insight-body', 1_000),
  },
};
