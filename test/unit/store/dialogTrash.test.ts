import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { many, tree, user, withStore, type StoreFixture } from './withStore.ts';

const day = 24 * 60 * 60 * 1_000;
const whole = { recentTurns: 10_000, includeSummary: true, includeMessages: true };

/** Everything that a dialog can have. */
async function richDialog({ store }: StoreFixture, name: string): Promise<void> {
  await store.dialogs.save(name, [user('cleared')]);
  await store.dialogs.clear(name);
  for (let n = 0; n < 400; n += 200) await store.dialogs.save(name, many(200, 500, n));
  await store.dialogs.setSummary(name, { facts: ['x'] }, 'replace');
  await store.contexts.startNew(name, { title: 'done' });
  await store.dialogs.setLabels(name, { pinned: true });
}

const names = async ({ store }: Pick<StoreFixture, 'store'>) =>
  (await store.dialogs.list()).map(({ name }) => name);

describe('dialogs in the trash', () => {
  it('come back with all that belongs to them', () =>
    withStore(async (fixture) => {
      const { store, root, open } = fixture;
      await richDialog(fixture, 'A b');
      await store.dialogs.setActive('A b');
      const history = join(root, '.chat-history');
      const [{ folder } = { folder: '' }] = await store.dialogs.list();
      const before = await tree(folder);
      const trashed = await store.dialogTrash.remove('A b');
      assert.deepEqual([trashed.name, trashed.messages], ['A b', 400]);
      assert.deepEqual(await names(fixture), []);
      assert.deepEqual((await store.dialogs.detail('A b', whole)).messages, []);
      assert.equal((await store.dialogs.active()).name, 'default');
      assert.deepEqual((await store.search.find({ query: 'xxx' })).hits, []);
      assert.deepEqual(await open().dialogTrash.list(), [trashed]);
      assert.equal(await open().dialogTrash.count(), 1);
      assert.equal(await open().dialogTrash.restore(trashed.id), 'A b');
      const [info] = await store.dialogs.list();
      assert.deepEqual([info?.name, info?.pinned, info?.folder], ['A b', true, folder]);
      assert.deepEqual(await tree(folder), before);
      assert.equal((await store.dialogs.active()).name, 'A b');
      assert.equal((await store.dialogs.detail('A b', whole)).messages?.length, 400);
      assert.deepEqual(await store.dialogTrash.list(), []);
      assert.deepEqual(
        (await fs.readdir(join(history, '.trash'))).filter((name) => name !== '.gitignore'),
        [],
      );
    }));

  it('come back under another name where theirs was taken meanwhile', () =>
    withStore(async (fixture) => {
      const { store } = fixture;
      await store.dialogs.save('d', [user('old')]);
      const { id } = await store.dialogTrash.remove('d');
      await store.dialogs.save('d', [user('new')]);
      await assert.rejects(store.dialogTrash.restore(id), /already a dialog "d"\. Restore it under another/);
      await assert.rejects(store.dialogTrash.restore(id, 'd'), { code: 'already_exists' });
      assert.equal(await store.dialogTrash.restore(id, 'd old'), 'd old');
      const texts = async (name: string) =>
        (await store.dialogs.detail(name, whole)).messages?.map(({ text }) => text);
      assert.deepEqual([await texts('d'), await texts('d old')], [['new'], ['old']]);
      assert.deepEqual((await names(fixture)).sort(), ['d', 'd old']);
    }));

  it('are gone for good only when that is asked for, or after 30 days', () =>
    withStore(async ({ store, clock, root }) => {
      const ids: string[] = [];
      for (const name of ['a', 'b', 'c']) {
        await store.dialogs.save(name, [user(name)]);
        clock.time += 1_000;
        ids.push((await store.dialogTrash.remove(name)).id);
      }
      assert.deepEqual(
        (await store.dialogTrash.list()).map(({ name }) => name),
        ['c', 'b', 'a'],
      );
      assert.equal(await store.dialogTrash.purge([ids[0] ?? '', 'nothing', '../a']), 1);
      await assert.rejects(store.dialogTrash.restore(ids[0] ?? ''), { code: 'not_found' });
      clock.time += 31 * day;
      await store.dialogs.save('later', [user('later')]);
      await store.dialogTrash.remove('later');
      assert.deepEqual(
        (await store.dialogTrash.list()).map(({ name }) => name),
        ['later'],
      );
      const files = Object.keys(await tree(join(root, '.chat-history', '.trash')));
      assert.ok(!files.some((file) => file.includes('.tmp')), files.join('\n'));
    }));

  it('name what is not there', () =>
    withStore(async ({ store }) => {
      await assert.rejects(store.dialogTrash.remove('x'), /There is no dialog "x"/);
      for (const id of ['x', '../x-folder', '', '.-folder'])
        await assert.rejects(store.dialogTrash.restore(id), { code: 'not_found' }, id);
      assert.deepEqual([await store.dialogTrash.count(), await store.dialogTrash.purge([])], [0, 0]);
    }));

  it('stay out of the way of what else is there', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [user('a')]);
      await store.dialogs.setSummary('d', { a: 1 }, 'replace');
      await store.dialogs.setSummary('d', { b: 1 }, 'replace');
      const { id } = await store.dialogTrash.remove('d');
      assert.equal((await store.dialogs.replacedSummaries('d')).length, 1);
      await assert.rejects(store.contexts.restore(id), { code: 'not_found' });
      assert.equal((await store.dialogTrash.list()).length, 1);
    }));

  it('are finished by the next program where one died', () =>
    withStore(async ({ store, root, open }) => {
      await store.dialogs.save('d', [user('a')]);
      const item = join(root, '.chat-history', 'd', 'item.json');
      await fs.writeFile(item, '{"v":1,"kind":"dialog","deletedAt":1,"dialog":"d"}'); // died before the folder was moved
      await open().dialogs.save('d', [user('b')]);
      await assert.rejects(fs.stat(item), { code: 'ENOENT' });
      assert.equal((await store.dialogs.overview('d'))?.messages, 2);
    }));

  it('are deleted, restored and saved to by several stores at once without loss', () =>
    withStore(async ({ store, open }) => {
      await store.dialogs.save('d', [user('first')]);
      const other = open();
      const work = [store, other].flatMap(({ dialogs, dialogTrash }, n) => [
        dialogTrash.remove('d').catch(() => undefined),
        dialogs.save('d', [user(`said ${n}`)]),
        dialogTrash.remove('d').catch(() => undefined),
      ]);
      await Promise.all(work);
      for (const [n, { id }] of (await store.dialogTrash.list()).entries())
        await other.dialogTrash.restore(id, `back ${n}`);
      const texts: string[] = [];
      for (const { name } of await open().dialogs.list())
        for (const { text } of (await open().dialogs.detail(name, whole)).messages ?? []) texts.push(text);
      assert.deepEqual(texts.sort(), ['first', 'said 0', 'said 1']);
    }));

  it('with files that cannot be read can be thrown away and come back', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', [user('a')]);
      await fs.writeFile(join(root, '.chat-history', 'd', 'dialog.json'), 'broken');
      const { id, name } = await store.dialogTrash.remove('d');
      assert.equal(name, 'd');
      await store.dialogTrash.restore(id);
      assert.deepEqual((await store.dialogs.overview('d'))?.messages, 1);
    }));
});
