import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreError } from '../../src/disk/base/core.ts';
import { openHubHistory } from '../../src/store/hubHistory.ts';
import { connectHub } from '../../src/team/connection.ts';
import { openHub } from '../../src/team/hub.ts';
import { prepareHub } from '../../src/team/joinHub.ts';
import type { HubHistory } from '../../src/team/localHistory.ts';
import { addProject } from '../../src/team/members.ts';
import { checkSchema, migrate, updateSchema } from '../../src/team/migrate.ts';
import { recordsAfter } from '../../src/team/pull.ts';
import { pushRecords } from '../../src/team/push.ts';
import { repairProject } from '../../src/team/repairProject.ts';
import { migrations, oldestSchema, type Migration } from '../../src/team/schema.ts';
import { vectorsState } from '../../src/team/vectorStorage.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

describe('migrations of the hub', function () {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres();
  });
  after(async () => {
    await postgres.stop();
    for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
  });
  const folders: string[] = [];
  function newHistory(id: string): HubHistory {
    const folder = fs.mkdtempSync(join(tmpdir(), 'hub-migrations-'));
    folders.push(folder);
    fs.mkdirSync(join(folder, '.chat-history'));
    fs.writeFileSync(join(folder, '.chat-history/project.json'), JSON.stringify({ v: 1, id }));
    return openHubHistory(folder);
  }

  it('run once, even when many clients start them together', async () => {
    const database = await postgres.newDatabase();
    const clients = await Promise.all(Array.from({ length: 8 }, () => connectHub(database)));
    const made = await Promise.all(clients.map((client) => migrate(client)));
    assert.equal(
      made.reduce((sum, count) => sum + count),
      migrations.length,
    );
    for (const client of clients) {
      await checkSchema(client);
      await client.close();
    }
  });

  it('run concurrently for two hubs on one server', async () => {
    const databases = await Promise.all([postgres.newDatabase(), postgres.newDatabase()]);
    const clients = await Promise.all(databases.map(connectHub));
    await Promise.all(clients.map((client) => migrate(client)));
    for (const client of clients) {
      await checkSchema(client);
      await client.close();
    }
  });

  /** A version after all of today's. */
  const next = (range?: Migration['for']): readonly Migration[] => [
    ...migrations,
    {
      version: migrations.length + 1,
      statements: ['create table history_hub.more ()'],
      ...(range && { for: range }),
    },
  ];

  it('run concurrently from two versions, and ask the older one to update where it would do harm', async () => {
    const newer = next();
    const database = await postgres.newDatabase();
    const [older, younger] = await Promise.all([connectHub(database), connectHub(database)]);
    const [first] = await Promise.allSettled([migrate(older), migrate(younger, newer)]);
    // The older one came first and made its own, or second and was told.
    if (first.status === 'rejected') assert.match(String(first.reason), /update MCP History Store/);
    await checkSchema(younger, newer);
    const known = migrations.length;
    const message = `The hub has the schema ${String(known + 1)}, this program knows those up to ${String(known)}: update MCP History Store here.`;
    const refused = { code: 'disabled', message };
    await assert.rejects(checkSchema(older), refused);
    await assert.rejects(migrate(older), refused);
    await Promise.all([older.close(), younger.close()]);
  });

  it('let older programs go on, or only read, as the newer version says', async () => {
    const known = migrations.length;
    for (const [range, use] of [
      [{ readers: known, writers: known }, 'write'],
      [{ readers: known, writers: known + 1 }, 'read'],
    ] as const) {
      const database = await postgres.newDatabase();
      const client = await connectHub(database);
      await migrate(client);
      assert.equal(await migrate(client, next(range)), 1);
      assert.equal(await checkSchema(client, next(range)), 'write');
      assert.equal(await checkSchema(client), use);
      assert.equal(await updateSchema(client), 0);
      const project = randomUUID();
      await addProject(client, { id: project, name: 'shop' });
      const hub = await openHub({ address: database, project, history: newHistory(project) });
      assert.equal(await hub.pull(), 0);
      const sending = hub.push({ share: 'dialogs' });
      if (use === 'write') await sending;
      else await assert.rejects(sending, { code: 'disabled', message: /may still read it.*Update/ });
      const exchange = hub.exchange({ share: 'dialogs' });
      if (use === 'write') await exchange;
      else await assert.rejects(exchange, { code: 'disabled' });
      await hub.close();
      await client.close();
    }
  });

  it('are no condition for programs of this version, and leave those of 0.1.0 going', async () => {
    const database = await postgres.newDatabase();
    const admin = await connectHub(database);
    const released = migrations.slice(0, oldestSchema);
    await migrate(admin, released);
    // Whoever did not set the hub up works with it as it is.
    const guest = await connectHub(await postgres.newRole(database, 'a guest', 'in role history_hub_people'));
    assert.equal(await prepareHub(guest), 0);
    assert.equal(await checkSchema(guest), 'write');
    const project = randomUUID();
    await addProject(guest, { id: project, name: 'shop' });
    const memory = { kind: 'memory', time: 1, author: 'a', body: 'x', text: 'x', deleted: false } as const;
    await pushRecords(guest, project, [{ ...memory, id: 'one' }]);
    await assert.rejects(repairProject(guest, project, 0), {
      code: 'not_found',
      message: /team setup once more/,
    });
    assert.equal(await prepareHub(admin), migrations.length - released.length);
    // 0.1.0 compares this number with its own.
    assert.deepEqual(await guest.query('select version from history_hub.schema_version'), [{ version: 3 }]);
    assert.equal(await checkSchema(guest, released), 'write');
    await pushRecords(guest, project, [{ ...memory, id: 'two' }]);
    const { records } = await recordsAfter(guest, { project, cursor: 0, of: 'me' });
    assert.deepEqual(
      records.map(({ id }) => id),
      ['one', 'two'],
    );
    for (const client of [guest, admin]) await client.close();
  });

  it('wait for nobody who is not to change the schema', async () => {
    const database = await postgres.newDatabase();
    const [keeper, stranger] = [await connectHub(database), await connectHub(database)];
    await migrate(keeper, migrations.slice(0, -1));
    await stranger.query('select pg_advisory_lock(7148320655093)');
    assert.equal(await migrate(keeper), 1);
    await stranger.close();
    await keeper.close();
  });

  it('leave nothing behind when interrupted, and succeed on retry', async () => {
    const broken = [...migrations.slice(0, 1), { version: 2, statements: ['select * from nothing_there'] }];
    const database = await postgres.newDatabase();
    const client = await connectHub(database);
    await assert.rejects(migrate(client, broken), { code: 'storage' });
    await assert.rejects(checkSchema(client), { code: 'not_found', message: /not set up as a hub/ });
    assert.equal(await migrate(client), migrations.length);
    await client.close();
  });

  it('leave out vectors when the server lacks the extension', async () => {
    const client = await connectHub(await postgres.newDatabase());
    assert.equal(await prepareHub(client), migrations.length);
    assert.equal(await prepareHub(client), 0);
    assert.equal(await vectorsState(client), 'extension');
    await client.close();
  });

  it('are required for a hub that is older than any release', async () => {
    const client = await connectHub(await postgres.newDatabase());
    await migrate(client, migrations.slice(0, 2));
    await assert.rejects(checkSchema(client), {
      code: 'not_found',
      message: /runs .* team setup once more/,
    });
    assert.equal(await updateSchema(client), migrations.length - 2);
    await client.close();
  });

  it('reject a database other than PostgreSQL as a hub', async () => {
    const database = await postgres.newDatabase();
    const client = await connectHub(database);
    for (const unknown of [
      'create magic history_hub.a',
      'create table history_hub.a (b magic)',
      'select pg_catalog.magic_lock(1)',
    ])
      await assert.rejects(migrate(client, [{ version: 1, statements: [unknown] }]), (error: unknown) => {
        assert.ok(error instanceof StoreError);
        assert.match(error.message, /cannot be a hub: a hub takes PostgreSQL 14 or newer.*magic/);
        return error.data.problem === 'engine';
      });
    assert.equal(await migrate(client), migrations.length);
    await client.close();
  });

  it('require a role with permission, and report a missing one', async () => {
    const database = await postgres.newDatabase();
    const client = await connectHub(await postgres.newRole(database, 'guest'));
    await assert.rejects(migrate(client), { code: 'storage', message: /guest may not do this/ });
    await client.close();
  });
});
