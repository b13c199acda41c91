import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/disk/base/context.ts';
import { silentLog } from '../../src/disk/base/core.ts';
import { stateVariable, type Machine } from '../../src/disk/base/stateFolder.ts';
import { followCopy } from '../../src/history/copies/followCopy.ts';
import { defaultCopies } from '../../src/history/copies/modes.ts';
import { agentFolders } from '../editor/inEditorTests.ts';
import { clickFor, showViews, treeRows, webview } from '../editor/workbench.ts';
import { eventually } from '../eventually.ts';
import { picture, sample, withEditor } from './withEditor.ts';

const examinedMs = 60_000;

describe('a history that is deleted under an open window', () => {
  it('is restored by its row and the overview', () =>
    withEditor({ prepare: sample }, async ({ page, root, agents, dialogs }) => {
      await showViews(page, 'Dialogs');
      await treeRows(page, 'checkout-rounding').first().waitFor();
      const env = { [stateVariable]: agentFolders(agents)[stateVariable] ?? '' };
      const machine: Machine = { home: agents, env, platform: process.platform };
      const history = join(root, '.chat-history');
      const context = { machine, clock: systemClock, log: silentLog };
      assert.equal((await followCopy(history, context, defaultCopies)).state, 'current');
      const before = await dialogs.names();
      rmSync(history, { recursive: true, maxRetries: 5 });
      const row = treeRows(page, 'Deleted history can be restored');
      await row.waitFor();
      await treeRows(page, 'checkout-rounding').waitFor({ state: 'detached' });
      const finding = webview(page).locator('.finding', { hasText: 'was deleted with its folder' });
      await clickFor(row, webview(page).locator('.doctor-result'));
      await finding.getByText('Restore it; what was saved since stays.').waitFor({ timeout: examinedMs });
      await picture(page, 'lost-history');
      await finding.getByRole('button', { name: /^Repair/ }).click();
      await row.waitFor({ state: 'detached' });
      await treeRows(page, 'checkout-rounding').first().waitFor();
      await eventually('all are there', async () => (await dialogs.names()).join() === before.join());
    }));
});
