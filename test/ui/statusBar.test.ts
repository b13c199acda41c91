import assert from 'node:assert/strict';
import {
  clickFor,
  options,
  pickFromContextMenu,
  pressOnRow,
  runCommand,
  showViews,
  treeRows,
  whileOver,
} from '../editor/workbench.ts';
import { holds } from '../eventually.ts';
import { picture, sharedEditor, withEditor, type Folders } from './withEditor.ts';

const user = (text: string) => ({ role: 'user' as const, text });

async function prepare({ dialogs }: Folders): Promise<void> {
  await dialogs.save('release plan', [user('We name it Maple. '.repeat(2_000))]);
  await dialogs.save('large', [user('x'.repeat(70_000))]);
}

describe('the active dialog in the status bar', function () {
  const inEditor = sharedEditor({ prepare, settings: { 'chat.disableAIFeatures': true } });

  it(
    'is set by key, menu and palette, opens on click, and can be hidden',
    inEditor(async ({ page, dialogs }) => {
      await showViews(page, 'Dialogs');
      const item = page.locator('.statusbar-item[id$="historyStore.activeDialog"]');
      const says = (text: RegExp) =>
        holds(async () => assert.match((await item.getAttribute('aria-label')) ?? '', text));
      await says(/Set Active Dialog/);

      const row = treeRows(page, 'release plan').first();
      await clickFor(row, page.locator('.tab.active', { hasText: 'release plan' }));
      await pressOnRow(row, 'Control+Enter');
      await says(/release plan, 55% full/);
      assert.equal((await dialogs.active()).name, 'release plan');
      await runCommand(page, 'View: Close All Editors');
      await page.locator('.tab').first().waitFor({ state: 'detached' });
      await clickFor(item.locator('a'), page.locator('.tab.active', { hasText: 'release plan' }));
      const tooltip = page.locator('.monaco-hover', { hasText: 'agents that name no dialog' }).first();
      await whileOver(item, (timeout) => tooltip.waitFor({ timeout }));
      await picture(page, 'status-bar');

      await pickFromContextMenu(page, treeRows(page, 'large').first(), 'Set Active Dialog…', 'More');
      await says(/large, >100% full/);
      await picture(page, 'status-bar-over');

      await runCommand(page, 'History: Set Active Dialog…');
      await options(page, 'None').waitFor();
      await picture(page, 'set-active-dialog');
      await page.keyboard.press('Escape');

      await pickFromContextMenu(page, item, "Hide 'Active Dialog'");
      await item.waitFor({ state: 'hidden' });
    }),
  );
});

describe('history that is turned off', function () {
  it('is told by the status bar and by empty views, where it can be turned on', () =>
    withEditor({ settings: { 'chat.disableAIFeatures': true } }, async ({ page }) => {
      await runCommand(page, 'History: Turn History On or Off…');
      await clickFor(
        options(page, 'Off').first(),
        page.locator('.statusbar-item', { hasText: 'History off' }),
      );
      const welcome = (view: string) => {
        const header = page.locator('.pane-header', { hasText: view });
        return page.locator('.sidebar .pane', { has: header }).locator('.welcome-view-content');
      };
      for (const view of ['Dialogs', 'Sessions', 'Memories']) {
        await showViews(page, view);
        await welcome(view).getByText('History is off in this project').waitFor();
      }
      const on = options(page, 'Keep and Return').first();
      await clickFor(welcome('Memories').getByRole('button', { name: 'Turn History On or Off' }), on);
      await on.click();
      await welcome('Memories').getByText('Save facts, decisions, and notes').waitFor();
    }));
});
