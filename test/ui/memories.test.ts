import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openStore } from '../../src/store/store.ts';
import {
  clickFor,
  options,
  pressOnRow,
  quickInput,
  runCommand,
  showViews,
  treeRows,
  unfold,
  webview,
} from '../editor/workbench.ts';
import { notice, picture, rowSays, sample, sharedEditor } from './withEditor.ts';

describe('memories in the window', function () {
  this.timeout(300_000);
  const inEditor = sharedEditor({ prepare: sample, settings: { 'chat.disableAIFeatures': true } });

  it(
    'are added with tags, tagged in the pane, forgotten and brought back',
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
      await pressOnRow(row, 'Delete');
      await row.waitFor({ state: 'detached' });
      await page.locator('.tab', { hasText: 'Gift cards' }).waitFor({ state: 'detached' });
      await (await notice(page, 'Deleted “Gift cards')).getByRole('button', { name: 'Undo' }).click();
      await treeRows(page, 'gifts, 1').waitFor();
      const { memories } = openStore(root);
      assert.equal((await memories.list({ tags: ['gifts'] })).length, 1);
    }),
  );

  it(
    'are found, and all shown again',
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
    'are consolidated after a look at what would change',
    inEditor(async ({ page }) => {
      await showViews(page, 'Memories');
      await treeRows(page, 'pricing, 3').waitFor();
      await runCommand(page, 'History: Consolidate Memories…');
      for (const choice of ['Archive old memories', '1 month', 'Show what would change'])
        await choose(page, choice);
      await webview(page).getByRole('heading', { name: 'Memories to archive' }).waitFor();
      await picture(page, 'memory-consolidation');
      const ask = await notice(page, 'Memories to archive: ');
      await ask.getByRole('button', { name: 'Consolidate' }).click();
      await treeRows(page, 'Archived, ').waitFor();
      await (await notice(page, 'Memories archived: ')).getByRole('button', { name: 'Undo' }).click();
      await treeRows(page, 'Archived, ').waitFor({ state: 'detached' });
    }),
  );
});

const choose = (page: Page, text: string) => options(page, text).first().click();
