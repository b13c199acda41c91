import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import type { MemoryStore } from '../../../src/history/memory/types.ts';
import { withStore } from './withStore.ts';

const day = 24 * 60 * 60 * 1_000;

const counts = async (memories: MemoryStore) => [
  (await memories.list()).length,
  (await memories.list({ archived: true })).length,
];

describe('scheduled consolidation', () => {
  it('comes with whatever runs next once it is due, once, and is undone for good', () =>
    withStore(async ({ store: { memories }, open, clock }) => {
      const start = clock.time;
      await memories.store({ content: 'old', createdAt: start - 40 * day });
      await memories.store({ content: 'kept', tags: ['important'], createdAt: start - 40 * day });
      assert.equal(await memories.maintenance.scheduled(), undefined);
      assert.equal(await memories.maintenance.consolidateIfDue(), undefined);
      await memories.maintenance.schedule('weekly', 'monthly');
      assert.equal((await memories.maintenance.scheduled())?.next, start + 7 * day);
      clock.time = start + 7 * day - 1;
      assert.equal(await open().memories.maintenance.consolidateIfDue(), undefined);
      assert.deepEqual(await counts(memories), [2, 0]);

      clock.time = start + 7 * day;
      const both = await Promise.all([1, 2].map(() => open().memories.maintenance.consolidateIfDue()));
      assert.equal(both.filter((done) => done !== undefined).length, 1, 'two programs do it once');
      assert.deepEqual(await counts(memories), [1, 1]);
      const { run, archived } = await memories.consolidate('status', { horizon: 'monthly', dryRun: true });
      assert.deepEqual(
        archived.map(({ content }) => content),
        ['old'],
        'what it did can be read',
      );
      const schedule = await memories.maintenance.scheduled();
      assert.deepEqual([schedule?.run, schedule?.next], [run, start + 14 * day]);

      await memories.consolidate('undo', { horizon: 'monthly', dryRun: false });
      assert.deepEqual(await counts(memories), [2, 0]);
      clock.time = start + 60 * day;
      assert.equal(await open().memories.maintenance.consolidateIfDue(), undefined, 'it waits after an undo');
      assert.equal((await memories.maintenance.scheduled())?.paused, true);
      await memories.maintenance.schedule('daily', 'monthly');
      clock.time += day;
      assert.equal((await memories.maintenance.consolidateIfDue())?.archived.length, 1);
      await memories.maintenance.schedule('off', 'monthly');
      assert.equal(await memories.maintenance.scheduled(), undefined);
    }));

  it('does nothing where nothing may be written', () =>
    withStore(async ({ store: { memories }, open, clock }) => {
      await memories.store({ content: 'old', createdAt: clock.time - 40 * day });
      await memories.maintenance.schedule('daily', 'monthly');
      clock.time += day;
      const readOnly = open({ isReadOnly: () => true }).memories;
      assert.equal(await readOnly.maintenance.consolidateIfDue(), undefined);
      assert.deepEqual(await counts(memories), [1, 0]);
    }));

  it('puts a damaged file aside, and says so', () =>
    withStore(async ({ store: { memories }, root }) => {
      await memories.store({ content: 'x' });
      const file = join(root, '.chat-history/.memory/care.json');
      await fs.writeFile(file, '{"v":1,');
      assert.equal(await memories.maintenance.scheduled(), undefined);
      await memories.maintenance.schedule('weekly', 'monthly');
      assert.equal((await memories.maintenance.scheduled())?.every, 'weekly');
      assert.match((await memories.health()).problems.join(), /care\.json\.damaged-/);
    }));
});

describe('the last backup of memories', () => {
  it('is the last export to a file, and nothing else', () =>
    withStore(async ({ store: { memories }, open, clock }) => {
      await memories.maintenance.noteExport();
      assert.equal((await memories.health()).lastBackup, undefined, 'nothing was there to export');
      const { memory } = await memories.store({ content: 'one' });
      await memories.remove(memory.hash);
      assert.equal((await memories.health()).lastBackup, undefined, 'the trash is no backup');
      await memories.maintenance.schedule('weekly', 'monthly');
      clock.time += day;
      await memories.maintenance.noteExport();
      assert.equal((await open().memories.health()).lastBackup, clock.time);
      assert.equal((await memories.maintenance.scheduled())?.every, 'weekly');
      await memories.maintenance.schedule('off', 'monthly');
      assert.equal((await memories.health()).lastBackup, clock.time);
    }));
});
