import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { checkParents } from '../../../src/disk/files/way.ts';
import { whileFailing } from './faults/whileFailing.ts';
import { user, withStore } from './withStore.ts';

describe('looking at what lies on the way', () => {
  it('is done again after every wait, in which somebody may have exchanged it', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', [user('x')]);
      const folder = join(root, '.chat-history/d');
      checkParents(join(folder, 'messages.json'));
      await new Promise(setImmediate);
      fs.renameSync(folder, join(root, 'd'));
      fs.symlinkSync(join(root, 'd'), folder);
      assert.throws(() => checkParents(join(folder, 'messages.json')), /d is a symbolic link/);
    }));

  it('lets a save wait for nothing but the disk, twice', () =>
    withStore(async ({ store }) => {
      for (const text of ['a', 'b', 'c']) await store.dialogs.save('d', [user(text)]);
      const waits = { disk: 0, others: 0 };
      const disk = () => ++waits.disk < 0;
      const others = () => ++waits.others < 0;
      const promises = { open: others, readFile: others, readdir: others, rename: others, rm: others };
      const save = () => store.dialogs.save('d', [user('x')]);
      await whileFailing('EIO', { fsync: disk }, () => whileFailing('EIO', promises, save, fs.promises));
      assert.deepEqual(waits, { disk: 2, others: 0 });
    }));

  it('costs a save few calls of the system', () =>
    withStore(async ({ store }) => {
      for (const text of ['a', 'b', 'c']) await store.dialogs.save('d', [user(text)]);
      let looks = 0;
      const count = () => ++looks < 0;
      await whileFailing('EIO', { lstatSync: count }, () => store.dialogs.save('d', [user('x')]));
      assert.ok(looks > 0 && looks <= 28, `${looks} looks`); // two at the switch of the project, four at what was forgotten
    }));
});
