import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, env, Uri, window } from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import type { SessionTreeNode } from '../../src/extension/sessions/sessionNodes.ts';
import type { SessionInfo } from '../../src/history/sessions/types.ts';
import { withSessions, writeSession } from './sessionWorkspace.ts';
import { acceptPicksOf, eventually, itemOf, nodeNamed, withEmptyHistory } from './workspace.ts';

const onlyProject = ({ services }: Internals) => {
  const [project] = services.projects.all;
  assert.ok(project);
  return project;
};

/** What notices say while `run` runs, each with what its last button does. */
async function noticesOf(run: () => Promise<void>, press = false): Promise<string[]> {
  const said: string[] = [];
  const kinds = ['showInformationMessage', 'showWarningMessage'] as const;
  const own = kinds.map((kind) => window[kind]);
  for (const kind of kinds)
    Reflect.set(window, kind, (text: string, ...buttons: string[]) => {
      said.push(text);
      return Promise.resolve(press ? buttons.at(-1) : undefined);
    });
  try {
    await run();
  } finally {
    kinds.forEach((kind, index) => Reflect.set(window, kind, own[index]));
  }
  return said;
}

/** Answers the next question of an input box. */
async function answering(text: string, run: () => Promise<unknown>): Promise<{ readonly value: unknown }> {
  const own = window.showInputBox;
  let value: unknown;
  Reflect.set(window, 'showInputBox', (options: { value?: string }) => {
    value = options.value;
    return Promise.resolve(text);
  });
  try {
    await run();
  } finally {
    Reflect.set(window, 'showInputBox', own);
  }
  return { value };
}

/** Ticks these in the next list of tags, and types others. */
async function tagging(
  ticked: readonly string[],
  typed: string,
  run: () => Promise<unknown>,
): Promise<string[]> {
  const own = window.createQuickPick;
  let shown: string[] = [];
  Reflect.set(window, 'createQuickPick', () => {
    const picker = own.call(window);
    const show = picker.show.bind(picker);
    let accept: () => void = () => undefined;
    Reflect.set(picker, 'onDidAccept', (listener: () => void) => {
      accept = listener;
      return { dispose: () => undefined };
    });
    Reflect.set(picker, 'show', () => {
      shown = picker.items.map(({ label, description }) =>
        [picker.selectedItems.some((item) => item.label === label) ? '+' : '-', label, description]
          .filter((part) => part !== undefined)
          .join(' '),
      );
      show();
      picker.selectedItems = picker.items.filter(({ label }) => ticked.includes(label));
      picker.value = typed;
      accept();
    });
    return picker;
  });
  try {
    await run();
  } finally {
    Reflect.set(window, 'createQuickPick', own);
  }
  return shown;
}

async function run(command: string, ...rows: readonly unknown[]): Promise<void> {
  await commands.executeCommand(`historyStore.${command}`, rows[0], rows.length > 1 ? rows : undefined);
}

/** The rows of sessions, below whatever groups. */
async function sessionRows({
  services,
}: Internals): Promise<readonly (SessionTreeNode & { kind: 'session' })[]> {
  const { tree } = services.sessionView;
  const below = async (node?: SessionTreeNode): Promise<(SessionTreeNode & { kind: 'session' })[]> => {
    if (node?.kind === 'session') return [node];
    return (await Promise.all((await tree.getChildren(node)).map(below))).flat();
  };
  return below();
}

const sessionsOf = async (extension: Internals): Promise<readonly SessionInfo[]> => {
  const { services } = extension;
  const list = services.sessionLists.of(onlyProject(extension));
  list.forgetSessions();
  return list.sessions();
};

describe('organising dialogs', () => {
  it('hides all selected dialogs with one notification and one undo', () =>
    withEmptyHistory(async (extension) => {
      const { dialogs } = onlyProject(extension);
      for (const name of ['one', 'two', 'three']) await dialogs.create(name);
      await dialogs.setLabels('three', { archived: true });
      const rows = [
        ...(await Promise.all(['one', 'two'].map((name) => nodeNamed(extension, name)))),
        await nodeNamed(extension, 'three', await nodeNamed(extension, 'Hidden')),
      ];
      const flags = async () =>
        (await dialogs.list())
          .filter(({ archived }) => archived)
          .map(({ name }) => name)
          .sort();
      const said = await noticesOf(() => run('archiveDialog', ...rows));
      assert.deepEqual(said, ['Hidden: 3 dialogs.']);
      assert.deepEqual(await flags(), ['one', 'three', 'two']);
      await eventually('the row knows', async () => {
        const archived = await nodeNamed(extension, 'Hidden');
        const rowsThere = await extension.services.view.tree.getChildren(archived);
        const items = await Promise.all(rowsThere.map((row) => itemOf(extension, row)));
        return items.length === 3 && items.every(({ contextValue }) => contextValue === 'dialog hidden');
      });
      await noticesOf(async () => {
        await run('unarchiveDialog', ...rows);
      }, true);
      await eventually('all is as it was', async () => (await flags()).length === 3);
      await noticesOf(() => run('unarchiveDialog', rows[0]));
      assert.deepEqual(await flags(), ['three', 'two']);
    }));

  it('pins several dialogs with one undo, and a single one without a notification', () =>
    withEmptyHistory(async (extension) => {
      const { dialogs } = onlyProject(extension);
      for (const name of ['one', 'two']) await dialogs.create(name);
      const rows = await Promise.all(['one', 'two'].map((name) => nodeNamed(extension, name)));
      assert.deepEqual(await noticesOf(() => run('pinDialog', rows[0])), []);
      assert.deepEqual(await noticesOf(() => run('pinDialog', ...rows), true), ['Pinned 2 dialogs.']);
      const pinned = async () => (await dialogs.list()).filter((info) => info.pinned).map(({ name }) => name);
      await eventually('it is taken back', async () => (await pinned()).join() === 'one');
    }));

  it('changes the tags of all selected dialogs and keeps those only some of them have', () =>
    withEmptyHistory(async (extension) => {
      const { dialogs } = onlyProject(extension);
      for (const name of ['one', 'two']) await dialogs.create(name);
      await dialogs.setLabels('one', { tags: ['all', 'mine'] });
      await dialogs.setLabels('two', { tags: ['all'] });
      const rows = await Promise.all(['one', 'two'].map((name) => nodeNamed(extension, name)));
      let shown: string[] = [];
      const said = await noticesOf(async () => {
        shown = await tagging([], 'New, two words', () => run('editDialogTags', ...rows));
      });
      assert.deepEqual(shown, ['+ all 2', '- mine on 1 of 2']);
      assert.deepEqual(said, ['Changed the tags of 2 dialogs.']);
      const tags = async () =>
        Object.fromEntries((await dialogs.list()).map(({ name, tags: of }) => [name, of.join()] as const));
      assert.deepEqual(await tags(), { one: 'mine,new,two words', two: 'new,two words' });
    }));

  it('copies links to all selected rows of any kind', () =>
    withEmptyHistory(async (extension) => {
      const { dialogs } = onlyProject(extension);
      await dialogs.save('one', [{ role: 'user', text: 'hello' }]);
      await dialogs.setSummary('one', { TODO: ['Round once'] }, 'merge');
      await dialogs.create('two');
      const [one, two] = await Promise.all(['one', 'two'].map((name) => nodeNamed(extension, name)));
      const { tree } = extension.services.view;
      const section = (await tree.getChildren(one)).find(({ kind }) => kind === 'section');
      const [entry] = await tree.getChildren(section ?? assert.fail());
      await run('copyLink', one, two, entry);
      const links = (await env.clipboard.readText()).split('\n');
      assert.equal(links.length, 3);
      assert.equal(new Set(links).size, 3);
    }));
});

describe('organising sessions', () => {
  it('tags and archives all selected sessions at once, each with one undo', () =>
    withSessions(async (extension) => {
      for (const name of ['aaaaaaaa', 'bbbbbbbb', 'cccccccc']) writeSession(name);
      extension.services.sessionLists.refresh();
      const rows = await eventually('the sessions are listed', async () => {
        const all = await sessionRows(extension);
        return all.length === 3 && all;
      });
      const said = await noticesOf(async () => {
        await tagging([], 'slow', () => run('editSessionTags', ...rows));
      });
      assert.deepEqual(said, ['Changed the tags of 3 sessions.']);
      assert.deepEqual(
        (await sessionsOf(extension)).map(({ labels }) => labels?.tags),
        [['slow'], ['slow'], ['slow']],
      );
      const [first] = rows;
      const moved = await noticesOf(() => run('moveSessionToArchived', ...rows), true);
      assert.deepEqual(moved, ['Hidden: 3 sessions.']);
      const archived = async () =>
        (await sessionsOf(extension)).filter(({ labels }) => labels?.archived).length;
      await eventually('it is taken back', async () => (await archived()) === 0);
      await noticesOf(() => run('moveSessionToArchived', first));
      assert.equal(await archived(), 1);
      await eventually('the row knows', async () => {
        const row = (await sessionRows(extension)).find(({ path }) => path === first?.path);
        const item = row && extension.services.sessionView.tree.getTreeItem(row);
        return item?.contextValue?.endsWith(' hidden');
      });
      await noticesOf(() => run('moveSessionOutOfArchived', first));
      assert.equal(await archived(), 0);
    }));

  it('gives a session a title and a note, shows them, and restores the agent’s title', () =>
    withSessions(async (extension) => {
      writeSession('aaaaaaaa');
      extension.services.sessionLists.refresh();
      const [row] = await eventually('the session is listed', async () => {
        const all = await sessionRows(extension);
        return all.length === 1 && all;
      });
      assert.ok(row);
      const given = row.info.title;
      const renaming = (text: string) =>
        noticesOf(async () => void (await answering(text, () => run('renameSession', row))));
      assert.deepEqual(await renaming('The slow one'), ['Renamed to “The slow one”.']);
      assert.deepEqual(
        (await sessionsOf(extension)).map(({ title, givenTitle }) => [title, givenTitle]),
        [['The slow one', given]],
      );
      await noticesOf(async () => {
        const { value } = await answering('ask the zebra', () => run('editSessionNote', row));
        assert.equal(value, '');
      });
      const [named] = await eventually('the row has its title', async () => {
        const all = await sessionRows(extension);
        return all[0]?.info.labels?.note !== undefined && all;
      });
      assert.ok(named);
      const { tree } = extension.services.sessionView;
      const item = await tree.resolveTreeItem(tree.getTreeItem(named), named);
      assert.equal(item.label, 'The slow one');
      const tooltip = typeof item.tooltip === 'object' ? item.tooltip.value : '';
      assert.match(tooltip.replaceAll('&nbsp;', ' '), /ask the zebra/);
      await run('openSession', named);
      const tab = () => window.tabGroups.activeTabGroup.activeTab?.label;
      await eventually('the tab has its title', () => tab() === 'The slow one');
      assert.deepEqual(await renaming(''), [`“${given}” has the agent’s title again.`]);
      await eventually('the tab follows', () => tab() === given);
      assert.deepEqual(
        (await sessionsOf(extension)).map(({ title }) => title),
        [given],
      );
    }));

  it('deletes the selected recordings and reports sessions that belong to an agent', () =>
    withSessions(async (extension) => {
      writeSession('aaaaaaaa');
      const { sessions } = onlyProject(extension);
      for (const id of ['r1', 'r2']) await sessions.record(id, [{ type: 'user', content: `said ${id}` }]);
      extension.services.sessionLists.refresh();
      const rows = await eventually('the sessions are listed', async () => {
        const all = await sessionRows(extension);
        return all.length === 3 && all;
      });
      const sorted = [...rows].sort(
        (a, b) => Number(b.info.source === 'history') - Number(a.info.source === 'history'),
      );
      const said = await noticesOf(() => run('deleteRecording', ...sorted));
      assert.deepEqual(said.sort(), [
        `Moved “${sorted[0]?.info.title ?? ''}” and “${sorted[1]?.info.title ?? ''}” to the trash.`,
        `“${sorted[2]?.info.title ?? ''}” belongs to its agent and was not deleted.`,
      ]);
      assert.deepEqual(
        (await sessionsOf(extension)).map(({ source }) => source),
        ['claude'],
      );
    }));
});

/** Answers questions for files and folders while `run` runs. */
async function choosing(uri: Uri, run: () => Promise<void>): Promise<void> {
  const { showOpenDialog, showSaveDialog } = window;
  Reflect.set(window, 'showOpenDialog', () => Promise.resolve([uri]));
  Reflect.set(window, 'showSaveDialog', () => Promise.resolve(uri));
  try {
    await run();
  } finally {
    Reflect.set(window, 'showOpenDialog', showOpenDialog);
    Reflect.set(window, 'showSaveDialog', showSaveDialog);
  }
}

describe('exporting a selection', () => {
  it('writes all selected sessions into a folder', () =>
    withSessions(async (extension) => {
      for (const name of ['aaaaaaaa', 'bbbbbbbb']) writeSession(name);
      extension.services.sessionLists.refresh();
      const rows = await eventually('the sessions are listed', async () => {
        const all = await sessionRows(extension);
        return all.length === 2 && all;
      });
      const folder = fs.mkdtempSync(join(tmpdir(), 'history-export-'));
      try {
        const said = await noticesOf(() => choosing(Uri.file(folder), () => run('exportSession', ...rows)));
        assert.deepEqual(said, ['Exported 2 sessions.']);
        const [made = ''] = fs.readdirSync(folder);
        const files = fs.readdirSync(join(folder, made)).sort();
        assert.deepEqual(files, ['Why is aaaaaaaa slow-.md', 'Why is bbbbbbbb slow-.md']);
        const text = fs.readFileSync(join(folder, made, files[0] ?? ''), 'utf8');
        assert.match(text, /^# Why is aaaaaaaa slow\?[^]*aaaaaaaa waits\./);
      } finally {
        fs.rmSync(folder, { recursive: true });
      }
    }));

  it('writes only the selected memories', () =>
    withEmptyHistory(async (extension) => {
      const project = onlyProject(extension);
      for (const content of ['The tower is tall', 'Rivers are long', 'Bread is warm'])
        await project.memories.store({ content });
      const rows = (await project.memories.list())
        .filter(({ content }) => !content.startsWith('Bread'))
        .map((memory) => ({ kind: 'memory', hash: memory.hash, memory, project }));
      const folder = fs.mkdtempSync(join(tmpdir(), 'history-export-'));
      const file = join(folder, 'memories.json');
      try {
        await noticesOf(() => choosing(Uri.file(file), () => acceptPicksOf(run('exportMemories', ...rows))));
        const text = fs.readFileSync(file, 'utf8');
        assert.match(text, /tower/);
        assert.match(text, /Rivers/);
        assert.doesNotMatch(text, /Bread/);
      } finally {
        fs.rmSync(folder, { recursive: true });
      }
    }));
});

describe('organising memories', () => {
  it('changes the tags of all selected memories with one undo', () =>
    withEmptyHistory(async (extension) => {
      const { memories } = onlyProject(extension);
      for (const content of ['The tower is tall', 'Rivers are long'])
        await memories.store({ content, tags: ['x'] });
      const rows = (await memories.list()).map((memory) => ({
        kind: 'memory',
        hash: memory.hash,
        memory,
        project: onlyProject(extension),
      }));
      const said = await noticesOf(async () => {
        await tagging(['x'], 'y', () => run('editMemoryTags', ...rows));
      }, true);
      assert.deepEqual(said, ['Changed the tags of 2 memories.']);
      const tags = async () => (await memories.list()).map((memory) => memory.tags.join('+')).join();
      await eventually('it is taken back', async () => (await tags()) === 'x,x');
    }));
});
