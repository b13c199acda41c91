import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { changeMark, ChangeReader, noteChange } from '../../../src/disk/files/changeLog.ts';
import { silentLog } from '../../../src/disk/base/core.ts';
import { onFaultyDisk } from './faults/faultyDisk.ts';
import { user, withStore } from './withStore.ts';

describe('the log of changes', () => {
  it('tells each reader which dialogs changed since it asked last, and all where it cannot know', () =>
    withStore(async ({ store, open }) => {
      const reader = new ChangeReader(store.folder);
      assert.equal(reader.changed(), 'all', 'the first time');
      assert.deepEqual(reader.changed(), new Set());
      await store.dialogs.save('购物 list', [user('x')]);
      assert.equal(reader.changed(), 'all', 'there was no log');
      await open().dialogs.save('购物 list', [user('y')]);
      await store.dialogs.save('other', [user('z')]);
      const changed = reader.changed();
      assert.ok(changed !== 'all' && changed.has(changeMark('other')) && changed.size === 2);
      assert.deepEqual(reader.changed(), new Set());
      await store.dialogs.rename('other', 'renamed');
      assert.equal(reader.changed(), 'all');
      assert.equal(new ChangeReader(store.folder).changed(), 'all', 'another reader');
    }));

  it('begins anew when it is long, and is not believed when it is torn or replaced', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [user('x')]);
      const file = join(store.folder, '.index/changes.log');
      const reader = new ChangeReader(store.folder);
      reader.changed();
      for (let n = 0; n < 10_000; n++) noteChange(store.folder, `dialog ${n % 10}`, store.log);
      assert.ok(fs.statSync(file).size < 70_000);
      assert.equal(reader.changed(), 'all');
      fs.appendFileSync(file, '0123');
      assert.deepEqual(reader.changed(), new Set(), 'a line that has not ended');
      fs.appendFileSync(file, '\nnonsense\n');
      assert.equal(reader.changed(), 'all');
      fs.rmSync(file);
      assert.equal(reader.changed(), 'all');
      noteChange(store.folder, 'd', store.log);
      assert.equal(reader.changed(), 'all');
    }));

  it('is begun anew where the disk refuses a line, so that everybody looks at all', () =>
    withStore(async ({ store, root, open }) => {
      await store.dialogs.save('d', [user('a quince')]);
      const other = open();
      const total = async () => (await other.search.find({ query: 'quince' })).total;
      assert.equal(await total(), 1);
      const reader = new ChangeReader(store.folder);
      reader.changed();
      for (const n of [2, 3]) {
        await store.dialogs.save('d', [user(`quince ${n}`)]);
        reader.changed();
        const { error } = await onFaultyDisk(root, { at: 1, kind: 'a torn write' }, () => {
          noteChange(store.folder, 'd', silentLog);
          return Promise.resolve();
        });
        assert.equal(error, undefined);
        assert.equal(reader.changed(), 'all');
        assert.deepEqual(reader.changed(), new Set());
      }
      assert.equal(await total(), 3);
    }));

  it('is not believed where it is no file, which keeps nobody from finding what is there', () =>
    withStore(async ({ store, open }) => {
      await store.dialogs.save('d', [user('a quince')]);
      const file = join(store.folder, '.index/changes.log');
      fs.rmSync(file);
      fs.mkdirSync(file);
      const other = open();
      for (const total of [1, 2]) {
        assert.equal((await other.search.find({ query: 'quince' })).total, total);
        await store.dialogs.save('d', [user(`quince ${total}`)]);
      }
      const reader = new ChangeReader(store.folder);
      assert.deepEqual([reader.changed(), reader.changed()], ['all', 'all']);
    }));
});
