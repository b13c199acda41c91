import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { tree, user, withStore } from './withStore.ts';

const file = (root: string): string => join(root, '.chat-history/.machine/active.json');
const whole = { recentTurns: 10, includeSummary: true, includeMessages: true };

describe('the active dialog', () => {
  it('is default where none was set, and looking makes no file', () =>
    withStore(async ({ store, root }) => {
      assert.deepEqual(await store.dialogs.active(), { name: 'default', chosen: false });
      await store.dialogs.setActive(undefined);
      assert.deepEqual(await tree(root), {});
      await store.dialogs.save('', [user('x')]);
      assert.deepEqual(
        (await store.dialogs.list()).map(({ name }) => name),
        ['default'],
      );
    }));

  it('is what the empty name means in every method, also of another program', () =>
    withStore(async ({ store, open }) => {
      await store.dialogs.save('a b', [user('first')]);
      await store.dialogs.setActive('a b');
      const other = open();
      assert.deepEqual(await other.dialogs.active(), { name: 'a b', chosen: true });
      await other.dialogs.save('', [user('second')]);
      const texts = (await store.dialogs.detail('', whole)).messages?.map(({ text }) => text);
      assert.deepEqual(texts, ['first', 'second']);
      assert.equal((await other.dialogs.overview(''))?.name, 'a b');
      assert.equal((await other.dialogs.stats('')).messages, 2);
      const { archivedContextId } = await other.contexts.startNew('', {});
      assert.equal(archivedContextId, undefined);
      assert.equal((await other.contexts.active(''))?.context.turns.length, 2);
      await other.dialogs.clear('');
      assert.equal((await store.dialogs.stats('a b')).messages, 0);
      await other.dialogs.setActive(undefined);
      assert.deepEqual(await store.dialogs.active(), { name: 'default', chosen: false });
    }));

  it('lies where git and other machines do not see it', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', [user('x')]);
      await store.dialogs.setActive('d');
      assert.equal(await fs.readFile(file(root), 'utf8'), '{"v":1,"dialog":"d"}\n');
      assert.equal(await fs.readFile(join(root, '.chat-history/.machine/.gitignore'), 'utf8'), '*\n');
    }));

  it('must exist when it is set', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [user('x')]);
      await assert.rejects(store.dialogs.setActive('e'), {
        code: 'not_found',
        message: 'There is no dialog "e".',
      });
      await assert.rejects(store.dialogs.setActive(''), { message: 'There is no dialog "default".' });
    }));

  it('goes along when it is renamed, and stays when another one is', () =>
    withStore(async ({ store }) => {
      for (const name of ['a', 'b']) await store.dialogs.save(name, [user(name)]);
      await store.dialogs.setActive('a');
      await store.dialogs.rename('b', 'c');
      assert.equal((await store.dialogs.active()).name, 'a');
      await store.dialogs.rename('a', '新 名字');
      assert.deepEqual(await store.dialogs.active(), { name: '新 名字', chosen: true });
    }));

  it('goes along when the renaming is finished by another program', () =>
    withStore(async ({ store, root, open }) => {
      const history = join(root, '.chat-history');
      await store.dialogs.save('a', [user('x')]);
      await store.dialogs.setActive('a');
      await fs.writeFile(join(history, 'a/pending.json'), '{"v":1,"op":"rename","from":"a","to":"b"}');
      await fs.rename(join(history, 'a'), join(history, 'b')); // here the program died
      const other = open();
      await other.dialogs.save('b', [user('y')]);
      assert.deepEqual(await other.dialogs.active(), { name: 'b', chosen: true });
    }));

  it('counts for nothing while it is gone, and again once it is back', () =>
    withStore(async ({ store, root }) => {
      const folder = join(root, '.chat-history/d');
      await store.dialogs.save('d', [user('x')]);
      await store.dialogs.setActive('d');
      await fs.rename(folder, join(root, 'd'));
      assert.deepEqual(await store.dialogs.active(), { name: 'default', chosen: false });
      await fs.rename(join(root, 'd'), folder);
      assert.deepEqual(await store.dialogs.active(), { name: 'd', chosen: true });
    }));

  it('stays when the dialog is cleared and restored', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [user('x')]);
      await store.dialogs.setActive('d');
      const { backup } = await store.dialogs.clear('d');
      await store.dialogs.restoreBackup('d', backup ?? '');
      assert.deepEqual(await store.dialogs.active(), { name: 'd', chosen: true });
    }));

  for (const [what, content] of [
    ['is damaged', '{"v":1,"dia'],
    ['names no dialog', '{"v":1,"dialog":7}'],
    ['names what no dialog can be called', JSON.stringify({ v: 1, dialog: 'x'.repeat(1_001) })],
  ] as const)
    it(`is default where the file ${what}, which is put aside when one is set`, () =>
      withStore(async ({ store, root }) => {
        await store.dialogs.save('d', [user('x')]);
        await fs.writeFile(file(root), content);
        assert.deepEqual(await store.dialogs.active(), { name: 'default', chosen: false });
        await store.dialogs.setActive('d');
        assert.deepEqual(await store.dialogs.active(), { name: 'd', chosen: true });
        const kept = Object.entries(await tree(join(root, '.chat-history/.machine')));
        assert.deepEqual(
          kept.filter(([name]) => name.startsWith('active.json.damaged-')).map(([, text]) => text),
          [content],
        );
      }));

  it('is told to whoever watches the store, and not changed where nothing may be', () => {
    const written: (string | undefined)[] = [];
    return withStore(
      async ({ store, open }) => {
        await store.dialogs.save('d', [user('x')]);
        written.length = 0;
        await store.dialogs.setActive('d');
        assert.deepEqual(written, ['.machine']);
        await assert.rejects(open({ isReadOnly: () => true }).dialogs.setActive('d'), { code: 'storage' });
      },
      { onWrite: (base) => written.push(base) },
    );
  });
});
