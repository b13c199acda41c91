import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from '../../../src/disk/base/stateFolder.ts';
import { allCopies } from '../../../src/history/copies/copyNotes.ts';
import { openStore } from '../../../src/store/store.ts';
import { eventually } from '../../eventually.ts';
import { programOf } from '../../program.ts';
import { seeded } from '../../seeded.ts';
import { dialogs } from './faults/cases.ts';
import { many, user, withStore, type StoreFixture } from './withStore.ts';

/** `FAULTS=all` (npm run test:faults) kills a hundred times. */
const kills = process.env.FAULTS === 'all' ? 100 : 8;
const program = join(__dirname, 'copyProcess.ts');

/** Changes a history in some of the ways that there are. */
async function change({ store }: StoreFixture, n: number): Promise<void> {
  await store.dialogs.save(`dialog ${n % 7}`, many(12, 3_000, n * 12));
  await store.dialogs.save('log', [user(`change ${n}`)]);
  await store.memories.store({ content: `memory ${n}` });
  if (n % 3 === 0) await store.dialogs.clear(`dialog ${n % 7}`);
  if (n % 4 === 1) await store.dialogTrash.remove(`dialog ${n % 7}`);
  if (n % 5 === 2) await store.dialogs.rename('log', `log ${n}`);
}

/** Fails for a copy with anything that cannot be read. */
async function assertOpens(machine: Machine, title: string): Promise<void> {
  for (const { root } of allCopies(machine)) {
    const store = openStore(root, { isReadOnly: () => true });
    for (const { name, damaged } of await overviews(store))
      assert.deepEqual(damaged, [], `${title}: ${name}`);
    await store.memories.list();
    await store.archives.list();
  }
}

async function overviews(store: StoreFixture['store']) {
  const all = [];
  for (const { name } of await store.dialogs.list()) {
    const overview = await store.dialogs.overview(name);
    if (overview) all.push(overview);
  }
  return all;
}

describe('a process that is killed while it copies', () => {
  it(`leaves a copy that opens, ${kills} times`, () =>
    withStore(async (at) => {
      const state = await fs.mkdtemp(`${at.root}-state-`);
      const machine: Machine = {
        home: state,
        env: { HISTORY_STATE_HOME: state },
        platform: process.platform,
      };
      const follow = (last = 0) =>
        spawnSync(process.execPath, [programOf(program), at.root, state, String(last)], { encoding: 'utf8' });
      const random = seeded(43);
      let killed = 0;
      try {
        for (let n = 0; killed < kills; n++) {
          await change(at, n);
          const { signal, stdout, stderr } = follow(1 + Math.floor(random() * 60));
          assert.equal(stderr, '');
          if (signal === 'SIGKILL') killed++;
          else assert.match(stdout, /"state":"current"/);
          await assertOpens(machine, `kill ${killed}`);
        }
        await eventually('the copy is current', () => follow().stdout.includes('"current"'));
        const [copy] = allCopies(machine);
        assert.ok(copy);
        const followed = openStore(copy.root, { clock: at.clock, isReadOnly: () => true });
        assert.deepEqual(await dialogs(followed), await dialogs(at.store));
      } finally {
        await fs.rm(state, { recursive: true, force: true });
      }
    }));
});
