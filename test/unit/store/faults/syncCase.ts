// Exchange with a hub: what another machine changed comes in steps, each of which is whole or not there.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { syncHub } from '../../../../src/team/hubSync.ts';
import { openHubHistory } from '../../../../src/store/hubHistory.ts';
import type { HubHistory } from '../../../../src/team/localHistory.ts';
import { pullHistory, pushHistory } from '../../../../src/team/syncHistory.ts';
import type { HubConnection, HubRecord, HubRow } from '../../../../src/team/types.ts';
import { keyOf, replaces } from '../../../../src/team/versions.ts';
import { contentHash } from '../../../../src/history/memory/memory.ts';
import { many, TestClock, user } from '../withStore.ts';
import { dialogs, memories, next, type Case } from './cases.ts';

type Row = HubRecord & { readonly seq: number };

/** What a database would answer to the statements of an exchange, of one project and one person. */
class HubInMemory implements HubConnection {
  readonly #rows = new Map<string, Row>();
  #seq = 0;

  copy(): HubInMemory {
    const hub = new HubInMemory();
    for (const [key, row] of this.#rows) hub.#rows.set(key, row);
    hub.#seq = this.#seq;
    return hub;
  }

  query(sql: string, values: readonly unknown[] = []): Promise<readonly HubRow[]> {
    if (sql.includes('insert into history_hub.records'))
      return Promise.resolve(this.#push(String(values[2])));
    if (sql.includes('left join lateral')) return Promise.resolve(this.#after(values));
    return Promise.resolve(/^select seq\b/.test(sql) ? [{ seq: this.#seq }] : []);
  }

  transaction<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #push(json: string): readonly HubRow[] {
    for (const record of JSON.parse(json) as readonly HubRecord[])
      if (replaces(record, this.#rows.get(keyOf(record))))
        this.#rows.set(keyOf(record), { ...record, seq: ++this.#seq });
    return [{ counted: true }];
  }

  #after([, cursor, author]: readonly unknown[]): readonly HubRow[] {
    const rows = [...this.#rows.values()].filter((row) => row.seq > Number(cursor) && row.author !== author);
    rows.sort((a, b) => a.seq - b.seq);
    const newest = { newest: this.#seq };
    return rows.length > 0 ? rows.map((row) => ({ ...row, owner: 'me', ...newest })) : [newest];
  }
}

/** What it had when the case began, and what it has. */
let kept = new HubInMemory();
let hub = kept;
const clock = new TestClock();
const at = (root: string): HubHistory => openHubHistory(root, { clock });

const exchange = (root: string): Promise<number> =>
  syncHub(at(root), { connection: hub, hub: 'hub.example' }, async (sync) => {
    const received = await pullHistory(sync);
    return received + (await pushHistory(sync, 'dialogs'));
  });

/** Both machines have the same, and then the other one changes it. */
async function prepare(root: string): Promise<void> {
  hub = new HubInMemory();
  const other = join(root, 'other');
  mkdirSync(other);
  const { local } = at(other);
  await local.dialogs.save('d', many(2));
  await local.dialogs.setSummary('d', { a: 1 }, 'replace');
  await local.dialogs.save('cleared', many(2));
  for (const content of ['one', 'two']) await local.memories.store({ content });
  await exchange(other);
  await exchange(root);
  clock.time += 1_000;
  await local.dialogs.save('d', [user('more')]);
  await local.dialogs.setSummary('d', { b: 1 }, 'replace');
  await local.dialogs.clear('cleared');
  await local.dialogs.save('new', many(2));
  await local.memories.remove(contentHash('one'));
  await local.memories.store({ content: 'three' });
  await exchange(other);
  kept = hub;
}

export const syncCase: Case = {
  title: 'synchronization',
  inSteps: true,
  prepare: (_, root) => prepare(root),
  putBack: () => {
    hub = kept.copy();
  },
  run: (_, root) => exchange(root),
  state: async (store) => [await dialogs(store), await memories(store)],
  next: async (store, root) => {
    await exchange(root);
    for (const name of ['d', 'cleared', 'new']) await store.dialogs.save(name, [user(next)]);
  },
};
