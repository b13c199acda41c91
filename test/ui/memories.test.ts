import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openStore } from '../../src/store/store.ts';
import {
  clickFor,
  focusIn,
  options,
  pressDelete,
  quickInput,
  runCommand,
  showViews,
  treeRows,
  unfold,
  webview,
} from '../editor/workbench.ts';
import { notice, picture, rowSays, sample, sharedEditor } from './withEditor.ts';

describe('memories in the window', function () {
  const inEditor = sharedEditor({ prepare: sample, settings: { 'chat.disableAIFeatures': true } });

  it(
    'are added with tags, tagged in the pane, deleted and restored',
    inEditor(async ({ page, root }) => {
      await showViews(page, 'Memories');
      await treeRows(page, 'pricing, 3').waitFor();
      await runCommand(page, 'History: Add Memory…');
      await (await quickInput(page, 'Enter a fact')).fill('Gift cards are not taxed');
      await page.keyboard.press('Enter');
      await (await quickInput(page, 'pricing')).fill('gifts, Tax');
      await options(page, 'gifts').waitFor();
      await picture(page, 'memory-tags');
      await page.keyboard.press('Enter');
      await unfold(treeRows(page, 'gifts, 1'));
      const row = treeRows(page, 'Gift cards are not taxed');
      await rowSays(row, /^Gift cards are not taxed now · tax$/);

      const field = webview(page).getByRole('combobox', { name: 'Add a tag' });
      await clickFor(row, field);
      await field.fill('law');
      await field.press('Enter');
      await treeRows(page, 'law, 1').waitFor();
      await webview(page).getByRole('button', { name: 'Remove tag law' }).press('Delete');
      await treeRows(page, 'law, 1').waitFor({ state: 'detached' });

      await row.click();
      await pressDelete(row);
      await row.waitFor({ state: 'detached' });
      const deleted = page.locator('.tab', { hasText: 'Gift cards are not taxed (deleted)' });
      await deleted.waitFor();
      await webview(page).getByText('In the trash.').waitFor();
      await picture(page, 'memory-deleted');
      await (await notice(page, 'Deleted “Gift cards')).getByRole('button', { name: 'Undo' }).click();
      await treeRows(page, 'gifts, 1').waitFor();
      await deleted.waitFor({ state: 'detached' });
      const { memories } = openStore(root);
      assert.equal((await memories.list({ tags: ['gifts'] })).length, 1);
    }),
  );

  it(
    'are filtered, and all shown again',
    inEditor(async ({ page }) => {
      await showViews(page, 'Memories');
      await treeRows(page, 'pricing, 3').waitFor();
      await runCommand(page, 'History: Filter Memories…');
      await (await quickInput(page, 'Filter memories')).fill('sorting settlements');
      await page.keyboard.press('Enter');
      await treeRows(page, 'Sort settlements by').first().waitFor();
      await treeRows(page, 'pricing').waitFor({ state: 'detached' });
      await picture(page, 'memory-found');
      await runCommand(page, 'History: Show All Memories');
      await treeRows(page, 'pricing, 3').waitFor();
    }),
  );

  it(
    'are consolidated after a preview of the changes',
    inEditor(async ({ page }) => {
      await showViews(page, 'Memories');
      await treeRows(page, 'pricing, 3').waitFor();
      await runCommand(page, 'History: Overview');
      await focusIn(page, 'iframe.webview');
      await webview(page).getByRole('button', { name: 'Consolidate Memories…' }).click();
      for (const choice of ['Hide old memories', '1 month', 'Show what would change'])
        await choose(page, choice);
      await webview(page).getByRole('heading', { name: 'Memories to hide' }).waitFor();
      await picture(page, 'memory-consolidation');
      const ask = await notice(page, 'Memories to hide: ');
      await ask.getByRole('button', { name: 'Consolidate' }).click();
      await treeRows(page, 'Hidden, ').waitFor();
      await (await notice(page, 'Memories hidden: ')).getByRole('button', { name: 'Undo' }).click();
      await treeRows(page, 'Hidden, ').waitFor({ state: 'detached' });
    }),
  );
});

const choose = (page: Page, text: string) => options(page, text).first().click();
