import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../src/disk/base/core.ts';
import type { Machine } from '../../../src/disk/base/stateFolder.ts';
import { followCopy } from '../../../src/history/copies/followCopy.ts';
import { lostCopies } from '../../../src/history/copies/lostCopies.ts';
import { defaultCopies } from '../../../src/history/copies/modes.ts';
import { restoreCopy } from '../../../src/store/restoreCopy.ts';
import { onFaultyDisk, type KindName } from './faults/faultyDisk.ts';
import { withoutWaiting } from './faults/trial.ts';
import { many, user, withStore, type StoreFixture } from './withStore.ts';

/** `FAULTS=all` (npm run test:faults) fails at every operation; without it, at so many. */
const most = process.env.FAULTS === 'all' ? Infinity : 12;

const contextOf = ({ root, clock }: StoreFixture) => {
  const machine: Machine = { home: join(root, 'home'), env: {}, platform: process.platform };
  return { machine, clock, log: silentLog };
};

/** Loses a history, and begins another one with a dialog of the same name. */
async function lose(at: StoreFixture): Promise<void> {
  const { root, clock, store } = at;
  const history = join(root, '.chat-history');
  await store.dialogs.save('shop', many(30, 3_000));
  await store.dialogs.save('shop', [user('newest')]);
  await store.dialogs.save('tax', [user('before')]);
  await store.memories.store({ content: 'one' });
  await followCopy(history, contextOf(at), defaultCopies);
  await fs.rm(history, { recursive: true });
  clock.time += 60_000;
  await at.open().dialogs.save('shop', [user('since then')]);
  await at.open().memories.store({ content: 'two' });
}

async function restore(at: StoreFixture): Promise<void> {
  const context = contextOf(at);
  const [copy] = lostCopies(context.machine, join(at.root, '.chat-history'));
  if (copy) await restoreCopy(copy, at.root, context);
}

/** Everything that was said, and all memories. */
async function heldBy({ open }: StoreFixture): Promise<unknown> {
  const store = open();
  const said: Record<string, readonly string[]> = {};
  for (const { name } of await store.dialogs.list()) {
    const texts: string[] = [];
    for await (const messages of store.dialogs.all(name)) texts.push(...messages.map(({ text }) => text));
    said[name] = texts;
  }
  const memories = (await store.memories.list()).map(({ content }) => content).sort();
  return { said: Object.entries(said).sort(), memories };
}

const kinds: readonly KindName[] = ['a kill', 'a kill in a write', 'an error once'];

describe('a restoration that is interrupted', () => {
  for (const kind of kinds)
    it(`is completed by the next one, and doubles nothing: ${kind}`, () =>
      withStore(async (at) => {
        await lose(at);
        const kept = `${at.root}-kept`;
        const put = (from: string, to: string) =>
          fs.cp(from, to, { recursive: true, preserveTimestamps: true });
        await put(at.root, kept);
        try {
          const { operations } = await onFaultyDisk(at.root, { kind, at: 0 }, () => restore(at));
          const done = await heldBy(at);
          assert.match(JSON.stringify(done), /newest","since then".*"one","two"/);
          const stride = Math.max(1, operations / most);
          for (let n = 1; n <= operations; n += stride) {
            await fs.rm(at.root, { recursive: true });
            await put(kept, at.root);
            await onFaultyDisk(at.root, { kind, at: Math.floor(n) }, () => restore(at));
            await withoutWaiting(() => restore(at));
            assert.deepEqual(await heldBy(at), done, `operation ${n} of ${operations}`);
          }
        } finally {
          await fs.rm(kept, { recursive: true });
        }
      }));
});
