import assert from 'node:assert/strict';
import { join } from 'node:path';
import fs from 'node:fs/promises';
import { StoreError } from '../../../src/disk/base/core.ts';
import type { Store } from '../../../src/store/types.ts';
import { assistant, many, tree, user, withStore } from './withStore.ts';

const whole = { recentTurns: 10_000, includeSummary: true, includeMessages: true };

async function textsOf({ dialogs }: Store, name: string): Promise<string[]> {
  return ((await dialogs.detail(name, whole)).messages ?? []).map(({ text }) => text.trim());
}

/** A dialog of three parts with a summary. */
async function longDialog({ dialogs }: Store): Promise<void> {
  await dialogs.save('d', many(3, 30_000));
  await dialogs.save('d', many(3, 30_000, 3));
  await dialogs.save('d', [user('last question', { id: 'q' }), assistant('last answer')]);
  await dialogs.setSummary('d', { facts: ['old'] }, 'replace');
}

describe('compacting a dialog', () => {
  it('replaces the summary and keeps the chosen messages as they are, in one step', () =>
    withStore(async ({ store }) => {
      await longDialog(store);
      const before = await store.dialogs.detail('d', whole);
      const version = await store.dialogs.version('d');
      const done = await store.dialogs.compact('d', {
        version,
        summary: { facts: ['new'] },
        keep: [7, 1, 6],
      });
      assert.deepEqual({ ...done, backup: '' }, { state: 'compacted', backup: '', kept: 3, added: 0 });
      const after = await store.dialogs.detail('d', whole);
      assert.deepEqual(after.messages, [before.messages?.[1], before.messages?.[6], before.messages?.[7]]);
      assert.deepEqual(after.summary, { facts: ['new'] });
      const backups = await store.dialogs.backups('d');
      assert.deepEqual(
        backups.map(({ id }) => id),
        [done.state === 'compacted' && done.backup],
      );
      assert.deepEqual(
        Object.keys(await tree(join(store.folder, 'd'))).filter((name) => !name.startsWith('backups/')),
        ['dialog.json', 'messages.json', 'summary.json'],
      );
    }));

  it('is taken back with messages and summary by restoring its backup', () =>
    withStore(async ({ store }) => {
      await longDialog(store);
      const before = await store.dialogs.detail('d', whole);
      const version = await store.dialogs.version('d');
      const done = await store.dialogs.compact('d', { version, summary: {}, keep: [] });
      assert.ok(done.state === 'compacted');
      assert.deepEqual(await textsOf(store, 'd'), []);
      await store.dialogs.restoreBackup('d', done.backup);
      const after = await store.dialogs.detail('d', whole);
      assert.deepEqual([after.messages, after.summary], [before.messages, before.summary]);
    }));

  it('changes nothing where messages came meanwhile, unless they are to stay', () =>
    withStore(async ({ store }) => {
      await longDialog(store);
      const version = await store.dialogs.version('d');
      await store.dialogs.save('d', [user('meanwhile')]);
      const files = await tree(join(store.folder, 'd'));
      const compaction = { version, summary: {}, keep: [7] };
      assert.deepEqual(await store.dialogs.compact('d', compaction), { state: 'added', added: 1 });
      assert.deepEqual(await tree(join(store.folder, 'd')), files);
      const done = await store.dialogs.compact('d', { ...compaction, keepAdded: true });
      assert.equal(done.state === 'compacted' && done.added, 1);
      assert.deepEqual(await textsOf(store, 'd'), ['last answer', 'meanwhile']);
    }));

  it('changes nothing where the summary was changed or the messages were replaced meanwhile', () =>
    withStore(async ({ store }) => {
      await longDialog(store);
      const compaction = {
        version: await store.dialogs.version('d'),
        summary: {},
        keep: [7],
        keepAdded: true,
      };
      await store.dialogs.setSummary('d', { facts: ['newer'] }, 'merge');
      assert.deepEqual(await store.dialogs.compact('d', compaction), { state: 'replaced' });
      const version = await store.dialogs.version('d');
      await store.dialogs.clear('d');
      await store.dialogs.restoreBackup('d', (await store.dialogs.backups('d'))[0]!.id);
      assert.deepEqual(await store.dialogs.compact('d', { ...compaction, version }), { state: 'replaced' });
      assert.equal((await textsOf(store, 'd')).length, 8);
    }));

  it('refuses places of no message, and a dialog that does not exist', () =>
    withStore(async ({ store }) => {
      await longDialog(store);
      const version = await store.dialogs.version('d');
      const files = await tree(join(store.folder, 'd'));
      for (const place of [8, -1, 0.5])
        await assert.rejects(
          store.dialogs.compact('d', { version, summary: {}, keep: [place] }),
          (error) => error instanceof StoreError && error.code === 'invalid_argument',
        );
      assert.deepEqual(await tree(join(store.folder, 'd')), files);
      await assert.rejects(
        store.dialogs.compact('e', { version, summary: {}, keep: [] }),
        (error) => error instanceof StoreError && error.code === 'not_found',
      );
    }));

  it('keeps as many backups as clearing does, its own the newest', () =>
    withStore(async ({ store, clock }) => {
      await longDialog(store);
      for (let n = 0; n < 7; n++) {
        clock.time += 1_000;
        const version = await store.dialogs.version('d');
        const done = await store.dialogs.compact('d', { version, summary: { n }, keep: [0] });
        const [newest] = await store.dialogs.backups('d');
        assert.equal(done.state === 'compacted' && done.backup, newest?.id);
      }
      assert.equal((await store.dialogs.backups('d')).length, store.limits.backupRetention);
      const names = await fs.readdir(join(store.folder, 'd', 'backups'));
      assert.equal(names.filter((name) => name !== '.gitignore').length, store.limits.backupRetention);
    }));

  it('leaves the active context as it is, which goes on with what is saved then', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [user('a'), assistant('b')]);
      await store.contexts.startNew('d', {});
      await store.dialogs.save('d', [user('c'), assistant('d')]);
      const version = await store.dialogs.version('d');
      await store.dialogs.compact('d', { version, summary: {}, keep: [0, 1] });
      await store.dialogs.save('d', [user('e')]);
      const active = await store.contexts.active('d');
      assert.deepEqual(
        active?.context.turns.map(({ text }) => text),
        ['c', 'd', 'e'],
      );
    }));
});
