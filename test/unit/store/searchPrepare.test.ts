import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../../src/store/types.ts';
import { IndexSchedule } from '../../../src/server/search/indexSchedule.ts';
import { countFiles } from '../../fileCounts.ts';
import { eventually } from '../../eventually.ts';
import { many, user, withStore, type StoreFixture } from './withStore.ts';
import { inIndex } from '../../inIndex.ts';

const never = new AbortController().signal;
const listOf = (root: string): string =>
  join(inIndex(join(root, '.chat-history'), 'search'), 'segments.json');

/** So much that an index of it is worth being written. */
async function fill({ store }: Pick<StoreFixture, 'store'>): Promise<void> {
  for (let n = 0; n < 12; n++) await store.dialogs.save(`d${n}`, [...many(110), user(`pear ${n}`)]);
}

const pears = async ({ search }: Store): Promise<number> =>
  (await search.find({ query: 'pear', limit: 1 })).total;

describe('an index that is made before anybody searches', () => {
  it('is there for the first search of a process, which then reads no message but those it shows', () =>
    withStore(async (fixture) => {
      const { root, store, open } = fixture;
      await fill(fixture);
      assert.equal(await store.search.prepare(never), 'made');
      assert.ok(fs.existsSync(listOf(root)));
      assert.equal(await store.search.prepare(never), 'there');
      const found: number[] = [];
      // Words would have those texts read, too, in which rare ones of them stand.
      const all = { query: 'role:user', limit: 1 };
      const { told } = await countFiles(root, async () => {
        found.push((await open().search.find(all)).total);
      });
      assert.deepEqual(found, [12 * 111]);
      const read = told.filter((line) => /^open.*messages/.test(line));
      const newest = 12; // of each dialog, by which few dialogs are sorted without a table
      assert.ok(read.length <= newest + 1, read.join('\n'));
    }));

  it('is not made where there is no history, where nothing may be written, or when the program ends', () =>
    withStore(async (fixture) => {
      const { root, store, open } = fixture;
      assert.equal(await store.search.prepare(never), 'nothing');
      assert.deepEqual(fs.readdirSync(root), []);
      await fill(fixture);
      assert.equal(await open({ isReadOnly: () => true }).search.prepare(never), 'nothing');
      assert.equal(await store.search.prepare(AbortSignal.abort()), 'nothing');
      const ends = new AbortController();
      const ended = store.search.prepare(ends.signal);
      ends.abort();
      assert.equal(await ended, 'nothing');
      assert.ok(!fs.existsSync(listOf(root)));
      assert.equal(await store.search.prepare(never), 'made', 'the next time');
    }));

  it('is made by one process at a time', () =>
    withStore(async (fixture) => {
      await fill(fixture);
      const all = [fixture.open(), fixture.open(), fixture.open()];
      const outcomes = await Promise.all(all.map(({ search }) => search.prepare(never)));
      assert.deepEqual(outcomes.sort(), ['elsewhere', 'elsewhere', 'made']);
    }));

  it('gives way to a search, which goes on from there', () =>
    withStore(async (fixture) => {
      const { root, store } = fixture;
      await fill(fixture);
      const prepared = store.search.prepare(never);
      assert.equal(await pears(store), 12);
      await prepared;
      await store.search.keep();
      assert.ok(fs.existsSync(listOf(root)));
      assert.equal(await pears(fixture.open()), 12);
      assert.equal(await pears(store), 12);
    }));

  it('is made by a server that has had nothing to do for a while, and by nothing that has ended', () =>
    withStore(async (fixture) => {
      const { root, store, open } = fixture;
      await fill(fixture);
      const called = (dialogs: Store) => ({ dialogs, whole: () => Promise.resolve(dialogs) });
      const ends = new AbortController();
      new IndexSchedule(store.log, ends.signal, 1).wait(called(open()));
      ends.abort();
      new IndexSchedule(store.log, ends.signal, 1).wait(called(open()));
      const schedule = new IndexSchedule(store.log, never, 1);
      assert.ok(!fs.existsSync(listOf(root)));
      const same = called(store);
      for (let n = 0; n < 3; n++) schedule.wait(same);
      await eventually('it is made', () => fs.existsSync(listOf(root)));
    }));
});
