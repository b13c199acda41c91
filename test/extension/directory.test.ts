import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { commands, Uri, window, workspace } from 'vscode';
import { lastChat, withChat } from './chatInput.ts';
import { acceptPicksOf, eventually, withEmptyHistory, workspaceRoot } from './workspace.ts';

const command = 'historyStore.addDirectoryToContext';

/** Makes folders with a file each in the workspace, for the time of `body`. */
async function withFolders(names: readonly string[], body: (folders: Uri[]) => Promise<void>) {
  const folders = names.map((name) => join(workspaceRoot(), name));
  for (const folder of folders) {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(join(folder, `in ${folder.slice(-1)}.ts`), '');
  }
  try {
    await body(folders.map((folder) => Uri.file(folder)));
  } finally {
    for (const folder of folders) fs.rmSync(folder, { recursive: true });
  }
}

describe('Add Directory to Context', () => {
  it('inserts the contents of the menu’s folder into the chat without sending', async () => {
    await withEmptyHistory(async () => {
      await withFolders(['lib a'], async ([a]) => {
        assert.ok(a);
        await withChat(async (calls) => {
          await commands.executeCommand(command, a, [a]);
          const chat = lastChat(calls);
          assert.ok(chat);
          assert.ok(chat.query.includes(a.fsPath) && chat.query.includes('in a.ts'), chat.query);
          assert.equal(chat.isPartialQuery, true);
          assert.equal(calls.length, 1, 'the chat that goes on is not left');
        });
      });
    });
  });

  it('takes all selected folders and skips files', async () => {
    await withEmptyHistory(async () => {
      await withFolders(['lib a', 'lib b'], async ([a, b]) => {
        assert.ok(a && b);
        await withChat(async (calls) => {
          await commands.executeCommand(command, b, [a, b, Uri.joinPath(a, 'in a.ts')]);
          const query = lastChat(calls)?.query ?? '';
          assert.ok(query.includes('in a.ts') && query.includes('in b.ts'), query);
          assert.ok(!query.includes(`- ${Uri.joinPath(a, 'in a.ts').fsPath}`), query);
        });
      });
    });
  });

  it('asks for the folder when run from the palette, and stops when cancelled', async () => {
    await withEmptyHistory(async () => {
      await withFolders(['lib a'], async ([a]) => {
        assert.ok(a);
        // The simple dialog begins in the folder of the workspace.
        await withChat(async (calls) => {
          await acceptPicksOf(commands.executeCommand(command));
          const query = lastChat(calls)?.query ?? '';
          assert.ok(query.includes(workspaceRoot()) && query.includes('in a.ts'), query);
        });
        await withChat(async (calls) => {
          const left = commands.executeCommand(command);
          await eventually('the dialog is left', async () => {
            await commands.executeCommand('workbench.action.closeQuickOpen');
            return Promise.race([
              Promise.resolve(left).then(() => true),
              workspace.fs.stat(a).then(() => false),
            ]);
          });
          assert.deepEqual(calls, []);
        });
      });
    });
  });

  it('names the failed action when the folder no longer exists', async () => {
    await withEmptyHistory(async () => {
      const show = window.showErrorMessage;
      const said: string[] = [];
      Reflect.set(window, 'showErrorMessage', (text: string) => {
        said.push(text);
        return Promise.resolve(undefined);
      });
      try {
        await commands.executeCommand(command, Uri.file(join(workspaceRoot(), 'gone')));
      } finally {
        Reflect.set(window, 'showErrorMessage', show);
      }
      assert.match(said.join(), /^“Add Directory to Context” failed: /);
    });
  });
});
