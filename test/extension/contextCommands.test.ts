import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { commands, env, TabInputTextDiff, window, workspace } from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import { withChat } from './chatInput.ts';
import {
  acceptMovedPickOf,
  acceptPicksOf,
  eventually,
  historyFolder,
  holds,
  itemOf,
  nodeNamed,
  withEmptyHistory,
  workspaceRoot,
} from './workspace.ts';

const dialog = 'checkout';
const argument = () => ({ folder: workspaceRoot(), dialog });
const turn = (role: 'user' | 'assistant', text: string) => ({ role, text });

function onlyProject({ services }: Internals) {
  const [project] = services.projects.all;
  assert.ok(project);
  return project;
}

const turnTexts = async (extension: Internals): Promise<string[]> =>
  ((await onlyProject(extension).contexts.active(dialog))?.context.turns ?? []).map(({ text }) => text);

/** A dialog with two archived contexts and something in the active one. */
async function makeContexts(extension: Internals) {
  const { dialogs, contexts } = onlyProject(extension);
  const ids: string[] = [];
  for (const subject of ['rounding', 'receipts']) {
    await dialogs.save(dialog, [turn('user', `about ${subject}`), turn('assistant', `${subject} are done`)]);
    const { archivedContextId } = await contexts.startNew(dialog, { title: `after ${subject}` });
    assert.ok(archivedContextId);
    ids.push(archivedContextId);
  }
  await dialogs.save(dialog, [turn('user', 'and now?')]);
  const [rounding = '', receipts = ''] = ids;
  return { rounding, receipts };
}

async function contextsNode(extension: Internals) {
  return nodeNamed(extension, 'Context Snapshots', await nodeNamed(extension, dialog));
}

/** Presses the button of the newest notice until something has come of it. */
async function pressUndo(what: string, undone: () => Promise<boolean>): Promise<void> {
  await eventually(what, async () => {
    await commands.executeCommand('notification.acceptPrimaryAction');
    return undone();
  });
}

describe('commands of contexts', () => {
  it('offer a new chat after starting a new context, as the old chat still holds the archived one', async () => {
    await withEmptyHistory(async (extension) => {
      const { dialogs } = onlyProject(extension);
      await dialogs.save(dialog, [turn('user', 'q'), turn('assistant', 'a')]);
      await withChat(async (calls) => {
        await acceptPicksOf(commands.executeCommand('historyStore.newContext', argument()));
        await pressUndo('a new chat is opened', () => Promise.resolve(calls.includes('new')));
        await holds(() => assert.deepEqual(calls.at(-1), undefined));
      });
    });
  });

  it('start a new context after asking for its title', async () => {
    await withEmptyHistory(async (extension) => {
      const { dialogs, contexts } = onlyProject(extension);
      await dialogs.save(dialog, [turn('user', 'q'), turn('assistant', 'a'), turn('user', 'pending')]);
      await acceptPicksOf(commands.executeCommand('historyStore.newContext', argument()));
      const [archived, ...others] = await contexts.list(dialog);
      assert.deepEqual([archived?.messageCount, others.length], [2, 0]);
      assert.deepEqual(await turnTexts(extension), ['pending']);
      const active = (await contexts.active(dialog))?.context;
      assert.equal(active?.title, undefined, 'no title was typed');
    });
  });

  it('clear the active context after confirmation and restore it from the notification', async () => {
    await withEmptyHistory(async (extension) => {
      await makeContexts(extension);
      await acceptPicksOf(commands.executeCommand('historyStore.clearActiveContext', argument()));
      assert.deepEqual(await turnTexts(extension), []);
      const node = await contextsNode(extension);
      await nodeNamed(extension, 'Recently cleared', node);
      await pressUndo('undo of clear', async () => (await turnTexts(extension)).join() === 'and now?');
      assert.equal((await onlyProject(extension).dialogs.window(dialog, 0, 0)).total, 5);
    });
  });

  it('delete a snapshot and restore it from the notification or later from the trash', async () => {
    await withEmptyHistory(async (extension) => {
      const { rounding, receipts } = await makeContexts(extension);
      const { contexts } = onlyProject(extension);
      const ids = async (): Promise<string[]> =>
        (await contexts.list(dialog)).map(({ contextId }) => contextId);
      const node = await contextsNode(extension);
      const found = await eventually('the snapshot in the tree', async () =>
        (await extension.services.view.tree.getChildren(node)).find(
          (each) => each.kind === 'context' && 'contextId' in each && each.contextId === rounding,
        ),
      );
      await commands.executeCommand('historyStore.deleteContext', found);
      assert.deepEqual(await ids(), [receipts]);
      await pressUndo('undo of delete', async () => (await ids()).length === 2);

      await commands.executeCommand('historyStore.deleteContext', { ...argument(), contextId: receipts });
      assert.deepEqual(await ids(), [rounding]);
      await commands.executeCommand('notifications.clearAll');
      const group = await nodeNamed(extension, 'Recently cleared', node);
      await holds(async () => assert.equal((await itemOf(extension, group)).description, '1'));
      await acceptPicksOf(commands.executeCommand('historyStore.restoreContext', argument()));
      assert.deepEqual(await ids(), [receipts, rounding]);
      assert.deepEqual(await contexts.trash(dialog), []);

      await commands.executeCommand('historyStore.deleteContext', { ...argument(), contextId: receipts });
      const [trashed] = await contexts.trash(dialog);
      await commands.executeCommand('historyStore.restoreContext', { ...argument(), trashed }); // as a pane does
      assert.deepEqual(await ids(), [receipts, rounding]);
    });
  });

  it('compare two selected snapshots with the older one on the left, and follow the active one', async () => {
    await withEmptyHistory(async (extension) => {
      const { rounding, receipts } = await makeContexts(extension);
      const selected = [receipts, rounding].map((contextId) => ({ ...argument(), contextId }));
      await commands.executeCommand('historyStore.compareContexts', selected[0], selected);
      const texts = await eventually('the comparison', comparedTexts);
      assert.match(texts[0], /^# about rounding\n\n## User · .*\n\nabout rounding\n\n## Assistant · /);
      assert.match(texts[1], /^# after rounding\n[^]*receipts are done\n$/);
      await commands.executeCommand('workbench.action.closeAllEditors');

      // Asked for the second one: the first in the list is the active one.
      const run = commands.executeCommand('historyStore.compareContexts', {
        ...argument(),
        contextId: receipts,
      });
      await acceptPicksOf(run);
      const withActive = await eventually('the comparison with the active one', comparedTexts);
      assert.match(withActive[0], /^# after rounding\n/);
      assert.match(withActive[1], /^# after receipts\n[^]*\nand now\?\n$/);
      await onlyProject(extension).dialogs.save(dialog, [turn('assistant', 'tests, live')]);
      await eventually('the answer in the comparison', () => comparedTexts()?.[1].endsWith('tests, live\n'));
    });
  });

  it('load the text of a snapshot into the chat or the clipboard', async () => {
    await withEmptyHistory(async (extension) => {
      const { rounding } = await makeContexts(extension);
      const { text } = await onlyProject(extension).contexts.injection(rounding, {
        mode: 'full',
        maxChars: 12_000,
      });
      await env.clipboard.writeText('nothing yet');
      // The last choice is the whole text for the clipboard.
      await acceptMovedPickOf(
        () => commands.executeCommand('historyStore.loadContext', { ...argument(), contextId: rounding }),
        'workbench.action.quickOpenSelectPrevious',
      );
      assert.equal(await env.clipboard.readText(), text);
    });
  });

  it('offer only dialogs that have something the command applies to', async () => {
    await withEmptyHistory(async (extension) => {
      const { receipts } = await makeContexts(extension);
      const { dialogs, contexts } = onlyProject(extension);
      await dialogs.save('newer', [turn('user', 'nothing archived here')]);
      await acceptPicksOf(commands.executeCommand('historyStore.copyContextId'));
      assert.equal(await env.clipboard.readText(), receipts);
      await contexts.remove(receipts);
      await acceptPicksOf(commands.executeCommand('historyStore.restoreContext'));
      assert.equal((await contexts.list(dialog)).length, 2);
    });
  });

  it('copy the id and store a one-line summary', async () => {
    await withEmptyHistory(async (extension) => {
      const { rounding } = await makeContexts(extension);
      const { contexts } = onlyProject(extension);
      const named = { ...argument(), contextId: rounding };
      await commands.executeCommand('historyStore.copyContextId', named);
      assert.equal(await env.clipboard.readText(), rounding);
      await contexts.summarize(rounding, 'in cents');
      await acceptPicksOf(commands.executeCommand('historyStore.summarizeContext', named));
      assert.equal((await contexts.get(rounding)).context.summary, 'in cents');
      // Several lines are edited in the pane, and stay as they are.
      await contexts.summarize(rounding, 'in cents\nper payment');
      await commands.executeCommand('historyStore.summarizeContext', named);
      assert.equal(extension.services.contextPanes.all[0]?.target.contextId, rounding);
      assert.equal((await contexts.get(rounding)).context.summary, 'in cents\nper payment');
    });
  });

  it('open panes that follow a renamed dialog and handle requests of the page', async () => {
    await withEmptyHistory(async (extension) => {
      const { rounding } = await makeContexts(extension);
      const { services } = extension;
      await commands.executeCommand('historyStore.openContext', { ...argument(), contextId: 'active' });
      await commands.executeCommand('historyStore.openContextInNewPane', {
        ...argument(),
        contextId: rounding,
      });
      assert.equal(services.contextPanes.all.length, 2);
      const [active, archived] = services.contextPanes.all;
      assert.ok(active && archived);
      const project = onlyProject(extension);
      await project.dialogs.rename(dialog, 'renamed');
      services.panes.renamed({ project, dialog }, { project, dialog: 'renamed' });
      await eventually('the active one is that of the new name', () => active.target.dialog === 'renamed');
      await eventually('the page listens', () => archived.target.dialog === 'renamed');

      const resource = { folder: project.root, dialog: 'renamed', contextId: rounding };
      const draft = { id: '1', text: 'from the page', base: '' };
      archived.page.receive({ type: 'draftSummary', resource, draft });
      archived.page.receive({ type: 'saveSummary', resource });
      const read = async (): Promise<string | undefined> =>
        (await project.contexts.get(rounding)).context.summary;
      await eventually('the summary', async () => (await read()) === 'from the page');
      const { text } = await project.contexts.injection(rounding, { mode: 'recent', maxChars: 300 });
      archived.page.receive({ type: 'preview', mode: 'recent', maxChars: 300 });
      archived.page.receive({ type: 'copyInjection' });
      await eventually('the text on the clipboard', async () => (await env.clipboard.readText()) === text);
      archived.page.receive({ type: 'command', command: 'deleteEverything' });
      archived.page.receive({ type: 'command', command: 'remove' });
      await eventually('it is deleted', async () => (await project.contexts.trash('renamed')).length === 1);
      assert.equal(active.target.contextId, 'active');
    });
  });

  it('leave the transcript unchanged', async () => {
    await withEmptyHistory(async (extension) => {
      await makeContexts(extension);
      const file = join(historyFolder(), dialog, 'messages.json');
      const before = fs.readFileSync(file);
      await acceptPicksOf(commands.executeCommand('historyStore.newContext', argument()));
      await acceptPicksOf(commands.executeCommand('historyStore.clearActiveContext', argument()));
      assert.deepEqual(fs.readFileSync(file), before);
    });
  });
});

/** Texts of the two sides of the comparison that is open, if one is and both are read. */
function comparedTexts(): readonly [string, string] | undefined {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof TabInputTextDiff)) return undefined;
  const [left, right] = [input.original, input.modified].map((uri) =>
    workspace.textDocuments.find((document) => document.uri.toString() === uri.toString())?.getText(),
  );
  return left !== undefined && right !== undefined ? [left, right] : undefined;
}
