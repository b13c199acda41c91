import assert from 'node:assert/strict';
import { commands } from 'vscode';
import type { DialogPane } from '../../src/extension/dialogs/dialogPane.ts';
import type { Internals } from '../../src/extension/extension.ts';
import type { DialogPaneContent, DialogPaneState } from '../../src/protocol/dialogPane.ts';
import type { SummaryDraft } from '../../src/protocol/summary/draft.ts';
import { openStore } from '../../src/store/store.ts';
import { beginAgain, eventually, withEmptyHistory, workspaceRoot } from './workspace.ts';

const dialog = 'plan';
const resource = () => ({ folder: workspaceRoot(), dialog });
const outside = () => openStore(workspaceRoot()).dialogs;
const draftOf = (id: string): SummaryDraft => ({
  edits: [{ id, kind: 'add', section: 'facts', text: 'new' }],
});

/** Notes what a pane is sent; gives a function that waits for a state, which others may have followed already. */
function watch(pane: DialogPane) {
  const states: DialogPaneState[] = [];
  pane.page.onDidPost((content: DialogPaneContent) => {
    if (content.type === 'state') states.push(content);
  });
  return (what: string, wanted: (state: DialogPaneState) => boolean): Promise<DialogPaneState> =>
    eventually(what, () => {
      const last = states.at(-1);
      return last && wanted(last) ? last : undefined;
    });
}

/** Opens a pane of its own on the dialog. */
async function openPane({ services }: Internals) {
  const before = new Set(services.panes.all);
  await commands.executeCommand('historyStore.openInNewPane', resource());
  const pane = services.panes.all.find((each) => !before.has(each));
  assert.ok(pane);
  const state = watch(pane);
  await beginAgain(pane.page);
  return { pane, state };
}

const send = (pane: DialogPane, sent: SummaryDraft): void =>
  pane.page.receive({ type: 'draftSummary', resource: resource(), draft: sent });

describe('what is changed in a summary and not saved', () => {
  it('is in a pane that is opened after its own was closed, until it is saved, once', async () => {
    await withEmptyHistory(async (extension) => {
      const draft = draftOf('first');
      await outside().setSummary(dialog, { facts: ['old'] }, 'replace');
      const first = await openPane(extension);
      await first.state('the dialog', ({ header }) => header.name === dialog);
      send(first.pane, draft);
      first.pane.dispose();
      const second = await openPane(extension);
      await second.state('the draft in another pane', (state) => state.draft?.edits.length === 1);
      await outside().setSummary(dialog, { facts: ['of an agent'] }, 'merge');
      second.pane.page.receive({ type: 'saveSummary', resource: resource() });
      second.pane.page.receive({ type: 'saveSummary', resource: resource() });
      await second.state('no draft', (each) => each.draft === undefined);
      send(second.pane, draft); // of a page that did not know yet that it was saved
      second.pane.page.receive({ type: 'saveSummary', resource: resource() });
      await second.state('that the draft was seen', ({ draftsSeen }) => draftsSeen > 0);
      assert.deepEqual(await outside().summary(dialog), { facts: ['of an agent', 'old', 'new'] });
    });
  });

  it('stays where saving fails, and goes along with the dialog when that is renamed', async () => {
    await withEmptyHistory(async (extension) => {
      const draft = draftOf('second');
      await outside().save(dialog, [{ role: 'user', text: 'x' }]);
      const { pane, state } = await openPane(extension);
      await state('the dialog', ({ header }) => header.name === dialog);
      send(pane, draft);
      const { dialogs } = pane.target.project;
      const setSummary: unknown = Reflect.get(dialogs, 'setSummary');
      // No disk fails for root, under whom tests may run.
      Reflect.set(dialogs, 'setSummary', () => Promise.reject(new Error('no space left')));
      await assert.rejects(extension.services.panes.drafts.save(pane.target), /no space left/);
      Reflect.set(dialogs, 'setSummary', setSummary);
      assert.equal(await outside().summary(dialog), undefined);
      assert.deepEqual(extension.services.panes.drafts.of(pane.target), draft);
      const [project] = extension.services.projects.all;
      assert.ok(project);
      await project.dialogs.rename(dialog, 'plan B');
      extension.services.panes.renamed(pane.target, { project, dialog: 'plan B' });
      await state('the draft under the new name', (each) => each.header.name === 'plan B' && !!each.draft);
      pane.page.receive({ type: 'saveSummary', resource: { folder: project.root, dialog: 'plan B' } });
      await eventually(
        'it is saved',
        async () => JSON.stringify(await outside().summary('plan B')) === '{"facts":["new"]}',
      );
    });
  });
});
