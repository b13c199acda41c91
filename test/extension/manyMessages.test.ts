import assert from 'node:assert/strict';
import { commands } from 'vscode';
import type { DialogWindow } from '../../src/protocol/dialogPane.ts';
import { openStore } from '../../src/store/store.ts';
import { nodeNamed, withEmptyHistory, workspaceRoot } from './workspace.ts';

describe('many messages', () => {
  it('opens a dialog of 100,000 messages and sends only the last ones to its pane', async function () {
    await withEmptyHistory(async (extension) => {
      const { dialogs } = openStore(workspaceRoot());
      for (let batch = 0; batch < 100; batch += 1) {
        const entries = Array.from({ length: 1_000 }, (_, index) => ({
          role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
          text: `message ${batch * 1_000 + index} ${'with some text '.repeat(10)}`,
        }));
        await dialogs.save('huge', entries);
      }
      const dialog = await nodeNamed(extension, 'huge');
      const { panes } = extension.services;
      const sent = new Promise<DialogWindow>((resolve) => {
        panes.onDidOpen(({ page }) =>
          page.onDidPost((content) => content.type === 'state' && resolve(content.window)),
        );
      });
      await commands.executeCommand('historyStore.openDialog', dialog);
      const { total, messages } = await sent;
      assert.equal(total, 100_000);
      assert.ok(messages.length < 1_000, `${messages.length} were sent`);
    });
  });
});
