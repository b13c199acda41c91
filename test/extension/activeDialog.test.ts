import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { commands } from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import { openStore } from '../../src/store/store.ts';
import {
  acceptMovedPickOf,
  eventually,
  historyFolder,
  holds,
  lines,
  nodeNamed,
  withEmptyHistory,
  workspaceRoot,
} from './workspace.ts';

/** Another process' view of the same files. */
const outside = () => openStore(workspaceRoot()).dialogs;
const user = (text: string) => ({ role: 'user' as const, text });

const shows = (extension: Internals, text: RegExp | undefined): Promise<void> =>
  holds(() => {
    const { shown } = extension.services.activeDialogItem;
    if (text === undefined) assert.equal(shown?.text, undefined);
    else assert.match(shown?.text ?? 'nothing', text);
  });

describe('the active dialog', () => {
  it('is hidden without a history and falls back to “default” once that has messages', async () => {
    await withEmptyHistory(async (extension) => {
      await shows(extension, undefined);
      await outside().save('', [user('x'.repeat(33_000))]);
      await shows(extension, /^\$\(comment-discussion\) default 50%$/);
      const { shown } = extension.services.activeDialogItem;
      assert.equal(shown?.spoken, 'Active dialog: default, 50% full');
      assert.match(shown.tooltip.value, /agents that name no dialog use this one/);
      assert.match(shown.tooltip.value, /50% full \(at most 200 messages and 64\sKB/);
      const { command, arguments: args = [] }: { command: string; arguments?: unknown[] } = shown.command;
      await commands.executeCommand(command, ...args);
      const { panes } = extension.services;
      await eventually('its pane is open', () => panes.all.some(({ target }) => target.dialog === 'default'));
    });
  });

  it('is set from a row and follows changes by other programs', async () => {
    await withEmptyHistory(async (extension) => {
      await outside().save('plan', [user('a')]);
      await shows(extension, /^\$\(comment-discussion\) Set Active Dialog$/);
      await commands.executeCommand('historyStore.setActiveDialog', await nodeNamed(extension, 'plan'));
      await shows(extension, /^\$\(comment-discussion\) plan 1%$/);
      assert.deepEqual(await outside().active(), { name: 'plan', chosen: true });
      await holds(async () =>
        assert.match((await lines(extension)).join(), /^plan \S+ · active · 1 message$/),
      );

      await outside().save('', [user('x'.repeat(70_000))]);
      await shows(extension, /^\$\(warning\) plan >100%$/);
      await outside().rename('plan', '新 $(bug) `计划`');
      await shows(extension, /^\$\(warning\) 新 \\\$\(bug\) `计划` >100%$/);
      await outside().setActive(undefined);
      await shows(extension, /^\$\(comment-discussion\) Set Active Dialog$/);
      await holds(async () => assert.doesNotMatch((await lines(extension)).join(), /active/));
    });
  });

  it('disappears with its folder and returns with it', async () => {
    await withEmptyHistory(async (extension) => {
      await outside().save('other', [user('a')]);
      await outside().save('plan', [user('a')]);
      await outside().setActive('plan');
      await shows(extension, / plan /);
      const [folder, away] = [join(historyFolder(), 'plan'), join(workspaceRoot(), 'plan')];
      fs.renameSync(folder, away);
      try {
        await shows(extension, /Set Active Dialog/);
      } finally {
        fs.renameSync(away, folder);
      }
      await shows(extension, / plan /);
    });
  });

  it('is picked from a list sorted newest first when none is given', async () => {
    await withEmptyHistory(async (extension) => {
      await outside().save('one', [user('a')]);
      await outside().save('two', [user('a')]);
      const change = new Date(Date.now() - 60_000);
      fs.utimesSync(join(historyFolder(), 'one/messages.json'), change, change);
      await acceptMovedPickOf(
        () => commands.executeCommand('historyStore.setActiveDialog'),
        'workbench.action.quickOpenSelectNext',
      );
      await shows(extension, / one /);
    });
  });

  it('is still named and opens when it cannot be read', async () => {
    await withEmptyHistory(async (extension) => {
      await outside().save('plan', [user('a')]);
      await outside().setActive('plan');
      await shows(extension, / plan /);
      const file = join(historyFolder(), 'plan/messages.json');
      fs.rmSync(file);
      fs.mkdirSync(file);
      await shows(extension, /^\$\(error\) plan$/);
      assert.equal(extension.services.activeDialogItem.shown?.command.command, 'historyStore.openDialog');
    });
  });
});
