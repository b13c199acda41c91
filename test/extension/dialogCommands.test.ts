import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { commands, env, Selection, window, workspace } from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import type { Message } from '../../src/history/dialogs/types.ts';
import {
  acceptMovedPickOf,
  acceptPicksOf,
  eventually,
  historyFolder,
  holds,
  nodeNamed,
  withEmptyHistory,
  workspaceRoot,
} from './workspace.ts';

function onlyProject({ services }: Internals) {
  const [project] = services.projects.all;
  assert.ok(project);
  return project;
}

async function allMessages(extension: Internals, dialog: string): Promise<readonly Message[]> {
  return (await onlyProject(extension).dialogs.window(dialog, 0, 1_000)).messages;
}

describe('dialog commands', () => {
  it('save the clipboard to the dialog of the menu', async () => {
    await withEmptyHistory(async (extension) => {
      await onlyProject(extension).dialogs.create('inbox');
      await env.clipboard.writeText('剪贴板里的内容');
      await commands.executeCommand('historyStore.saveClipboard', {
        folder: workspaceRoot(),
        dialog: 'inbox',
      });
      const [message] = await allMessages(extension, 'inbox');
      assert.equal(message?.text, '剪贴板里的内容');
      assert.equal(message.role, 'user');
    });
  });

  it('restore a replaced summary', async () => {
    await withEmptyHistory(async (extension) => {
      const { dialogs } = onlyProject(extension);
      await dialogs.setSummary('shop', { facts: ['first'] }, 'merge');
      await dialogs.setSummary('shop', 'another', 'replace');
      const argument = { folder: workspaceRoot(), dialog: 'shop' };
      await acceptPicksOf(commands.executeCommand('historyStore.restoreSummary', argument));
      assert.deepEqual(await dialogs.summary('shop'), { facts: ['first'] });
      const replaced = await dialogs.replacedSummaries('shop');
      assert.ok(replaced.some(({ summary }) => summary === 'another'));
    });
  });

  it('save a code selection with its location after asking for the dialog', async () => {
    await withEmptyHistory(async (extension) => {
      await onlyProject(extension).dialogs.create('snippets');
      const file = join(workspaceRoot(), 'sample.ts');
      fs.writeFileSync(file, 'const a = 1;\nconst b = `x`;\nconst c = 3;\n');
      try {
        const editor = await window.showTextDocument(await workspace.openTextDocument(file));
        await eventually('the editor is the active one', () => window.activeTextEditor === editor);
        editor.selection = new Selection(1, 0, 2, 0);
        await acceptMovedPickOf(
          () => commands.executeCommand('historyStore.saveSelection'),
          'workbench.action.quickOpenSelectNext',
        );
        const [message] = await allMessages(extension, 'snippets');
        assert.equal(message?.text, '`sample.ts:2`\n\n```typescript\nconst b = `x`;\n```');
        assert.deepEqual(message.meta, {
          source: 'editor',
          file: 'sample.ts',
          line: 2,
          language: 'typescript',
        });
      } finally {
        await commands.executeCommand('workbench.action.closeAllEditors');
        fs.rmSync(file);
      }
    });
  });

  it('restore a chosen backup and explain how to undo it', async () => {
    await withEmptyHistory(async (extension) => {
      const { dialogs } = onlyProject(extension);
      await dialogs.save('work', [{ role: 'user', text: 'old' }]);
      await dialogs.clear('work');
      await dialogs.save('work', [{ role: 'user', text: 'new' }]);
      await acceptPicksOf(
        commands.executeCommand('historyStore.restoreBackup', await nodeNamed(extension, 'work')),
      );
      assert.deepEqual(
        (await allMessages(extension, 'work')).map(({ text }) => text),
        ['old'],
      );
      await eventually('undo by the notice', async () => {
        await commands.executeCommand('notification.acceptPrimaryAction');
        return (await allMessages(extension, 'work'))[0]?.text === 'new';
      });
    });
  });

  it('copy a message and open it in full in a read-only editor', async () => {
    await withEmptyHistory(async (extension) => {
      await onlyProject(extension).dialogs.save('a/b', [
        { role: 'user', text: 'first' },
        { role: 'user', text: 'second\nline' },
      ]);
      const message = { folder: workspaceRoot(), dialog: 'a/b', position: 1 };
      await commands.executeCommand('historyStore.copyMessage', message);
      assert.equal(await env.clipboard.readText(), 'second\nline');
      await commands.executeCommand('historyStore.openMessage', message);
      await holds(() => {
        const document = window.activeTextEditor?.document;
        assert.equal(document?.getText(), 'second\nline');
        assert.equal(document.languageId, 'markdown');
        assert.equal(workspace.fs.isWritableFileSystem(document.uri.scheme), undefined);
      });
    });
  });

  it('open the files of a dialog', async () => {
    await withEmptyHistory(async (extension) => {
      await onlyProject(extension).dialogs.save('plain', [{ role: 'user', text: 'x' }]);
      await acceptPicksOf(
        commands.executeCommand('historyStore.openFiles', { folder: workspaceRoot(), dialog: 'plain' }),
      );
      await holds(() => {
        const open = window.activeTextEditor?.document.uri.fsPath ?? '';
        assert.ok(open.startsWith(historyFolder()) && open.endsWith('.json'), open);
      });
    });
  });

  it('ask for a dialog when the argument names none of this window', async () => {
    await withEmptyHistory(async () => {
      // Without any dialog there is nothing to ask for: the command ends and changes nothing.
      await commands.executeCommand('historyStore.clearDialog', { folder: '/nowhere', dialog: 'x' });
      assert.equal(fs.existsSync(historyFolder()), false);
    });
  });
});
