import assert from 'node:assert/strict';
import { CancellationTokenSource, DataTransfer, Uri, workspace } from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import { dragController } from '../../src/extension/tree/rowDrag.ts';
import { withSessions, writeSession } from './sessionWorkspace.ts';
import { nodeNamed, withEmptyHistory, workspaceRoot } from './workspace.ts';

/** What the editor is handed of rows that are dragged. */
async function dragged({ services }: Internals, ...rows: readonly unknown[]) {
  const data = new DataTransfer();
  const controller = dragController<unknown>(services.drag, () => Promise.resolve('A/B: c'));
  assert.deepEqual(controller.dropMimeTypes, []);
  await controller.handleDrag?.(rows, data, new CancellationTokenSource().token);
  const text = async (type: string): Promise<string> => (await data.get(type)?.asString()) ?? '';
  const uris = (await text('text/uri-list')).split('\r\n').filter((uri) => uri !== '');
  return { uris: uris.map((uri) => Uri.parse(uri, true)), text: await text('text/plain') };
}

const contentOf = async (uri: Uri | undefined): Promise<string> => {
  assert.ok(uri);
  const { size } = await workspace.fs.stat(uri);
  const bytes = await workspace.fs.readFile(uri);
  assert.equal(bytes.length, size);
  return Buffer.from(bytes).toString('utf8');
};

describe('dragging rows', () => {
  it('provides a dialog, its summary and an entry as documents and as Markdown', () =>
    withEmptyHistory(async (extension) => {
      const [project] = extension.services.projects.all;
      assert.ok(project);
      await project.dialogs.save('shop', [
        { role: 'user', text: 'Round the totals' },
        { role: 'assistant', text: '**Done**' },
      ]);
      await project.dialogs.setSummary('shop', { TODO: ['Ship it'] }, 'merge');
      const dialog = await nodeNamed(extension, 'shop');
      const children = await extension.services.view.tree.getChildren(dialog);
      const section = children.find(({ kind }) => kind === 'section');
      const snapshots = children.find(({ kind }) => kind === 'contexts');
      assert.ok(section);
      const [entry] = await extension.services.view.tree.getChildren(section);
      const { uris, text } = await dragged(extension, dialog, section, entry, snapshots);
      assert.equal(uris.length, 3, 'a group is nothing by itself');
      assert.deepEqual(
        uris.map(({ path }) => path),
        Array(3).fill('/A-B- c.md'),
      );
      const texts = await Promise.all(uris.map(contentOf));
      assert.match(texts[0] ?? '', /^# shop\n[^]*Ship it[^]*Round the totals[^]*\*\*Done\*\*/);
      assert.match(texts[1] ?? '', /Ship it/);
      assert.equal(texts[2], 'Ship it');
      assert.equal(text, texts.join('\n\n'));
      const opened = await workspace.openTextDocument(uris[0]!);
      assert.equal(opened.languageId, 'markdown');
      await assert.rejects(Promise.resolve(workspace.fs.writeFile(uris[0]!, Buffer.from('x'))));
    }));

  it('provides a session, a context and a memory', () =>
    withSessions(async (extension) => {
      const { services } = extension;
      const [project] = services.projects.all;
      assert.ok(project);
      const path = writeSession('aaaaaaaa');
      services.sessionLists.refresh();
      await project.dialogs.save('d', [
        { role: 'user', text: 'question' },
        { role: 'assistant', text: 'answer' },
      ]);
      const { memory } = await project.memories.store({ content: 'The tower is tall' });
      const { uris } = await dragged(
        extension,
        { kind: 'session', project, path },
        { kind: 'activeContext', project, dialog: 'd', contextId: 'active' },
        { kind: 'memory', project, hash: memory.hash },
      );
      const texts = await Promise.all(uris.map(contentOf));
      assert.match(texts[0] ?? '', /Why is aaaaaaaa slow\?[^]*aaaaaaaa waits\./);
      assert.match(texts[1] ?? '', /question[^]*answer/);
      assert.equal(texts[2], 'The tower is tall');
    }));

  it('exposes nothing outside the history', () =>
    withEmptyHistory(async () => {
      const of = (name: object) =>
        Uri.from({
          scheme: 'history-row',
          path: '/x.md',
          query: JSON.stringify({ root: workspaceRoot(), ...name }),
        });
      for (const name of [
        { kind: 'session', path: '/etc/passwd' },
        { kind: 'archive', name: '../../x' },
        { kind: 'dialog', dialog: 3 },
        { kind: 'dialog', dialog: 'none' },
        { kind: 'constructor' },
        { root: '/', kind: 'dialog', dialog: 'd' },
      ])
        await assert.rejects(Promise.resolve(workspace.fs.readFile(of(name))), JSON.stringify(name));
    }));
});
