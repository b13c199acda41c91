import assert from 'node:assert/strict';
import { commands, env, Uri, window } from 'vscode';
import type { TreeNode } from '../../src/extension/dialogs/dialogNodes.ts';
import type { Internals } from '../../src/extension/extension.ts';
import type { DialogPaneState } from '../../src/protocol/dialogPane.ts';
import { eventually, holds, nodeNamed, withEmptyHistory, workspaceRoot } from './workspace.ts';

const dialog = 'release plan';
const summary = { decisions: ['Round the tax once'], TODO: ['Ship it', 'Measure'] };
const entry = (item: string) => ({ folder: workspaceRoot(), dialog, section: 'TODO', item });

/** Says what notices said while `run` runs, and presses the button of this name. */
async function noticesOf(run: () => Thenable<unknown>, press?: string): Promise<string[]> {
  const said: string[] = [];
  const kinds = ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const;
  const own = kinds.map((kind) => window[kind]);
  for (const kind of kinds)
    Reflect.set(window, kind, (text: string, ...labels: readonly string[]) => {
      said.push(text);
      return Promise.resolve(labels.find((label) => label === press));
    });
  try {
    await run();
  } finally {
    kinds.forEach((kind, index) => Reflect.set(window, kind, own[index]));
  }
  return said;
}

async function prepared({ services }: Internals) {
  const [project] = services.projects.all;
  assert.ok(project);
  await project.dialogs.save(dialog, [
    { role: 'user', text: 'What about the weather?' },
    { role: 'assistant', text: 'We measure, and then we ship it.' },
  ]);
  await project.dialogs.setSummary(dialog, summary, 'replace');
  return project;
}

describe('summary entries', () => {
  it('are marked, deleted and remembered from the tree, each with undo', () =>
    withEmptyHistory(async (extension) => {
      const { dialogs, memories } = await prepared(extension);
      const tree = extension.services.view.tree;
      const inside = async (node: TreeNode | undefined, kind: string): Promise<TreeNode[]> =>
        (await tree.getChildren(node)).filter((child) => child.kind === kind);
      const todo = (await inside(await nodeNamed(extension, dialog), 'section'))[1];
      const [ship, measure] = await inside(todo, 'entry');
      assert.ok(ship && measure);
      assert.equal((await tree.getTreeItem(ship)).contextValue, 'entry open editable');

      await noticesOf(() => commands.executeCommand('historyStore.markEntryDone', ship, [ship, measure]));
      const done = ['Ship it', 'Measure'].map((value) => ({ value, status: 'done' }));
      assert.deepEqual(await dialogs.summary(dialog), { ...summary, TODO: done });
      await dialogs.setSummary(dialog, summary, 'replace');

      const said = await noticesOf(() => commands.executeCommand('historyStore.markEntryDone', ship), 'Undo');
      assert.deepEqual(said, ['Marked “Ship it” as done.']);
      await holds(async () => assert.deepEqual(await dialogs.summary(dialog), summary));

      await noticesOf(() => commands.executeCommand('historyStore.deleteEntry', ship));
      assert.deepEqual(await dialogs.summary(dialog), { ...summary, TODO: ['Measure'] });
      const [conflict] = await noticesOf(() => commands.executeCommand('historyStore.markEntryDone', ship));
      assert.match(String(conflict), /changed or removed in the meantime/);

      await noticesOf(() => commands.executeCommand('historyStore.promoteEntry', measure));
      assert.deepEqual(
        (await memories.list()).map(({ content, metadata }) => [content, metadata]),
        [['Measure', { source: 'summary', dialog }]],
      );
    }));

  it('keep typed text when changed elsewhere meanwhile, and report the conflict', () =>
    withEmptyHistory(async (extension) => {
      const { dialogs } = await prepared(extension);
      const own = window.showInputBox;
      Reflect.set(window, 'showInputBox', async () => {
        await dialogs.setSummary(dialog, { ...summary, TODO: ['Ship it soon', 'Measure'] }, 'replace');
        return 'Ship it on Friday';
      });
      try {
        const said = await noticesOf(() =>
          commands.executeCommand('historyStore.editEntry', entry('Ship it')),
        );
        assert.match(said.join(), /Your text was added as a new entry/);
      } finally {
        Reflect.set(window, 'showInputBox', own);
      }
      assert.deepEqual(await dialogs.summary(dialog), {
        ...summary,
        TODO: ['Ship it soon', 'Measure', 'Ship it on Friday'],
      });
    }));

  it('link to their message and are opened by links and clicks', () =>
    withEmptyHistory(async (extension) => {
      await prepared(extension);
      const states: DialogPaneState[] = [];
      const watch = extension.services.panes.onDidOpen((pane) =>
        pane.page.onDidPost((content) => content.type === 'state' && states.push(content)),
      );
      try {
        await commands.executeCommand('historyStore.openEntryMessage', entry('Measure'));
        await eventually('the message is shown', () => states.some(({ reveal }) => reveal === 1));
        await commands.executeCommand('historyStore.copyLink', entry('Ship it'));
        const link = Uri.parse(await env.clipboard.readText(), true);
        await extension.links.handleUri(link);
        const ref = { section: 'TODO', item: 'Ship it' };
        await holds(() => assert.deepEqual(states.at(-1)?.revealEntry, ref));
      } finally {
        watch.dispose();
      }
    }));
});
