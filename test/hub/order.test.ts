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
});
