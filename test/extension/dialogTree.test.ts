import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { commands, ThemeIcon, type MarkdownString } from 'vscode';
import type { TreeNode } from '../../src/extension/dialogs/dialogNodes.ts';
import type { Internals } from '../../src/extension/extension.ts';
import type { DialogStore } from '../../src/history/dialogs/types.ts';
import { openStore } from '../../src/store/store.ts';
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
const outside = (): DialogStore => openStore(workspaceRoot()).dialogs;

const user = (text: string) => ({ role: 'user' as const, text });

/** Makes the messages of a dialog so many seconds old, as seen from 1970: clocks of disks may be coarse. */
const lastChanged = (dialog: string, seconds: number): void =>
  fs.utimesSync(join(historyFolder(), dialog, 'messages.json'), seconds, seconds);

async function names(extension: Internals): Promise<string[]> {
  const nodes = await extension.services.view.tree.getChildren();
  return nodes.map((node) => (node.kind === 'dialog' && 'dialog' in node ? node.dialog : node.kind));
}

describe('the dialog tree', () => {
  it('groups the summary by section, known sections first and others under their own names', async () => {
    await withEmptyHistory(async (extension) => {
      await outside().setSummary(
        'plan',
        {
          mood: 'good',
          facts: ['Node 20'],
          issues: [],
          decisions: [{ value: 'Use files', status: 'accepted' }, 'No database'],
          TODO: [{ text: 'Write tests', done: true }],
        },
        'replace',
      );
      const plan = await nodeNamed(extension, 'plan');
      const sections = ['Decisions 2', 'To Do 1', 'Facts 1', 'mood 1'];
      await holds(async () =>
        assert.deepEqual(await lines(extension, plan), [...sections, 'Context Snapshots 1']),
      );
      const decisions = await nodeNamed(extension, 'Decisions', plan);
      assert.deepEqual(await lines(extension, decisions), ['Use files accepted', 'No database']);
      const toDo = await nodeNamed(extension, 'To Do', plan);
      assert.deepEqual(await lines(extension, toDo), ['Write tests done']);
      assert.deepEqual(await lines(extension, await nodeNamed(extension, 'mood', plan)), ['good']);
    });
  });

  it('sorts by the times it shows, which are those of the newest messages, also of imported ones', async () => {
    await withEmptyHistory(async (extension) => {
      await outside().save('earlier', [user('x')]);
      lastChanged('earlier', Date.now() / 1_000 - 3_600);
      await outside().save('imported', [{ ...user('of long ago'), ts: Date.parse('2020-01-01') }]);
      await holds(async () => {
        const [first, second] = await lines(extension);
        assert.match(first ?? '', /^earlier 1h · 1 message$/);
        assert.match(second ?? '', /^imported .*20(?:19|20) · 1 message$/);
      });
    });
  });

  it('refreshes at once for a dialog named like a temporary file', async () => {
    await withEmptyHistory(async (extension) => {
      await outside().save('notes.tmp', [user('one')]);
      await holds(async () => assert.match((await lines(extension)).join(), /^notes\.tmp \S+ · 1 message$/));
      await outside().save('notes.tmp', [user('two')]);
      await holds(async () => assert.match((await lines(extension)).join(), /^notes\.tmp \S+ · 2 messages$/));
    });
  });

  it('puts pinned dialogs first and marks those that need compaction', async () => {
    await withEmptyHistory(async (extension) => {
      const store = outside();
      await store.save('first', [user('a')]);
      lastChanged('first', 1);
      await store.save('second', [user('b')]);
      lastChanged('second', 2);
      await store.save('large', [user('x'.repeat(70_000))]);
      await holds(async () => {
        assert.deepEqual(await names(extension), ['large', 'second', 'first']);
      });
      await commands.executeCommand('historyStore.pinDialog', await nodeNamed(extension, 'first'));
      await eventually('first on top', async () => (await names(extension))[0] === 'first');
      const iconOf = async (node: TreeNode): Promise<string | undefined> => {
        const { iconPath } = await itemOf(extension, node);
        return iconPath instanceof ThemeIcon ? iconPath.id : undefined;
      };
      const first = await nodeNamed(extension, 'first');
      assert.equal((await itemOf(extension, first)).contextValue, 'dialog pinned');
      assert.equal(await iconOf(first), 'pinned');
      const node = await nodeNamed(extension, 'large');
      await eventually('the warning', async () => (await iconOf(node)) === 'warning');
      const large = await itemOf(extension, node);
      const tooltip = (await extension.services.view.tree.resolveTreeItem(large, node))
        .tooltip as MarkdownString;
      assert.match(tooltip.value, /Needs&nbsp;compaction|Needs compaction/);
      await commands.executeCommand('historyStore.unpinDialog', await nodeNamed(extension, 'first'));
      await eventually('order of activity', async () => (await names(extension)).at(-1) === 'first');
    });
  });

  it('gives every node a unique id, regardless of dialog and section names', async () => {
    await withEmptyHistory(async (extension) => {
      const store = outside();
      const names = ['x', 'x/summary', 'x"/messages', 'more', '..', 'a b', 'A B', 'a-b'];
      for (const name of names) {
        await store.save(name, [user('a'), user('b')]);
        await store.setSummary(name, { 'a/0': ['x'], a: ['y', 'z'], '"': 'q' }, 'replace');
      }
      await eventually('all of them', async () => (await lines(extension)).length === names.length);
      const { tree } = extension.services.view;
      const ids: (string | undefined)[] = [];
      const visit = async (node?: TreeNode): Promise<void> => {
        for (const child of await tree.getChildren(node)) {
          ids.push((await tree.getTreeItem(child)).id);
          await visit(child);
        }
      };
      await holds(async () => {
        ids.length = 0;
        await visit();
        // a dialog: itself, three sections with four entries, its snapshots with the active context
        assert.equal(ids.length, names.length * 10);
        assert.equal(new Set(ids).size, ids.length);
      });
    });
  });

  it('shows a damaged file and keeps its bytes', async () => {
    await withEmptyHistory(async (extension) => {
      await outside().save('broken', [user('a')]);
      const file = join(historyFolder(), 'broken', 'messages.json');
      fs.writeFileSync(file, '[{"role":"user","te');
      await outside().save('broken', [user('b')]);
      const dialog = await nodeNamed(extension, 'broken');
      await holds(async () => {
        assert.deepEqual(await lines(extension, dialog), ['Damaged files 1', 'Context Snapshots 1']);
      });
      const { iconPath } = await itemOf(extension, dialog);
      assert.ok(iconPath instanceof ThemeIcon && iconPath.id === 'error', 'it does not look damaged');
      const damaged = await nodeNamed(extension, 'Damaged', dialog);
      const [node] = await eventually('the damaged file', async () => {
        const children = await extension.services.view.tree.getChildren(damaged);
        return children.length > 0 && children;
      });
      assert.ok(node && 'path' in node);
      assert.equal(fs.readFileSync(node.path, 'utf8'), '[{"role":"user","te');
    });
  });

  it('marks an unreadable dialog, explains why, and offers its backups', async () => {
    await withEmptyHistory(async (extension) => {
      const store = outside();
      await store.save('broken', [user('a')]);
      await store.clear('broken');
      const file = join(historyFolder(), 'broken', 'messages.json');
      fs.mkdirSync(file);
      const dialog = await nodeNamed(extension, 'broken');
      await holds(async () => {
        const [problem, ...others] = await lines(extension, dialog);
        assert.match(problem ?? '', /messages\.json is a folder where a file belongs/);
        assert.equal(others.length, 1);
        const [, backup] = await extension.services.view.tree.getChildren(dialog);
        assert.equal(backup?.kind, 'backup');
        const { iconPath, description, tooltip } = await itemOf(extension, dialog);
        assert.ok(iconPath instanceof ThemeIcon && iconPath.id === 'error', 'it does not look damaged');
        assert.equal(description, 'cannot be read');
        assert.ok(typeof tooltip === 'string' && tooltip.includes('messages.json'), 'the tooltip says why');
      });
      fs.rmdirSync(file);
      await store.save('broken', [user('b')]);
      await holds(async () => {
        await lines(extension); // as the editor does, which has what changed read once more
        const { description, iconPath } = await itemOf(extension, dialog);
        assert.match(String(description), / · 1 message$/);
        assert.ok(iconPath instanceof ThemeIcon && iconPath.id !== 'error');
      });
    });
  });

  it('explains why a history cannot be read', async () => {
    await withEmptyHistory(async (extension) => {
      const elsewhere = fs.mkdtempSync(join(tmpdir(), 'history-elsewhere-'));
      fs.symlinkSync(elsewhere, historyFolder());
      try {
        extension.services.view.tree.refresh();
        await holds(async () => {
          const shown = await lines(extension);
          assert.equal(shown.length, 1);
          assert.match(shown[0] ?? '', /^Refused: the path leads outside the history folder: /);
        });
        assert.deepEqual(fs.readdirSync(elsewhere), []);
      } finally {
        fs.rmSync(historyFolder());
        fs.rmSync(elsewhere, { recursive: true });
      }
    });
  });

  it('keeps its nodes across changes and refreshes only the changed ones', async () => {
    await withEmptyHistory(async (extension) => {
      const { tree } = extension.services.view;
      const store = outside();
      await store.save('older', [user('a')]);
      lastChanged('older', 1);
      await store.save('newer', [user('b')]);
      await holds(async () => {
        assert.deepEqual(await names(extension), ['newer', 'older']);
      });
      const before = await tree.getChildren();
      const fired: unknown[] = [];
      const listener = tree.onDidChangeTreeData((changed) => fired.push(changed));
      // Not at the first try, perhaps: events of what was made above may come late.
      await eventually('an event for the changed dialog alone', async () => {
        fired.length = 0;
        await store.save('newer', [user('c')]);
        await eventually('an event', () => fired.length > 0);
        return isDeepStrictEqual(fired, [[before[0]]]);
      });
      listener.dispose();
      await eventually('the count', async () =>
        (await lines(extension))[0]?.endsWith(` · ${(await store.window('newer', 0, 1)).total} messages`),
      );
      const after = await tree.getChildren();
      assert.deepEqual(
        after.map((node, index) => node === before[index]),
        [true, true],
      );
    });
  });
});
