import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../src/disk/base/core.ts';
import type { Machine } from '../../../src/disk/base/stateFolder.ts';
import { allCopies } from '../../../src/history/copies/copyNotes.ts';
import { CopySchedule } from '../../../src/history/copies/copySchedule.ts';
import { followCopy } from '../../../src/history/copies/followCopy.ts';
import { defaultCopies, type CopySettings } from '../../../src/history/copies/modes.ts';
import type { HistoryCopy } from '../../../src/history/copies/types.ts';
import { openStore } from '../../../src/store/store.ts';
import type { Store } from '../../../src/store/types.ts';
import { countFiles } from '../../fileCounts.ts';
import { dialogs } from './faults/cases.ts';
import { assistant, many, tree, user, withStore, type StoreFixture } from './withStore.ts';

interface CopyFixture extends StoreFixture {
  readonly machine: Machine;
  readonly follow: (settings?: Partial<CopySettings>) => ReturnType<typeof followCopy>;
  /** The only copy. */
  readonly copy: () => HistoryCopy;
  /** The only copy as a store that is open for reading only. */
  readonly opened: () => Store;
}

/** Runs a test with an empty project on a machine without copies. */
const withCopies = (test: (fixture: CopyFixture) => Promise<void>) =>
  withStore(async (fixture) => {
    const { root, clock } = fixture;
    const state = await fs.mkdtemp(`${root}-state-`);
    const machine: Machine = { home: state, env: { HISTORY_STATE_HOME: state }, platform: process.platform };
    const context = { machine, clock, log: silentLog };
    const copy = (): HistoryCopy => {
      const [only, ...others] = allCopies(machine);
      assert.ok(only && others.length === 0, `${others.length + 1} copies`);
      return only;
    };
    const follow: CopyFixture['follow'] = (settings) =>
      followCopy(join(root, '.chat-history'), context, { ...defaultCopies, ...settings });
    const opened = () => openStore(copy().root, { clock, isReadOnly: () => true });
    try {
      await test({ ...fixture, machine, follow, copy, opened });
    } finally {
      await fs.rm(state, { recursive: true, force: true });
    }
  });

/** Everything of a history that is copied. */
async function copied(folder: string): Promise<Record<string, string>> {
  const files = Object.entries(await tree(join(folder, '.chat-history')));
  return Object.fromEntries(files.filter(([name]) => !/^\.(?:index|locks)\/|\.tmp$/.test(name)));
}

const assertEqual = async ({ root, copy }: CopyFixture) =>
  assert.deepEqual(await copied(copy().root), await copied(root));

const secret = 'the launch is on Thursday';

async function fill({ store, root }: StoreFixture): Promise<void> {
  await store.dialogs.save('shop', [user('Fix the login'), assistant('Done.')]);
  await store.dialogs.save('tax', many(40, 2_000));
  await store.dialogs.save('tax', [user('after it was sealed')]);
  await store.dialogs.clear('tax');
  await store.memories.store({ content: 'Round tax once', tags: ['tax'] });
  await store.dialogs.save('old', [user(secret)]);
  await fs.writeFile(join(root, 'build.log'), 'ignored');
}

/** What was written a moment ago may be looked at once more. Calls. */
const few = 6;

describe('the second copy of a history', () => {
  it('has all of it but locks and index, and opens like a history', () =>
    withCopies(async (at) => {
      await fill(at);
      assert.equal((await at.follow()).state, 'current');
      await assertEqual(at);
      assert.deepEqual(await dialogs(at.opened()), await dialogs(at.store));
      const names = await fs.readdir(join(at.copy().root, '.chat-history'));
      assert.ok(!names.includes('.index') && !names.includes('.locks'), names.join());
      const { path, bytes } = at.copy();
      assert.equal(path, at.root);
      assert.ok(bytes > 80_000);
    }));

  it('can be read by its owner only', () =>
    withCopies(async (at) => {
      if (process.platform === 'win32') return;
      await fill(at);
      await fs.chmod(join(at.root, '.chat-history', 'shop', 'messages.json'), 0o644);
      await at.follow();
      const { root } = at.copy();
      for (const entry of await fs.readdir(root, { recursive: true, withFileTypes: true })) {
        const { mode } = await fs.stat(join(entry.parentPath, entry.name));
        if (entry.name === '.gitignore') continue; // written by the store itself, of no content
        assert.equal(mode & 0o077, 0, entry.name);
      }
    }));

  it('follows one more save by the file that changed', () =>
    withCopies(async (at) => {
      await fill(at);
      await at.follow();
      assert.equal((await at.follow()).written, 0);
      await at.store.dialogs.save('shop', [user('one more')]);
      const { state, written } = await at.follow();
      assert.equal(state, 'current');
      assert.ok(written > 0 && written < 1_000, `${written} bytes`);
      await assertEqual(at);
    }));

  it('follows a part that is sealed without writing it again', () =>
    withCopies(async (at) => {
      await at.store.dialogs.save('long', many(40, 3_000));
      await at.follow();
      await at.store.dialogs.save('long', [user('after it was sealed')]);
      const { written } = await at.follow();
      assert.ok(written > 0 && written < 1_000, `${written} bytes`);
      await assertEqual(at);
    }));

  it('follows a log by what was appended', () =>
    withCopies(async (at) => {
      await at.store.memories.store({ content: 'x'.repeat(20_000) });
      await at.follow();
      await at.store.memories.store({ content: 'short' });
      const { written } = await at.follow();
      assert.ok(written > 0 && written < 1_000, `${written} bytes`);
      await assertEqual(at);
    }));

  it('follows parts that are sealed, clears, renames and restores', () =>
    withCopies(async (at) => {
      const { store } = at;
      for (let n = 0; n < 6; n++) {
        await store.dialogs.save('long', many(12, 5_000, n * 12));
        assert.equal((await at.follow()).state, 'current');
        await assertEqual(at);
      }
      await store.dialogs.clear('long');
      await store.dialogs.save('long', [user('anew')]);
      await at.follow();
      await assertEqual(at);
      await store.dialogs.rename('long', 'longer');
      await at.follow();
      await assertEqual(at);
      const [backup] = await store.dialogs.backups('longer');
      await store.dialogs.restoreBackup('longer', backup?.id ?? '');
      await at.follow();
      await assertEqual(at);
      assert.deepEqual(await dialogs(at.opened()), await dialogs(store));
    }));

  it('keeps what was deleted as long as the trash does, and not longer', () =>
    withCopies(async (at) => {
      await fill(at);
      await at.follow();
      const { id } = await at.store.dialogTrash.remove('old');
      await at.follow();
      await assertEqual(at);
      const holds = async () => JSON.stringify(await tree(at.machine.home)).includes(secret);
      assert.equal(await holds(), true);
      await at.store.dialogTrash.purge([id]);
      await at.follow();
      await assertEqual(at);
      assert.equal(await holds(), false);
    }));

  it('is masked once the history is', () =>
    withCopies(async (at) => {
      const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
      const plain = at.open({ secrets: () => 'keep' });
      await plain.dialogs.save('shop', [user(`the token is ${token}`)]);
      await at.follow();
      const holds = async () => JSON.stringify(await tree(at.machine.home)).includes(token);
      assert.equal(await holds(), true);
      const { places } = await at.store.secretScan.find();
      await at.store.secretScan.mask(places.map(({ file }) => file));
      await at.follow();
      assert.equal(await holds(), false);
    }));

  for (const how of ['-fdx', '-fdX'])
    it(`is there after git clean ${how}, and the history that begins then has one of its own`, () =>
      withCopies(async (at) => {
        const { root, store } = at;
        const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
        git('init', '--quiet');
        await fill(at);
        await at.follow();
        const before = await copied(at.copy().root);
        assert.match(git('clean', how), /Removing \.chat-history\//);
        assert.equal((await at.follow()).state, 'off');
        assert.deepEqual(await copied(at.copy().root), before);
        await at.open().dialogs.save('shop', [user('since then')]);
        assert.equal((await at.follow()).state, 'current');
        const [one, other, ...more] = [...allCopies(at.machine)].sort((a, b) => b.bytes - a.bytes);
        assert.ok(one && other && more.length === 0);
        assert.deepEqual(await copied(one.root), before);
        assert.deepEqual(
          await dialogs(openStore(other.root, { isReadOnly: () => true })),
          await dialogs(store),
        );
      }));

  it('goes on after git stash --all and back', () =>
    withCopies(async (at) => {
      const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
      const git = (...args: string[]) =>
        execFileSync('git', [...identity, ...args], { cwd: at.root, encoding: 'utf8' });
      git('init', '--quiet');
      git('commit', '--quiet', '--allow-empty', '--message', 'Begin');
      await fill(at);
      await at.follow();
      const before = await copied(at.copy().root);
      git('stash', '--all', '--quiet');
      assert.equal((await at.follow()).state, 'off');
      git('stash', 'pop', '--quiet');
      assert.equal((await at.follow()).state, 'current');
      assert.deepEqual(await copied(at.copy().root), before);
    }));

  it('is set aside where most of a history is gone without a deletion', () =>
    withCopies(async (at) => {
      await fill(at);
      await at.follow();
      const before = await copied(at.copy().root);
      for (const name of ['shop', 'tax', 'old', '.index'])
        await fs.rm(join(at.root, '.chat-history', name), { recursive: true });
      await at.store.dialogs.save('new', [user('since then')]);
      assert.equal((await at.follow()).state, 'stopped');
      assert.equal((await at.follow()).state, 'current');
      const all = await Promise.all(allCopies(at.machine).map(({ root }) => copied(root)));
      assert.equal(all.length, 2);
      assert.ok(all.some((files) => JSON.stringify(files) === JSON.stringify(before)));
    }));

  it('loses nothing where the history is deleted while it is followed', () =>
    withCopies(async (at) => {
      await fill(at);
      await at.follow();
      const before = await copied(at.copy().root);
      await at.store.dialogs.clear('shop');
      await at.store.dialogTrash.remove('old');
      const history = join(at.root, '.chat-history');
      let isAsked = false;
      const beforeRemoval = async () => {
        isAsked = true;
        await fs.rm(history, { recursive: true });
      };
      const context = { machine: at.machine, clock: at.clock, log: silentLog };
      const report = await followCopy(history, context, defaultCopies, { beforeRemoval });
      assert.equal(isAsked, true);
      assert.deepEqual([report.state, report.removed], ['stopped', 0]);
      const after = Object.keys(await copied(at.copy().root));
      const missing = Object.keys(before).filter((name) => !after.includes(name));
      assert.deepEqual(missing, []);
    }));

  it('costs a save nothing, and a visit the same in a history of any size', () =>
    withCopies(async (at) => {
      const context = { machine: at.machine, clock: at.clock, log: silentLog };
      const schedule = new CopySchedule({ ...context, settings: () => defaultCopies });
      const history = join(at.root, '.chat-history');
      const copying = at.open({ onWrite: () => schedule.changed(history) });
      const save = (store: Store) => store.dialogs.save('d0', [user('one more')]);
      const callsOf = async (work: () => Promise<unknown>) => (await countFiles(history, work)).total;
      const visits: number[] = [];
      for (const dialogs of [10, 60]) {
        for (let n = 0; n < dialogs; n++) await at.store.dialogs.save(`d${n}`, [user('a message')]);
        await at.follow();
        for (const store of [at.store, copying]) await save(store);
        const plain = await callsOf(() => save(at.store));
        assert.ok((await callsOf(() => save(copying))) <= plain + few);
        await at.follow();
        await save(at.store);
        visits.push(await callsOf(at.follow));
      }
      const [small = 0, large = Infinity] = visits;
      assert.ok(large <= small + few, visits.join());
      await schedule.close();
    }));

  it('moves with the folder of its project', () =>
    withCopies(async (at) => {
      await fill(at);
      await at.follow();
      const moved = `${at.root} moved`;
      await fs.rename(at.root, moved);
      try {
        const context = { machine: at.machine, clock: at.clock, log: silentLog };
        const report = await followCopy(join(moved, '.chat-history'), context, defaultCopies);
        assert.deepEqual(report, { state: 'current', written: 0, removed: 0 });
        assert.equal(at.copy().path, moved);
      } finally {
        await fs.rename(moved, at.root);
      }
    }));

  it('stays within the limit of space, and says that it is not complete', () =>
    withCopies(async (at) => {
      await fill(at);
      assert.equal((await at.follow({ maxMegabytes: 0 })).state, 'partial');
      assert.equal(at.copy().isFull, true);
      assert.equal(at.copy().bytes, 0);
      assert.equal((await at.follow()).state, 'current');
    }));

  it('is not made where it is off', () =>
    withCopies(async (at) => {
      await fill(at);
      assert.equal((await at.follow({ copies: 'off' })).state, 'off');
      assert.deepEqual(await fs.readdir(at.machine.home), []);
    }));
});
