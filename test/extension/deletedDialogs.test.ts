import assert from 'node:assert/strict';
import fs from 'node:fs';
import { commands } from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import type { DialogPaneState } from '../../src/protocol/dialogPane.ts';
import { openStore } from '../../src/store/store.ts';
import { beginAgain, eventually, historyFolder, withEmptyHistory, workspaceRoot } from './workspace.ts';

const dialog = 'plan';
const resource = () => ({ folder: workspaceRoot(), dialog });
const outside = () => openStore(workspaceRoot());

/** Opens a pane on a dialog with a message, and gives what waits for its last state. */
async function openPane({ services }: Internals) {
  await outside().dialogs.save(dialog, [{ role: 'user', text: 'Round once' }]);
  await outside().dialogs.setSummary(dialog, { facts: ['one'] }, 'replace');
  await commands.executeCommand('historyStore.openInNewPane', resource());
  const pane = await eventually('the pane', () => services.panes.all[0]);
  const states: DialogPaneState[] = [];
  pane.page.onDidPost((content) => {
    if (content.type === 'state') states.push(content);
  });
  await beginAgain(pane.page);
  const state = (what: string, wanted: (state: DialogPaneState) => boolean): Promise<DialogPaneState> =>
    eventually(what, () => {
      const last = states.at(-1);
      return last && wanted(last) ? last : undefined;
    });
  await state('the dialog', ({ window: { total } }) => total === 1);
  return { pane, state };
}

/** Ways in which a dialog goes, and what the pane says then. */
const ways: readonly (readonly [string, 'trashed' | 'missing', () => Promise<unknown>])[] = [
  [
    'here',
    'trashed',
    () => {
      void commands.executeCommand('historyStore.deleteDialog', resource()); // it ends with its notice
      return Promise.resolve();
    },
  ],
  ['in another window', 'trashed', async () => outside().dialogTrash.remove(dialog)],
  [
    'by hand, or by git',
    'missing',
    async () => fs.promises.rm((await outside().dialogs.overview(dialog))!.folder, { recursive: true }),
  ],
];

describe('a pane of a deleted dialog', () => {
  for (const [where, gone, remove] of ways)
    it(`reports the deletion ${where}, keeps showing what was read, and saves nothing`, () =>
      withEmptyHistory(async (extension) => {
        const { pane, state } = await openPane(extension);
        const draft = { edits: [{ id: where, kind: 'add', section: 'facts', text: 'new' }] };
        pane.page.receive({ type: 'draftSummary', resource: resource(), draft });
        await remove();
        const { header, window, summary } = await state('that it is gone', (each) => each.gone === gone);
        assert.deepEqual([header.name, header.editable, header.messages], [dialog, false, 1]);
        assert.deepEqual(
          window.messages.map(({ text }) => text),
          ['Round once'],
        );
        assert.deepEqual(summary, { facts: ['one'] });
        pane.page.receive({ type: 'saveSummary', resource: resource() });
        await assert.rejects(extension.services.summaryDrafts.save(pane.target), /Could not save/);
        assert.deepEqual(await outside().dialogs.names(), []);
        assert.ok(fs.existsSync(historyFolder()));

        if (gone === 'trashed') pane.page.receive({ type: 'restore' });
        else await outside().dialogs.save(dialog, [{ role: 'user', text: 'anew' }]);
        const back = await state('it is back', (each) => each.gone === undefined);
        assert.equal(back.header.editable, true);
        assert.deepEqual(back.draft?.edits.length, 1);
        pane.page.receive({ type: 'saveSummary', resource: resource() });
        await eventually('it is saved', async () =>
          JSON.stringify((await outside().dialogs.summary(dialog)) ?? {}).includes('new'),
        );
        assert.deepEqual(await outside().dialogs.names(), [dialog]);
      }));
});
