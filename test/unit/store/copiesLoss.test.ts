import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../src/disk/base/core.ts';
import type { Machine } from '../../../src/disk/base/stateFolder.ts';
import { allCopies } from '../../../src/history/copies/copyNotes.ts';
import { followCopy } from '../../../src/history/copies/followCopy.ts';
import { lostCopies } from '../../../src/history/copies/lostCopies.ts';
import { defaultCopies } from '../../../src/history/copies/modes.ts';
import { restoreCopy } from '../../../src/store/restoreCopy.ts';
import type { Store } from '../../../src/store/types.ts';
import { user, withStore, type StoreFixture } from './withStore.ts';

interface LossFixture extends StoreFixture {
  readonly history: string;
  /** Brings the copy up to date, as at the end of the next day. */
  readonly follow: () => ReturnType<typeof followCopy>;
  /** How many copies there are, and how many of them are of what was lost. */
  readonly counts: () => { readonly copies: number; readonly lost: number };
  readonly restore: () => Promise<void>;
}

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const half = names.slice(3);

/** Runs a test with a history of six dialogs that has a copy. */
const withDialogs = (test: (fixture: LossFixture) => Promise<void>) =>
  withStore(async (fixture) => {
    const { root, clock, store } = fixture;
    const history = join(root, '.chat-history');
    const state = await fs.mkdtemp(`${root}-state-`);
    const machine: Machine = { home: state, env: { HISTORY_STATE_HOME: state }, platform: process.platform };
    const context = { machine, clock, log: silentLog };
    const lost = () => lostCopies(machine, history);
    const follow = () => {
      clock.time += 25 * 60 * 60 * 1_000;
      return followCopy(history, context, defaultCopies);
    };
    const restore = async () => {
      const [copy] = lost();
      assert.ok(copy);
      await restoreCopy(copy, root, context);
    };
    const counts = () => ({ copies: allCopies(machine).length, lost: lost().length });
    try {
      for (const name of names) {
        clock.time += 1_000;
        await store.dialogs.save(name, [user(`about ${name}`)]);
      }
      await follow();
      await test({ ...fixture, history, follow, counts, restore });
    } finally {
      await fs.rm(state, { recursive: true, force: true });
    }
  });

const textsOf = async (store: Store, name: string) => {
  const whole = { recentTurns: 100, includeSummary: false, includeMessages: true };
  return ((await store.dialogs.detail(name, whole)).messages ?? []).map(({ text }) => text);
};

/** What deletes by hand, by what it is called. */
const byHand: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  'the folders of dialogs': (folder) => fs.rm(folder, { recursive: true }),
  'the messages of dialogs': (folder) => fs.rm(join(folder, 'messages.json')),
};

describe('a history that is much smaller than its copy', () => {
  for (const [what, remove] of Object.entries(byHand))
    it(`is noticed where half of ${what} were removed by hand, and comes back`, () =>
      withDialogs(async (at) => {
        for (const name of half) await remove(join(at.history, name));
        await at.open().dialogs.save('a', [user('since then')]);
        assert.equal((await at.follow()).state, 'stopped');
        assert.equal((await at.follow()).state, 'current');
        assert.deepEqual(at.counts(), { copies: 2, lost: 1 });
        await at.restore();
        for (const name of half) assert.deepEqual(await textsOf(at.open(), name), [`about ${name}`]);
        assert.deepEqual(await textsOf(at.open(), 'a'), ['about a', 'since then']);
        await at.follow();
        assert.deepEqual(at.counts(), { copies: 1, lost: 0 });
      }));

  it('is noticed where one dialog is another one under its name, as after a checkout', () =>
    withDialogs(async (at) => {
      const file = join(at.history, 'a', 'dialog.json');
      const { createdAt, ...others } = JSON.parse(await fs.readFile(file, 'utf8')) as { createdAt: number };
      await fs.writeFile(file, JSON.stringify({ ...others, createdAt: createdAt - 86_400_000 }));
      await fs.writeFile(join(at.history, 'a', 'messages.json'), '[]');
      assert.equal((await at.follow()).state, 'stopped');
      await at.follow();
      assert.deepEqual(at.counts(), { copies: 2, lost: 1 });
      await at.restore();
      assert.deepEqual(await textsOf(at.open(), 'a'), ['about a']);
    }));

  const deletions: Readonly<Record<string, (store: Store, name: string) => Promise<unknown>>> = {
    deleted: ({ dialogTrash }, name) => dialogTrash.remove(name),
    'deleted for good': async ({ dialogTrash }, name) => {
      const { id } = await dialogTrash.remove(name);
      await dialogTrash.purge([id]);
    },
    cleared: ({ dialogs }, name) => dialogs.clear(name),
    renamed: ({ dialogs }, name) => dialogs.rename(name, `${name}2`),
    'deleted, and begun anew': async ({ dialogs, dialogTrash }, name) => {
      await dialogTrash.remove(name);
      await dialogs.save(name, [user('another')]);
    },
    'renamed, and begun anew': async ({ dialogs }, name) => {
      await dialogs.rename(name, `${name}2`);
      await dialogs.save(name, [user('another')]);
    },
  };
  for (const [what, change] of Object.entries(deletions))
    it(`is followed where half of its dialogs were ${what} by the person`, () =>
      withDialogs(async (at) => {
        for (const name of half) await change(at.store, name);
        assert.equal((await at.follow()).state, 'current');
        assert.deepEqual(at.counts(), { copies: 1, lost: 0 });
        // As after a time without a server: nothing is known but what lies there.
        for (const name of names.slice(0, 3)) await change(at.store, name);
        await fs.rm(join(at.history, '.index'), { recursive: true });
        if (what === 'deleted for good') return;
        assert.equal((await at.follow()).state, 'current');
        assert.deepEqual(at.counts(), { copies: 1, lost: 0 });
      }));
});
