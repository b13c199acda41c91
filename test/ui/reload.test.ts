import type { Page } from 'playwright-core';
import {
  menuEntries,
  openViewContainer,
  options,
  passed,
  reloadWindow,
  showViews,
  treeRows,
  webview,
  webviewFrame,
} from '../editor/workbench.ts';
import { sampleSessions } from '../sample/sessions.ts';
import { samplePanes } from './samplePanes.ts';
import { sample, sharedEditor } from './withEditor.ts';

describe('reloading the window', function () {
  const inEditor = sharedEditor({ prepare: sample, settings: { 'chat.disableAIFeatures': true } });

  it(
    'keeps every kind of pane open and memories arranged as before',
    inEditor(async ({ page }) => {
      await samplePanes.dialog(page);
      await passed(await webviewFrame(page), 500); // a list keeps its place 300 ms after it came to rest
      await samplePanes.context(page);
      await samplePanes.session(page);
      await passed(await webviewFrame(page), 500);
      await samplePanes.brief(page);
      await webview(page).getByRole('tab', { name: 'Handover' }).click();
      await webview(page).getByText('Handed over').waitFor();
      await samplePanes.memory(page);
      const header = page.locator('.sidebar .pane-header', { hasText: 'Memories' });
      await header.hover();
      await header.getByRole('button', { name: 'More Actions...' }).click();
      await menuEntries(page, 'Arrange Memories…').waitFor();
      await passed(page, 500); // a menu ignores clicks right after it opened
      await menuEntries(page, 'Arrange Memories…').click();
      await options(page, 'By type').click();
      await treeRows(page, 'Decision, 3').waitFor();

      await reloadWindow(page);
      await openViewContainer(page, 'History');
      await webview(page).getByRole('heading', { name: 'Memory', level: 1 }).waitFor();
      await showViews(page, 'Memories');
      await treeRows(page, 'Decision, 3').waitFor();
      await tab(page, 'What Agents Receive at Start').click();
      await webview(page).getByRole('tab', { name: 'Handover', selected: true }).waitFor();
      await webview(page).getByText('Handed over').waitFor();
      await tab(page, sampleSessions.claude).click();
      await webview(page).getByText('All seven tests pass.').waitFor();
      await tab(page, 'Round tax once').first().click();
      await webview(page).getByLabel('Text an agent receives').waitFor();
      await tab(page, 'checkout-rounding').click();
      await webview(page).getByRole('heading', { name: 'checkout-rounding' }).waitFor();
      await webview(page).getByRole('article').first().waitFor();
    }),
  );
});

const tab = (page: Page, title: string) => page.locator('.tab', { hasText: title });
