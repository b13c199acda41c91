import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connectHub } from '../../src/team/connection.ts';
import { openHub } from '../../src/team/hub.ts';
import type { HubAddress } from '../../src/team/hubUrl.ts';
import { prepareHub } from '../../src/team/joinHub.ts';
import { addProject, ensurePerson, setMember } from '../../src/team/members.ts';
import { pullRecords } from '../../src/team/pull.ts';
import { pushRecords } from '../../src/team/push.ts';
import { repairProject } from '../../src/team/repairProject.ts';
import type { HubConnection, HubRecord } from '../../src/team/types.ts';
import { eventually } from '../eventually.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

const memory = (id: string): HubRecord => ({
  kind: 'memory',
  id,
  time: 1,
  author: 'a',
  body: id,
  text: id,
  deleted: false,
});

describe('what a writer can do to a project of the hub', function () {
  let postgres: TestPostgres;
  let database: HubAddress;
  let ann: HubConnection;
  let bob: HubConnection;
  const open: HubConnection[] = [];
  const connect = async (address: HubAddress): Promise<HubConnection> => {
    const connection = await connectHub(address);
    open.push(connection);
    return connection;
  };
  /** Ann sets the hub up, as on a server of somebody else, and invites Bob. */
  before(async () => {
    postgres = await startPostgres();
    database = await postgres.newDatabase();
    const address = await postgres.newRole(database, 'ann', 'createrole');
    await postgres.run(database, `grant create on database ${database.database} to ann`);
    ann = await connect(address);
    await prepareHub(ann);
    const password = await ensurePerson(ann, 'bob');
    bob = await connect({ ...database, user: 'bob', password: password ?? '' });
  });
  after(async () => {
    for (const connection of open) await connection.close();
    await postgres.stop();
  });

  async function newProject(): Promise<string> {
    const id = randomUUID();
    await addProject(ann, { id, name: 'shop' });
    await setMember(ann, id, { person: 'bob', access: 'writer' });
    return id;
  }

  const bodies = async (
    connection: HubConnection,
    query: { readonly project: string; readonly cursor: number; readonly of: 'me' | 'others' | 'all' },
  ): Promise<{ readonly said: readonly unknown[]; readonly cursor: number; readonly asked: number }> => {
    const said: unknown[] = [];
    let { cursor } = query;
    let asked = 0;
    const counted: HubConnection = {
      ...connection,
      query: (sql, values) => {
        assert.ok(++asked < 40, 'it asks for one empty page after the other');
        return connection.query(sql, values);
      },
    };
    await pullRecords(counted, query, (page) => {
      said.push(...page.records.map(({ body }) => body));
      cursor = page.cursor;
    });
    return { said, cursor, asked };
  };

  /** Sets the number of a project as one could before its growth was bounded. */
  const setFar = (project: string, number: string): Promise<unknown> =>
    postgres.run(
      database,
      `alter table history_hub.projects disable trigger only_forward;
       update history_hub.projects set seq = ${number} where id = '${project}';
       alter table history_hub.projects enable trigger only_forward`,
    );

  it('is no jump of its numbers', async () => {
    const project = await newProject();
    for (const to of ['9223372036854775000', 'seq + 1000000'])
      await assert.rejects(
        bob.query(`update history_hub.projects set seq = ${to} where id = $1`, [project]),
        /grows by at most/,
      );
    await pushRecords(
      bob,
      project,
      Array.from({ length: 2_500 }, (_, n) => memory(String(n))),
    );
    assert.equal((await bodies(ann, { project, cursor: 0, of: 'others' })).said.length, 2_500);
  });

  it('costs readers no page for numbers that nothing has', async () => {
    const project = await newProject();
    await pushRecords(ann, project, [memory('before')]);
    await setFar(project, '1000000000000');
    await pushRecords(ann, project, [memory('after')]);
    await setFar(project, '2000000000000');
    const read = await bodies(ann, { project, cursor: 0, of: 'me' });
    assert.deepEqual(read.said, ['before', 'after']);
    assert.equal(read.cursor, 2_000_000_000_000);
    assert.deepEqual((await bodies(bob, { project, cursor: 1, of: 'others' })).said, ['after']);
  });

  it('is repaired by an owner when the numbers were used up, for whoever read up to any of them', async () => {
    const project = await newProject();
    await pushRecords(ann, project, [memory('one'), memory('two')]);
    const early = (await bodies(ann, { project, cursor: 0, of: 'all' })).cursor;
    await setFar(project, '9223372036854775805');
    await pushRecords(bob, project, [memory('three')]);
    await pushRecords(ann, project, [memory('three')]);
    await assert.rejects(pushRecords(ann, project, [memory('four')]), /out of range/);
    await assert.rejects(repairProject(bob, project, 0), { code: 'disabled', message: /Only owners/ });
    await assert.rejects(bob.query('select history_hub.renumber($1)', [project]), /only owners/);

    assert.deepEqual(await repairProject(ann, project, 0), { renumbered: true, ended: [], stuck: [] });
    assert.deepEqual(await repairProject(ann, project, 0), { renumbered: false, ended: [], stuck: [] });
    await pushRecords(ann, project, [memory('four')]);
    const later = await bodies(bob, { project, cursor: early, of: 'all' });
    assert.deepEqual(later.said, ['three', 'three', 'four']);
    const all = await bodies(bob, { project, cursor: 0, of: 'all' });
    assert.deepEqual(all.said, ['one', 'two', 'three', 'three', 'four']);
    const owners = await ann.query('select owner from history_hub.records where project = $1 order by seq', [
      project,
    ]);
    assert.deepEqual(
      owners.map(({ owner }) => owner),
      ['ann', 'ann', 'bob', 'ann', 'ann'],
    );
  });

  it('is limited in time', async () => {
    const settings = [];
    for (const name of ['lock_timeout', 'idle_in_transaction_session_timeout', 'statement_timeout'])
      settings.push(...(await bob.query(`show ${name}`)).map((row) => row[name]));
    assert.deepEqual(settings, ['1min', '1min', '2min']);
    // What somebody set for a person stays.
    await postgres.run(database, `alter role bob in database ${database.database} set lock_timeout = '7s'`);
    await prepareHub(ann);
    const again = await connect({ ...bobsAddress(), password: await newPassword() });
    assert.deepEqual(await again.query('show lock_timeout'), [{ lock_timeout: '7s' }]);
  });

  const bobsAddress = (): HubAddress => ({ ...database, user: 'bob' });
  async function newPassword(): Promise<string> {
    await postgres.run(database, `alter role bob password 'anew'`);
    return 'anew';
  }

  it('ends with the wait of others, and with a transaction that an owner ends', async () => {
    const project = await newProject();
    const holding = await connect({ ...bobsAddress(), password: await newPassword() });
    await holding.query('begin');
    await holding.query('update history_hub.projects set seq = seq where id = $1', [project]);
    await ann.query(`set lock_timeout = '100ms'`);
    await assert.rejects(pushRecords(ann, project, [memory('late')]), (error: Error & { data?: object }) => {
      assert.match(error.message, /another connection may hold the project.*team repair/);
      return error.data !== undefined && 'problem' in error.data && error.data.problem === 'held';
    });
    await ann.query('reset lock_timeout');
    const sending = pushRecords(bob, project, [memory('waits')]);
    await eventually('it waits', async () => {
      const waiting = `select from pg_locks where not granted`;
      return (await postgres.run(database, waiting)).length > 0;
    });
    assert.deepEqual(await repairProject(ann, project, 100), {
      renumbered: false,
      ended: ['bob'],
      stuck: [],
    });
    await sending;
    await assert.rejects(holding.query('commit'));
    const rights = `select pg_has_role('ann', 'bob', 'usage') as has_his`;
    assert.deepEqual(await postgres.run(database, rights), [{ has_his: false }]);

    const alone = await connect(await postgres.newRole(database, 'cy', 'in role history_hub_people'));
    await setMember(ann, project, { person: 'cy', access: 'writer' });
    await alone.query('begin');
    await alone.query('update history_hub.projects set seq = seq where id = $1', [project]);
    assert.deepEqual(await repairProject(ann, project, 100), { renumbered: false, ended: [], stuck: ['cy'] });
    await alone.query('rollback');
  });

  it('ends with being excluded, also what was being read', async () => {
    const project = await newProject();
    await pushRecords(ann, project, [memory('of ann')]);
    const address = { ...bobsAddress(), password: await newPassword() };
    const reading = await connect(address);
    await reading.query('begin isolation level repeatable read');
    const records = 'select id from history_hub.records where project = $1';
    assert.equal((await reading.query(records, [project])).length, 1);
    const owners = await openHub({ address: { ...database, user: 'ann', password: 'ann' }, project });
    const bobs = await openHub({ address, project });
    await owners.setMember('bob', undefined);
    await assert.rejects(reading.query(records, [project]));
    await bobs.close();
    const again = await openHub({ address, project });
    const search = { query: 'ann', limit: 5, when: { now: Date.now(), zone: 'utc' } } as const;
    await assert.rejects(again.search(search, undefined), { code: 'outside' });
    await owners.setMember('bob', 'reader');
    assert.equal((await again.search(search, undefined)).hits.length, 1);
    for (const client of [owners, again]) await client.close();
  });
});
