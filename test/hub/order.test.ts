import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectHub } from '../../src/team/connection.ts';
import { addProject } from '../../src/team/members.ts';
import type { HubHistory } from '../../src/team/localHistory.ts';
import { pullHistory, pushHistory } from '../../src/team/syncHistory.ts';
import type { HubConnection } from '../../src/team/types.ts';
import { syncHub } from '../../src/team/hubSync.ts';
import { openHubHistory } from '../../src/store/hubHistory.ts';
import { newHub, startPostgres, type TestPostgres } from './postgres.ts';
import { stateOf } from './stateOf.ts';

const start = 1_770_000_000_000;
const said = (...texts: readonly string[]) =>
  texts.map((text, n) => ({ role: 'user' as const, text, ts: start + n }));

describe('messages of several machines in one dialog', function () {
  let postgres: TestPostgres;
  let me: HubConnection;
  const folders: string[] = [];
  before(async () => {
    postgres = await startPostgres();
    me = await connectHub(await (await newHub(postgres)).person('me'));
  });
  after(async () => {
    await me.close();
    await postgres.stop();
    for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
  });

  function machine(id: string): HubHistory {
    const folder = fs.mkdtempSync(join(tmpdir(), 'hub-order-'));
    folders.push(folder);
    fs.mkdirSync(join(folder, '.chat-history'));
    fs.writeFileSync(join(folder, '.chat-history/project.json'), JSON.stringify({ v: 1, id }));
    return openHubHistory(folder);
  }

  async function twoMachines(): Promise<readonly [HubHistory, HubHistory]> {
    const id = randomUUID();
    await addProject(me, { id, name: 'project' });
    return [machine(id), machine(id)];
  }

  const push = (history: HubHistory) =>
    syncHub(history, { connection: me, hub: 'hub' }, (sync) => pushHistory(sync, 'dialogs'));
  const pull = (history: HubHistory) => syncHub(history, { connection: me, hub: 'hub' }, pullHistory);

  async function exchange(...histories: readonly HubHistory[]): Promise<void> {
    for (const step of [push, pull, push, pull]) for (const history of histories) await step(history);
  }

  /** Wants that both have the same, and nothing more to exchange. */
  async function same(one: HubHistory, other: HubHistory): Promise<void> {
    await exchange(one, other);
    assert.deepEqual(await stateOf(other), await stateOf(one));
    for (const history of [one, other]) assert.deepEqual([await push(history), await pull(history)], [0, 0]);
  }

  const texts = async ({ local }: HubHistory, dialog: string): Promise<readonly string[]> =>
    (await local.dialogs.window(dialog, 0, 20_000)).messages.map(({ text }) => text);

  it('keep equal ones of one millisecond apart, also where they are renamed and cleared', async () => {
    const [one, other] = await twoMachines();
    const twice = [...said('first'), ...said('yes'), ...said('yes'), ...said('yes', 'last')];
    await one.local.dialogs.save('plan', twice);
    await push(one);
    await pull(other);
    assert.deepEqual(await texts(other, 'plan'), ['first', 'yes', 'yes', 'yes', 'last']);
    await one.local.dialogs.save('plan', [{ role: 'user', text: 'last', ts: start + 1 }]);
    await same(one, other);
    assert.deepEqual((await texts(other, 'plan')).slice(-2), ['last', 'last']);
    await other.local.dialogs.rename('plan', 'done');
    await same(one, other);
    assert.equal((await texts(one, 'done')).length, 6);
    await one.local.dialogs.clear('done');
    await same(one, other);
    assert.deepEqual(await texts(other, 'done'), []);
  });

  it('have one order on both, that of the hub, whichever sends and receives first', async () => {
    for (const first of ['push', 'pull']) {
      const [one, other] = await twoMachines();
      await one.local.dialogs.save('plan', said('1a'));
      await push(one);
      await pull(other);
      await one.local.dialogs.save('plan', [...said('2a', '3a'), { role: 'user', text: '4a', id: 'own' }]);
      await other.local.dialogs.save('plan', said('2b', '3b', '4b'));
      const page = await other.local.dialogs.messagesSince('plan', { limit: 10 });
      await push(one);
      if (first === 'push') await push(other);
      await same(one, other);
      assert.deepEqual(await texts(other, 'plan'), ['1a', '2a', '3a', '4a', '2b', '3b', '4b']);
      // Who had read to the end there is told that it is another order, which a backup of the former shows.
      const next = await other.local.dialogs.messagesSince('plan', { limit: 10, cursor: page.cursor });
      assert.equal(next.restarted, true);
      assert.equal(next.messages.length, 7);
      assert.equal((await other.local.dialogs.backups('plan')).length, 1);
      assert.equal((await one.local.dialogs.backups('plan')).length, 0);
    }
  });

  it('have one order also where one has a message of the other by its id, or parts of its own', async () => {
    const [one, other] = await twoMachines();
    const begin = { role: 'user' as const, text: 'begin', id: 'm1', ts: start };
    const long = (label: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        role: 'user' as const,
        text: `${label} ${String(n)} ${'.'.repeat(2_000)}`,
      }));
    await one.local.dialogs.save('plan', [begin, ...long('a', 100)]);
    for (const text of long('b', 100)) await other.local.dialogs.save('plan', [text]);
    await other.local.dialogs.save('plan', [begin]);
    await push(one);
    await same(one, other);
    const order = await texts(other, 'plan');
    assert.equal(order.length, 201);
    assert.deepEqual(
      order.map((text) => text.split(' ', 2).join(' ')),
      ['begin', ...['a', 'b'].flatMap((label) => long(label, 100).map((_, n) => `${label} ${String(n)}`))],
    );
  });

  it('stand where they stood after they were cleared and brought back, and keep the person’s backups', async () => {
    const [one, other] = await twoMachines();
    await one.local.dialogs.save('plan', said('first', 'second'));
    await same(one, other);
    await other.local.dialogs.clear('plan');
    const [backup] = await other.local.dialogs.backups('plan');
    await other.local.dialogs.save('plan', said('third'));
    await same(one, other);
    assert.deepEqual(await texts(one, 'plan'), ['third']);
    await other.local.dialogs.restoreBackup('plan', backup?.id ?? '');
    await other.local.dialogs.save('plan', said('third'));
    await same(one, other);
    assert.deepEqual(await texts(one, 'plan'), ['first', 'second', 'third']);
    for (let n = 0; n < 8; n++) {
      await one.local.dialogs.save('plan', [{ role: 'user', text: `a${String(n)}` }]);
      await other.local.dialogs.save('plan', [{ role: 'user', text: `b${String(n)}` }]);
      await same(one, other);
    }
    const kept = (await other.local.dialogs.backups('plan')).map(({ id }) => id);
    assert.ok(kept.includes(backup?.id ?? ''));
    assert.equal(kept.filter((id) => id.endsWith('-order')).length, 1);
  });

  it('come into one order where they were exchanged by an older version', async () => {
    const [one, other] = await twoMachines();
    await one.local.dialogs.save('plan', said('a'));
    await push(one);
    await other.local.dialogs.save('plan', said('b'));
    await push(other);
    await same(one, other);
    await other.local.dialogs.reorder('plan', {
      epoch: (await other.local.dialogs.version('plan')).epoch,
      keys: [1, 0],
    });
    const file = join(other.local.context.folder, '.machine/hub-state.json');
    const state = fs.readFileSync(file, 'utf8');
    assert.match(state, /"ordered":true,/);
    fs.writeFileSync(file, state.replace('"ordered":true,', ''));
    await pull(other);
    assert.deepEqual(await texts(other, 'plan'), ['a', 'b']);
  });

  it('are there once where both renamed the dialog at once, under the name that was sent last', async () => {
    for (const [first, name] of ['later', 'earlier'].entries()) {
      const both = await twoMachines();
      const [one, other] = both;
      await one.local.dialogs.save('plan', [
        ...said('first', 'second'),
        { role: 'assistant', text: 'third', id: 'm3' },
      ]);
      await one.local.dialogs.setSummary('plan', { notes: ['x'] }, 'replace');
      await one.local.contexts.startNew('plan', { title: 'snapshot' });
      await same(one, other);
      await one.local.dialogs.rename('plan', 'earlier');
      await one.local.dialogs.save('earlier', [{ role: 'user', text: 'only here' }]);
      await push(both[first] ?? one);
      await other.local.dialogs.rename('plan', 'later');
      await other.local.dialogs.save('later', [{ role: 'user', text: 'only there' }]);
      await push(other);
      for (let round = 0; round < 3; round++) await exchange(one, other);
      await same(one, other);
      assert.deepEqual(await one.local.dialogs.names(), [name]);
      assert.deepEqual((await texts(other, name)).toSorted(), [
        'first',
        'only here',
        'only there',
        'second',
        'third',
      ]);
      assert.equal((await other.local.contexts.list(name)).length, 1);
      assert.deepEqual(await one.local.dialogs.summary(name), { notes: ['x'] });
    }
  });
});
