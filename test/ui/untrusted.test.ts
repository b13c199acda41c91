import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { clickFor, openContextMenu, runCommand, showViews, treeRows, webview } from '../editor/workbench.ts';
import { sampleSessions, writeSampleSessions } from '../sample/sessions.ts';
import { samplePanes } from './samplePanes.ts';
import { picture, sample, sharedEditor, withEditor } from './withEditor.ts';

/** Makes sure that the context menu of a row shows an entry that cannot be picked. */
async function cannotPick(page: Page, row: Locator, entry: string): Promise<void> {
  const item = await openContextMenu(page, row, entry);
  assert.match((await item.getAttribute('class')) ?? '', /disabled/);
}

describe('an untrusted folder', function () {
  const inEditor = sharedEditor({ trusted: false, prepare: sample });
  const button = (page: Page, name: string) => webview(page).getByRole('button', { name });
  const lacks = async (page: Page, name: string): Promise<void> => {
    const header = webview(page).getByRole('toolbar', { name: /actions$/ });
    await header.getByRole('button', { name: 'More Actions…' }).click();
    await webview(page).getByRole('menuitem').first().waitFor();
    assert.equal(await webview(page).getByRole('menuitem', { name }).count(), 0);
    await webview(page).getByRole('menuitem').first().press('Escape');
  };

  it(
    'makes dialogs read-only',
    inEditor(async ({ page, dialogs }) => {
      await samplePanes.dialog(page);
      await page.locator('.sidebar', { hasText: 'Restricted Mode' }).waitFor();
      await cannotPick(page, treeRows(page, 'checkout-rounding').first(), 'Delete');
      await picture(page, 'untrusted');
      await page.keyboard.press('Escape');
      await lacks(page, 'Clear Dialog…');
      assert.equal((await dialogs.window('checkout-rounding', 0, 10)).total, 9);
    }),
  );

  it(
    'makes contexts read-only',
    inEditor(async ({ page }) => {
      await samplePanes.context(page);
      await lacks(page, 'Move to Trash');
      await cannotPick(page, treeRows(page, 'Round tax once'), 'Delete');
      await picture(page, 'context-untrusted');
    }),
  );

  it(
    'makes memories read-only',
    inEditor(async ({ page }) => {
      await samplePanes.memory(page);
      await lacks(page, 'Delete');
      await cannotPick(page, treeRows(page, 'Tax is rounded once').first(), 'Delete');
      await page.keyboard.press('Escape');
      await page.getByText('Restricted Mode: you can browse memories').waitFor();
    }),
  );

  it(
    'makes briefs read-only',
    inEditor(async ({ page }) => {
      await samplePanes.brief(page);
      await webview(page).locator('.statement').first().getByRole('button', { name: 'Open' }).waitFor();
      for (const name of ['Pin', 'Never Again']) assert.equal(await button(page, name).count(), 0, name);
    }),
  );

  it('explains in every view without a history how to continue, and makes sessions read-only', async () => {
    await withEditor({ trusted: false }, async ({ page, root, agents }) => {
      await showViews(page, 'Dialogs', 'Sessions', 'Memories');
      const welcome = page.locator('.sidebar .welcome-view-content:visible');
      const trust = welcome.locator('.monaco-button', { hasText: 'Manage Workspace Trust' });
      await trust.nth(1).waitFor(); // of dialogs and of memories
      await welcome.filter({ hasText: 'No agent sessions found' }).waitFor();
      await picture(page, 'untrusted-empty');
      await page
        .getByText(/nothing can be changed|not change them|not keep or/)
        .waitFor({ state: 'detached' });

      writeSampleSessions(agents, root);
      await runCommand(page, 'History: Refresh'); // the view would find it by itself, but later
      await showViews(page, 'Sessions');
      await page.locator('.sidebar', { hasText: 'not keep or copy them' }).waitFor();
      const row = treeRows(page, sampleSessions.claude);
      await clickFor(row, webview(page).getByText('All seven tests pass.'));
      await cannotPick(page, row, 'Keep Session');
      await picture(page, 'sessions-untrusted');
      assert.equal(existsSync(join(root, '.chat-history')), false);
    });
  });
});
