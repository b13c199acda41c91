import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { DialogStore } from '../../src/history/dialogs/types.ts';
import { openStore } from '../../src/store/store.ts';
import {
  clickFor,
  openContextMenu,
  menuEntries,
  pickFromContextMenu,
  pressDelete,
  pressOnRow,
  quickInput,
  runCommand,
  showViews,
  treeIsCalm,
  treeRows,
  unfold,
} from '../editor/workbench.ts';
import { holds } from '../eventually.ts';
import { notice, sharedEditor, withEditor, type Folders } from './withEditor.ts';

const say = (text: string) => ({ role: 'user' as const, text });
const names = ['alpha', 'beta', 'gamma'];

async function prepare({ root }: Folders): Promise<void> {
  const { dialogs, contexts, memories } = openStore(root);
  for (const name of names.toReversed()) await dialogs.save(name, [say(`about ${name}`)]);
  await dialogs.save('alpha', [{ role: 'assistant', text: 'done' }]);
  await contexts.startNew('alpha', { title: 'fresh' });
  for (const content of ['older memory', 'newer memory']) await memories.store({ content, tags: ['law'] });
}

const messagesOf = async ({ dialogs }: Folders): Promise<string[]> =>
  Promise.all(names.map(async (name) => `${name} ${(await dialogs.overview(name))?.messages ?? 0}`));

/** Moves the focus, and nothing else, from a row to another one. */
async function focusFrom(page: Page, row: string, key: string, to: string): Promise<void> {
  await pressOnRow(treeRows(page, row).first(), key);
  await treeRows(page, to).first().and(page.locator('.monaco-list-row.focused')).waitFor();
}

/** Saves as an agent that is at work, so that the tree is read anew again and again. */
async function saveUntil(signal: AbortSignal, dialogs: DialogStore): Promise<void> {
  for (let turn = 0; !signal.aborted; turn++) {
    await dialogs.save(turn % 2 === 0 ? 'beta' : 'gamma', [say(`message ${turn}`)]);
    await pause(10);
  }
}

/** Waits until the tree has the focus, on the first row whose label begins with `label`. */
const rowIsFocused = (page: Page, label: string): Promise<void> =>
  treeRows(page, label)
    .first()
    .and(page.locator('.sidebar .monaco-list:focus .monaco-list-row.focused'))
    .waitFor();

/** Waits until a remark is in the status bar. */
const remarked = (page: Page, text: string): Promise<void> =>
  page.locator('.statusbar-item', { hasText: text }).waitFor();

describe('keys and menus of the trees', function () {
  const inEditor = sharedEditor({ prepare });

  it(
    'rename and delete the focused dialog, not the one clicked last',
    inEditor(async ({ page }) => {
      await showViews(page, 'Dialogs');
      await clickFor(treeRows(page, 'alpha').first(), page.locator('.tab.active', { hasText: 'alpha' }));
      await focusFrom(page, 'alpha', 'ArrowDown', 'beta');
      await page.keyboard.press('F2');
      const input = await quickInput(page, 'Rename “beta”');
      await holds(async () => assert.equal(await input.inputValue(), 'beta'));
      await page.keyboard.press('Escape');
      await pressDelete(treeRows(page, 'beta').first());
      const told = await notice(page, 'Moved “beta” to the trash.');
      await told.getByRole('button', { name: 'Undo' }).click();
      await rowIsFocused(page, 'beta');
      assert.equal(await page.locator('.tab').count(), 1, 'nothing else was opened');
      await page.locator('.tab.active', { hasText: 'alpha' }).waitFor();
    }),
  );

  it(
    'do nothing on a row of another kind',
    inEditor(async ({ page }) => {
      await showViews(page, 'Dialogs');
      await clickFor(treeRows(page, 'alpha').first(), page.locator('.tab.active', { hasText: 'alpha' }));
      await unfold(treeRows(page, 'alpha').first());
      await treeRows(page, 'Context Snapshots').first().waitFor(); // before it is there, the next row is that of beta
      await focusFrom(page, 'alpha', 'ArrowDown', 'Context Snapshots');
      await page.keyboard.press('Delete');
      await remarked(page, 'This key does not apply to the row that has the focus.');
      await page.keyboard.press('F2');
      await focusFrom(page, 'Context Snapshots', 'ArrowUp', 'alpha');
      await page.keyboard.press('F2');
      await quickInput(page, 'Rename “alpha”'); // a question of the keys before would have come first
    }),
  );

  it(
    'do nothing while no row has the focus, even if one was selected before',
    inEditor(async ({ page, dialogs }) => {
      await showViews(page, 'Dialogs');
      await clickFor(treeRows(page, 'alpha').first(), page.locator('.tab.active', { hasText: 'alpha' }));
      await pressOnRow(treeRows(page, 'alpha').first(), 'Escape');
      await page.locator('.sidebar .monaco-list-row.focused').waitFor({ state: 'detached' });
      await page.keyboard.press('Delete');
      await remarked(page, 'Choose a row first.');
      await page.keyboard.press('F2');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('F2');
      await quickInput(page, 'Rename “alpha”');
      assert.deepEqual((await dialogs.names()).toSorted(), names);
    }),
  );

  it(
    'apply to the row focused at the key press, even if the focus moves right after',
    inEditor(async ({ page, dialogs }) => {
      await showViews(page, 'Dialogs');
      await clickFor(treeRows(page, 'beta').first(), page.locator('.tab.active', { hasText: 'beta' }));
      await focusFrom(page, 'beta', 'ArrowDown', 'gamma');
      await treeIsCalm(page); // while it is read anew the row is found a moment later, and not deleted
      await Promise.all(['Delete', 'ArrowUp'].map((key) => page.keyboard.press(key)));
      const told = await notice(page, 'to the trash.');
      assert.deepEqual((await dialogs.names()).toSorted(), ['alpha', 'beta']);
      await told.getByRole('button', { name: 'Undo' }).click();
      await rowIsFocused(page, 'gamma');
      const selected = treeRows(page).and(page.locator('[aria-selected="true"]'));
      assert.deepEqual(await selected.locator('.label-name').allInnerTexts(), ['beta']);
    }),
  );

  it(
    'delete all selected dialogs without asking, and restore all of them',
    inEditor(async (editor) => {
      const { page, dialogs } = editor;
      await showViews(page, 'Dialogs');
      const before = await messagesOf(editor);
      await clickFor(treeRows(page, 'beta').first(), page.locator('.tab.active', { hasText: 'beta' }));
      await treeRows(page, 'gamma')
        .first()
        .click({ modifiers: ['Control'] });
      await pressDelete(treeRows(page, 'gamma').first());
      await holds(async () => assert.deepEqual(await dialogs.names(), ['alpha']));
      const told = await notice(page, 'Moved “gamma” and “beta” to the trash');
      await told.getByRole('button', { name: 'Undo' }).click();
      await holds(async () => assert.deepEqual(await messagesOf(editor), before));
      await treeIsCalm(page);
      await rowIsFocused(page, 'gamma');
    }),
  );

  it(
    'apply to the focused row while the tree keeps refreshing',
    inEditor(async ({ page, dialogs }) => {
      await showViews(page, 'Dialogs');
      await clickFor(treeRows(page, 'alpha').first(), page.locator('.tab.active', { hasText: 'alpha' }));
      const saving = new AbortController();
      const saved = saveUntil(saving.signal, dialogs);
      try {
        for (let turn = 0; turn < 10; turn++) {
          await pressOnRow(treeRows(page, 'alpha').first(), 'F2');
          await quickInput(page, 'Rename “alpha”');
          await page.keyboard.press('Escape');
        }
      } finally {
        saving.abort();
        await saved;
      }
    }),
  );

  it(
    'offer for several dialogs only what applies to all of them',
    inEditor(async (editor) => {
      const { page, dialogs } = editor;
      await showViews(page, 'Dialogs');
      await clickFor(treeRows(page, 'beta').first(), page.locator('.tab.active', { hasText: 'beta' }));
      await treeRows(page, 'gamma')
        .first()
        .click({ modifiers: ['Control'] });
      await openContextMenu(page, treeRows(page, 'gamma').first(), 'Pin Dialog');
      const offered = (await menuEntries(page).allInnerTexts())
        .map((text) => text.split('\n', 1)[0]?.trim()) // without its key
        .filter(Boolean);
      assert.deepEqual(offered, [
        ...['Pin Dialog', 'Edit Tags…', 'Copy Link', 'Share with Team…', 'Export…', 'More'],
        ...['Hide', 'Delete'],
      ]);
      await page.keyboard.press('Escape');
      await pickFromContextMenu(page, treeRows(page, 'gamma').first(), 'Pin Dialog');
      await holds(async () => {
        const pinned = (await dialogs.list()).filter((info) => info.pinned).map(({ name }) => name);
        assert.deepEqual(pinned.sort(), ['beta', 'gamma']);
      });
      await treeIsCalm(page);
      await rowIsFocused(page, 'gamma');
    }),
  );

  it(
    'delete the focused snapshot and the focused memory',
    inEditor(async ({ page, root }) => {
      const { contexts, memories } = openStore(root);
      await showViews(page, 'Dialogs');
      await unfold(treeRows(page, 'alpha').first());
      await unfold(treeRows(page, 'Context Snapshots').first());
      await clickFor(treeRows(page, 'fresh').first(), page.locator('.tab.active', { hasText: 'fresh' }));
      await pressOnRow(treeRows(page, 'fresh').first(), 'ArrowDown');
      await treeIsCalm(page);
      await page.keyboard.press('Delete');
      await holds(async () => assert.deepEqual(await contexts.list('alpha'), []));
      const snapshot = await notice(page, 'to the trash.');
      await snapshot.getByRole('button', { name: 'Undo' }).click();
      await holds(async () => assert.equal((await contexts.list('alpha')).length, 1));
      await treeIsCalm(page);
      await rowIsFocused(page, 'about alpha');

      await showViews(page, 'Memories');
      await unfold(treeRows(page, 'law').first());
      await clickFor(
        treeRows(page, 'newer memory').first(),
        page.locator('.tab.active', { hasText: 'newer' }),
      );
      await focusFrom(page, 'newer memory', 'ArrowDown', 'older memory');
      await pressDelete(treeRows(page, 'older memory').first());
      await rowIsFocused(page, 'newer memory');
      await holds(async () => {
        const left = (await memories.list()).map(({ content }) => content);
        assert.deepEqual(left, ['newer memory']);
      });
      const memory = await notice(page, 'Deleted “older memory”.');
      await memory.getByRole('button', { name: 'Undo' }).click();
      await holds(async () => assert.equal((await memories.list()).length, 2));
      await treeIsCalm(page);
      await rowIsFocused(page, 'older memory');
      assert.equal(await page.locator('.quick-input-widget:visible').count(), 0, 'nothing is asked');
    }),
  );

  it('keep the focus in the tree after filtering', () =>
    withEditor({ prepare }, async ({ page }) => {
      await showViews(page, 'Dialogs');
      await clickFor(treeRows(page, 'alpha').first(), page.locator('.tab.active', { hasText: 'alpha' }));
      await focusFrom(page, 'alpha', 'ArrowDown', 'beta');
      for (const [words, row] of [
        ['a', 'beta'],
        ['gamma', 'gamma'],
      ] as const) {
        await runCommand(page, 'History: Filter Dialogs…');
        await (await quickInput(page, 'Filter Dialogs')).fill(words);
        await page.keyboard.press('Enter');
        await treeIsCalm(page);
        await rowIsFocused(page, row);
      }
      await runCommand(page, 'History: Clear Filter of Dialogs');
      await treeRows(page, 'alpha').first().waitFor();
      await treeIsCalm(page);
      await rowIsFocused(page, 'gamma');
    }));

  it('keep the focus nearby after renaming, deleting, undoing, pinning and hiding', () =>
    withEditor({ prepare }, async ({ page }) => {
      const focused = (label: string) => rowIsFocused(page, label);
      await showViews(page, 'Dialogs');
      await clickFor(treeRows(page, 'alpha').first(), page.locator('.tab.active', { hasText: 'alpha' }));
      await focusFrom(page, 'alpha', 'ArrowDown', 'beta');
      await treeIsCalm(page);
      await page.keyboard.press('F2');
      const input = await quickInput(page, 'Rename “beta”');
      await input.fill('better');
      await input.press('Enter');
      await focused('better');
      await treeIsCalm(page);
      await focusFrom(page, 'better', 'ArrowDown', 'gamma');
      await focusFrom(page, 'gamma', 'ArrowUp', 'better');
      await pressDelete(treeRows(page, 'better').first());
      await focused('gamma');
      await treeIsCalm(page);
      await focused('gamma');
      const told = await notice(page, 'Moved “better” to the trash.');
      await told.getByRole('button', { name: 'Undo' }).click();
      await focused('better');
      await pickFromContextMenu(page, treeRows(page, 'better').first(), 'Pin Dialog');
      await treeRows(page, 'better, ').first().locator('xpath=self::*[@aria-posinset="1"]').waitFor();
      await treeIsCalm(page);
      await focused('better');
      await pickFromContextMenu(page, treeRows(page, 'better').first(), 'Hide');
      await treeRows(page, 'better').first().waitFor({ state: 'detached' });
      await treeIsCalm(page);
      await focused('alpha');
    }));
});
