import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { commands, extensions, window, type TreeItem } from 'vscode';
import type { TreeNode } from '../../src/extension/dialogs/dialogNodes.ts';
import { onOneDay } from '../sameDay.ts';
import { noFilter } from '../../src/extension/dialogs/dialogOrder.ts';
import type { Internals } from '../../src/extension/extension.ts';
import type { DialogStore } from '../../src/history/dialogs/types.ts';
import { openStore } from '../../src/store/store.ts';
import { withSessions, writeSession } from './sessionWorkspace.ts';
import {
  acceptPicksOf,
  answering,
  eventually,
  extensionId,
  historyFolder,
  holds,
  itemOf,
  lines,
  nodeNamed,
  pause,
  withEmptyHistory,
  workspaceRoot,
} from './workspace.ts';

/** Another process' view of the same files. */
const outside = () => openStore(workspaceRoot());
const dialogs = (): DialogStore => outside().dialogs;
const user = (text: string) => ({ role: 'user' as const, text });
const day = 24 * 60 * 60 * 1_000;

/** Makes dialogs that were active so many days ago. */
async function writeDialogs(ages: Readonly<Record<string, number>>): Promise<void> {
  const store = dialogs();
  for (const [name, days] of Object.entries(ages)) {
    await store.save(name, [user('x'.repeat(days + 1))]);
    const seconds = (Date.now() - days * day) / 1_000;
    fs.utimesSync(join(historyFolder(), name, 'messages.json'), seconds, seconds);
  }
}

/** So many dialogs of today. */
const numbered = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`d${n}`, 0]));

const labelOf = ({ label }: TreeItem): string => (typeof label === 'string' ? label : '');

/** What the view shows, folders with what is in them. */
async function shown(extension: Internals): Promise<Record<string, string[]>> {
  const { tree } = extension.services.view;
  const all: Record<string, string[]> = {};
  for (const node of await tree.getChildren()) {
    all[labelOf(await itemOf(extension, node))] = (await lines(extension, node)).map(
      (line) => line.split(' ')[0] ?? '',
    );
  }
  return all;
}

const extensionPath = (): string => extensions.getExtension(extensionId)?.extensionPath ?? '';

/** A program that saves ten messages a second through the server at its first argument. */
const writing = `
  const server = require('node:child_process').spawn(
    process.execPath,
    [process.argv[1], '--stdio', '--root', process.argv[2]],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  );
  const send = (message) => server.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  const clientInfo = { name: 'writer', version: '1' };
  send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
  send({ method: 'notifications/initialized' });
  let id = 1;
  setInterval(() => {
    const entry = { role: 'user', text: 'message ' + id };
    send({ id: id++, method: 'tools/call', params: { name: 'history_save', arguments: { dialog: 'd0', entry } } });
  }, 100);
  process.on('SIGTERM', () => {
    server.kill();
    process.exit();
  });
`;

/** Presses the first button of the notice that begins so. */
async function undo(done: () => Promise<boolean>): Promise<void> {
  await eventually('it is undone', async () => {
    await commands.executeCommand('notification.acceptPrimaryAction');
    return done();
  });
}

describe('many dialogs in the sidebar', () => {
  it('are grouped by time, followed by hidden and deleted ones', () =>
    onOneDay(() =>
      withEmptyHistory(async (extension) => {
        await writeDialogs({ ...numbered(20), y: 1, w: 3, old: 400, p: 90, put: 0, gone: 0 });
        const { dialogs: store, dialogTrash } = outside();
        await store.setLabels('p', { pinned: true });
        await store.setLabels('put', { archived: true });
        await dialogTrash.remove('gone');
        await holds(async () => {
          const all = await shown(extension);
          const names = Object.keys(all);
          assert.deepEqual(
            [names[0], names[1], names.at(-2), names.at(-1)],
            ['Pinned', 'Today', 'Hidden', 'Trash'],
          );
          assert.deepEqual([all.Pinned, all.Today?.length, all.Yesterday], [['p'], 20, ['y']]);
          assert.deepEqual([all['Previous 7 Days'], all.Hidden, all.Trash], [['w'], ['put'], ['gone']]);
        });
        await extension.services.view.reveal({
          project: (await nodeNamed(extension, 'Today')).project,
          dialog: 'old',
        });
      }),
    ));

  it('are counted on the badge when due for compaction, even in unopened groups', () =>
    onOneDay(() =>
      withEmptyHistory(async (extension) => {
        await writeDialogs({ ...numbered(20), old: 400, older: 500 });
        const long = 'x'.repeat(70_000);
        for (const name of ['d3', 'old', 'older']) await dialogs().save(name, [user(long)]);
        for (const name of ['old', 'older']) await dialogs().setLabels(name, { archived: true });
        await extension.services.view.tree.getChildren();
        await holds(() => assert.equal(extension.services.view.due, 3));
      }),
    ));

  it('form one flat list when few, sorted by the last chosen order', async () => {
    await withEmptyHistory(async (extension) => {
      await writeDialogs({ b10: 0, b2: 5, a: 9 });
      const names = async () => Object.keys(await shown(extension));
      await holds(async () => assert.deepEqual(await names(), ['b10', 'b2', 'a']));
      await commands.executeCommand('historyStore.sortDialogsByName');
      assert.deepEqual(await names(), ['a', 'b2', 'b10']);
      await commands.executeCommand('historyStore.sortDialogsBySize');
      assert.deepEqual(await names(), ['a', 'b2', 'b10']);
      await dialogs().save('b10', [user('a long one '.repeat(50))]);
      await holds(async () => assert.deepEqual(await names(), ['b10', 'a', 'b2']));
      await commands.executeCommand('historyStore.sortDialogsByActivity');
    });
  });

  it('are filtered by text, tag, agent and due state', async () => {
    await withEmptyHistory(async (extension) => {
      await writeDialogs({ login: 0, 'login-old': 5, page: 0 });
      const store = dialogs();
      await store.setLabels('page', { tags: ['ui'] });
      await store.save('page', [{ ...user('x'.repeat(70_000)), meta: { agent: 'codex' } }]);
      const { view } = extension.services;
      const names = async () => Object.keys(await shown(extension));
      await holds(async () => assert.equal((await names()).length, 3));
      view.filter({ text: 'LOGIN' });
      assert.deepEqual(await names(), ['login', 'login-old']);
      assert.deepEqual(view.tree.counts, { shown: 2, total: 3 });
      for (const filter of [{ tag: 'ui' }, { agent: 'codex' }, { due: true as const }]) {
        view.filter({ ...noFilter, ...filter });
        await holds(async () => assert.deepEqual(await names(), ['page'], JSON.stringify(filter)));
      }
      await store.save('login', [{ ...user('older'), ts: 5, meta: { agent: 'codex' } }]);
      view.filter({ ...noFilter, agent: 'codex' });
      await holds(async () => assert.deepEqual(await names(), ['page', 'login']));
      view.filter({ ...noFilter, text: 'nothing' });
      assert.deepEqual(await names(), []);
      await commands.executeCommand('historyStore.clearDialogFilter');
      await holds(async () => assert.equal((await names()).length, 3));

      await answering(
        () => commands.executeCommand('historyStore.filterDialogs'),
        async (pick) => {
          await eventually('the choices', () => !pick.busy);
          await eventually('what is due', () => pick.activeItems[0] !== undefined);
          await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem'); // the first is what is due
        },
      );
      assert.deepEqual(view.tree.shown.filter, { text: '', due: true });
      view.filter(noFilter);
    });
  });

  it('are deleted and restored together, and removed for good only after confirmation', async () => {
    await withEmptyHistory(async (extension) => {
      await writeDialogs({ a: 0, b: 1, c: 2 });
      const store = dialogs();
      const names = async () => (await store.list()).map(({ name }) => name).sort();
      const rows: TreeNode[] = [];
      for (const name of ['a', 'b']) rows.push(await nodeNamed(extension, name));
      await commands.executeCommand('historyStore.deleteDialog', rows[0], rows);
      assert.deepEqual(await names(), ['c']);
      await undo(async () => (await names()).length === 3);
      await commands.executeCommand('historyStore.deleteDialog', rows[0]);
      const trash = await nodeNamed(extension, 'Trash');
      const deleted = await nodeNamed(extension, 'a', trash);
      await store.save('a', [user('another one')]);
      const ask = window.showInputBox;
      Reflect.set(window, 'showInputBox', ({ value }: { value?: string } = {}) => Promise.resolve(value));
      try {
        await commands.executeCommand('historyStore.restoreDialog', deleted);
      } finally {
        Reflect.set(window, 'showInputBox', ask);
      }
      assert.deepEqual(await names(), ['a', 'a 2', 'b', 'c']);
      await commands.executeCommand('historyStore.deleteDialog', await nodeNamed(extension, 'c'));
      const { dialogTrash } = outside();
      await acceptPicksOf(commands.executeCommand('historyStore.emptyDialogTrash', trash)); // Cancel is the first
      assert.equal(await dialogTrash.count(), 1);
    });
  });
});

describe('many sessions in the sidebar', () => {
  it('are grouped by day, newest first, and filtered by agent and state', () =>
    onOneDay(() =>
      withSessions(async (extension) => {
        for (let n = 0; n < 22; n++) writeSession(`s${n}`, { ageMs: n * day });
        const { sessionView, sessionLists } = extension.services;
        sessionLists.refresh();
        const { tree } = sessionView;
        const labels = async () => (await tree.getChildren()).map((node) => labelOf(tree.getTreeItem(node)));
        await holds(async () => assert.deepEqual((await labels()).slice(0, 2), ['Today', 'Yesterday']));
        sessionView.filter({ source: 'codex' });
        assert.deepEqual(await labels(), []);
        assert.deepEqual(tree.counts, { shown: 0, total: 22 });
        sessionView.filter({ source: 'claude', state: 'kept' });
        assert.deepEqual(await labels(), []);
        await commands.executeCommand('historyStore.clearSessionFilter');
        assert.equal((await labels()).length > 10, true);
      }),
    ));
});

/** Longer than anything that looks again and again by itself, but for what comes with a new minute. */
const idleMs = 12_000;

describe('the sidebar while an agent works', () => {
  it('does not refresh while nothing is saved, and refreshes while messages arrive', async () => {
    await withEmptyHistory(async (extension) => {
      await writeDialogs(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`d${n}`, n % 60])));
      await commands.executeCommand('historyStore.dialogs.focus');
      await holds(async () => assert.ok((await shown(extension)).Today));
      await pause(3_000);
      let read = 0;
      const listener = extension.services.view.tree.onDidRead(() => (read += 1));
      await pause(idleMs); // nothing tells of what does not happen
      const readIdle = read;
      const writer = spawn(
        process.execPath,
        ['-e', writing, join(extensionPath(), 'dist/server.js'), workspaceRoot()],
        {
          env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
          stdio: ['ignore', 'ignore', 'inherit'],
        },
      );
      try {
        const saved = async (): Promise<number> => (await dialogs().overview('d0'))?.messages ?? 0;
        await eventually('it writes', async () => (await saved()) > 50);
        await eventually('the tree follows', () => read > readIdle);
        assert.ok(readIdle <= 1, `drawn ${readIdle} times while nothing happened`);
      } finally {
        listener.dispose();
        writer.kill();
      }
    });
  });
});
