import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { defaultLimits } from '../../../src/disk/base/limits.ts';
import { many, tree, user, withStore } from './withStore.ts';

const whole = { recentTurns: 10_000, includeSummary: true, includeMessages: true };

describe('backups', () => {
  it('hold all parts and the summary, and bring them back', () =>
    withStore(async ({ store, clock, open }) => {
      for (let n = 0; n < 600; n += 200) await store.dialogs.save('d', many(200, 500, n));
      await store.dialogs.setSummary('d', { facts: ['x'] }, 'replace');
      const detail = async (dialogs = store.dialogs) => {
        const { messages, summary, damaged } = await dialogs.detail('d', whole);
        return { messages, summary, damaged };
      };
      const before = await detail();
      const { backup } = await store.dialogs.clear('d');
      assert.deepEqual(await detail(), { messages: [], summary: undefined, damaged: [] });
      const [listed] = await store.dialogs.backups('d');
      assert.equal(listed?.id, backup);
      assert.deepEqual(listed?.files, [
        'messages-000001.json',
        'messages-000002.json',
        'messages.json',
        'summary.json',
      ]);
      assert.ok(listed.mtime > 0);
      clock.time += 1_000;
      await store.dialogs.save('d', [user('new')]);
      const restored = await store.dialogs.restoreBackup('d', backup!);
      assert.deepEqual(await detail(), before);
      assert.deepEqual(await detail(open().dialogs), before);
      assert.equal(restored.restored, backup);
      await store.dialogs.restoreBackup('d', restored.backup!);
      assert.deepEqual(
        (await store.dialogs.detail('d', whole)).messages?.map(({ text }) => text),
        ['new'],
      );
    }));

  it('are kept as many as the retention says, newest first', () =>
    withStore(
      async ({ store, clock }) => {
        const made: (string | undefined)[] = [];
        for (let n = 0; n < 5; n++) {
          clock.time += n === 3 ? -60_000 : 1_000; // the clock going back does not change their order
          await store.dialogs.save('d', [user(String(n))]);
          made.unshift((await store.dialogs.clear('d')).backup);
        }
        assert.deepEqual(
          (await store.dialogs.backups('d')).map(({ id }) => id),
          made.slice(0, 3),
        );
      },
      { limits: { ...defaultLimits, backupRetention: 3 } },
    ));

  it('are not made of nothing', () =>
    withStore(async ({ store }) => {
      await store.dialogs.create('d');
      assert.deepEqual(await store.dialogs.clear('d'), { dialog: 'd', backup: undefined });
      assert.deepEqual(await store.dialogs.backups('d'), []);
    }));

  it('do not change when the dialog does', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', [user('a')]);
      const { backup } = await store.dialogs.clear('d');
      await store.dialogs.restoreBackup('d', backup!);
      await fs.appendFile(join(root, '.chat-history/d/messages.json'), 'an editor writes in place');
      const files = await tree(join(root, '.chat-history/d/backups', backup!));
      assert.match(files['messages.json']!, /\]\n$/);
    }));

  it('are named in the error for an id that is none', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [user('a')]);
      const { backup } = await store.dialogs.clear('d');
      for (const id of ['nope', '..', '../../x', '', '.', 'a/b', 'a\0b', 'x'.repeat(1_000)])
        await assert.rejects(store.dialogs.restoreBackup('d', id), (error: Error) =>
          error.message.includes(backup!),
        );
    }));

  it('leave contexts alone', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', [user('a')]);
      const contexts = join(root, '.chat-history/d/contexts');
      await fs.mkdir(contexts);
      await fs.writeFile(join(contexts, 'active.json'), '{}');
      const { backup } = await store.dialogs.clear('d');
      await store.dialogs.restoreBackup('d', backup!);
      assert.deepEqual(await fs.readdir(contexts), ['active.json']);
    }));
});

describe('an interrupted clear or restore', () => {
  it('reads as done, and the next change finishes it', () =>
    withStore(async ({ store, root, open }) => {
      await store.dialogs.save('d', many(5));
      const { backup } = await store.dialogs.clear('d');
      await store.dialogs.save('d', many(2, 10, 100));
      const folder = join(root, '.chat-history/d');

      await fs.writeFile(join(folder, 'pending.json'), JSON.stringify({ v: 1, op: 'restore', from: backup }));
      assert.equal((await open().dialogs.detail('d', whole)).messages?.length, 5);
      await store.dialogs.save('d', [user('next')]);
      assert.equal((await store.dialogs.detail('d', whole)).messages?.length, 6);
      assert.ok(!(await fs.readdir(folder)).includes('pending.json'));

      await fs.writeFile(join(folder, 'pending.json'), JSON.stringify({ v: 1, op: 'clear' }));
      assert.equal((await open().dialogs.detail('d', whole)).messages?.length, 0);
      await store.dialogs.save('d', [user('next')]);
      assert.equal((await store.dialogs.stats('d')).messages, 1);
    }));

  it('is given up when its backup was deleted meanwhile', () =>
    withStore(async ({ store, root, open }) => {
      await store.dialogs.save('d', [user('kept')]);
      const folder = join(root, '.chat-history/d');
      await fs.writeFile(join(folder, 'pending.json'), JSON.stringify({ v: 1, op: 'restore', from: 'gone' }));
      assert.equal((await open().dialogs.detail('d', whole)).messages?.length, 1);
      await store.dialogs.save('d', [user('next')]);
      assert.equal((await store.dialogs.detail('d', whole)).messages?.length, 2);
      assert.ok(!(await fs.readdir(folder)).includes('pending.json'));
    }));

  it('does not follow a forged path', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', [user('a')]);
      await fs.mkdir(join(root, 'outside'));
      await fs.writeFile(join(root, 'outside/messages.json'), '[{"role":"user","text":"secret","ts":1}]');
      const pending = JSON.stringify({ v: 1, op: 'restore', from: '../../../outside' });
      await fs.writeFile(join(root, '.chat-history/d/pending.json'), pending);
      await store.dialogs.save('d', [user('b')]);
      const { messages } = await store.dialogs.detail('d', whole);
      assert.deepEqual(
        messages?.map(({ text }) => text),
        ['a', 'b'],
      );
    }));
});
