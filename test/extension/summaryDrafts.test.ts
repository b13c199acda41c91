import assert from 'node:assert/strict';
import { commands } from 'vscode';
import type { ContextPane } from '../../src/extension/contexts/contextPane.ts';
import { contextDrafts } from '../../src/extension/contexts/contextDrafts.ts';
import type { DialogPane } from '../../src/extension/dialogs/dialogPane.ts';
import type { Internals } from '../../src/extension/extension.ts';
import type { ContextDraft, ContextPaneState } from '../../src/protocol/contextPane.ts';
import type { DialogPaneState } from '../../src/protocol/dialogPane.ts';
import type { SummaryDraft } from '../../src/protocol/summaryEdits.ts';
import { openStore } from '../../src/store/store.ts';
import { beginAgain, eventually, withEmptyHistory, workspaceRoot } from './workspace.ts';

const dialog = 'plan';
const resource = () => ({ folder: workspaceRoot(), dialog });
const outside = () => openStore(workspaceRoot()).dialogs;
const draftOf = (id: string): SummaryDraft => ({
  edits: [{ id, kind: 'add', section: 'facts', text: 'new' }],
});

interface Watched<State> {
  readonly page: { onDidPost(listener: (content: State | { readonly type: 'failure' }) => void): unknown };
}

/** Notes what a pane is sent; gives a function that waits for a state, which others may have followed already. */
function watch<State extends { readonly type: 'state' }>({ page }: Watched<State>) {
  const states: State[] = [];
  page.onDidPost((content) => {
    if (content.type === 'state') states.push(content);
  });
  return (what: string, wanted: (state: State) => boolean): Promise<State> =>
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
  const state = watch<DialogPaneState>(pane);
  await beginAgain(pane.page);
  return { pane, state };
}

const send = (pane: DialogPane, sent: SummaryDraft): void =>
  pane.page.receive({ type: 'draftSummary', resource: resource(), draft: sent });

/** Makes two archived contexts; the id of the older one first. */
async function twoContexts(): Promise<[string, string]> {
  const { dialogs, contexts } = openStore(workspaceRoot());
  const ids: string[] = [];
  for (const text of ['first', 'second']) {
    await dialogs.save(dialog, [
      { role: 'user', text },
      { role: 'assistant', text: 'done' },
    ]);
    const { archivedContextId } = await contexts.startNew(dialog, { title: text });
    assert.ok(archivedContextId);
    ids.push(archivedContextId);
  }
  const [first, second] = ids;
  assert.ok(first && second);
  return [first, second];
}

const contextOf = (contextId: string) => ({ ...resource(), contextId });

/** Shows a context in the one pane of contexts there is. */
async function showContext({ services }: Internals, contextId: string) {
  await commands.executeCommand('historyStore.openContext', contextOf(contextId));
  const [pane] = services.contextPanes.all;
  assert.ok(pane);
  const state = watch<ContextPaneState>(pane);
  await beginAgain(pane.page);
  await state('the context', ({ header }) => header.contextId === contextId);
  return { pane, state };
}

const typeInto = (pane: ContextPane, contextId: string, draft: ContextDraft): void =>
  pane.page.receive({ type: 'draftSummary', resource: contextOf(contextId), draft });

describe('unsaved changes to a summary', () => {
  it('appear in a pane opened after theirs was closed, until they are saved once', async () => {
    await withEmptyHistory(async (extension) => {
      const draft = draftOf('first');
      await outside().setSummary(dialog, { facts: ['old'] }, 'replace');
      const first = await openPane(extension);
      await first.state('the dialog', ({ header }) => header.name === dialog);
      send(first.pane, draft);
      first.pane.dispose();
      const second = await openPane(extension);
      await second.state('the draft in another pane', (state) => state.draft?.edits.length === 1);
      assert.equal(second.pane.panel.title, `● ${dialog}`);
      await outside().setSummary(dialog, { facts: ['of an agent'] }, 'merge');
      second.pane.page.receive({ type: 'saveSummary', resource: resource() });
      second.pane.page.receive({ type: 'saveSummary', resource: resource() });
      await second.state('no draft', (each) => each.draft === undefined);
      send(second.pane, draft); // of a page that did not know yet that it was saved
      second.pane.page.receive({ type: 'saveSummary', resource: resource() });
      await second.state('that the draft was seen', ({ draftsSeen }) => draftsSeen > 0);
      assert.deepEqual(await outside().summary(dialog), { facts: ['of an agent', 'old', 'new'] });
      assert.equal(second.pane.panel.title, dialog);
      await eventually('undone by the notice', async () => {
        await commands.executeCommand('notification.acceptPrimaryAction');
        const { facts } = (await outside().summary(dialog)) as { facts: string[] };
        return !facts.includes('new');
      });
    });
  });

  it('survive a failed save, and move with a renamed dialog', async () => {
    await withEmptyHistory(async (extension) => {
      const draft = draftOf('second');
      await outside().save(dialog, [{ role: 'user', text: 'x' }]);
      const { pane, state } = await openPane(extension);
      await state('the dialog', ({ header }) => header.name === dialog);
      send(pane, draft);
      const { dialogs } = pane.target.project;
      const changeSummary: unknown = Reflect.get(dialogs, 'changeSummary');
      // No disk fails for root, under whom tests may run.
      Reflect.set(dialogs, 'changeSummary', () => Promise.reject(new Error('no space left')));
      await assert.rejects(
        extension.services.summaryDrafts.save(pane.target),
        /Could not save the summary of “plan”: no space left/,
      );
      Reflect.set(dialogs, 'changeSummary', changeSummary);
      assert.equal(await outside().summary(dialog), undefined);
      assert.deepEqual(extension.services.summaryDrafts.of(pane.target), draft);
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

  it('are kept per context, also after its tab was closed', async () => {
    await withEmptyHistory(async (extension) => {
      const [first, second] = await twoContexts();
      const draft = { id: 'a', text: 'half of it', base: '' };
      const { pane, state } = await showContext(extension, first);
      typeInto(pane, first, draft);
      await showContext(extension, second);
      const other = await state('the other context', ({ header }) => header.contextId === second);
      assert.equal(other.draft, undefined);
      // Where the page did not know yet that another one is to be shown.
      typeInto(pane, first, { ...draft, text: 'more of it' });
      pane.dispose();
      const again = await showContext(extension, first);
      const shown = await again.state('what was typed', (each) => each.draft !== undefined);
      assert.deepEqual(shown.draft, { ...draft, text: 'more of it' });
      again.pane.page.receive({ type: 'saveSummary', resource: contextOf(first) });
      const saved = await again.state('the summary', ({ summary }) => summary === 'more of it');
      assert.equal(saved.draft, undefined);
      typeInto(again.pane, first, { ...draft, text: 'more of it' }); // of a page that did not know yet
      await again.state('that it was seen', (each) => each.draftsSeen === 1 && !each.draft);
      const [, read] = await Promise.all(
        [first, second].map((id) => openStore(workspaceRoot()).contexts.get(id)),
      );
      assert.equal(read?.context.summary, undefined);
    });
  });

  it('of a context survive a failed save and are there in the next window', async () => {
    await withEmptyHistory(async (extension) => {
      const [first] = await twoContexts();
      const { pane } = await showContext(extension, first);
      typeInto(pane, first, { id: 'b', text: 'mine', base: '' });
      const { contexts } = pane.target.project;
      const { contextDrafts: drafts } = extension.services;
      const summarize: unknown = Reflect.get(contexts, 'summarize');
      Reflect.set(contexts, 'summarize', () => Promise.reject(new Error('no space left')));
      await assert.rejects(drafts.save(pane.target), /no space left/);
      Reflect.set(contexts, 'summarize', summarize);
      assert.equal(drafts.of(pane.target)?.text, 'mine');
      const nextWindow = contextDrafts(extension.memory);
      assert.equal(nextWindow.of(pane.target)?.text, 'mine');
      await nextWindow.save(pane.target);
      assert.equal((await contexts.get(first)).context.summary, 'mine');
      assert.equal(nextWindow.of(pane.target), undefined);
      drafts.discard(pane.target);
    });
  });
});
