import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import { acceptPicksOf, eventually, nodeNamed, withEmptyHistory, workspaceRoot } from './workspace.ts';

const said = (text: string) => ({ role: 'user' as const, text });

const onlyProject = ({ services }: Internals) => {
  const [project] = services.projects.all;
  assert.ok(project);
  return project;
};

/** Runs a verb, and Enter in whatever it asks. */
const run = (verb: string, ...args: readonly unknown[]): Promise<void> =>
  acceptPicksOf(commands.executeCommand(`historyStore.${verb}`, ...args));

/** The titles of the lists that are shown meanwhile. */
async function asked(act: () => Promise<void>): Promise<string[]> {
  const titles: string[] = [];
  const own = window.showQuickPick;
  Reflect.set(window, 'showQuickPick', (items: unknown, options: { title?: string }): unknown => {
    titles.push(options.title ?? '');
    return Reflect.apply(own, window, [items, options]) as unknown;
  });
  try {
    await act();
  } finally {
    Reflect.set(window, 'showQuickPick', own);
  }
  return titles;
}

describe('commands for rows of several kinds', () => {
  it('run the command of the kind of row', async () => {
    await withEmptyHistory(async (extension) => {
      const { dialogs, memories } = onlyProject(extension);
      for (const name of ['one', 'two']) await dialogs.save(name, [said('x')]);
      const { memory } = await memories.store({ content: 'Deploys run on Tuesdays' });
      assert.deepEqual(await asked(async () => run('delete', await nodeNamed(extension, 'one'))), []);
      assert.deepEqual(await dialogs.names(), ['two']);
      const row = { kind: 'memory', folder: workspaceRoot(), hash: memory.hash };
      assert.deepEqual(await asked(() => run('delete', row)), []);
      assert.deepEqual(await memories.list(), []);
    });
  });

  it('apply to the active pane when no row is given', async () => {
    await withEmptyHistory(async (extension) => {
      const { dialogs } = onlyProject(extension);
      for (const name of ['one', 'two']) await dialogs.save(name, [said('x')]);
      await commands.executeCommand('historyStore.openDialog', { folder: workspaceRoot(), dialog: 'two' });
      await eventually('the pane', () => extension.services.panes.active?.dialog === 'two');
      assert.deepEqual(await asked(() => run('hide')), []);
      const hidden = (await dialogs.list()).filter(({ archived }) => archived);
      assert.deepEqual(
        hidden.map(({ name }) => name),
        ['two'],
      );
    });
  });

  it('ask for a target when nothing indicates one', async () => {
    await withEmptyHistory(async (extension) => {
      const { dialogs } = onlyProject(extension);
      await dialogs.save('one', [said('x')]);
      await commands.executeCommand('workbench.action.closeAllEditors');
      assert.deepEqual(await asked(() => run('delete')), ['Delete', 'Delete Dialog']);
      assert.deepEqual(await dialogs.names(), []);
    });
  });
});
