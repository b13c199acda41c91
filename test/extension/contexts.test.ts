import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { commands, workspace, type MarkdownString } from 'vscode';
import type { ContextPane } from '../../src/extension/contexts/contextPane.ts';
import type { Internals } from '../../src/extension/extension.ts';
import { previewModes, type ContextPaneContent } from '../../src/protocol/contextPane.ts';
import { openStore } from '../../src/store/store.ts';
import type { Store } from '../../src/store/types.ts';
import { callTool, startServer } from './server.ts';
import {
  eventually,
  historyFolder,
  holds,
  itemOf,
  lines,
  nodeNamed,
  withEmptyHistory,
  workspaceRoot,
} from './workspace.ts';

/** Another process' view of the same files. */
const outside = (): Store => openStore(workspaceRoot(), { language: 'en' });

const dialog = '支付重构';
const turn = (role: 'user' | 'assistant', text: string) => ({ role, text });

async function contextsNode(extension: Internals, name = dialog) {
  return nodeNamed(extension, 'Context Snapshots', await nodeNamed(extension, name));
}

/** Opens a context and gives the pane with what it was sent last. */
async function opened({ services }: Internals, contextId: string) {
  const pane = await new Promise<ContextPane>((resolve, reject) => {
    const listener = services.contextPanes.onDidOpen((opening) => {
      listener.dispose();
      resolve(opening);
    });
    const argument = { folder: workspaceRoot(), dialog, contextId };
    commands.executeCommand('historyStore.openContext', argument).then(undefined, reject);
  });
  let last: ContextPaneContent | undefined;
  pane.page.onDidPost((content) => (last = content));
  await eventually('the first content', () => last);
  const state = () => (last?.type === 'state' ? last : undefined);
  return { pane, state, failure: () => (last?.type === 'failure' ? last : undefined) };
}

describe('context snapshots', () => {
  it('appear in the tree when an agent makes them, with the same text in the pane', async function () {
    await withEmptyHistory(async (extension) => {
      await startServer();
      const texts = Array.from({ length: 30 }, (_, index) =>
        turn(
          index % 2 === 0 ? 'user' : 'assistant',
          `第 ${index} 轮 😀 “quotes” \\ and\ttabs\r\n${'long '.repeat(index)}`,
        ),
      );
      await callTool('history_save', { dialog, entries: [...texts, turn('user', 'Next: the receipts')] });
      const node = await contextsNode(extension);
      await holds(async () => {
        assert.deepEqual(await lines(extension, node), ['Active 31 turns · 26%']);
      });

      const shown = shownWhen(extension, (all) => all.length === 2);
      const reply = (await callTool('chat_context_new', { dialog, title: 'Receipts' })).join();
      const { archivedContextId } = JSON.parse(reply) as { archivedContextId: string };
      await shown;
      await holds(async () => {
        const [active, archived] = await lines(extension, node);
        assert.equal(active, 'Receipts 1 turn · 1%');
        assert.match(archived ?? '', /^第 0 轮 .* now · 30 turns$/);
        assert.equal((await itemOf(extension, node)).description, '2');
      });

      const { pane, state } = await opened(extension, archivedContextId);
      for (const mode of previewModes)
        for (const maxChars of [200, 700, 12_000]) {
          pane.page.receive({ type: 'preview', mode, maxChars });
          const preview = await eventually(`the preview ${mode} ${maxChars}`, () => {
            const now = state()?.preview;
            return now?.mode === mode && now.maxChars === maxChars && now;
          });
          const query = { mode, maxChars };
          const [loaded, ...more] = await callTool('chat_context_load', {
            dialog,
            contextId: archivedContextId,
            ...query,
          });
          assert.deepEqual(more, []);
          assert.equal(preview.text, loaded);
          const recalled = await callTool('chat_context_recall', { contextId: archivedContextId, ...query });
          assert.deepEqual(recalled, [preview.text]);
          assert.equal(preview.chars, preview.text.length);
        }

      const summary = 'Rounding is fixed: per payment, in cents.\n\n- 幂等键 stays';
      await callTool('chat_context_summarize', { contextId: archivedContextId, summary });
      await eventually('the summary in the pane', () => state()?.summary === summary);
      pane.page.receive({ type: 'preview', mode: 'summary', maxChars: 12_000 });
      const [text] = await callTool('chat_context_recall', { contextId: archivedContextId });
      await eventually('the summary as an agent gets it', () => state()?.preview?.text === text);
      assert.ok(text?.endsWith(summary));
    });
  });

  it('are listed newest first in pages of 100 with their details', async function () {
    await withEmptyHistory(async (extension) => {
      await archiveMany(extension, 300);
      const node = await contextsNode(extension);
      await holds(async () => {
        assert.equal((await itemOf(extension, node)).description, '301');
        const first = await lines(extension, node);
        assert.equal(first.length, 102);
        assert.match(first[0] ?? '', /^subject 300 0 turns · 0%/);
        assert.match(first[1] ?? '', /^subject 299 .*2 turns$/);
        assert.equal(first.at(-1), 'Show 200 more');
      });
      const more = await nodeNamed(extension, 'Show 200 more', node);
      await commands.executeCommand('historyStore.showOlder', more);
      await commands.executeCommand('historyStore.showOlder', more);
      const all = await lines(extension, node);
      assert.equal(all.length, 301);

      const newest = await nodeNamed(extension, 'subject 299', node);
      assert.ok('contextId' in newest && typeof newest.contextId === 'string');
      await outside().contexts.summarize(newest.contextId, 'The **short** of it');
      const item = await eventually('the preview of the summary', async () => {
        const again = await nodeNamed(extension, 'subject 299', node);
        const { tree } = extension.services.view;
        const tooltip = (await tree.resolveTreeItem(await tree.getTreeItem(again), again)).tooltip;
        return (tooltip as MarkdownString).value.includes('short') && (tooltip as MarkdownString);
      });
      assert.ok(item.value.includes('done\\!') || item.value.includes('done!'), item.value);
      assert.ok(item.value.includes(newest.contextId.replaceAll('_', '\\_')), item.value);
      assert.ok(!item.value.includes('**short**'), 'what agents wrote is text');
    });
  });

  it('follow clearing and deleting by another process in the tree', async () => {
    await withEmptyHistory(async (extension) => {
      const { dialogs, contexts } = outside();
      await dialogs.save(dialog, [turn('user', 'one'), turn('assistant', 'two')]);
      const node = await contextsNode(extension);
      const { trashId } = await contexts.clearActive(dialog);
      const group = await nodeNamed(extension, 'Recently cleared', node);
      await holds(async () => assert.equal((await itemOf(extension, group)).description, '1'));
      const fired = { count: 0 };
      const listener = extension.services.view.tree.onDidChangeTreeData(() => (fired.count += 1));
      fs.rmSync(join(historyFolder(), '.trash', trashId ?? ''), { recursive: true });
      await eventually('the tree is told of a change of the trash alone', () => fired.count > 0);
      listener.dispose();
      await holds(async () => {
        assert.deepEqual(await lines(extension, node), ['Active 0 turns · 0%']);
      });
    });
  });

  it('appear in the tree with all their bytes when damaged, next to the intact ones', async () => {
    await withEmptyHistory(async (extension) => {
      const { dialogs, contexts } = outside();
      for (const subject of ['one', 'two']) {
        await dialogs.save(dialog, [turn('user', subject), turn('assistant', 'yes')]);
        await contexts.startNew(dialog, {});
      }
      const [two, one] = await contexts.list(dialog);
      assert.ok(one && two);
      const folder = join(historyFolder(), dialog, 'contexts');
      fs.writeFileSync(join(folder, 'active.json'), '{"v":1,"tur');
      fs.writeFileSync(join(folder, 'archive', `${one.contextId}.json`), '');
      fs.rmSync(join(folder, 'index.json'));
      const node = await contextsNode(extension);
      await holds(async () => {
        const [aside, unread, ...others] = await extension.services.view.tree.getChildren(node);
        assert.ok(aside && 'path' in aside && unread && 'path' in unread);
        assert.equal(fs.readFileSync(aside.path, 'utf8'), '{"v":1,"tur');
        assert.equal(unread.path, join(folder, 'archive', `${one.contextId}.json`));
        assert.deepEqual(
          others.map(({ kind }) => kind),
          ['activeContext', 'context'],
        );
        assert.match((await lines(extension, node))[3] ?? '', /^two now · 2 turns$/);
      });
    });
  });

  it('report a damaged file in the pane, reveal it, and appear once it is repaired', async () => {
    await withEmptyHistory(async (extension) => {
      const { dialogs, contexts } = outside();
      await dialogs.save(dialog, [turn('user', 'one'), turn('assistant', 'yes')]);
      const { archivedContextId = '' } = await contexts.startNew(dialog, {});
      const file = join(historyFolder(), dialog, 'contexts', 'archive', `${archivedContextId}.json`);
      const bytes = fs.readFileSync(file);
      fs.writeFileSync(file, '{"v":1,"tur');
      const { pane, state, failure } = await opened(extension, archivedContextId);
      await eventually('the failure', () => failure()?.reason.includes(file));
      await commands.executeCommand('historyStore.revealContext', failure()?.resource);
      fs.writeFileSync(file, bytes);
      await eventually('the context', () => state()?.header.title === 'one');
      fs.writeFileSync(file, '');
      await eventually('the failure', () => failure()?.reason.includes('empty'));
      pane.dispose();
      assert.deepEqual(extension.services.contextPanes.all, []);
    });
  });

  it('are not read while their dialog is collapsed', async () => {
    await withEmptyHistory(async (extension) => {
      await outside().dialogs.save(dialog, [turn('user', 'one')]);
      await nodeNamed(extension, dialog);
      const [project] = extension.services.projects.all;
      assert.ok(project);
      const asked: string[] = [];
      const { contexts } = project;
      const watched = new Proxy(contexts, {
        get: (store, name) => {
          asked.push(String(name));
          const value: unknown = Reflect.get(store, name, store);
          return value instanceof Function ? (value.bind(store) as unknown) : value;
        },
      });
      Object.defineProperty(project, 'contexts', { configurable: true, get: () => watched });
      try {
        await lines(extension);
        assert.deepEqual(
          asked.filter((name) => name !== 'enabled'),
          [],
        );
        await lines(extension, await nodeNamed(extension, dialog));
        assert.deepEqual([...new Set(asked)], ['enabled', 'active', 'list']);
      } finally {
        Reflect.deleteProperty(project, 'contexts');
      }
    });
  });

  it('disappear from tree, commands and server when switched off', async () => {
    await withEmptyHistory(async (extension) => {
      await outside().dialogs.save(dialog, [turn('user', 'one'), turn('assistant', 'two')]);
      const settings = workspace.getConfiguration('historyStore');
      await settings.update('contexts.enabled', false);
      try {
        const node = await nodeNamed(extension, dialog);
        await holds(async () => {
          assert.deepEqual(await lines(extension, node), []);
        });
        const [definition] = extension.server.provideMcpServerDefinitions();
        assert.equal(definition?.env.HISTORY_CONTEXTS_ENABLED, 'false');
        const argument = { folder: workspaceRoot(), dialog };
        // They end at once, without asking for anything.
        for (const id of [
          'newContext',
          'loadContext',
          'clearActiveContext',
          'compareContexts',
          'openContext',
        ])
          await commands.executeCommand(`historyStore.${id}`, argument);
        assert.equal(fs.existsSync(join(historyFolder(), dialog, 'contexts')), false);
        assert.equal(extension.services.contextPanes.all.length, 0);
      } finally {
        await settings.update('contexts.enabled', undefined);
        fs.rmSync(join(workspaceRoot(), '.vscode'), { recursive: true, force: true });
      }
      await contextsNode(extension); // the node is back
    });
  });
});

/** Waits until the children of the node are as wanted, told by the tree's own event. */
function shownWhen(extension: Internals, wanted: (all: readonly string[]) => boolean): Promise<void> {
  const { tree } = extension.services.view;
  return new Promise((resolve) => {
    const listener = tree.onDidChangeTreeData(() => {
      void contextsNode(extension)
        .then((node) => lines(extension, node))
        .then((all) => {
          if (!wanted(all)) return;
          listener.dispose();
          resolve();
        });
    });
  });
}

async function archiveMany(extension: Internals, count: number): Promise<void> {
  const [project] = extension.services.projects.all;
  assert.ok(project);
  await project.contexts.startNew(dialog, { title: 'subject 0' });
  for (let index = 1; index <= count; index += 1) {
    await project.dialogs.save(dialog, [
      turn('user', `question ${index}`),
      turn('assistant', `answer ${index}`),
    ]);
    await project.contexts.startNew(dialog, { title: `subject ${index}`, reason: 'done!' });
  }
}
