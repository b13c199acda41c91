import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHubHistory } from '../../src/store/hubHistory.ts';
import { connectHub } from '../../src/team/connection.ts';
import { syncHub } from '../../src/team/hubSync.ts';
import type { HubAddress } from '../../src/team/hubUrl.ts';
import { prepareHub } from '../../src/team/joinHub.ts';
import type { HubHistory } from '../../src/team/localHistory.ts';
import { addProject, ensurePerson, hubMembers, setMember } from '../../src/team/members.ts';
import { backUpProject, restoreProject } from '../../src/team/projectBackup.ts';
import { pushRecords } from '../../src/team/push.ts';
import { pullHistory, pushHistory } from '../../src/team/syncHistory.ts';
import type { HubConnection, HubRecord } from '../../src/team/types.ts';
import { stateOf } from './stateOf.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';
import { TestTranscript } from './transcripts.ts';

const memory = (id: string, body: HubRecord['body'], more: Partial<HubRecord> = {}): HubRecord => ({
  ...{ kind: 'memory', id, time: 1_770_000_000_000, author: randomUUID(), body, text: id, deleted: false },
  ...more,
});

describe('a backup of a project of the hub', function () {
  let postgres: TestPostgres;
  let founder: HubAddress;
  const open: HubConnection[] = [];
  const folder = fs.mkdtempSync(join(tmpdir(), 'hub-backup-'));
  const connect = async (address: HubAddress): Promise<HubConnection> => {
    const connection = await connectHub(address);
    open.push(connection);
    return connection;
  };
  before(async () => {
    postgres = await startPostgres();
    founder = await postgres.newRole(await postgres.newDatabase(), 'ann', 'createrole');
  });
  after(async () => {
    for (const connection of open) await connection.close();
    await postgres.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  /** A hub that Ann sets up, who is bound by the policies, as on a server of somebody else. */
  async function newHub(): Promise<{ readonly ann: HubConnection; readonly database: HubAddress }> {
    const database = await postgres.newDatabase();
    await postgres.run(database, `grant create on database ${database.database} to ann`);
    const ann = await connect({ ...founder, database: database.database });
    await prepareHub(ann);
    return { ann, database };
  }

  function machine(name: string, id: string): HubHistory {
    const path = join(folder, name);
    fs.mkdirSync(join(path, '.chat-history'), { recursive: true });
    fs.writeFileSync(join(path, '.chat-history/project.json'), JSON.stringify({ v: 1, id }));
    return openHubHistory(path);
  }
  const push = (history: HubHistory, connection: HubConnection) =>
    syncHub(history, { connection, hub: 'hub' }, (sync) => pushHistory(sync, 'everything'));
  const pull = (history: HubHistory, connection: HubConnection) =>
    syncHub(history, { connection, hub: 'hub' }, pullHistory);

  const all = `select owner, kind, id, "time", author, body, "text", deleted from history_hub.records
    where project = $1 order by seq`;

  it('brings back all that everybody sent, in another database', async () => {
    const [old, other] = [await newHub(), await newHub()];
    const id = randomUUID();
    await addProject(old.ann, { id, name: 'shop', remote: 'git@example.com:a/b.git' });
    const password = await ensurePerson(old.ann, 'bob');
    await setMember(old.ann, id, { person: 'bob', access: 'writer' });
    await setMember(old.ann, id, { person: 'gone by now', access: 'reader' });
    const bob = await connect({ ...old.database, user: 'bob', password: password ?? '' });
    const history = machine('one', id);
    await history.local.dialogs.save('计划', [
      { role: 'user', text: 'ship\u0000 on Friday\n"quoted"', ts: 1_770_000_000_000 },
    ]);
    await new TestTranscript('11111111-aaaa').say('talk').archive(history);
    await push(history, old.ann);
    const many = Array.from({ length: 2_300 }, (_, n) => memory(`of bob ${String(n)}`, { n }));
    await pushRecords(bob, id, [...many, memory('deleted', null, { deleted: true, text: '' })]);
    const before = await old.ann.query(all, [id]);
    assert.ok(before.length > 2_303);

    const file = join(folder, 'shop.gz');
    assert.equal(await backUpProject(bob, id, file), before.length);
    await assert.rejects(backUpProject(bob, id, file), { code: 'already_exists' });
    await assert.rejects(backUpProject(other.ann, id, join(folder, 'none.gz')), { code: 'outside' });
    if (process.platform !== 'win32') assert.equal(fs.statSync(file).mode & 0o77, 0);

    const restored = await restoreProject(other.ann, file);
    assert.deepEqual(
      [restored.project.name, restored.records, restored.missing],
      ['shop', before.length, ['gone by now']],
    );
    assert.deepEqual(await other.ann.query(all, [id]), before);
    assert.deepEqual((await hubMembers(other.ann, id)).members, [
      { person: 'ann', access: 'owner' },
      { person: 'bob', access: 'writer' },
    ]);
    assert.equal((await restoreProject(other.ann, file)).records, 0);

    const newcomer = machine('newcomer', id);
    await pull(newcomer, other.ann);
    assert.deepEqual(await stateOf(newcomer), await stateOf(history));
  });

  it('leaves what is later, and gets what was sent after it from the machines', async () => {
    const { ann, database } = await newHub();
    const id = randomUUID();
    await addProject(ann, { id, name: 'shop' });
    const [one, two] = [machine('first', id), machine('second', id)];
    await one.local.memories.store({ content: 'kept' });
    await push(one, ann);
    const file = join(folder, 'early.gz');
    await backUpProject(ann, id, file);
    await one.local.memories.store({ content: 'after the backup' });
    await push(one, ann);
    await postgres.run(database, 'delete from history_hub.records');
    await postgres.run(database, 'delete from history_hub.members');
    await postgres.run(database, 'delete from history_hub.projects');

    await restoreProject(ann, file);
    // Numbers get past what the first machine knew before it asks.
    await pushRecords(
      ann,
      id,
      Array.from({ length: 50 }, (_, n) => memory(`m${String(n)}`, null, { deleted: true })),
    );
    await push(one, ann);
    await pull(two, ann);
    const contents = (await two.local.memories.list()).map(({ content }) => content).toSorted();
    assert.deepEqual(contents, ['after the backup', 'kept']);
  });

  it('is restored by whoever set the hub up alone, and only as a whole', async () => {
    const { ann, database } = await newHub();
    const id = randomUUID();
    const password = await ensurePerson(ann, 'bo');
    const bob = await connect({ ...database, user: 'bo', password: password ?? '' });
    await addProject(bob, { id, name: 'his' });
    await pushRecords(bob, id, [memory('his own', 'x')]);
    const file = join(folder, 'his.gz');
    await backUpProject(bob, id, file);
    await assert.rejects(restoreProject(bob, file), /may not do this/);
    await assert.rejects(restoreProject(ann, file), { code: 'outside' });
    const forged = [{ ...memory('forged', 'x'), owner: 'ann' }];
    const direct = 'select history_hub.restore_records($1, $2::jsonb)';
    await assert.rejects(bob.query(direct, [id, JSON.stringify(forged)]), /may not do this/);
    await setMember(bob, id, { person: 'ann', access: 'owner' });
    assert.equal((await restoreProject(ann, file)).records, 0);

    const bytes = fs.readFileSync(file);
    const cut = join(folder, 'cut.gz');
    for (const length of [0, 20, bytes.length - 9]) {
      fs.writeFileSync(cut, bytes.subarray(0, length));
      await assert.rejects(restoreProject(ann, cut), { code: 'damaged' });
    }
    await assert.rejects(restoreProject(ann, join(folder, 'none')), { code: 'not_found' });
    fs.writeFileSync(cut, 'no backup');
    await assert.rejects(restoreProject(ann, cut), { code: 'damaged' });
  });
});
