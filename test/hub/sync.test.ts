import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { JsonValue } from '../../src/disk/base/core.ts';
import { connectHub } from '../../src/team/connection.ts';
import type { HubAddress } from '../../src/team/hubUrl.ts';
import { addProject, setMember, storable } from '../../src/team/members.ts';
import { migrate } from '../../src/team/migrate.ts';
import { pullRecords, recordOf, recordsAfter } from '../../src/team/pull.ts';
import { pushRecords } from '../../src/team/push.ts';
import { recordKinds, type HubConnection, type HubRecord, type PulledRecord } from '../../src/team/types.ts';
import { keyOf, nextVersion, replaces } from '../../src/team/versions.ts';
import { ClientLog } from '../clientLog.ts';
import { eventually } from '../eventually.ts';
import { seeded } from '../seeded.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

/** A machine with its state, what it has not sent yet, and up to where it has read. */
class TestMachine {
  readonly author = randomUUID();
  readonly records = new Map<string, PulledRecord>();
  readonly unsent = new Map<string, HubRecord>();
  cursor = 0;
  #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  change(
    kind: PulledRecord['kind'],
    id: string,
    { body, text }: { body: JsonValue; text: string },
    deleted: boolean,
  ): PulledRecord {
    const known = this.records.get(keyOf({ kind, id }));
    if (kind === 'message' && known) return known;
    const version = nextVersion(known, ++this.#now, this.author);
    const record = { ...version, kind, id, body: deleted ? null : body, deleted };
    this.records.set(keyOf(record), record);
    this.unsent.set(keyOf(record), { ...record, text });
    return record;
  }

  async push(connection: HubConnection, project: string): Promise<void> {
    await pushRecords(connection, project, [...this.unsent.values()], (batch) => {
      for (const record of batch)
        if (this.unsent.get(keyOf(record)) === record) this.unsent.delete(keyOf(record));
    });
  }

  async pull(connection: HubConnection, project: string): Promise<void> {
    const query = { project, cursor: this.cursor, of: 'me', except: this.author } as const;
    await pullRecords(connection, query, ({ records, cursor }) => {
      for (const { owner: _owner, ...record } of records)
        if (replaces(record, this.records.get(keyOf(record)))) this.records.set(keyOf(record), record);
      this.cursor = cursor;
    });
  }

  get state(): readonly PulledRecord[] {
    return [...this.records.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }
}

const pieces = [
  'plain',
  '数据库迁移',
  `'; drop table records; --`,
  '"\\',
  '\u0000',
  '\ud83d',
  '😀',
  '%',
  '{}',
  '$json',
  '\n',
];

describe('records of the hub', function () {
  let postgres: TestPostgres;
  let database: HubAddress;
  let admin: HubConnection;
  before(async () => {
    postgres = await startPostgres();
    database = await postgres.newDatabase();
    admin = await connectHub(database);
    await migrate(admin);
    await postgres.newRole(database, 'me', 'in role history_hub_people');
  });
  after(async () => {
    await admin.close();
    await postgres.stop();
  });

  const asMe = (): Promise<HubConnection> => connectHub({ ...database, user: 'me', password: 'me' });

  async function newProject(): Promise<string> {
    const id = randomUUID();
    const connection = await asMe();
    await addProject(connection, { id, name: 'project' });
    await connection.close();
    return id;
  }

  /** Of all records of a project, by `keyOf`. */
  async function keysIn(connection: HubConnection, project: string): Promise<readonly string[]> {
    const rows = await connection.query('select * from history_hub.records where project = $1', [project]);
    return rows.flatMap((row) => recordOf(row).map(keyOf));
  }

  /** A connection whose server process is ended before or after the statement with this number, from 0 on. */
  async function cutAt(
    place: number,
    when: 'before' | 'after',
  ): Promise<HubConnection & { readonly asked: number }> {
    const connection = await asMe();
    const [row] = await connection.query('select pg_backend_pid() as pid');
    let asked = 0;
    const cut = () => admin.query('select pg_terminate_backend($1)', [row?.pid]);
    const query: HubConnection['query'] = async (sql, values) => {
      const isHere = asked++ === place;
      if (isHere && when === 'before') await cut();
      const rows = await connection.query(sql, values);
      if (!isHere) return rows;
      await cut();
      throw new Error('cut off after the statement');
    };
    const transaction: HubConnection['transaction'] = async (work) => {
      await query('begin');
      const result = await work();
      await query('commit');
      return result;
    };
    return {
      query,
      transaction,
      close: () => connection.close(),
      get asked() {
        return asked;
      },
    };
  }

  /** So many random changes of every kind, of which the machines know nothing of one another. */
  function changeOften(machine: TestMachine, random: () => number, count: number): PulledRecord[] {
    const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const word = () => Array.from({ length: 1 + Math.floor(random() * 3) }, () => one(pieces)).join('');
    return Array.from({ length: count }, () => {
      const kind = one(recordKinds);
      // Messages of the two machines are their own, as they were said there; a few came to both, from one transcript.
      const own = kind === 'message' && random() < 0.9 ? machine.author.slice(0, 8) : '';
      const id = `${own}${String(Math.floor(random() * (kind === 'message' ? 5_000 : 60)))}${storable(one(pieces))}`;
      const text = own === '' && kind === 'message' ? id : word();
      const body =
        kind === 'message' ? { text } : { text, list: [null, true, 1.5, -1e21, word()], $json: word() };
      return machine.change(kind, id, { body, text: '' }, kind !== 'message' && random() < 0.2);
    });
  }

  it('of two offline machines converge in any order, with connections cut at any statement', async () => {
    for (const seed of [1, 2]) {
      const random = seeded(seed);
      const project = await newProject();
      const machines = [new TestMachine(1_000_000), new TestMachine(1_001_000)];
      const made = machines.flatMap((machine) => changeOften(machine, random, 2_000));
      for (let cuts = 0; cuts < 12;) {
        const machine = machines[Math.floor(random() * 2)]!;
        const connection = await cutAt(Math.floor(random() * 12), random() < 0.5 ? 'before' : 'after');
        const work = random() < 0.5 ? machine.push(connection, project) : machine.pull(connection, project);
        await work.catch(() => cuts++);
        await connection.close();
        if (random() < 0.3) made.push(...changeOften(machine, random, 5));
        else cuts += 0.2;
      }
      const connection = await asMe();
      for (const machine of machines) await machine.push(connection, project);
      for (const machine of machines) await machine.pull(connection, project);
      const expected = new Map<string, PulledRecord>();
      for (const record of made)
        if (replaces(record, expected.get(keyOf(record)))) expected.set(keyOf(record), record);
      const [one, other] = machines.map(({ state }) =>
        state.map(({ time, author, ...rest }) =>
          rest.kind === 'message' ? rest : { ...rest, time, author },
        ),
      );
      const right = [...expected.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      assert.deepEqual(one, other);
      assert.deepEqual(
        one,
        right.map(({ time, author, ...rest }) =>
          rest.kind === 'message' ? rest : { ...rest, time, author },
        ),
      );
      const log = new ClientLog();
      for (const key of expected.keys()) log.done(key);
      log.assertMatches(await keysIn(connection, project), 'in the hub');
      assert.ok(recordKinds.every((kind) => right.some((record) => record.kind === kind)));

      // Once more the same changes nothing, and nobody has anything to read.
      const again = right.map((record) => ({ ...record, text: '' }));
      await pushRecords(connection, project, again);
      for (const machine of machines) {
        const query = { project, cursor: machine.cursor, of: 'me', except: machine.author } as const;
        assert.deepEqual((await recordsAfter(connection, query)).records, []);
      }
      await connection.close();
    }
  });

  it('arrive once when the connection is cut at any statement', async () => {
    for (const when of ['before', 'after'] as const)
      for (let place = 0; ; place++) {
        const project = await newProject();
        const [here, there] = [new TestMachine(1_000), new TestMachine(2_000)];
        changeOften(here, seeded(place), 20);
        changeOften(there, seeded(place + 100), 20);
        const cut = await cutAt(place, when);
        const work = async (connection: HubConnection) => {
          await here.push(connection, project);
          await there.pull(connection, project);
          await there.push(connection, project);
          await here.pull(connection, project);
        };
        const broke = await work(cut).then(
          () => false,
          () => true,
        );
        await cut.close();
        if (!broke) {
          assert.ok(place > 5); // every statement was tried
          break;
        }
        const connection = await asMe();
        await work(connection);
        await there.pull(connection, project);
        assert.deepEqual(there.state, here.state, `cut ${when} ${String(place)}`);
        await connection.close();
      }
  });

  it('of fifty concurrent clients are all stored once with a unique number', async () => {
    const project = await newProject();
    const machines = Array.from({ length: 50 }, (_, n) => new TestMachine(n));
    for (const [n, machine] of machines.entries())
      for (let m = 0; m < 40; m++)
        machine.change(
          m % 2 === 0 ? 'message' : 'memory',
          m % 4 === 1 ? `shared ${String(m)}` : `${String(n)}-${String(m)}`,
          { body: m, text: '' },
          false,
        );
    const log = new ClientLog();
    for (const key of new Set(machines.flatMap(({ records }) => [...records.keys()]))) log.sent(key);
    const connections = await Promise.all(machines.map(asMe));
    await Promise.all(
      machines.map(async (machine, n) => {
        await machine.push(connections[n]!, project);
        for (const key of machine.records.keys()) log.told(key);
      }),
    );
    log.assertMatches(await keysIn(admin, project), 'in the hub');
    const rows = await admin.query('select seq from history_hub.records where project = $1', [project]);
    assert.equal(rows.length, 50 * 30 + 10);
    assert.equal(new Set(rows.map(({ seq }) => seq)).size, rows.length);
    await Promise.all(machines.map((machine, n) => machine.pull(connections[n]!, project)));
    for (const [n, machine] of machines.entries()) {
      assert.deepEqual(machine.state, machines[0]?.state);
      log.assertMatches(machine.state.map(keyOf), `on machine ${String(n)}`);
    }
    await Promise.all(connections.map((connection) => connection.close()));
  });

  it('of a slow transaction are not skipped when others advance the cursor', async () => {
    const project = await newProject();
    const [slow, quick, reader] = await Promise.all([asMe(), asMe(), asMe()]);
    const [late, early] = [new TestMachine(1), new TestMachine(1)];
    late.change('memory', 'of the slow one', { body: 1, text: '' }, false);
    early.change('memory', 'of the quick one', { body: 2, text: '' }, false);
    const seen: string[] = [];
    let cursor = 0;
    const read = () =>
      pullRecords(reader, { project, cursor, of: 'me' }, (page) => {
        seen.push(...page.records.map(({ id }) => id));
        cursor = page.cursor;
      });
    let proceed: () => void = () => undefined;
    const mayCommit = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const first = slow.transaction(async () => {
      await late.push(slow, project);
      await mayCommit;
    });
    await eventually('the slow one has written', async () => {
      const open = `select from pg_stat_activity where state = 'idle in transaction' and query like '%pg_notify%'`;
      return (await admin.query(open)).length > 0;
    });
    const second = early.push(quick, project);
    await eventually(
      'the quick one waits',
      async () =>
        (await admin.query(`select from pg_stat_activity where wait_event_type = 'Lock' and usename = 'me'`))
          .length > 0,
    );
    await read();
    assert.deepEqual(seen, []);
    proceed();
    await Promise.all([first, second]);
    await read();
    assert.deepEqual(seen, ['of the slow one', 'of the quick one']);
    for (const connection of [slow, quick, reader]) await connection.close();
  });

  it('of colleagues are read separately, and only with permission', async () => {
    const project = await newProject();
    const colleague = await connectHub(
      await postgres.newRole(database, 'colleague', 'in role history_hub_people'),
    );
    const me = await asMe();
    const mine = new TestMachine(1);
    mine.change('memory', 'same id', { body: 'mine', text: '' }, false);
    await mine.push(me, project);
    const theirs = new TestMachine(5);
    const record = theirs.change('memory', 'same id', { body: 'theirs', text: '' }, false);
    await assert.rejects(theirs.push(colleague, project), { code: 'disabled', message: /may not write/ });
    await setMember(me, project, { person: 'colleague', access: 'reader' });
    await assert.rejects(theirs.push(colleague, project), { code: 'disabled' });
    await setMember(me, project, { person: 'colleague', access: 'writer' });
    await theirs.push(colleague, project);
    const ofOthers = { project, cursor: 0, of: 'others' } as const;
    assert.deepEqual((await recordsAfter(me, ofOthers)).records, [{ ...record, owner: 'colleague' }]);
    assert.equal((await recordsAfter(colleague, ofOthers)).records[0]?.body, 'mine');
    assert.equal((await recordsAfter(me, { ...ofOthers, of: 'me' })).records[0]?.body, 'mine');
    for (const connection of [colleague, me]) await connection.close();
  });

  it('arrive in pages of bounded size and number, with any records in between', async () => {
    const project = await newProject();
    const connection = await asMe();
    const random = seeded(7);
    const noise = () => Array.from({ length: 200_000 }, () => random().toString(36).slice(2, 12)).join('');
    const machine = new TestMachine(1);
    for (let n = 0; n < 9; n++) machine.change('archive', String(n), { body: noise(), text: '' }, false);
    await machine.push(connection, project);
    // Numbers of versions that have gone since, more than a page looks through.
    for (let n = 0; n < 7; n++)
      for (let m = 0; m < 1_000; m++) {
        machine.change('memory', `m${String(m)}`, { body: n, text: '' }, false);
        if (m === 999) await machine.push(connection, project);
      }
    const sizes: number[] = [];
    const seen = new Map<string, number>();
    await pullRecords(connection, { project, cursor: 0, of: 'me' }, ({ records }) => {
      sizes.push(records.length);
      for (const { id } of records) seen.set(id, (seen.get(id) ?? 0) + 1);
    });
    assert.deepEqual([...new Set(seen.values())], [1]);
    assert.equal(seen.size, 1_009);
    assert.ok((sizes[0] ?? 0) < 9, sizes.join());
    assert.ok(Math.max(...sizes) <= 1_000);
    await connection.close();
  });
});
