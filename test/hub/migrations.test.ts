import assert from 'node:assert/strict';
import { StoreError } from '../../src/disk/base/core.ts';
import { connectHub } from '../../src/team/connection.ts';
import { prepareHub } from '../../src/team/joinHub.ts';
import { checkSchema, migrate } from '../../src/team/migrate.ts';
import { migrations } from '../../src/team/schema.ts';
import { vectorsState } from '../../src/team/vectorStorage.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

describe('migrations of the hub', function () {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.stop());

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

  it('run concurrently from two versions, and ask the older one to update', async () => {
    const newer = [
      ...migrations,
      { version: migrations.length + 1, statements: ['create table history_hub.more ()'] },
    ];
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

  it('tell a newer client who has to update the schema', async () => {
    const client = await connectHub(await postgres.newDatabase());
    await migrate(client);
    const newer = [...migrations, { version: migrations.length + 1, statements: [] }];
    await assert.rejects(checkSchema(client, newer), {
      code: 'not_found',
      message: /runs .* team setup once more/,
    });
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
