import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connectHub } from '../../src/team/connection.ts';
import type { HubAddress } from '../../src/team/hubUrl.ts';
import { addProject, ensurePerson, hubProjects, setMember } from '../../src/team/members.ts';
import { checkSchema, migrate } from '../../src/team/migrate.ts';
import { migrations } from '../../src/team/schema.ts';
import type { HubConnection } from '../../src/team/types.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

describe('several hubs on one server', function () {
  let postgres: TestPostgres;
  const open: HubConnection[] = [];
  before(async () => {
    postgres = await startPostgres();
  });
  after(async () => {
    for (const connection of open) await connection.close();
    await postgres.stop();
  });

  const connect = async (address: HubAddress): Promise<HubConnection> => {
    const connection = await connectHub(address);
    open.push(connection);
    return connection;
  };
  /** A database of somebody who may make roles, and is no superuser. */
  async function founder(name: string): Promise<{ database: HubAddress; connection: HubConnection }> {
    const database = await postgres.newDatabase();
    const address = await postgres.newRole(database, name, 'createrole');
    await postgres.run(database, `grant create on database ${database.database} to ${name}`);
    return { database, connection: await connect(address) };
  }
  const invite = async (
    by: { database: HubAddress; connection: HubConnection },
    project: string,
    person: string,
  ) => {
    const password = await ensurePerson(by.connection, person);
    await setMember(by.connection, project, { person, access: 'writer' });
    return password === undefined ? undefined : connect({ ...by.database, user: person, password });
  };

  it('belong to their own founder, who admits people only there', async () => {
    const ann = await founder('ann');
    const bob = await founder('bob');
    const [hers, his] = [randomUUID(), randomUUID()];
    await migrate(ann.connection);
    await migrate(bob.connection);
    await addProject(ann.connection, { id: hers, name: 'hers' });
    await addProject(bob.connection, { id: his, name: 'his' });

    const carl = await invite(ann, hers, 'carl');
    const dora = await invite(bob, his, 'dora');
    assert.ok(carl && dora);
    assert.deepEqual(await hubProjects(carl), [{ id: hers, name: 'hers' }]);
    assert.deepEqual(await hubProjects(dora), [{ id: his, name: 'his' }]);
    // Who is in one of them is a stranger in the other.
    for (const [person, elsewhere] of [
      ['carl', bob],
      ['dora', ann],
    ] as const) {
      await postgres.run(elsewhere.database, `alter role ${person} password 'p'`);
      const there = await connect({ ...elsewhere.database, user: person, password: 'p' });
      await assert.rejects(checkSchema(there), { code: 'not_found', message: /you were not let in/ });
      await assert.rejects(addProject(there, { id: randomUUID(), name: 'x' }), /may not do this/);
      await assert.rejects(there.query('select * from history_hub.records'), /permission denied/);
    }
    // A founder lets in somebody who has a role already, where that person is in the other hub, too.
    await postgres.run(ann.database, 'grant carl to bob with admin option');
    assert.equal(await invite(bob, his, 'carl'), undefined);
    const both = await connect({ ...bob.database, user: 'carl', password: 'p' });
    assert.deepEqual(await hubProjects(both), [{ id: his, name: 'his' }]);
  });

  it('move to separate groups with their members when one that shared a group is updated', async () => {
    const second = await founder('second');
    await migrate(second.connection, migrations.slice(0, 2));
    const project = randomUUID();
    const guest = await postgres.newRole(second.database, 'old', 'in role history_hub_people');
    await addProject(second.connection, { id: project, name: 'p' });
    await setMember(second.connection, project, { person: 'old', access: 'reader' });
    const old = await connect(guest);
    // Before PostgreSQL 16 whoever makes roles lets anybody into any group.
    const [{ version } = {}] = await postgres.run(
      second.database,
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    if (Number(version) >= 16)
      await assert.rejects(ensurePerson(second.connection, 'new'), { code: 'storage' });

    const admin = await connect(second.database); // a superuser may do it as well as the founder
    await migrate(admin);
    assert.deepEqual(await hubProjects(old), [{ id: project, name: 'p' }]);
    const fresh = await invite(second, project, 'new');
    assert.ok(fresh);
    assert.deepEqual(await hubProjects(fresh), [{ id: project, name: 'p' }]);
    const onlyFirst = await postgres.newRole(second.database, 'elsewhere', 'in role history_hub_people');
    await assert.rejects(checkSchema(await connect(onlyFirst)), { code: 'not_found' });
  });

  it('do not adopt a role prepared under the name of a group', async () => {
    const hub = await founder('founder');
    const [{ oid } = {}] = await postgres.run(
      hub.database,
      'select oid::text from pg_database where datname = current_database()',
    );
    await postgres.run(hub.database, `create role history_hub_people_${String(oid)} nologin`);
    const spy = await postgres.newRole(hub.database, 'spy', `in role history_hub_people_${String(oid)}`);
    await migrate(hub.connection);
    const project = randomUUID();
    await addProject(hub.connection, { id: project, name: 'p' });
    assert.ok(await invite(hub, project, 'guest'));
    await assert.rejects(checkSchema(await connect(spy)), { code: 'not_found' });
  });
});
