import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DialogStore } from '../../src/store/dialogs/types.ts';
import { openStore } from '../../src/store/store.ts';
import { pickFromContextMenu, runCommand, treeRows, webview } from '../editor/workbench.ts';
import { eventually } from '../eventually.ts';
import { notice, picture, rowText, unfold, withEditor } from './withEditor.ts';

const user = (text: string) => ({ role: 'user' as const, text });

describe('the tree in the window', function () {
  this.timeout(300_000);

  it('shows a dialog, what another process saves, and undoes a clear from its notice', async () => {
    await withEditor(
      { prepare: (_root, dialogs) => dialogs.save('design', [user('one'), user('two')]) },
      async ({ page, dialogs }) => {
        const row = treeRows(page, 'design').first();
        await row.waitFor();
        assert.match(await rowText(row), /^design 2 messages · now$/);

        await row.click();
        await webview(page).getByText('two', { exact: true }).waitFor();
        await unfold(row);
        await unfold(treeRows(page, 'Messages'));
        await treeRows(page, 'User: two').waitFor();

        await dialogs.save('design', [{ role: 'assistant', text: 'three, from elsewhere' }]);
        await treeRows(page, 'Assistant: three, from elsewhere').waitFor();
        await treeRows(page, 'design, 3 messages').waitFor();
        await webview(page).getByText('three, from elsewhere').waitFor();
        assert.equal(await treeRows(page, 'Messages').getAttribute('aria-expanded'), 'true');
        await picture(page, 'tree');

        await pickFromContextMenu(page, treeRows(page, 'design').first(), 'Clear Dialog…');
        await page.locator('.quick-input-widget', { hasText: 'Clear “design”?' }).waitFor();
        await picture(page, 'clear-question');
        await page.keyboard.press('Enter');
        await treeRows(page, 'design, 0 messages').waitFor();
        await webview(page).getByText('No messages yet').waitFor();
        const cleared = await notice(page, 'Cleared “design”');
        await picture(page, 'cleared');
        await cleared.getByRole('button', { name: 'Undo' }).click();
        await treeRows(page, 'design, 3 messages').waitFor();
        await webview(page).getByText('three, from elsewhere').waitFor();
      },
    );
  });

  it('makes, renames and pins a dialog by keyboard and mouse', async () => {
    await withEditor({}, async ({ page, dialogs }) => {
      await page.locator('.welcome-view-content', { hasText: 'No dialogs yet' }).waitFor();
      await picture(page, 'welcome-empty');
      await page.locator('.welcome-view-content a', { hasText: 'New Dialog' }).click();
      const input = page.locator('.quick-input-widget input.input');
      await input.waitFor();
      await input.fill('第一个 / dialog');
      await page.keyboard.press('Enter');
      const row = treeRows(page, '第一个 / dialog').first();
      await row.waitFor();
      await page.locator('.tab', { hasText: '第一个 / dialog' }).waitFor();

      await row.click();
      await page.locator('.tab.active', { hasText: '第一个 / dialog' }).waitFor();
      await page.keyboard.press('F2'); // the tree keeps the focus
      await input.waitFor();
      assert.equal(await input.inputValue(), '第一个 / dialog');
      await input.fill('renamed');
      await page.keyboard.press('Enter');
      await treeRows(page, 'renamed').first().waitFor();
      await page.locator('.tab', { hasText: 'renamed' }).waitFor();

      await dialogs.save('newer', [user('x')]);
      await treeRows(page, 'newer').first().waitFor();
      assert.match(await rowText(treeRows(page).first()), /^newer/);
      const older = treeRows(page, 'renamed').first();
      const pin = older.getByRole('button', { name: 'Pin Dialog' });
      await eventually('the button of the row', async () => {
        await page.mouse.move(5, 5); // a row that is drawn anew does not know that the mouse is over it
        await older.hover();
        return pin.click({ timeout: 2_000 }).then(
          () => true,
          () => false,
        );
      });
      await page.locator('.sidebar [role="treeitem"][aria-posinset="1"][aria-label^="renamed"]').waitFor();
      assert.deepEqual((await dialogs.list()).map(({ name, pinned }) => [name, pinned]).sort(), [
        ['newer', false],
        ['renamed', true],
      ]);
      await picture(page, 'pinned');
    });
  });

  it('shows a level of folders only when there are several, and follows them', async () => {
    await withEditor({ prepare: makeTwoFolders }, async ({ page }) => {
      await treeRows(page, 'app').first().waitFor();
      await treeRows(page, 'library').first().waitFor();
      await treeRows(page, 'in app').waitFor();
      await treeRows(page, 'in library').waitFor();
      assert.equal(await treeRows(page, 'in app').getAttribute('aria-level'), '2');
      await picture(page, 'multi-root');
      await treeRows(page, 'in library').click();
      await webview(page).getByRole('heading', { name: 'in library' }).waitFor();
      await runCommand(page, 'Workspaces: Remove Folder from Workspace...');
      await page.locator('.quick-input-list [role="option"]', { hasText: 'library' }).click();
      await treeRows(page, 'in library').waitFor({ state: 'detached' });
      await page.locator('.sidebar [role="treeitem"][aria-label^="in app"][aria-level="1"]').waitFor();
      // The pane of the folder that left is gone, and another one opens.
      await page.locator('.tab', { hasText: 'in library' }).waitFor({ state: 'detached' });
      await treeRows(page, 'in app').click();
      await webview(page).getByRole('heading', { name: 'in app' }).waitFor();
    });
  });

  it('says in the pane why a dialog cannot be read, and shows it once it can', async () => {
    const file = (root: string): string => join(root, '.chat-history/broken/messages.json');
    const prepare = async (root: string, dialogs: DialogStore): Promise<void> => {
      await dialogs.save('broken', [user('readable again')]);
      renameSync(file(root), join(root, 'kept.json'));
      mkdirSync(file(root)); // the disk refuses to read it
    };
    await withEditor({ prepare }, async ({ page, root }) => {
      await treeRows(page, 'broken').first().click();
      await webview(page).getByRole('heading', { name: 'This dialog cannot be shown' }).waitFor();
      await picture(page, 'dialog-failure');
      rmdirSync(file(root));
      renameSync(join(root, 'kept.json'), file(root));
      await webview(page).getByText('readable again').waitFor();
    });
  });

  it('says what to do without a folder', async () => {
    await withEditor({ folder: false }, async ({ page }) => {
      const welcome = page.locator('.welcome-view-content', { hasText: 'kept in the folder you work in' });
      await welcome.getByRole('button', { name: 'Open Folder' }).waitFor();
      await picture(page, 'welcome-no-folder');
    });
  });

  it('shows, but neither writes nor starts anything in an untrusted folder', async () => {
    const prepare = (_root: string, dialogs: DialogStore) => dialogs.save('seen', [user('text')]);
    await withEditor({ trusted: false, prepare }, async ({ page, dialogs }) => {
      const row = treeRows(page, 'seen').first();
      await row.waitFor();
      await page.locator('.sidebar', { hasText: 'Restricted mode' }).waitFor();
      await row.click();
      await webview(page).getByText('text', { exact: true }).waitFor();
      await row.click({ button: 'right' });
      const menu = page.locator('.context-view .monaco-menu');
      const clear = menu.locator('.action-item', { hasText: 'Clear Dialog…' });
      await clear.waitFor();
      assert.match((await clear.getAttribute('class')) ?? '', /disabled/);
      await picture(page, 'untrusted');
      await page.keyboard.press('Escape');
      assert.equal(await webview(page).getByRole('button', { name: 'Clear Dialog…' }).count(), 0);
      assert.equal((await dialogs.window('seen', 0, 10)).total, 1);
    });
  });

  it('tells in an untrusted folder without a history how to go on, in every view', async () => {
    await withEditor({ trusted: false }, async ({ page }) => {
      for (const view of ['Sessions', 'Memories'])
        await page.locator(`.sidebar .pane-header[aria-label*="${view}"]`).click();
      const welcome = page.locator('.sidebar .welcome-view-content:visible');
      const trust = welcome.locator('.monaco-button', { hasText: 'Manage Workspace Trust' });
      await trust.nth(1).waitFor(); // of dialogs and of memories
      await welcome.filter({ hasText: 'No agent has a session' }).waitFor();
      await picture(page, 'untrusted-empty');
      await page.getByText('Restricted mode:').waitFor({ state: 'detached' });
    });
  });
});

async function makeTwoFolders(root: string): Promise<string> {
  for (const name of ['app', 'library']) {
    mkdirSync(join(root, name));
    await openStore(join(root, name)).dialogs.save(`in ${name}`, [user('x')]);
  }
  const file = join(root, 'two.code-workspace');
  writeFileSync(file, JSON.stringify({ folders: [{ path: 'app' }, { path: 'library' }] }));
  return file;
}
