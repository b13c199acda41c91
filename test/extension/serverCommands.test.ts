import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import { withEmptyHistory } from './workspace.ts';

/** What a command says in the status bar. */
async function saidBy(command: string): Promise<string[]> {
  const said: string[] = [];
  const show = window.setStatusBarMessage;
  Reflect.set(window, 'setStatusBarMessage', (...given: [string, ...unknown[]]): unknown => {
    said.push(given[0]);
    return Reflect.apply(show, window, given) as unknown;
  });
  try {
    await commands.executeCommand(command);
    return said;
  } finally {
    Reflect.set(window, 'setStatusBarMessage', show);
  }
}

describe('server commands', () => {
  it('report that the server is stopped, even if it was not running', async () => {
    await withEmptyHistory(async () => {
      for (let time = 0; time < 2; time++)
        assert.deepEqual(await saidBy('historyStore.stopServer'), ['$(check) The history server is stopped']);
    });
  });
});
