import assert from 'node:assert/strict';
import { DialogActivity } from '../../src/extension/dialogs/dialogActivity.ts';
import { DialogRows } from '../../src/extension/dialogs/dialogRows.ts';
import { readPaneState } from '../../src/extension/dialogs/dialogPaneState.ts';
import { dialogPaneStrings } from '../../src/protocol/dialogPaneStrings.ts';
import { isDialogPaneContent } from '../../src/protocol/dialogPane.ts';
import { withEmptyHistory, workspaceRoot } from './workspace.ts';

describe('the state of a pane', () => {
  it('holds the newest messages with their authors, long ones truncated', async () => {
    await withEmptyHistory(async ({ services }) => {
      const [project] = services.projects.all;
      assert.ok(project);
      const entries = Array.from({ length: 150 }, (_, index) => ({
        role: 'user' as const,
        text: String(index),
      }));
      await project.dialogs.save('x', entries);
      const text = '长'.repeat(25_000);
      await project.dialogs.save('x', [{ role: 'assistant', text, meta: { agent: 'codex' } }]);
      await project.dialogs.setSummary('x', { facts: ['one'] }, 'replace');
      const target = { project, dialog: 'x' };
      const rows = new DialogRows(project.dialogs, 'x');

      const { state, folder } = await readPaneState(
        target,
        { wanted: { newest: 100 }, rows },
        new DialogActivity(),
      );
      assert.ok(isDialogPaneContent(state));
      assert.ok(folder?.endsWith('x'));
      assert.deepEqual(state.resource, { folder: workspaceRoot(), dialog: 'x' });
      assert.deepEqual(
        [state.window.offset, state.window.total, state.window.messages.length],
        [51, 151, 100],
      );
      const last = state.window.messages.at(-1);
      assert.deepEqual([last?.position, last?.author, last?.cutChars], [150, 'Codex', 5_000]);
      assert.equal(last?.text, text.slice(0, 20_000));
      assert.equal(state.window.messages[0]?.text, '51');
      assert.equal(state.header.compact, 'bytes_exceed_comfort_zone');
      assert.deepEqual(state.summary, { facts: ['one'] });
      assert.deepEqual(state.strings, dialogPaneStrings);

      const { state: middle } = await readPaneState(
        target,
        { wanted: { offset: 10, limit: 5 }, rows },
        new DialogActivity(),
      );
      assert.deepEqual(
        middle.window.messages.map(({ position, text: each }) => [position, each]),
        [10, 11, 12, 13, 14].map((position) => [position, String(position)]),
      );
    });
  });

  it('is empty for a dialog that does not exist, and creates nothing', async () => {
    await withEmptyHistory(async ({ services }) => {
      const [project] = services.projects.all;
      assert.ok(project);
      const { state, folder } = await readPaneState(
        { project, dialog: 'none' },
        { wanted: { newest: 100 }, rows: new DialogRows(project.dialogs, 'none') },
        new DialogActivity(),
      );
      assert.equal(folder, undefined);
      assert.equal(state.window.total, 0);
      assert.deepEqual(await project.dialogs.list(), []);
    });
  });
});
