import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from 'vscode';
import type { ProjectChange } from '../../src/extension/base/project.ts';
import { openStore } from '../../src/store/store.ts';
import { onOneDay } from '../sameDay.ts';
import { claude } from '../unit/store/claudeLines.ts';
import { claudeFolder, withSessions } from './sessionWorkspace.ts';
import {
  eventually,
  historyFolder,
  manyInEditor,
  pause,
  withEmptyHistory,
  workspaceRoot,
} from './workspace.ts';

const count = manyInEditor;

/** Does something for each number; the extension host goes on answering the editor. */
async function eachOf(work: (index: number) => void): Promise<void> {
  for (let index = 0; index < count; index++) {
    work(index);
    if (index % 100 === 0) await pause(0);
  }
}

function writeSession(index: number, text: string): void {
  const sessionId = `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`;
  const line = { sessionId, cwd: workspaceRoot() };
  const session = claude().user(text, line).answer('a1', 'It waits.', line);
  fs.writeFileSync(join(claudeFolder(), `${sessionId}.jsonl`), session.text());
}

function writeDialog(folder: string, name: string): void {
  const at = 1_700_000_000_000;
  fs.mkdirSync(join(folder, name));
  const messages = [{ role: 'user', text: 'hello', ts: at }];
  fs.writeFileSync(join(folder, name, 'messages.json'), JSON.stringify(messages));
  fs.writeFileSync(join(folder, name, 'dialog.json'), JSON.stringify({ v: 1, name, createdAt: at }));
}

describe(`${count.toLocaleString('en')} watched files`, function () {
  it('show a change of any session', () =>
    withSessions(async ({ services }) => {
      await eachOf((index) => writeSession(index, `Session ${index}`));
      const [project] = services.projects.all;
      assert.ok(project);
      const { sessionLists } = services;
      const list = sessionLists.of(project);
      await commands.executeCommand('historyStore.sessions.focus');
      sessionLists.refresh();
      await list.sessions();
      assert.equal(list.known.length, count);
      for (const index of [7, count * 0.4, count - 1]) {
        const text = `Asked of ${index}`;
        writeSession(index, text);
        await eventually(text, () => list.known.some(({ title }) => title === text));
      }
    }));

  it('show what another process saves in any dialog and refresh only that', () =>
    onOneDay(() =>
      withEmptyHistory(async ({ services }) => {
        const elsewhere = fs.mkdtempSync(join(tmpdir(), 'history-dialogs-'));
        await eachOf((index) => writeDialog(elsewhere, `dialog-${index}`));
        const [project] = services.projects.all;
        assert.ok(project);
        await commands.executeCommand('historyStore.dialogs.focus');
        // As a checkout does: the watchers of the editor miss much of what is in a folder that appears.
        fs.renameSync(elsewhere, historyFolder());
        services.view.tree.refresh();
        await services.view.tree.getChildren();
        const { dialogs } = openStore(workspaceRoot());
        const save = (index: number) =>
          dialogs.save(`dialog-${index}`, [{ role: 'user', text: `said in ${index}` }]);
        const changes: ProjectChange[] = [];
        const listening = services.projects.onDidChange((change) => changes.push(change));
        try {
          await save(0); // the first one makes the log of changes
          await eventually('the log is watched', () => changes.length > 0);
          await pause(3_000);
          for (const index of [count - 1, count / 2 + 5, 34]) {
            changes.length = 0;
            await save(index);
            const name = `dialog-${index}`;
            await eventually(name, () => changes.some(({ folders }) => folders?.has(name)));
            await services.view.tree.getChildren();
            assert.ok(
              changes.every(({ folders }) => folders !== undefined && folders.size < 5),
              'everything was read anew',
            );
          }
        } finally {
          listening.dispose();
          fs.renameSync(historyFolder(), elsewhere);
          await fs.promises.rm(elsewhere, { recursive: true });
        }
      }),
    ));
});
