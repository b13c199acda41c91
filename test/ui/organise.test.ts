import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { openStore } from '../../src/store/store.ts';
import {
  menuEntries,
  openContextMenu,
  pickFromContextMenu,
  runCommand,
  showViews,
  treeRows,
} from '../editor/workbench.ts';
import { eventually } from '../eventually.ts';
import { notice, picture, sharedEditor, type Folders } from './withEditor.ts';

const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'] as const;

async function prepare({ root }: Folders): Promise<void> {
  const { dialogs } = openStore(root);
  for (const name of names) await dialogs.save(name, [{ role: 'user', text: `The question of ${name}` }]);
}

/** Selects rows as people do: a click, and with Ctrl held others. */
async function select(page: Page, labels: readonly string[]): Promise<void> {
  for (const [index, label] of labels.entries())
    await treeRows(page, label)
      .first()
      .click(index === 0 ? {} : { modifiers: ['Control'] });
  await eventually('they are selected', async () => {
    const selected = await treeRows(page).and(page.locator('[aria-selected="true"]')).count();
    return selected === labels.length;
  });
}

/** Drags a row as a hand does: the editor shows where it may be dropped once something is over it, and takes it there. */
async function drag(page: Page, row: Locator, target: Locator): Promise<void> {
  const [from, to] = await Promise.all([row.boundingBox(), target.boundingBox()]);
  assert.ok(from && to);
  const [x, y] = [to.x + to.width / 2, to.y + to.height / 2];
  await page.mouse.move(from.x + 60, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 70, from.y + from.height / 2 + 3, { steps: 3 });
  await page.mouse.move(x, y, { steps: 12 });
  for (let n = 0; n < 6; n++) await page.mouse.move(x + n, y + n); // over what appeared meanwhile
  await page.mouse.up();
}

describe('organising in the window', function () {
  const inEditor = sharedEditor({ prepare });

  it(
    'hides five dialogs at once and undoes it from the notification',
    inEditor(async ({ page, dialogs }) => {
      await showViews(page, 'Dialogs');
      await select(page, names);
      await openContextMenu(page, treeRows(page, 'gamma').first(), 'Hide');
      await picture(page, 'organise-menu');
      assert.equal(await menuEntries(page, 'Rename').count(), 0, 'is for one');
      await pickFromContextMenu(page, treeRows(page, 'gamma').first(), 'Hide');
      const undo = await notice(page, 'Hidden: 5 dialogs.');
      const archived = async () => (await dialogs.list()).filter((info) => info.archived).length;
      assert.equal(await archived(), 5);
      await undo.getByRole('button', { name: 'Undo' }).click();
      await eventually('it is taken back', async () => (await archived()) === 0);
    }),
  );

  it(
    'tags several dialogs at once',
    inEditor(async ({ page, dialogs }) => {
      await showViews(page, 'Dialogs');
      await select(page, ['alpha', 'beta']);
      await pickFromContextMenu(page, treeRows(page, 'alpha').first(), 'Edit Tags');
      const input = page.locator('.quick-input-widget input.input');
      await input.waitFor();
      await input.fill('release, 发布');
      await page.keyboard.press('Enter');
      await notice(page, 'Changed the tags of 2 dialogs.');
      const tagged = (await dialogs.list()).filter(({ tags }) => tags.join() === 'release,发布');
      assert.deepEqual(tagged.map(({ name }) => name).sort(), ['alpha', 'beta']);
    }),
  );

  it(
    'drags a dialog into an editor and into the chat',
    inEditor(async ({ page }) => {
      await showViews(page, 'Dialogs');
      await runCommand(page, 'View: Close All Editors');
      const row = treeRows(page, 'delta').first();
      await drag(page, row, page.locator('.part.editor .editor-group-container').first());
      await page.locator('.tab', { hasText: 'delta.md' }).waitFor();
      await page.locator('.view-lines', { hasText: 'The question of delta' }).waitFor();
      await picture(page, 'drag-editor');

      await runCommand(page, 'Chat: Open Chat');
      const input = page.locator('.interactive-session .interactive-input-part').first();
      await input.waitFor();
      await drag(page, treeRows(page, 'epsilon').first(), input);
      await input.locator('.chat-attached-context-attachment', { hasText: 'epsilon' }).waitFor();
      await picture(page, 'drag-chat');
    }),
  );
});
