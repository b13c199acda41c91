import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { auditOf, noteSessionRead } from '../../src/team/audit.ts';
import { connectHub } from '../../src/team/connection.ts';
import { addProject, setMember } from '../../src/team/members.ts';
import { groupOfHub } from '../../src/team/peopleSchema.ts';
import { migrate } from '../../src/team/migrate.ts';
import { migrations } from '../../src/team/schema.ts';
import type { HubConnection } from '../../src/team/types.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

describe('what is noted of a project in the hub', function () {
  let postgres: TestPostgres;
  let [owner, member, stranger]: HubConnection[] = [];
  let keeper: HubConnection;
  const project = randomUUID();
  const connections: HubConnection[] = [];
  before(async () => {
    postgres = await startPostgres();
    const database = await postgres.newDatabase();
    const as = async (name: string, options: string): Promise<HubConnection> => {
      const connection = await connectHub(await postgres.newRole(database, name, options));
      connections.push(connection);
      return connection;
    };
    // Whoever sets it up is bound by policies, as on a server that somebody else runs.
    keeper = await as('keeper', 'createrole');
    await postgres.run(database, `grant create on database ${database.database} to keeper`);
    await migrate(keeper);
    const [group] = await keeper.query(groupOfHub);
    const invited = `in role ${String(group?.people)}`;
    [owner, member, stranger] = [
      await as('owner', invited),
      await as('member', invited),
      await as('stranger', invited),
    ];
  });
  after(async () => {
    for (const connection of connections) await connection.close();
    await postgres.stop();
  });

  it('is who joined, was excluded and read sessions of others, to owners', async () => {
    assert.ok(owner && member && stranger);
    await addProject(owner, { id: project, name: 'project' });
    await setMember(owner, project, { person: 'member', access: 'reader' });
    await setMember(owner, project, { person: 'member', access: 'writer' });
    await member.query(
      `insert into history_hub.records (project, kind, id, "time", author, seq, body, "text")
       values ($1, 'session', 's', 1, 'a', 1, '{}', '')`,
      [project],
    );
    for (let n = 0; n < 2; n++) await noteSessionRead(owner, project, { person: 'member', session: 's1' });
    await noteSessionRead(stranger, project, { person: 'member', session: 's1' });
    await setMember(owner, project, { person: 'stranger', access: 'reader' });
    await setMember(owner, project, { person: 'stranger', access: undefined });
    const told = (await auditOf(owner, project, 100)).map(({ by, action, person, detail }) =>
      [by, action, person, detail].join(' '),
    );
    assert.deepEqual(told.toReversed(), [
      'owner joined owner owner',
      'owner joined member reader',
      'owner changed member writer',
      'owner read member s1',
      'owner joined stranger reader',
      'owner excluded stranger reader',
    ]);
    for (const other of [member, stranger])
      await assert.rejects(auditOf(other, project, 100), { code: 'disabled' });
  });

  it('is not to be written, changed or deleted by anybody, nor seen by others', async () => {
    assert.ok(owner && member && stranger);
    const before = await auditOf(owner, project, 100);
    const row = `(project, action, person, detail) values ('${project}', 'read', 'x', 'y')`;
    for (const one of [owner, member, stranger])
      for (const statement of [
        `insert into history_hub.audit ${row}`,
        `update history_hub.audit set by = 'x'`,
        'delete from history_hub.audit',
        'truncate history_hub.audit',
        'drop trigger note_member on history_hub.members',
        'alter table history_hub.audit disable row level security',
        'create policy mine on history_hub.audit for delete using (true)',
        'select history_hub.note_member()',
        `set role history_hub_people; delete from history_hub.audit`,
      ])
        await assert.rejects(one.query(statement), statement);
    for (const other of [member, stranger])
      assert.deepEqual(await other.query('select * from history_hub.audit'), []);
    // Whoever set the hub up owns the tables: what they do by SQL is noted, and stays.
    await keeper.query("insert into history_hub.members values ($1, 'keeper', 'owner')", [project]);
    for (const statement of ['delete from history_hub.audit', `update history_hub.audit set by = 'x'`])
      await keeper.query(statement);
    const [last, ...rest] = await auditOf(owner, project, 100);
    assert.deepEqual([last?.by, last?.action, last?.person], ['keeper', 'joined', 'keeper']);
    assert.deepEqual(rest, before);
  });

  it('begins when a hub of the version before is updated, and is no condition before', async () => {
    const connection = await connectHub(await postgres.newDatabase());
    connections.push(connection);
    await migrate(connection, migrations.slice(0, 5));
    const id = randomUUID();
    await addProject(connection, { id, name: 'older' });
    await noteSessionRead(connection, id, { person: 'x', session: 's' });
    await assert.rejects(auditOf(connection, id, 10), { code: 'not_found', message: /team setup/ });
    await migrate(connection);
    await setMember(connection, id, { person: 'somebody', access: 'reader' });
    assert.deepEqual(
      (await auditOf(connection, id, 10)).map(({ action, person }) => `${action} ${person}`),
      ['joined somebody'],
    );
  });
});
