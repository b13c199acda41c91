import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connectHub } from '../../src/team/connection.ts';
import type { HubAddress } from '../../src/team/hubUrl.ts';
import {
  addProject,
  ensurePerson,
  hubMembers,
  hubProjects,
  ownAccess,
  setMember,
} from '../../src/team/members.ts';
import { checkSchema, migrate } from '../../src/team/migrate.ts';
import { groupOfHub } from '../../src/team/peopleSchema.ts';
import type { HubConnection } from '../../src/team/types.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

/** A name with everything in it that SQL knows. */
const hostile = `o'; drop schema history_hub cascade; --"\\ $1 %I 名`;
const insert = `insert into history_hub.records (project, kind, id, "time", author, seq, body, "text")
  values ($1, 'memory', 'm1', 1, 'a', 1, '{"secret": "plan"}', 'plan')`;

describe('people of the hub', function () {
  let postgres: TestPostgres;
  let database: HubAddress;
  let owner: HubConnection;
  let stranger: HubConnection;
  const open: HubConnection[] = [];
  const project = { id: randomUUID(), name: hostile, remote: 'git@example.com:a/b.git' };

  const connectAs = async (name: string, options?: string): Promise<HubConnection> => {
    const connection = await connectHub(await postgres.newRole(database, name, options));
    open.push(connection);
    return connection;
  };
  let invited: string;

  before(async () => {
    postgres = await startPostgres();
    database = await postgres.newDatabase();
    // The schema belongs to a role that is bound by policies itself, as on a server that somebody else runs.
    const keeper = await connectAs('keeper', 'createrole');
    await postgres.run(database, `grant create on database ${database.database} to keeper`);
    await migrate(keeper);
    const [group] = await keeper.query(groupOfHub);
    invited = `in role ${String(group?.people)}`;
    owner = await connectAs('owner', invited);
    stranger = await connectAs('stranger', invited);
    assert.equal(await addProject(owner, project), 'owner');
    await owner.query(insert, [project.id]);
  });
  after(async () => {
    for (const connection of open) await connection.close();
    await postgres.stop();
  });

  it('own a project they created, regardless of its name', async () => {
    assert.deepEqual(await hubProjects(owner), [project]);
    assert.deepEqual(await hubMembers(owner, project.id), {
      access: 'owner',
      members: [{ person: 'owner', access: 'owner' }],
    });
    assert.equal(await addProject(owner, { ...project, name: 'another' }), 'owner');
    assert.deepEqual(await hubProjects(owner), [project]);
  });

  it('see nothing without membership through any table, partition, view or function', async () => {
    await checkSchema(stranger);
    assert.deepEqual(await hubProjects(stranger), []);
    assert.deepEqual(await hubMembers(stranger, project.id), { access: undefined, members: [] });
    assert.equal(await ownAccess(stranger, project.id), undefined);
    const relations = await postgres.run(
      database,
      `select c.relname::text as name from pg_class c where relnamespace = 'history_hub'::regnamespace
       and relkind in ('r', 'p', 'v', 'm')`,
    );
    assert.ok(relations.length > 18);
    for (const { name } of relations) {
      if (name === 'schema_version') continue;
      const rows = await stranger
        .query(`select * from history_hub.${String(name)}`)
        .catch((error: unknown) => {
          assert.match(String(error), /permission denied for table/);
          return [];
        });
      assert.deepEqual(rows, [], String(name));
    }
    for (const access of ['reader', 'writer', 'owner'])
      assert.deepEqual(await stranger.query('select history_hub.projects_with($1) as ids', [access]), [
        { ids: [] },
      ]);
    assert.deepEqual(await stranger.query("select * from pg_stats where schemaname = 'history_hub'"), []);
  });

  it('learn nothing from errors without membership', async () => {
    const told: string[] = [];
    const attempt = (work: Promise<unknown>) =>
      assert.rejects(work, (error: Error) => {
        told.push(error.message);
        return true;
      });
    await attempt(addProject(stranger, { id: project.id, name: 'mine now' }));
    for (const id of [project.id, randomUUID()]) {
      await attempt(stranger.query(insert, [id]));
      await attempt(setMember(stranger, id, { person: 'stranger', access: 'owner' }));
      await attempt(stranger.query("insert into history_hub.members values ($1, 'stranger', 'owner')", [id]));
      await attempt(stranger.query('insert into history_hub.projects (id, name) values ($1, $2)', [id, 'x']));
      await attempt(stranger.query('delete from history_hub.records where project = $1', [id]));
      // A function of one's own in a query is asked about visible rows only.
      assert.deepEqual(
        await stranger.query(`select 1 from history_hub.records where project = $1 and ("text"::int = 1)`, [
          id,
        ]),
        [],
      );
      assert.deepEqual(
        await stranger.query('update history_hub.projects set seq = 9 where id = $1 returning name', [id]),
        [],
      );
    }
    // The same for a project that is there and for one that nobody made, and nothing of what it is called or holds.
    const [, ...both] = told;
    assert.deepEqual(both.slice(0, 5), both.slice(5));
    for (const text of told) assert.doesNotMatch(text, /plan|drop schema|git@/);
  });

  it('are told when not invited to the server, and see nothing', async () => {
    const nobody = await connectAs('nobody');
    await assert.rejects(checkSchema(nobody), { code: 'not_found', message: /you were not let in/ });
    for (const table of ['projects', 'members', 'records', 'schema_version'])
      await assert.rejects(nobody.query(`select * from history_hub.${table}`), /permission denied/);
    await assert.rejects(addProject(nobody, { id: randomUUID(), name: 'x' }), /may not do this/);
  });

  it('only read as readers, and write only their own records as writers', async () => {
    const reader = await connectAs('reader', invited);
    await setMember(owner, project.id, { person: 'reader', access: 'reader' });
    assert.equal(await addProject(reader, { ...project, name: 'mine' }), 'reader');
    const seen = await reader.query('select owner, body from history_hub.records');
    assert.deepEqual(seen, [{ owner: 'owner', body: { secret: 'plan' } }]);
    await assert.rejects(reader.query(insert, [project.id]), /row-level security/);
    assert.deepEqual(await reader.query('update history_hub.projects set seq = seq + 1 returning seq'), []);
    assert.deepEqual(await reader.query(`update history_hub.records set body = '1' returning id`), []);
    await assert.rejects(setMember(reader, project.id, { person: 'reader', access: 'owner' }), /only owners/);

    await setMember(owner, project.id, { person: 'reader', access: 'writer' });
    await reader.query(insert, [project.id]);
    const changed = await reader.query(`update history_hub.records set body = '1' returning owner`);
    assert.deepEqual(changed, [{ owner: 'reader' }]);
    const asAnother = insert.replace('(project,', '(owner, project,').replace('($1,', "('owner', $1,");
    await assert.rejects(reader.query(asAnother, [project.id]), /row-level security/);
    await assert.rejects(
      reader.query('update history_hub.projects set name = $1', ['x']),
      /permission denied/,
    );
    await assert.rejects(reader.query('update history_hub.projects set seq = -1'), /only grows/);

    await setMember(owner, project.id, { person: 'reader', access: undefined });
    assert.deepEqual(await reader.query('select * from history_hub.records'), []);
  });

  it('cannot leave a project without an owner', async () => {
    for (const access of ['reader', undefined] as const)
      await assert.rejects(setMember(owner, project.id, { person: 'owner', access }), /at least one owner/);
  });

  it('see no records as schema administrators outside the project', async () => {
    const [keeper] = open;
    assert.ok(keeper);
    for (const table of ['projects', 'records'])
      assert.deepEqual(await keeper.query(`select * from history_hub.${table}`), []);
  });

  it('are invited under any name and log in with the password they get', async () => {
    const admin = await connectHub(database);
    open.push(admin);
    const password = await ensurePerson(admin, hostile);
    assert.ok(password);
    assert.equal(await ensurePerson(admin, hostile), undefined);
    await setMember(owner, project.id, { person: hostile, access: 'reader' });
    const guest = await connectHub({ ...database, user: hostile, password });
    open.push(guest);
    assert.deepEqual(await hubProjects(guest), [project]);
    const { access, members } = await hubMembers(guest, project.id);
    assert.equal(access, 'reader');
    assert.deepEqual(
      members.map(({ person }) => person),
      [hostile, 'owner'],
    );
    await postgres.newRole(database, 'known');
    assert.equal(await ensurePerson(admin, 'known'), undefined); // keeps its password
    const known = await connectHub({ ...database, user: 'known', password: 'known' });
    open.push(known);
    await checkSchema(known);
    await assert.rejects(ensurePerson(owner, 'another'), /may not do this/);
  });
});
