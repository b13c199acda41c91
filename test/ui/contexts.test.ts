import assert from 'node:assert/strict';
import { openStore } from '../../src/store/store.ts';
import {
  accept,
  options,
  pickFromContextMenu,
  pressDelete,
  quickInput,
  runCommand,
  treeRows,
} from '../editor/workbench.ts';
import { holds } from '../eventually.ts';
import { samplePanes } from './samplePanes.ts';
import { notice, picture, rowSays, sample, sharedEditor } from './withEditor.ts';

describe('context snapshots in the window', function () {
  const inEditor = sharedEditor({ prepare: sample });

  it(
    'are compared when two are selected',
    inEditor(async ({ page }) => {
      await samplePanes.activeContext(page);
      const other = treeRows(page, 'Where the cent comes from');
      await other.click({ modifiers: ['ControlOrMeta'] });
      await pickFromContextMenu(page, other, 'Compare Context Snapshots');
      await page
        .locator('.tab', { hasText: 'Where the cent comes from ↔ Refunds of single lines' })
        .waitFor();
      await page.locator('.monaco-diff-editor .view-line', { hasText: 'Good catch' }).first().waitFor();
      await picture(page, 'context-compare');
    }),
  );

  it(
    'are created with a title, cleared, deleted and restored',
    inEditor(async ({ page }) => {
      await samplePanes.activeContext(page);
      const active = treeRows(page, 'Refunds of single lines');
      await rowSays(active, /^Refunds of single lines 3 turns · 3%$/);
      await pickFromContextMenu(page, active, 'New Context Snapshot');
      const input = page.locator('.quick-input-widget input.input');
      await input.waitFor();
      await picture(page, 'context-new');
      await input.fill('Gift cards');
      await page.keyboard.press('Enter');
      await treeRows(page, 'Gift cards').waitFor();
      await treeRows(page, 'Refunds of single lines, now').waitFor();

      await samplePanes.context(page);
      await treeRows(page, 'Round tax once').click();
      await pressDelete(treeRows(page, 'Round tax once'));
      await treeRows(page, 'Round tax once').waitFor({ state: 'detached' });
      const deleted = page.locator('.tab', { hasText: 'Round tax once, on the sum (deleted)' });
      await deleted.waitFor();
      const group = treeRows(page, 'Recently cleared or deleted');
      await group.click();
      await options(page, 'Round tax once').waitFor();
      await picture(page, 'context-trash');
      await page.keyboard.press('Escape');
      await (await notice(page, 'Moved “Round tax once')).getByRole('button', { name: 'Undo' }).click();
      await group.waitFor({ state: 'detached' });
      await treeRows(page, 'Round tax once').waitFor();
      await deleted.waitFor({ state: 'detached' });
    }),
  );

  it(
    'are found by their content and inserted into the chat input without being sent',
    inEditor(async ({ page, root }) => {
      await treeRows(page, 'checkout-rounding').first().waitFor();
      await runCommand(page, 'History: Load Context Snapshot');
      await (await quickInput(page, 'Load Context Snapshot')).fill('checkout');
      await accept(page, 'checkout-rounding');
      await options(page, 'Round tax once').waitFor();
      const input = page.locator('.quick-input-widget input.input');
      await input.fill('which order had two lines'); // in no title and no preview in these words
      await options(page).first().filter({ hasText: 'Where the cent comes from' }).waitFor();
      await picture(page, 'context-search');
      await accept(page, 'Where the cent comes from');
      await options(page, 'The newest turns within the limit').first().waitFor();
      await picture(page, 'context-load');
      await accept(page, '');
      const chat = page.locator('.interactive-input-part .view-lines').first();
      await chat.filter({ hasText: 'Where the cent comes from' }).waitFor();
      await picture(page, 'context-chat');
      const [found] = await openStore(root).contexts.find('checkout-rounding', 'which order', 1);
      await holds(async () => assert.ok(found && (await chat.innerText()).includes(found.contextId)));
    }),
  );
});
