import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import {
  accept,
  clickFor,
  options,
  pickFromContextMenu,
  pressOnRow,
  runCommand,
  showViews,
  treeRows,
  unfold,
  webview,
} from '../editor/workbench.ts';
import { holds } from '../eventually.ts';
import { notice, picture, rowSays, sharedEditor, withEditor, type Folders } from './withEditor.ts';

const user = (text: string) => ({ role: 'user' as const, text });

describe('the tree in the window', function () {
  const inEditor = sharedEditor({});

  it(
    'creates, renames and pins a dialog by keyboard and mouse',
    inEditor(async ({ page, dialogs }) => {
      await showViews(page, 'Dialogs', 'Memories');
      const noMemories = page.locator('.sidebar .welcome-view:visible', { hasText: 'Save facts, decisions' });
      await noMemories.getByRole('button', { name: 'Add Memory' }).waitFor();
      const welcome = page.locator('.welcome-view-content', { hasText: 'No dialogs yet' });
      await welcome.waitFor();
      await picture(page, 'welcome-empty');
      await showViews(page, 'Dialogs');
      await welcome.locator('a', { hasText: 'New Dialog' }).click();
      const input = page.locator('.quick-input-widget input.input');
      await input.fill('第一个 / dialog');
      await page.keyboard.press('Enter');
      const row = treeRows(page, '第一个 / dialog').first();
      await clickFor(row, page.locator('.tab.active', { hasText: '第一个 / dialog' }));
      await pressOnRow(row, 'F2'); // the tree keeps the focus
      await holds(async () => assert.equal(await input.inputValue(), '第一个 / dialog'));
      await input.fill('renamed');
      await page.keyboard.press('Enter');
      await treeRows(page, 'renamed').first().waitFor();
      await page.locator('.tab', { hasText: 'renamed' }).waitFor();

      await dialogs.save('newer', [user('x')]);
      await treeRows(page, 'newer').first().waitFor();
      await rowSays(treeRows(page).first(), /^newer/);
      const older = treeRows(page, 'renamed').first();
      await pickFromContextMenu(page, older, 'Pin Dialog');
      await page.locator('.sidebar [role="treeitem"][aria-posinset="1"][aria-label^="renamed"]').waitFor();
      assert.deepEqual((await dialogs.list()).map(({ name, pinned }) => [name, pinned]).sort(), [
        ['newer', false],
        ['renamed', true],
      ]);
      await picture(page, 'pinned');
    }),
  );

  it(
    'shows what another process saves, and undoes a clear from its notification',
    inEditor(async ({ page, dialogs }) => {
      await dialogs.save('design', [user('one'), user('two')]);
      await showViews(page, 'Dialogs');
      const row = treeRows(page, 'design').first();
      await row.waitFor();
      await rowSays(row, /^design now · 2 messages$/);

      await clickFor(row, webview(page).getByText('two', { exact: true }));
      await unfold(row);
      await treeRows(page, 'Context Snapshots').first().waitFor();

      await dialogs.save('design', [{ role: 'assistant', text: 'three, from elsewhere' }]);
      await treeRows(page, 'design, 3 messages').waitFor();
      await webview(page).getByText('three, from elsewhere').waitFor();
      assert.equal(await row.getAttribute('aria-expanded'), 'true');
      await picture(page, 'tree');

      await pickFromContextMenu(page, treeRows(page, 'design').first(), 'Clear Dialog…', 'More');
      await page.locator('.quick-input-widget', { hasText: 'Clear “design”?' }).waitFor();
      await picture(page, 'clear-question');
      await accept(page, '');
      await treeRows(page, 'design, 0 messages').waitFor();
      await webview(page).getByText('No messages yet').waitFor();
      const cleared = await notice(page, 'Cleared “design”');
      await picture(page, 'cleared');
      await cleared.getByRole('button', { name: 'Undo' }).click();
      await treeRows(page, 'design, 3 messages').waitFor();
      await webview(page).getByText('three, from elsewhere').waitFor();
    }),
  );

  it(
    'explains in the pane why a dialog cannot be read, and shows it once it is readable',
    inEditor(async ({ page, root, dialogs }) => {
      const file = join(root, '.chat-history/broken/messages.json');
      await dialogs.save('broken', [user('readable again')]);
      renameSync(file, join(root, 'kept.json'));
      mkdirSync(file); // the disk refuses to read it
      await showViews(page, 'Dialogs');
      const failure = webview(page).getByRole('heading', { name: 'This dialog cannot be shown' });
      await clickFor(treeRows(page, 'broken').first(), failure);
      await picture(page, 'dialog-failure');
      rmdirSync(file);
      renameSync(join(root, 'kept.json'), file);
      await webview(page).getByText('readable again').waitFor();
    }),
  );

  it('shows workspace folders only when there are several, and follows their changes', async () => {
    await withEditor({ prepare: makeTwoFolders }, async ({ page }) => {
      await treeRows(page, 'app').first().waitFor();
      await treeRows(page, 'library').first().waitFor();
      await treeRows(page, 'in app').waitFor();
      await treeRows(page, 'in library').waitFor();
      assert.equal(await treeRows(page, 'in app').getAttribute('aria-level'), '2');
      await picture(page, 'multi-root');
      const pane = (name: string) => webview(page).getByRole('heading', { name });
      await clickFor(treeRows(page, 'in library'), pane('in library'));
      await runCommand(page, 'Workspaces: Remove Folder from Workspace...');
      await options(page, 'library').click();
      await treeRows(page, 'in library').waitFor({ state: 'detached' });
      await page.locator('.sidebar [role="treeitem"][aria-label^="in app"][aria-level="1"]').waitFor();
      // The pane of the folder that left is gone, and another one opens.
      await page.locator('.tab', { hasText: 'in library' }).waitFor({ state: 'detached' });
      await clickFor(treeRows(page, 'in app'), pane('in app'));
    });
  });

  it('offers to open a folder when none is open', async () => {
    await withEditor({ folder: false }, async ({ page }) => {
      const welcome = page.locator('.welcome-view-content', { hasText: 'Open a folder to see its history' });
      await welcome.getByRole('button', { name: 'Open Folder' }).waitFor();
      await picture(page, 'welcome-no-folder');
    });
  });
});

async function makeTwoFolders({ root }: Folders): Promise<string> {
  for (const name of ['app', 'library']) {
    mkdirSync(join(root, name));
    await openStore(join(root, name)).dialogs.save(`in ${name}`, [user('x')]);
  }
  const file = join(root, 'two.code-workspace');
  writeFileSync(file, JSON.stringify({ folders: [{ path: 'app' }, { path: 'library' }] }));
  return file;
}
