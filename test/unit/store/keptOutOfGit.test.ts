import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assistant, user, withStore } from './withStore.ts';

const read = (...path: string[]) => fs.readFile(join(...path), 'utf8');
const isThere = (...path: string[]) =>
  fs.access(join(...path)).then(
    () => true,
    () => false,
  );

describe('a history and git', () => {
  it('stays out of it from the beginning', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [user('x')]);
      assert.equal(await read(store.folder, '.gitignore'), '*\n');
    }));

  it('is kept out where others made the folder, or died while they made it', () =>
    withStore(async ({ store }) => {
      await fs.mkdir(join(store.folder, 'd'), { recursive: true });
      await store.dialogs.save('d', [user('x')]);
      assert.equal(await read(store.folder, '.gitignore'), '*\n');
    }));

  it('is kept out where the ignore file was made but not written', () =>
    withStore(async ({ store }) => {
      await fs.mkdir(store.folder);
      await fs.writeFile(join(store.folder, '.gitignore'), '');
      await store.dialogs.save('d', [user('x')]);
      assert.equal(await read(store.folder, '.gitignore'), '*\n');
    }));

  for (const [what, changed] of [
    ['deleted', undefined],
    ['emptied', ''],
    ['changed', '*.md\n'],
  ] as const)
    it(`is shared once a person ${what} the ignore file, also by the next process and in a clone`, () =>
      withStore(async ({ store, open }) => {
        await store.dialogs.save('d', [user('x')]);
        const file = join(store.folder, '.gitignore');
        if (changed === undefined) await fs.rm(file);
        else await fs.writeFile(file, changed);
        await store.dialogs.save('d', [user('y')]);
        await open().dialogs.save('d', [user('z')]);
        for (const folder of ['.locks', '.index', '.trash'])
          await fs.rm(join(store.folder, folder), { recursive: true, force: true }); // what git does not bring
        await open().dialogs.save('e', [user('z')]);
        assert.equal(await isThere(file), changed !== undefined);
        if (changed !== undefined) assert.equal(await read(file), changed);
      }));

  it('is shared where an older version has been and the ignore file is gone', () =>
    withStore(async ({ store, open }) => {
      await fs.mkdir(join(store.folder, '.locks/d'), { recursive: true });
      await store.dialogs.save('d', [user('x')]);
      await open().dialogs.save('d', [user('y')]);
      assert.equal(await isThere(store.folder, '.gitignore'), false);
    }));

  it('shares no locks, indexes, trash and backups, made now or before', () =>
    withStore(async ({ store }) => {
      const { folder } = store;
      const own = ['.locks', '.index', '.trash', 'd/backups'].map((name) => join(folder, name));
      for (const each of own) await fs.mkdir(each, { recursive: true });
      for (let n = 0; n < 4; n++) await store.dialogs.save('d', [user('x'.repeat(70_000)), assistant('y')]);
      await store.dialogs.setSummary('d', { facts: ['a'] }, 'replace');
      await store.dialogs.setSummary('d', { facts: ['b'] }, 'replace');
      await store.dialogs.clear('d');
      for (const each of own) assert.equal(await read(each, '.gitignore'), '*\n', each);
      assert.equal((await store.dialogs.backups('d')).length, 1);
      for (const each of own) await fs.rm(join(each, '.gitignore'));
      await store.dialogs.save('d', [user('z')]);
      assert.equal(await isThere(dirname(folder), '.chat-history/.locks/.gitignore'), true);
    }));

  it('is kept out of git by as many as begin it at once', () =>
    withStore(async ({ root, open }) => {
      for (let round = 0; round < 5; round++) {
        await fs.rm(join(root, '.chat-history'), { recursive: true, force: true });
        await Promise.all(Array.from({ length: 12 }, (_, n) => open().dialogs.save(`d${n}`, [user('x')])));
        const names = await fs.readdir(join(root, '.chat-history'));
        assert.deepEqual(
          names.filter((name) => name.includes('.history.json')),
          ['.history.json'],
        );
      }
    }));
});
