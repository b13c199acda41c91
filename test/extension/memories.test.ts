import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, env, TabInputWebview, Uri, window, workspace, type TreeItem } from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import { exportTo, importFrom } from '../../src/extension/memory/memoryFileCommands.ts';
import type { MemoryNode, MemoryTreeNode } from '../../src/extension/memory/memoryNodes.ts';
import type { MemoryPane } from '../../src/extension/memory/memoryPane.ts';
import type { MemoryPaneContent } from '../../src/protocol/memoryPane.ts';
import type { MemoryStore } from '../../src/history/memory/types.ts';
import { openStore } from '../../src/store/store.ts';
import { onOneDay } from '../sameDay.ts';
import { acceptPicksOf, eventually, withEmptyHistory, workspaceRoot } from './workspace.ts';

const hour = 60 * 60 * 1_000;

/** Another process' view of the same files. */
const outside = (): MemoryStore => openStore(workspaceRoot()).memories;

const remember = async (content: string, tags: readonly string[] = [], more: object = {}): Promise<string> =>
  (await outside().store({ content, tags, ...more })).memory.hash;

const children = ({ services }: Internals, node?: MemoryTreeNode): Promise<MemoryTreeNode[]> =>
  services.memoryView.tree.getChildren(node);

const item = ({ services }: Internals, node: MemoryTreeNode): TreeItem =>
  services.memoryView.tree.getTreeItem(node);

async function lines(extension: Internals, node?: MemoryTreeNode): Promise<string[]> {
  const items = (await children(extension, node)).map((child) => item(extension, child));
  return items.map(
    ({ label, description }) => `${typeof label === 'string' ? label : ''} | ${String(description ?? '')}`,
  );
}

async function below(extension: Internals, label: string): Promise<MemoryTreeNode[]> {
  for (const node of await children(extension))
    if (item(extension, node).label === label) return children(extension, node);
  assert.fail(`no ${label} among ${(await lines(extension)).join(', ')}`);
}

function onlyProject({ services }: Internals) {
  const [project] = services.projects.all;
  assert.ok(project);
  return project;
}

/** Runs with no memories, all of them shown by tag. */
const withMemories = (body: (extension: Internals) => Promise<void>): Promise<void> =>
  withEmptyHistory(async (extension) => {
    extension.services.memoryView.filter('');
    await extension.services.memoryView.arrange('tag');
    try {
      await body(extension);
    } finally {
      extension.services.memoryView.filter('');
    }
  });

/** Opens a memory and gives the pane with what it was sent last. */
async function opened({ services }: Internals, hash: string) {
  const pane = await new Promise<MemoryPane>((resolve, reject) => {
    const listener = services.memoryPanes.onDidOpen((opening) => {
      listener.dispose();
      resolve(opening);
    });
    commands
      .executeCommand('historyStore.openMemory', { folder: workspaceRoot(), hash })
      .then(undefined, reject);
  });
  let last: MemoryPaneContent | undefined;
  pane.page.onDidPost((content) => (last = content));
  await eventually('the first content', () => last);
  return { pane, state: () => (last?.type === 'state' ? last : undefined) };
}

const panes = () =>
  window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) => input instanceof TabInputWebview && input.viewType.endsWith('historyStore.memory'),
    );

describe('memories', () => {
  it('appear in the tree by tag, type and time as soon as an agent stores them', () =>
    onOneDay(async () =>
      withMemories(async (extension) => {
        assert.deepEqual(await lines(extension), []);
        const changed = new Promise<void>((resolve) => {
          const listener = extension.services.memoryView.tree.onDidChangeTreeData(() => {
            listener.dispose();
            resolve();
          });
        });
        await remember('# Tax is rounded once', ['pricing', 'Tax'], { type: 'decision' });
        await changed;
        await remember('Prices are cents', ['pricing'], { createdAt: Date.now() - 400 * 24 * hour });
        await remember('no tag');
        assert.deepEqual(await lines(extension), ['pricing | 2', 'tax | 1', 'Without tags | 1']);
        const [tax] = await below(extension, 'tax');
        assert.ok(tax);
        assert.equal(item(extension, tax).label, 'Tax is rounded once');
        assert.match(String(item(extension, tax).description), /^(now|\dm) · pricing$/);
        const { tooltip } = extension.services.memoryView.tree.resolveTreeItem(item(extension, tax), tax);
        const text = typeof tooltip === 'object' ? tooltip.value.replaceAll('&nbsp;', ' ') : '';
        for (const fact of ['Type: Decision', 'Tags: pricing, tax', 'Stored: '])
          assert.ok(text.includes(fact), `${fact}: ${text}`);

        await commands.executeCommand('historyStore.memoriesByType');
        assert.deepEqual(await lines(extension), ['Note | 2', 'Decision | 1']);
        await commands.executeCommand('historyStore.memoriesByTime');
        const [today, month, ...others] = await lines(extension);
        assert.equal(today, 'Today | 2');
        assert.match(month ?? '', /^[A-Z][a-z]+ \d{4} \| 1$/);
        assert.deepEqual(others, []);
      }),
    ));

  it('are found by whole and partial words', async () => {
    await withMemories(async (extension) => {
      await remember('Settlements are sorted by date and id', ['tests']);
      await remember('对账按支付 ID 匹配', ['对账']);
      await remember('Prices are cents', ['pricing']);
      const { memoryView } = extension.services;
      const found = async (text: string) => {
        memoryView.filter(text);
        return (await lines(extension)).map((line) => line.split(' | ')[0]);
      };
      assert.deepEqual(await found('sorting a settlement'), ['Settlements are sorted by date and id']);
      assert.deepEqual(await found('pric'), ['Prices are cents']);
      // By its words, then by what they mean.
      assert.deepEqual(await found('支付'), ['对账按支付 ID 匹配', 'Prices are cents']);
      assert.match((await lines(extension))[1] ?? '', /≈/);
      assert.deepEqual(await found('nothing of it'), []);
      await commands.executeCommand('historyStore.clearMemoryFilter');
      assert.equal((await lines(extension)).length, 3);
    });
  });

  it('are listed in pages', async () => {
    await withMemories(async (extension) => {
      const text = JSON.stringify(
        Array.from({ length: 130 }, (_, index) => ({ content: `memory ${index}`, tags: ['many'] })),
      );
      await outside().import(text);
      const group = await below(extension, 'many');
      assert.equal(group.length, 101);
      const more = group.at(-1);
      assert.ok(more?.kind === 'more');
      assert.equal(item(extension, more).label, 'Show 30 more');
      await commands.executeCommand('historyStore.showMoreMemories', more);
      assert.equal((await below(extension, 'many')).length, 130);
    });
  });

  it('open in a pane that follows every change and stays open after deletion', async () => {
    await withMemories(async (extension) => {
      const other = await remember('A discount is rounded once per line', ['pricing']);
      const metadata = { agent: 'claude-code' };
      const hash = await remember('The tax is rounded once per order', ['tax'], { metadata });
      const { pane, state } = await opened(extension, hash);
      assert.deepEqual(state()?.memory.metadata, { agent: 'Claude Code' });
      assert.deepEqual(state()?.memory.tags, ['tax']);
      assert.deepEqual(
        state()?.similar.map(({ title }) => title),
        ['A discount is rounded once per line'],
      );
      await outside().update(hash, { tags: ['tax', 'agent'] });
      await eventually('the change of an agent', () => state()?.memory.tags.includes('agent'));
      pane.page.receive({ type: 'addTags', tags: ['One', 'two'] });
      pane.page.receive({ type: 'removeTag', tag: 'tax' });
      await eventually('the changes of the pane', () => state()?.memory.tags.join() === 'agent,one,two');
      assert.deepEqual((await outside().get(hash)).tags, ['agent', 'one', 'two']);
      await eventually('its title', () => panes()[0]?.label === 'The tax is rounded once per order');

      pane.page.receive({ type: 'openMemory', hash: other });
      await eventually('the other one', () => state()?.resource.hash === other);
      await outside().remove(other);
      await eventually('that it is in the trash', () => state()?.gone === 'trashed');
    });
  });

  it('are deleted, several at once, and restored', async () => {
    await withMemories(async (extension) => {
      await remember('one', ['a', 'b']);
      await remember('two', ['a']);
      const nodes = [...(await below(extension, 'a')), ...(await below(extension, 'b'))];
      await commands.executeCommand('historyStore.forgetMemory', nodes[0], nodes);
      assert.deepEqual(await outside().list(), []);
      assert.deepEqual(await lines(extension), ['Recently deleted | 2']);
      const [trashed] = await below(extension, 'Recently deleted');
      assert.ok(trashed);
      assert.match(String(item(extension, trashed).description), /^(now|\d min\. ago) · deleted$/);
      await commands.executeCommand('historyStore.restoreMemories', trashed);
      assert.equal((await outside().list()).length, 1);
      await acceptPicksOf(commands.executeCommand('historyStore.restoreMemories'));
      assert.equal((await outside().list()).length, 2);
      assert.deepEqual(await lines(extension), ['a | 2', 'b | 1']);
    });
  });

  it('are added from the selection and the clipboard with their origin', async () => {
    await withMemories(async () => {
      const file = join(workspaceRoot(), 'price.ts');
      fs.writeFileSync(file, 'one\nexport const cents = 1;\n');
      try {
        const editor = await window.showTextDocument(Uri.file(file));
        await eventually('the editor is the active one', () => window.activeTextEditor === editor);
        await commands.executeCommand('cursorMove', { to: 'down' });
        await commands.executeCommand('expandLineSelection');
        await eventually('the selection', () => !editor.selection.isEmpty);
        await acceptPicksOf(commands.executeCommand('historyStore.rememberSelection'));
        await env.clipboard.writeText('from the clipboard');
        await acceptPicksOf(commands.executeCommand('historyStore.rememberClipboard'));
        const stored = await outside().list();
        const selected = stored.find(({ content }) => content.includes('const cents'));
        assert.match(
          selected?.content ?? '',
          /^`price\.ts:2`\n\n```typescript\nexport const cents = 1;\n```$/,
        );
        assert.equal(selected?.metadata.file, 'price.ts');
        const clipped = stored.find(({ content }) => content === 'from the clipboard');
        assert.deepEqual(clipped?.metadata, { source: 'clipboard' });
      } finally {
        fs.rmSync(file);
      }
    });
  });

  it('are copied with their hashes', async () => {
    await withMemories(async (extension) => {
      const hash = await remember('to copy', ['x']);
      await remember('this too', ['x']);
      const nodes = await below(extension, 'x');
      const node = nodes.find((each): each is MemoryNode => each.kind === 'memory' && each.hash === hash);
      await commands.executeCommand('historyStore.copyMemory', node, nodes);
      assert.deepEqual((await env.clipboard.readText()).split('\n\n').sort(), ['this too', 'to copy']);
      await commands.executeCommand('historyStore.copyMemoryHash', node);
      assert.equal(await env.clipboard.readText(), hash);
    });
  });

  it('are exported to a file and imported from it', async () => {
    await withMemories(async (extension) => {
      await remember('kept', ['a'], { metadata: { n: 1 } });
      await remember('另一条\n\n- with a list', ['b']);
      const project = onlyProject(extension);
      const folder = fs.mkdtempSync(join(tmpdir(), 'history-memories-'));
      try {
        for (const format of ['json', 'markdown', 'text'] as const) {
          const file = Uri.file(join(folder, `memories.${format}`));
          const before = await outside().list();
          await exportTo(file, project, format);
          await outside().removeAll({ from: 0 }, { dryRun: false });
          const { added, skipped } = await importFrom(file, project);
          assert.deepEqual([added, skipped], [2, []], format);
          assert.deepEqual(await outside().list(), before, format);
        }
        const part = Uri.file(join(folder, 'part.json'));
        await exportTo(part, project, 'json', { tags: ['a'] });
        assert.equal(fs.readFileSync(part.fsPath, 'utf8').includes('另一条'), false);
      } finally {
        fs.rmSync(folder, { recursive: true, force: true });
      }
    });
  });

  it('are consolidated after confirmation, and that is undone', async () => {
    await withMemories(async (extension) => {
      const createdAt = Date.now() - 3 * 24 * hour;
      for (const name of ['first', 'second', 'third'])
        await remember(`The nightly import of price lists: ${name} supplier`, ['import'], { createdAt });
      await remember('kept because it is new');
      await acceptPicksOf(commands.executeCommand('historyStore.consolidateMemories'));
      // The first action with the shortest time finds nothing, as all is older.
      assert.equal((await outside().list()).length, 4);
      const { archived } = await outside().consolidate('run', { horizon: 'weekly', dryRun: false });
      assert.equal(archived.length, 3);
      await eventually('the archived ones', async () => (await lines(extension)).includes('Hidden | 3'));
      await commands.executeCommand('historyStore.undoConsolidation');
      assert.equal((await outside().list()).length, 4);
      assert.ok(!(await lines(extension)).includes('Hidden | 3'));
    });
  });

  it('are consolidated on the configured schedule, reported once, and restored', async () => {
    await withMemories(async (extension) => {
      const setting = workspace.getConfiguration('historyStore.memories');
      await remember('An old thought', [], { createdAt: Date.now() - 400 * 24 * hour });
      const { maintenance, file } = outside();
      try {
        await setting.update('consolidation', 'weekly');
        await eventually('the schedule', async () => (await maintenance.scheduled())?.every === 'weekly');
        assert.equal((await outside().list()).length, 1, 'nothing happens before it is due');
        const careFile = join(file, '../care.json');
        const text = fs.readFileSync(careFile, 'utf8');
        fs.writeFileSync(careFile, text.replace(/"since":"[^"]+"/, '"since":"2025-01-01T00:00:00.000Z"'));
        await eventually('the archived one', async () => (await lines(extension)).includes('Hidden | 1'));
        await commands.executeCommand('historyStore.undoConsolidation');
        assert.equal((await outside().list()).length, 1);
        assert.equal((await maintenance.scheduled())?.paused, true, 'it waits until it is set again');
        await setting.update('consolidation', 'off');
        await eventually('no schedule', async () => (await maintenance.scheduled()) === undefined);
      } finally {
        await setting.update('consolidation', undefined);
      }
    });
  });

  it('report their health and damaged lines', async () => {
    await withMemories(async (extension) => {
      await remember('kept', ['a']);
      const { file } = await outside().health();
      fs.appendFileSync(file, 'no record\n');
      await eventually('the warning', async () => (await lines(extension))[0]?.startsWith('1 line of '));
      await commands.executeCommand('historyStore.memoryHealth');
      const text = (): string =>
        workspace.textDocuments.find(({ uri }) => uri.scheme === 'history-memories')?.getText() ?? '';
      await eventually('the report', () =>
        /^# Memory Health[^]*⚠️ 1 line of [^]*\| Memories \| 1 \|/.test(text()),
      );
    });
  });
});
