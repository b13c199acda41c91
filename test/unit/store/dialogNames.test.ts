import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { countFiles } from '../../fileCounts.ts';
import { eventually } from '../../eventually.ts';
import type { Store } from '../../../src/store/types.ts';
import { user, withStore, type StoreFixture } from './withStore.ts';
import { inIndex } from '../../inIndex.ts';

const tableIn = (root: string): string => inIndex(join(root, '.chat-history'), 'dialogs');

/** Dialogs as other machines leave them, so many that a table of them is kept. */
async function fill({ root, store }: StoreFixture, count = 250): Promise<void> {
  await store.dialogs.save('ours', [user('x')]);
  for (let n = 0; n < count; n++) {
    const folder = join(root, `.chat-history/d${n}`);
    fs.mkdirSync(folder);
    fs.writeFileSync(join(folder, 'dialog.json'), JSON.stringify({ v: 1, name: `d${n}`, tags: ['t'] }));
    fs.writeFileSync(join(folder, 'messages.json'), '[]');
    fs.utimesSync(join(folder, 'messages.json'), n + 1, n + 1);
  }
}

const sorted = async (names: Promise<readonly string[]>): Promise<string[]> => [...(await names)].sort();
const listed = async ({ dialogs }: Store): Promise<string[]> =>
  (await dialogs.list()).map(({ name }) => name);

describe('the table of dialogs', () => {
  it('tells names without a look at every dialog, in the order of the list, also in the next process', () =>
    withStore(async (fixture) => {
      const { root, store, open } = fixture;
      await fill(fixture);
      assert.deepEqual(await store.dialogs.names(), await listed(open()));
      assert.ok(fs.existsSync(tableIn(root)));
      const again = await countFiles(root, () => store.dialogs.names());
      assert.ok(again.total < 20, again.told.join('\n'));
      const other = open();
      const names: (readonly string[])[] = [];
      const counts = await countFiles(root, async () => {
        names.push(await other.dialogs.names());
      });
      assert.deepEqual(names[0], await listed(open()));
      assert.ok(counts.total < 30, counts.told.join('\n'));
    }));

  it('lists every dialog of a new process with two looks at each, and reads no file again', () =>
    withStore(async (fixture) => {
      const { root, store, open } = fixture;
      await fill(fixture);
      const before = await store.dialogs.list();
      const found: unknown[] = [];
      const counts = await countFiles(root, async () => found.push(...(await open().dialogs.list())));
      assert.deepEqual(found, before);
      assert.ok(counts.total <= 251 * 2 + 30, `${counts.total} calls`);
      assert.ok((counts.calls.open ?? 0) <= 2, 'the table and the log of changes');
    }));

  it('knows at once what our programs did, and what others did two seconds later', () =>
    withStore(async (fixture) => {
      const { root, store, open } = fixture;
      await fill(fixture);
      await store.dialogs.names();
      const other = open();
      await other.dialogs.names();
      await store.dialogs.save('d7', [user('the newest')]);
      await store.dialogs.rename('d8', 'Renamed by us');
      await store.dialogs.create('made');
      fs.rmSync(join(root, '.chat-history/d9'), { recursive: true });
      fs.mkdirSync(join(root, '.chat-history/by-hand'));
      for (const each of [store, other, open()])
        assert.deepEqual(await sorted(each.dialogs.names()), (await listed(open())).sort());
      assert.ok((await other.dialogs.names()).indexOf('d7') < 4);
      const file = join(root, '.chat-history/d10/dialog.json');
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('"d10"', '"D10"'));
      assert.ok((await listed(other)).includes('D10'), 'a list looks at every file');
      const known = performance.now();
      performance.now = () => known + 3_000;
      try {
        for (const each of [store, open()])
          await eventually('it is found', async () => (await each.dialogs.names()).includes('D10'));
      } finally {
        Reflect.deleteProperty(performance, 'now');
      }
    }));

  it('is made again where it is torn, stale, of another version or strange, and believed in nothing', () =>
    withStore(async (fixture) => {
      const { root, store, open } = fixture;
      await fill(fixture);
      const names = await store.dialogs.names();
      const [name = ''] = fs.readdirSync(tableIn(root));
      const file = join(tableIn(root), name);
      const whole = fs.readFileSync(file);
      const bent = Array.from({ length: 40 }, (_, n) => {
        const bytes = Buffer.from(whole);
        const at = Math.floor((n * whole.length) / 40);
        bytes[at] = (bytes[at] ?? 0) ^ 0x15;
        return bytes;
      });
      const trials = [
        ...bent,
        ...[0, 1, 30, 1_000, whole.length - 2].map((end) => whole.subarray(0, end)),
        Buffer.alloc(whole.length),
        Buffer.from(whole.toString().replace('dialogs 1', 'dialogs 2')),
        Buffer.from(whole.toString().replace('d17', 'd71')),
        Buffer.from('{}'),
      ];
      for (const [n, bytes] of trials.entries()) {
        fs.writeFileSync(file, bytes);
        const each = open();
        assert.deepEqual(await each.dialogs.names(), names, `trial ${n}`);
        assert.equal((await listed(each)).length, names.length);
      }
    }));

  it('is not written where nothing may be written, and goes when secrets are masked in a history', () =>
    withStore(async (fixture) => {
      const { root, store, open } = fixture;
      await fill(fixture);
      const readOnly = open({ isReadOnly: () => true });
      assert.equal((await readOnly.dialogs.names()).length, 251);
      assert.ok(!fs.existsSync(tableIn(root)));
      const text = 'token ghp_0123456789abcdefghijABCDEFGHIJ012345';
      await open({ secrets: () => 'keep' }).dialogs.save('ours', [user(text)]);
      await store.dialogs.names();
      assert.ok(fs.existsSync(tableIn(root)));
      const { places } = await store.secretScan.find();
      await store.secretScan.mask(places.map(({ file }) => file));
      assert.ok(!fs.existsSync(tableIn(root)));
    }));
});
