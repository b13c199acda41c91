import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withScriptedModel } from '../editor/scriptedModel.ts';
import { accept, pickFromContextMenu, treeRows, webview } from '../editor/workbench.ts';
import { eventually } from '../eventually.ts';
import { notice, picture, sample, withEditor } from './withEditor.ts';

const dialog = 'nightly-price-import';

describe('compacting in the window', function () {
  it('shows the proposal as a diff, accepts it from the title bar and undoes it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'history-model-'));
    try {
      const model = await withScriptedModel(folder);
      await withEditor({ prepare: sample, ...model }, async ({ page, dialogs }) => {
        const count = async () => (await dialogs.overview(dialog))?.messages;
        const row = treeRows(page, dialog).first();
        await row.click();
        await webview(page).getByRole('button', { name: 'Compact…' }).waitFor();
        await picture(page, 'needs-compaction');
        await pickFromContextMenu(page, row, 'Compact Dialog…', 'More');
        await accept(page, 'Model of tests');
        const title = page.locator('.tab.active', { hasText: `${dialog}: Summary ↔ Proposed Summary` });
        await title.waitFor();
        const added = page.locator('.monaco-diff-editor .modified .view-line', {
          hasText: 'reported to the buyers',
        });
        await added.first().waitFor();
        assert.equal(await count(), 320);
        await notice(page, 'go to a backup');
        await picture(page, 'compact');
        await page.locator('.part.editor').getByRole('button', { name: 'Accept Summary' }).click();
        await title.waitFor({ state: 'detached' });
        await eventually('the dialog is compacted', async () => (await count()) === 8);
        assert.match(JSON.stringify(await dialogs.summary(dialog)), /reported to the buyers/);
        const done = await notice(page, 'Compacted “nightly-price-import”');
        await done.getByRole('button', { name: 'Undo' }).click();
        await eventually('everything is back', async () => (await count()) === 320);
        assert.doesNotMatch(JSON.stringify(await dialogs.summary(dialog)), /reported to the buyers/);
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
