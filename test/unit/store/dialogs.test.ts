import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../../src/store/store.ts';
import { whileFailing } from './faults/whileFailing.ts';
import { many, tree, user, withStore } from './withStore.ts';

const whole = { recentTurns: 10_000, includeSummary: true, includeMessages: true };
const message = (text: string) => `[{"role":"user","text":"${text}","ts":1}]`;

describe('dialogs', () => {
  it('are made after what dead processes have begun is gone: of the same at once, of others after a day', () =>
    withStore(async ({ store, root, open }) => {
      await store.dialogs.save('first', [user('x')]);
      const history = join(root, '.chat-history');
      const names = [
        '.new-d.0123abcd.tmp',
        '.new-old.0123abcd.tmp',
        '.new-d.e.0123abcd.tmp',
        '.new-young.0123abcd.tmp',
      ];
      for (const name of names) await fs.mkdir(join(history, name));
      await fs.utimes(join(history, names[1]!), 1, 1);
      const now = Date.now();
      await open({ clock: { now: () => now } }).dialogs.save('d', [user('x')]);
      const left = (await fs.readdir(history)).filter((name) => name.startsWith('.new-'));
      assert.deepEqual(left.sort(), names.slice(2));
    }));

  it('with names alike are three', () =>
    withStore(async ({ store }) => {
      const names = [
        'a b',
        'A B',
        'a-b',
        '..',
        '../../x',
        'con',
        '🎉',
        'a\0b',
        '中 文',
        '/etc/passwd',
        'x'.repeat(1_000),
      ];
      for (const name of names) await store.dialogs.save(name, [user(name)]);
      for (const name of names)
        assert.equal((await store.dialogs.detail(name, whole)).messages?.[0]?.text, name);
      assert.deepEqual((await store.dialogs.list()).map(({ name }) => name).sort(), names.sort());
    }));

  it('are listed newest activity first', () =>
    withStore(async ({ store, root }) => {
      for (const name of ['a', 'b', 'c']) await store.dialogs.save(name, [user('x')]);
      for (const [name, seconds] of [
        ['a', 2],
        ['b', 3],
        ['c', 1],
      ] as const)
        await fs.utimes(join(root, '.chat-history', name, 'messages.json'), seconds, seconds);
      assert.deepEqual(
        (await store.dialogs.list()).map(({ name, activeAt }) => [name, activeAt]),
        [
          ['b', 3_000],
          ['a', 2_000],
          ['c', 1_000],
        ],
      );
    }));

  it('is told as made where it can only not be looked at afterwards', () =>
    withStore(async ({ store, root }) => {
      const folder = join(root, '.chat-history', 'd');
      const lstatSync = ([path]: readonly unknown[]) =>
        path === join(folder, 'messages.json') && existsSync(folder);
      const made = await whileFailing('EIO', { lstatSync }, () => store.dialogs.create('d'));
      assert.equal(made.name, 'd');
      assert.equal(made.folder, folder);
      const [listed] = await store.dialogs.list();
      assert.deepEqual({ ...made, activeAt: 0 }, { ...listed, activeAt: 0 });
    }));

  it('can be created, pinned and looked over', () =>
    withStore(async ({ store, clock }) => {
      await store.dialogs.create('d');
      await assert.rejects(store.dialogs.create('d'), { code: 'already_exists' });
      await store.dialogs.setLabels('d', { pinned: true });
      await store.dialogs.save('d', many(3));
      await store.dialogs.setSummary('d', {}, 'replace');
      const overview = await store.dialogs.overview('d');
      const { name, pinned, messages, hasSummary, backups, firstTs, lastTs } = overview!;
      assert.deepEqual(
        { name, pinned, messages, hasSummary, backups, firstTs, lastTs },
        {
          name: 'd',
          pinned: true,
          messages: 3,
          hasSummary: true,
          backups: 0,
          firstTs: clock.time,
          lastTs: clock.time + 2,
        },
      );
      await assert.rejects(store.dialogs.setLabels('none', { pinned: true }), { code: 'not_found' });
    }));

  it('tell when they were written by this process', async () => {
    let writes = 0;
    await withStore(
      async ({ store }) => {
        await store.dialogs.save('d', [user('a')]);
        assert.equal(writes, 1);
        await store.dialogs.detail('d', whole);
        assert.equal(writes, 1);
      },
      { onWrite: () => writes++ },
    );
  });
});

describe('renaming', () => {
  it('keeps everything under the new name', () =>
    withStore(async ({ store, root, open }) => {
      await store.dialogs.save('old', many(3));
      await store.dialogs.clear('old');
      await store.dialogs.save('old', many(2));
      const info = await store.dialogs.rename('old', '新 名字');
      assert.equal(info.name, '新 名字');
      assert.equal(await store.dialogs.overview('old'), undefined);
      const overview = await open().dialogs.overview('新 名字');
      assert.deepEqual([overview?.messages, overview?.backups], [2, 1]);
      await store.dialogs.save('新 名字', [user('x')]);
      await store.dialogs.save('old', [user('another')]);
      assert.equal((await store.dialogs.list()).length, 2);
      assert.equal((await fs.readdir(join(root, '.chat-history'))).includes('pending.json'), false);
    }));

  it('refuses a name that is taken, and a dialog that is not there', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('a', [user('a')]);
      await store.dialogs.save('b', [user('b')]);
      await assert.rejects(store.dialogs.rename('a', 'b'), { code: 'already_exists' });
      await assert.rejects(store.dialogs.rename('none', 'c'), { code: 'not_found' });
      assert.equal((await store.dialogs.rename('a', 'a')).name, 'a');
    }));

  it('interrupted before or after the folder moved leaves one dialog', () =>
    withStore(async ({ store, root, open }) => {
      const history = join(root, '.chat-history');
      await store.dialogs.save('a', many(2));
      await fs.writeFile(join(history, 'a/pending.json'), '{"v":1,"op":"rename","to":"b"}');
      assert.equal((await open().dialogs.list())[0]?.name, 'a');
      await fs.rename(join(history, 'a'), join(history, 'b'));
      assert.equal((await open().dialogs.list())[0]?.name, 'b');
      await open().dialogs.save('b', [user('x')]);
      assert.equal((await store.dialogs.stats('b')).messages, 3);
      assert.equal((await store.dialogs.list()).length, 1);
    }));
});

describe('folders of older servers', () => {
  it('are adopted by the name they were made for', () =>
    withStore(async ({ store, root, open }) => {
      const folder = join(root, '.chat-history/my-chat_1');
      await fs.mkdir(folder, { recursive: true });
      await fs.writeFile(join(folder, 'messages.json'), message('old'));
      assert.equal((await store.dialogs.detail('My Chat/1', whole)).messages?.[0]?.text, 'old');
      await store.dialogs.save('My Chat/1', [user('new')]);
      assert.equal((await store.dialogs.stats('My Chat/1')).messages, 2);
      assert.equal((await open().dialogs.list())[0]?.name, 'My Chat/1');
      // From now on the folder belongs to that name; its own name is another dialog.
      await store.dialogs.save('my-chat_1', [user('mine')]);
      assert.equal((await store.dialogs.stats('my-chat_1')).messages, 1);
      assert.equal((await store.dialogs.stats('My Chat/1')).messages, 2);
      assert.equal((await store.dialogs.list()).length, 2);
    }));

  it('are found where an ending follows the name of a device', () =>
    withStore(async ({ store, root, open }) => {
      const [folder = '', now = ''] = ['aux.md~81a491c3', 'aux-.md~81a491c3'].map((base) =>
        join(root, '.chat-history', base),
      );
      await store.dialogs.save('aux.md', [user('before')]);
      await fs.rename(now, folder);
      await open().dialogs.save('aux.md', [user('after')]);
      assert.equal((await open().dialogs.stats('aux.md')).messages, 2);
      assert.deepEqual(
        (await open().dialogs.list()).map(({ name }) => name),
        ['aux.md'],
      );
      await assert.rejects(fs.access(now));
    }));

  it('are listed under their own name', () =>
    withStore(async ({ store, root }) => {
      const folder = join(root, '.chat-history/feature');
      await fs.mkdir(folder, { recursive: true });
      await fs.writeFile(join(folder, 'messages.json'), '[{"role":"user","text":"no time"}]');
      assert.equal((await store.dialogs.list())[0]?.name, 'feature');
      assert.deepEqual((await store.dialogs.detail('feature', whole)).messages, [
        { role: 'user', text: 'no time', ts: 0 },
      ]);
    }));
});

describe('links that lead outside', () => {
  const outside = async (root: string) => {
    const folder = join(root, 'outside');
    await fs.mkdir(folder);
    await fs.writeFile(join(folder, 'messages.json'), message('secret'));
    await fs.mkdir(join(root, '.chat-history'));
    return folder;
  };
  const refused = { code: 'outside' };

  it('are refused as a dialog folder, for reading and writing', () =>
    withStore(async ({ store, root }) => {
      const folder = await outside(root);
      await fs.symlink(folder, join(root, '.chat-history/d'), 'junction');
      const before = await tree(folder);
      await assert.rejects(store.dialogs.save('d', [user('x')]), refused);
      await assert.rejects(store.dialogs.detail('d', whole), refused);
      await assert.rejects(store.dialogs.clear('d'), refused);
      assert.deepEqual(await store.dialogs.list(), []);
      assert.deepEqual(await tree(folder), before);
    }));

  it('are refused as a file or the backups of a dialog', () =>
    withStore(async ({ store, root }) => {
      const folder = await outside(root);
      await store.dialogs.save('d', [user('x')]);
      await fs.symlink(folder, join(root, '.chat-history/d/backups'), 'junction');
      await assert.rejects(store.dialogs.clear('d'), refused);
      await fs.rm(join(root, '.chat-history/d/backups'));
      await fs.rm(join(root, '.chat-history/d/messages.json'));
      await fs.symlink(join(folder, 'messages.json'), join(root, '.chat-history/d/messages.json'));
      await assert.rejects(store.dialogs.detail('d', whole), refused);
      await assert.rejects(store.dialogs.save('d', [user('x')]), refused);
    }));

  it('are refused as the locks', () =>
    withStore(async ({ store, root }) => {
      const folder = await outside(root);
      const before = await tree(folder);
      const locks = join(root, '.chat-history/.locks');
      await fs.symlink(folder, locks, 'junction');
      await assert.rejects(store.dialogs.save('d', [user('x')]), refused);
      await fs.rm(locks);
      await fs.mkdir(locks);
      await fs.symlink(folder, join(locks, 'd'), 'junction');
      await assert.rejects(store.dialogs.save('d', [user('x')]), refused);
      await store.dialogs.save('e', [user('x')]);
      await assert.rejects(store.dialogs.rename('e', 'd'), refused);
      assert.deepEqual(await tree(folder), before);
    }));

  it('are not followed where the index of parts would be written', () =>
    withStore(async ({ store, root }) => {
      const folder = await outside(root);
      const before = await tree(folder);
      await fs.symlink(folder, join(root, '.chat-history/.index'), 'junction');
      for (let n = 0; n < 3; n++) await store.dialogs.save('d', [user('x'.repeat(70_000))]);
      assert.equal((await store.dialogs.stats('d')).messages, 3);
      assert.deepEqual(await tree(folder), before);
    }));

  it('are refused as the history folder itself', () =>
    withStore(async ({ root }) => {
      await fs.mkdir(join(root, 'project'));
      await fs.symlink(await outside(root), join(root, 'project/.chat-history'), 'junction');
      const { dialogs } = openStore(join(root, 'project'));
      await assert.rejects(dialogs.save('d', [user('x')]), refused);
      await assert.rejects(dialogs.list(), refused);
    }));
});

describe('a file where a folder belongs', () => {
  it('leaves the name of a dialog usable', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('other', [user('x')]);
      await fs.writeFile(join(root, '.chat-history/todo'), 'a note');
      assert.deepEqual((await store.dialogs.detail('todo', whole)).messages, []);
      await store.dialogs.save('todo', [user('first')]);
      assert.equal((await store.dialogs.stats('todo')).messages, 1);
      assert.equal(await fs.readFile(join(root, '.chat-history/todo'), 'utf8'), 'a note');
    }));

  it('is told as an error of the disk when it is the history folder', () =>
    withStore(async ({ store, root }) => {
      await fs.writeFile(join(root, '.chat-history'), '');
      await assert.rejects(store.dialogs.list(), { code: 'storage' });
      await assert.rejects(store.dialogs.save('d', [user('x')]), { code: 'storage' });
    }));
});
