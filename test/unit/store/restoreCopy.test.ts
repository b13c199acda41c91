import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../src/disk/base/core.ts';
import type { Machine } from '../../../src/disk/base/stateFolder.ts';
import { projectName } from '../../../src/disk/files/projectId.ts';
import { allCopies } from '../../../src/history/copies/copyNotes.ts';
import { followCopy } from '../../../src/history/copies/followCopy.ts';
import { lostCopies } from '../../../src/history/copies/lostCopies.ts';
import { defaultCopies } from '../../../src/history/copies/modes.ts';
import type { HistoryCopy } from '../../../src/history/copies/types.ts';
import { contentsOf } from '../../../src/store/copyContents.ts';
import { restoreCopy } from '../../../src/store/restoreCopy.ts';
import type { Store } from '../../../src/store/types.ts';
import { dialogs } from './faults/cases.ts';
import { assistant, many, tree, user, withStore, type StoreFixture } from './withStore.ts';

interface LossFixture extends StoreFixture {
  readonly machine: Machine;
  readonly history: string;
  readonly follow: () => Promise<unknown>;
  /** Deletes the history, as `git clean -fdx` does. */
  readonly lose: () => Promise<void>;
  /** Restores the copy that was followed last. */
  readonly restore: (root?: string) => Promise<void>;
  readonly lost: (root?: string) => readonly HistoryCopy[];
}

const withLoss = (test: (fixture: LossFixture) => Promise<void>) =>
  withStore(async (fixture) => {
    const { root, clock } = fixture;
    const history = join(root, '.chat-history');
    const state = await fs.mkdtemp(`${root}-state-`);
    const machine: Machine = { home: state, env: { HISTORY_STATE_HOME: state }, platform: process.platform };
    const context = { machine, clock, log: silentLog };
    const lost = (at = root) => lostCopies(machine, join(at, '.chat-history'));
    const at: LossFixture = {
      ...fixture,
      machine,
      history,
      follow: () => followCopy(history, context, defaultCopies),
      lose: async () => {
        await fs.rm(history, { recursive: true });
        clock.time += 60_000;
      },
      restore: async (to = root) => {
        const [copy = allCopies(machine)[0]] = lost(to);
        assert.ok(copy);
        await restoreCopy(copy, to, context);
      },
      lost,
    };
    try {
      await test(at);
    } finally {
      await fs.rm(state, { recursive: true, force: true });
    }
  });

const textsOf = async (store: Store, name: string) => {
  const whole = { recentTurns: 1_000, includeSummary: true, includeMessages: true };
  return ((await store.dialogs.detail(name, whole)).messages ?? []).map(({ text }) => text);
};

/** What makes up a history, but for its name, index and locks. */
async function filesOf(history: string): Promise<Record<string, string>> {
  const files = Object.entries(await tree(history));
  return Object.fromEntries(files.filter(([name]) => !/^\.(?:index|locks)\//.test(name)));
}

async function fill({ store, history }: LossFixture): Promise<void> {
  await store.dialogs.save('shop', [user('Fix the login'), assistant('Done.')]);
  await store.dialogs.save('tax', many(40, 2_000));
  await store.dialogs.save('tax', [user('after it was sealed')]);
  await store.dialogs.clear('tax');
  await store.dialogs.save('old', [user('deleted')]);
  await store.dialogTrash.remove('old');
  await store.memories.store({ content: 'Round tax once', tags: ['tax'] });
  await fs.writeFile(join(history, 'settings.json'), '{"brief":"off"}\n');
}

describe('a history that was deleted with its folder', () => {
  it('is noticed, and not while it is there', () =>
    withLoss(async (at) => {
      await fill(at);
      assert.deepEqual(at.lost(), []);
      await at.follow();
      assert.deepEqual(at.lost(), []);
      await at.lose();
      const [copy, ...others] = at.lost();
      assert.ok(copy && others.length === 0);
      assert.deepEqual(await contentsOf(copy), {
        ...{ dialogs: 2, messages: 2, archives: 0, memories: 1 },
        newest: Date.UTC(2026, 1, 5, 12) + 1,
      });
      await at.open().dialogs.save('shop', [user('since then')]);
      await at.follow();
      assert.deepEqual(
        at.lost().map(({ id }) => id),
        [copy.id],
      );
    }));

  it('comes back whole', () =>
    withLoss(async (at) => {
      await fill(at);
      const [before, name] = [await filesOf(at.history), projectName(at.history)];
      await at.follow();
      await at.lose();
      await at.restore();
      assert.deepEqual(await filesOf(at.history), before);
      assert.deepEqual(projectName(at.history), name);
      assert.deepEqual(at.lost(), []);
      await at.open().dialogs.save('shop', [user('goes on')]);
      await at.follow();
      assert.equal(allCopies(at.machine).length, 1);
    }));

  it('keeps what was saved since, after what was before, also when it is restored twice', () =>
    withLoss(async (at) => {
      await fill(at);
      const name = projectName(at.history);
      await at.follow();
      await at.lose();
      const since = at.open();
      await since.dialogs.save('shop', [user('since then'), user('and with an id', { id: 'x1' })]);
      await since.dialogs.save('new', [user('a new dialog')]);
      await since.memories.store({ content: 'Ship on Fridays' });
      await at.follow();
      for (const _time of ['once', 'twice']) {
        await at.restore();
        const store = at.open();
        assert.deepEqual(await textsOf(store, 'shop'), [
          ...['Fix the login', 'Done.', 'since then', 'and with an id'],
        ]);
        assert.deepEqual(await textsOf(store, 'new'), ['a new dialog']);
        const contents = (await store.memories.list()).map(({ content }) => content);
        assert.deepEqual([...contents].sort(), ['Round tax once', 'Ship on Fridays']);
        assert.deepEqual(projectName(at.history), name);
        await at.follow();
        assert.equal(allCopies(at.machine).length, 1);
      }
      const trashed = (await at.store.dialogTrash.list()).map((each) => each.name).sort();
      assert.deepEqual(trashed, ['old', 'shop']);
    }));

  it('comes back into a new folder, which has the name of the lost one', () =>
    withLoss(async (at) => {
      await fill(at);
      const [state, name] = [await dialogs(at.store), projectName(at.history)];
      await at.follow();
      await at.lose();
      const clone = await fs.mkdtemp(`${at.root}-clone-`);
      try {
        await at.restore(clone);
        assert.deepEqual(projectName(join(clone, '.chat-history')), name);
        const { openStore } = await import('../../../src/store/store.ts');
        assert.deepEqual(await dialogs(openStore(clone, { clock: at.clock })), state);
      } finally {
        await fs.rm(clone, { recursive: true });
      }
    }));
});
