import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { commands, env, window } from 'vscode';
import { openStore } from '../../src/store/store.ts';
import { tree } from '../unit/store/withStore.ts';
import { historyFolder, holds, lines, withEmptyHistory, workspaceRoot } from './workspace.ts';

/** What error messages say while `work` runs. */
async function errorsDuring(work: () => Promise<void>): Promise<readonly string[]> {
  const show = window.showErrorMessage;
  const said: string[] = [];
  Reflect.set(window, 'showErrorMessage', (text: string) => {
    said.push(text);
    return Promise.resolve(undefined);
  });
  try {
    await work();
  } finally {
    Reflect.set(window, 'showErrorMessage', show);
  }
  return said;
}

const lasting = async (): Promise<object> =>
  Object.fromEntries(
    Object.entries(await tree(historyFolder())).filter(([path]) => !path.startsWith('.index/')),
  );

describe('commands in a history of a later version', () => {
  it('show it, change nothing, and say which version is needed', async () => {
    await withEmptyHistory(async (extension) => {
      await openStore(workspaceRoot()).dialogs.save('plans', [{ role: 'user', text: 'ship on friday' }]);
      fs.writeFileSync(join(historyFolder(), '.history.json'), '{"v":2,"needs":"1.4.0","ignored":true}\n');
      const before = await lasting();
      await holds(async () => assert.match((await lines(extension)).join(), /^plans /));
      await env.clipboard.writeText('no');
      const dialog = { folder: workspaceRoot(), dialog: 'plans' };
      const said = await errorsDuring(async () => {
        await commands.executeCommand('historyStore.saveClipboard', dialog);
        await commands.executeCommand('historyStore.pinDialog', dialog);
      });
      assert.equal(said.length, 2, said.join());
      for (const text of said)
        assert.match(
          text,
          /can be read, but not changed\. Update the extension or the command line to 1\.4\.0 or newer/,
        );
      assert.deepEqual(await lasting(), before);
    });
  });
});
