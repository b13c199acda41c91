import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../src/disk/base/core.ts';
import type { Machine } from '../../../src/disk/base/stateFolder.ts';
import { allCopies } from '../../../src/history/copies/copyNotes.ts';
import { followCopy } from '../../../src/history/copies/followCopy.ts';
import { defaultCopies } from '../../../src/history/copies/modes.ts';
import { openStore } from '../../../src/store/store.ts';
import type { Store } from '../../../src/store/types.ts';
import { dialogs } from './faults/cases.ts';
import { onFaultyDisk, type KindName } from './faults/faultyDisk.ts';
import { withoutWaiting } from './faults/trial.ts';
import { many, user, withStore, type StoreFixture } from './withStore.ts';

/** `FAULTS=all` (npm run test:faults) fails at every operation; without it, at so many. */
const most = process.env.FAULTS === 'all' ? Infinity : 4;

/** The machine's own folder is below the project's, so that it is on the disk that fails. */
const machineOf = (root: string): Machine => ({
  home: join(root, 'home'),
  env: {},
  platform: process.platform,
});

const follow = ({ root, clock }: StoreFixture) =>
  followCopy(join(root, '.chat-history'), { machine: machineOf(root), clock, log: silentLog }, defaultCopies);

const copyOf = ({ root, clock }: StoreFixture): Store | undefined => {
  const [copy] = allCopies(machineOf(root));
  return copy && openStore(copy.root, { clock, isReadOnly: () => true });
};

/** What is copied first. */
async function before({ store }: StoreFixture): Promise<void> {
  await store.dialogs.save('sealed', many(20, 3_000));
  await store.dialogs.save('cleared', many(30, 3_000));
  await store.dialogs.save('cleared', [user('newest')]);
  await store.dialogs.save('deleted', [user('deleted')]);
  await store.dialogs.save('renamed', [user('renamed')]);
  await store.memories.store({ content: 'one' });
}

/** What the copy has to follow. */
async function changes({ store }: StoreFixture): Promise<void> {
  await store.dialogs.save('sealed', many(20, 3_000, 20));
  await store.dialogs.save('sealed', [user('after it was sealed')]);
  await store.dialogs.clear('cleared');
  await store.dialogs.save('cleared', [user('anew')]);
  await store.dialogTrash.remove('deleted');
  await store.dialogs.rename('renamed', 'with another name');
  await store.dialogs.save('new', [user('new')]);
  await store.memories.store({ content: 'two' });
}

/** The texts of each dialog; fails for a dialog that is damaged, or that has a message twice. */
async function textsOf(store: Store): Promise<Map<string, readonly string[]>> {
  const texts = new Map<string, readonly string[]>();
  for (const { name } of await store.dialogs.list()) {
    const detail = await store.dialogs.detail(name, {
      recentTurns: 10_000,
      includeSummary: true,
      includeMessages: true,
    });
    assert.deepEqual(detail.damaged, [], name);
    const said = (detail.messages ?? []).map(({ text }) => text);
    assert.equal(new Set(said).size, said.length, `${name} has a message twice`);
    texts.set(name, said);
  }
  return texts;
}

/** Checks what a copy has at any moment: of each dialog what it had before or has now, nothing less. */
async function assertOpens(store: Store, old: Map<string, readonly string[]>): Promise<void> {
  const texts = await textsOf(store);
  for (const [name, said] of old)
    if (name === 'sealed') assert.deepEqual(texts.get(name)?.slice(0, said.length), said);
    else if (name === 'cleared') assert.ok((texts.get(name)?.length ?? 0) > 0, name);
}

interface Moment {
  readonly prepare: (at: StoreFixture) => Promise<void>;
  readonly title: string;
}

const moments: readonly Moment[] = [
  { title: 'the first copy', prepare: before },
  {
    title: 'a copy that follows',
    prepare: async (at) => {
      await before(at);
      await follow(at);
      await changes(at);
    },
  },
];
const kinds: readonly KindName[] = [
  ...(['a kill', 'a kill in a write', 'an error once', 'no space from then on'] as const),
  ...(['a power cut', 'a power cut that keeps names'] as const),
];

describe('a copy that is interrupted', () => {
  for (const { title, prepare } of moments)
    for (const kind of kinds)
      it(`opens, and is complete the next time: ${title}, ${kind}`, () =>
        withStore(async (at) => {
          await prepare(at);
          const copy = copyOf(at);
          const old = copy === undefined ? new Map<string, readonly string[]>() : await textsOf(copy);
          const kept = `${at.root}-kept`;
          const put = (from: string, to: string) =>
            fs.cp(from, to, { recursive: true, preserveTimestamps: true });
          await put(at.root, kept);
          try {
            const { operations } = await onFaultyDisk(at.root, { kind, at: 0 }, () => follow(at));
            assert.ok(operations > 0);
            const stride = Math.max(1, operations / most);
            for (let n = 1; n <= operations; n += stride) {
              await fs.rm(at.root, { recursive: true });
              await put(kept, at.root);
              await onFaultyDisk(at.root, { kind, at: Math.floor(n) }, () => follow(at));
              const left = copyOf(at);
              assert.ok(left !== undefined || old.size === 0);
              if (left !== undefined) await assertOpens(left, old);
              await withoutWaiting(async () => {
                await follow(at);
                await follow(at);
              });
              const followed = copyOf(at);
              assert.ok(followed);
              assert.deepEqual(await dialogs(followed), await dialogs(at.open()), `operation ${n}`);
            }
          } finally {
            await fs.rm(kept, { recursive: true });
          }
        }));
});
