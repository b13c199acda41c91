import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connectHub } from '../../src/team/connection.ts';
import type { HubAddress } from '../../src/team/hubUrl.ts';
import { listenTo, notifyListeners } from '../../src/team/listen.ts';
import { addProject, setMember } from '../../src/team/members.ts';
import { migrate } from '../../src/team/migrate.ts';
import { recordsAfter } from '../../src/team/pull.ts';
import { pushRecords } from '../../src/team/push.ts';
import { haveOthersSent, recentOfOthers } from '../../src/team/recentRecords.ts';
import type { HubRecord, LiveConnection } from '../../src/team/types.ts';
import { eventually } from '../eventually.ts';
import { startPgBouncer, whyNoPgBouncer } from './pgBouncer.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

const record = (kind: HubRecord['kind'], dialog?: string): HubRecord => ({
  kind,
  id: randomUUID(),
  time: 1_770_000_000_000,
  author: randomUUID(),
  body: dialog === undefined ? {} : { dialog },
  text: 'x',
  deleted: false,
});

const noPooler = whyNoPgBouncer();

describe('listening to a hub', function () {
  let postgres: TestPostgres;
  let database: HubAddress;
  const open: LiveConnection[] = [];
  const as = async (address: HubAddress): Promise<LiveConnection> => {
    const connection = await connectHub(address);
    open.push(connection);
    return connection;
  };
  let ann: LiveConnection;
  let bo: LiveConnection;
  const project = randomUUID();
  before(async () => {
    postgres = await startPostgres();
    database = await postgres.newDatabase();
    await migrate(await as(database));
    ann = await as(await postgres.newRole(database, 'ann', 'in role history_hub_people'));
    bo = await as(await postgres.newRole(database, 'bo', 'in role history_hub_people'));
    await addProject(ann, { id: project, name: 'shop' });
    await setMember(ann, project, { person: 'bo', access: 'writer' });
  });
  after(async () => {
    for (const connection of open) await connection.close();
    await postgres.stop();
  });

  it('reports records of others, but not of other projects or the same connection', async () => {
    const other = randomUUID();
    await addProject(bo, { id: other, name: 'other' });
    let heard = 0;
    assert.equal(await listenTo(ann, project, () => void heard++), true);
    await pushRecords(ann, project, [record('memory')]);
    await pushRecords(bo, other, [record('memory')]);
    await pushRecords(bo, project, [record('message', 'a')]);
    await eventually('it is heard', () => heard > 0);
    await ann.query('select 1');
    assert.equal(heard, 1);
  });

  it('reports that polling is needed when the engine or a proxy passes no notifications', async () => {
    const rest = { onNotification: () => undefined, onEnd: () => undefined, close: () => Promise.resolve() };
    const transaction = <T>(work: () => Promise<T>): Promise<T> => work();
    const another = () => Promise.resolve({ ...rest, transaction, query: () => Promise.resolve([]) });
    const silent = { ...rest, transaction, query: () => Promise.resolve([]), process: 1, another };
    assert.equal(await listenTo(silent, project, () => undefined), false);
    let asked = 0;
    const without = { ...silent, query: () => Promise.reject(new Error(`unknown ${String(++asked)}`)) };
    assert.equal(await listenTo(without, project, () => undefined), false);
    await notifyListeners(without, project);
    await notifyListeners(without, project);
    assert.equal(asked, 2, 'it is not asked again');
  });

  it('is not misled by a pooler that passes on notifications only while a statement runs', async () => {
    const server = await as({ ...database, user: 'ann', password: 'ann' });
    let running = 0;
    const pooled: LiveConnection = {
      process: 1, // its own, as PgBouncer announces
      another: () => as({ ...database, user: 'ann', password: 'ann' }),
      query: async (sql, values) => {
        running++;
        return server.query(sql, values).finally(() => running--);
      },
      transaction: (work) => server.transaction(work),
      onNotification: (listener) => server.onNotification((word) => running > 0 && listener(word)),
      onEnd: (ended) => server.onEnd(ended),
      close: () => server.close(),
    };
    assert.equal(await listenTo(pooled, project, () => undefined), false);
  });

  for (const mode of ['session', 'transaction'] as const)
    (noPooler === undefined ? it : it.skip)(
      `is known through PgBouncer by ${mode}${noPooler === undefined ? '' : `: ${noPooler}`}`,
      async () => {
        const pooler = await startPgBouncer(database, mode, { ann: 'ann', bo: 'bo' });
        try {
          const [reader, writer] = [
            await connectHub(pooler.address('ann', 'ann')),
            await connectHub(pooler.address('bo', 'bo')),
          ];
          const pooled = randomUUID();
          await addProject(ann, { id: pooled, name: mode });
          await setMember(ann, pooled, { person: 'bo', access: 'writer' });
          let heard = 0;
          assert.equal(await listenTo(reader, pooled, () => void heard++), mode === 'session');
          await pushRecords(writer, pooled, [record('memory')]);
          if (mode === 'session') {
            await eventually('it is heard', () => heard > 0);
            heard = 0;
            await pushRecords(reader, pooled, [record('memory')]);
            await pushRecords(writer, pooled, [record('memory')]);
            await eventually('it is heard', () => heard > 0);
            assert.equal(heard, 1, 'not what it sent itself');
          }
          const { records } = await recordsAfter(reader, { project: pooled, cursor: 0, of: 'others' });
          assert.ok(records.length > 0);
          for (const connection of [reader, writer]) await connection.close();
        } finally {
          await pooler.stop();
        }
      },
    );

  it('reports a lost connection unless it was closed locally', async () => {
    const [closed, broken] = [await as(database), await as(database)];
    let ended = '';
    closed.onEnd(() => (ended += 'closed'));
    broken.onEnd(() => (ended += 'broken'));
    await closed.close();
    const [row] = await broken.query('select pg_backend_pid() as pid');
    await postgres.run(database, 'select pg_terminate_backend($1)', [row?.pid]);
    await eventually('it is told', () => ended !== '');
    assert.equal(ended, 'broken');
  });

  it('lists recent records of others per dialog, and nothing to a stranger', async () => {
    await pushRecords(bo, project, [
      ...[record('message', 'b'), record('message', 'b'), record('summary', 'b')],
      ...[record('memory'), record('memory')],
    ]);
    const lately = await recentOfOthers(ann, project);
    assert.deepEqual(
      lately.map(({ person, dialog, kind, count }) => [person, dialog, kind, count]),
      [
        ['bo', undefined, 'memory', 2],
        ['bo', 'b', 'message', 2],
        ['bo', 'a', 'message', 1],
      ],
    );
    assert.ok(lately[0] && lately[1] && lately[0].number > lately[1].number);
    assert.equal(await haveOthersSent(ann, project, lately[0].number), false);
    assert.equal(await haveOthersSent(ann, project, lately[1].number), true);
    assert.equal(await haveOthersSent(bo, project, lately[1].number), false);
    const stranger = await as(await postgres.newRole(database, 'cy', 'in role history_hub_people'));
    assert.deepEqual(await recentOfOthers(stranger, project), []);
  });
});
