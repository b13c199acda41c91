import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archiveTrash } from '../../src/history/archive/archiveTrash.ts';
import { connectHub } from '../../src/team/connection.ts';
import { addProject } from '../../src/team/members.ts';
import type { HubHistory } from '../../src/team/localHistory.ts';
import { syncHub, type HubSync } from '../../src/team/hubSync.ts';
import { searchRecords } from '../../src/team/searchRecords.ts';
import { pullHistory, pushHistory } from '../../src/team/syncHistory.ts';
import type { HubConnection, HubShare } from '../../src/team/types.ts';
import { openHubHistory } from '../../src/store/hubHistory.ts';
import { openStore } from '../../src/store/store.ts';
import { seeded } from '../seeded.ts';
import { newHub, startPostgres, type TestPostgres } from './postgres.ts';
import { archivesOf, TestTranscript } from './transcripts.ts';

const token = `ghp_${'a1B2'.repeat(9)}`;

describe('archives and the hub', function () {
  let postgres: TestPostgres;
  let connection: HubConnection;
  let id = '';
  const folders: string[] = [];
  /** The largest of the values that were handed to the database, and how many statements it may still answer. */
  const watched = { largest: 0, left: Infinity };
  before(async () => {
    postgres = await startPostgres();
    const hub = await newHub(postgres);
    const address = await hub.person('me');
    let real = await connectHub(address);
    connection = {
      query: async (sql, values = []) => {
        for (const value of values.flat())
          if (typeof value === 'string') watched.largest = Math.max(watched.largest, value.length);
        if (watched.left-- > 0) return real.query(sql, values);
        await real.close();
        real = await connectHub(address);
        watched.left = Infinity;
        throw new Error('cut');
      },
      transaction: async (work) => {
        await connection.query('begin');
        try {
          const result = await work();
          await connection.query('commit');
          return result;
        } catch (error) {
          await real.query('rollback');
          throw error;
        }
      },
      close: () => real.close(),
    };
  });
  after(async () => {
    await connection.close();
    await postgres.stop();
    for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
  });

  async function machines(): Promise<readonly [HubHistory, HubHistory]> {
    id = randomUUID();
    await addProject(connection, { id, name: 'project' });
    const machine = () => {
      const folder = fs.mkdtempSync(join(tmpdir(), 'hub-archives-'));
      folders.push(folder);
      fs.mkdirSync(join(folder, '.chat-history'));
      fs.writeFileSync(join(folder, '.chat-history/project.json'), JSON.stringify({ v: 1, id }));
      return openHubHistory(folder);
    };
    return [machine(), machine()];
  }
  const run = <T>(history: HubHistory, work: (sync: HubSync) => Promise<T>): Promise<T> =>
    syncHub(history, { connection, hub: 'hub' }, work);
  const push = (history: HubHistory, share: HubShare = 'everything') =>
    run(history, (sync) => pushHistory(sync, share));
  const pull = (history: HubHistory) => run(history, pullHistory);
  const records = (where = 'true') =>
    connection.query(
      `select id, deleted, "text" from history_hub.records where project = $1 and kind = 'archive' and ${where}`,
      [id],
    );
  /** Text that does not pack well. */
  const noise = (() => {
    const random = seeded(3);
    return (characters: number): string =>
      Array.from({ length: characters / 10 }, () => random().toString(36).slice(2, 11)).join(' ');
  })();

  it('are identical and searchable on the next machine', async () => {
    const [one, other] = await machines();
    const talk = new TestTranscript('11111111-aaaa').say('rename the 数据库', 'and the tests');
    await talk.archive(one);
    talk.say('later, in another part');
    await talk.archive(one);
    await new TestTranscript('22222222-bbbb').say('something else').archive(one, { withoutCopy: true });
    assert.equal(await push(one, 'dialogs'), 0);
    assert.equal(await push(one), 11);
    assert.equal(await push(one), 0);
    assert.equal(await pull(other), 3);
    assert.deepEqual(await archivesOf(other), await archivesOf(one));
    assert.equal(Object.keys(await archivesOf(other)).length, 3);
    assert.deepEqual([await push(other), await pull(other), await pull(one)], [0, 0, 0]);
    const store = openStore(join(other.local.context.folder, '..'));
    const { hits } = await store.search.find({ query: '"later, in another part" in:archives' });
    assert.equal(hits.length, 1);
    const [found] = await searchRecords(connection, id, {
      query: '数据库 rename',
      limit: 5,
      when: { now: Date.now(), zone: 'utc' },
    });
    assert.equal(found?.kind, 'archive');
    await talk.say('and goes on here').archive(other); // as its agent would, were it moved
    await push(other);
    await pull(one);
    assert.deepEqual(await archivesOf(other), await archivesOf(one));
  });

  it('are sent in pieces, and only the new ones once they grow', async () => {
    const [one, other] = await machines();
    const talk = new TestTranscript('33333333-cccc');
    for (let n = 0; n < 30; n++) talk.say(`${String(n)} ${noise(100_000)}`);
    await talk.archive(one, { goesOn: true });
    watched.largest = 0;
    const first = await push(one);
    assert.ok(first > 40, String(first));
    assert.ok(watched.largest < 4_000_000, String(watched.largest)); // a batch, and the piece that makes it full
    await pull(other);
    await talk.say('a little more').archive(one, { goesOn: true });
    // Head and end of the text, end of the copy, what names them, and word that the three before are of no use.
    assert.equal(await push(one), 7);
    assert.equal((await records("deleted and id like '%.%'")).length, 3);
    assert.equal(await pull(other), 1);
    assert.deepEqual(await archivesOf(other), await archivesOf(one));
    assert.deepEqual(await archiveTrash(other.local.context).list(), []); // it only grew
    assert.equal((await records("not deleted and id like '%.%'")).length, first - 1);
  });

  it('move to the trash of the other machine when deleted, and return when restored', async () => {
    const [one, other] = await machines();
    for (const n of [1, 2])
      await new TestTranscript(`4444444${String(n)}-dddd`).say(`talk ${String(n)}`).archive(one);
    await push(one);
    await pull(other);
    const before = await archivesOf(one);
    const [name = ''] = Object.keys(before);
    fs.rmSync(join(other.local.context.folder, '.conversations', `${name}.md`));
    await push(other);
    assert.equal(await pull(one), 1);
    assert.deepEqual(Object.keys(await archivesOf(one)), Object.keys(before).slice(1));
    const [trashed] = await archiveTrash(one.local.context).list();
    assert.equal(trashed?.name, name);
    assert.equal(await archiveTrash(one.local.context).restore(trashed.id), name);
    assert.deepEqual(await archivesOf(one), before);
    await push(one);
    await pull(other);
    assert.deepEqual(await archivesOf(other), before);
  });

  it('stay on other machines when their whole folder was removed', async () => {
    const [one, other] = await machines();
    await new TestTranscript('55555555-eeee').say('talk').archive(one);
    await push(one);
    await pull(other);
    fs.rmSync(join(one.local.context.folder, '.conversations'), { recursive: true });
    await push(one);
    await pull(other);
    assert.equal(Object.keys(await archivesOf(other)).length, 1);
  });

  it('are sent without secrets, even when the local copy keeps them', async () => {
    const [one, other] = await machines();
    const kept = openHubHistory(join(one.local.context.folder, '..'), { secrets: () => 'keep' });
    await new TestTranscript('66666666-ffff').say(`${token} first`, `the token is ${token}`).archive(kept);
    assert.match(JSON.stringify(await archivesOf(kept)), /ghp_/);
    await push(kept);
    for (const { text } of await records()) assert.doesNotMatch(String(text), /ghp_/);
    await pull(other);
    const there = JSON.stringify(await archivesOf(other));
    assert.match(there, /\[secret: /);
    assert.doesNotMatch(there, /ghp_/);
    assert.deepEqual([await push(other), await pull(kept), await push(kept)], [0, 0, 0]);
    assert.match(JSON.stringify(await archivesOf(kept)), /ghp_/); // here it is as it was
  });

  it('give way to a later version after a manual change, which is kept in the trash', async () => {
    const [one, other] = await machines();
    await new TestTranscript('12121212-aaaa').say('talk').archive(one);
    await push(one);
    await pull(other);
    const [name = ''] = Object.keys(await archivesOf(one));
    const fileOf = ({ local }: HubHistory) => join(local.context.folder, '.conversations', `${name}.md`);
    const before = fs.readFileSync(fileOf(one), 'utf8');
    fs.writeFileSync(fileOf(one), before.replace('talk', 'chat'));
    one.local.context.wrote('.conversations');
    for (const seconds of [1, 2]) {
      fs.utimesSync(fileOf(other), seconds, seconds); // the same, but looked at anew
      other.local.context.wrote('.conversations');
      await push(other);
    }
    await pull(one);
    assert.equal(fs.readFileSync(fileOf(one), 'utf8'), before);
    const [trashed, ...more] = await archiveTrash(one.local.context).list();
    assert.deepEqual([trashed?.name, more], [name, []]);
    assert.equal(await push(one), 3); // word that the pieces it sent are of no use: those of the other are there
    assert.deepEqual([await pull(other), await push(one), await push(other)], [0, 0, 0]);
    const later = await archivesOf(one);
    assert.deepEqual(await archivesOf(other), later);

    const trash = archiveTrash(one.local.context);
    const id = trashed?.id ?? '';
    await assert.rejects(trash.restore(id), { code: 'already_exists' });
    assert.equal(await trash.restore(id, { replaces: true }), name);
    assert.notDeepEqual(await archivesOf(one), later);
    const gaveWay = (await trash.list()).find((each) => each.id !== id);
    assert.equal(gaveWay?.name, name);
    await trash.restore(gaveWay.id, { replaces: true });
    assert.deepEqual(await archivesOf(one), later);
  });

  it('are not sent or received twice when a journal is lost', async () => {
    const [one, other] = await machines();
    await new TestTranscript('77777777-abcd').say('talk').archive(one);
    await push(one);
    await pull(other);
    const before = await records();
    for (const { local } of [one, other]) fs.rmSync(join(local.context.folder, '.machine/hub-state.json'));
    assert.deepEqual([await push(one), await pull(other), await push(other), await pull(one)], [0, 0, 0, 0]);
    assert.deepEqual(await records(), before);
    assert.deepEqual(await archiveTrash(other.local.context).list(), []);
  });

  it('are both kept when two sessions have the same name', async () => {
    const [one, other] = await machines();
    await new TestTranscript('88888888-aaaa').say('talk').archive(one);
    await new TestTranscript('88888888-bbbb').say('talk').archive(other);
    for (const history of [one, other, one]) {
      await push(history);
      await pull(history);
    }
    for (const history of [one, other]) {
      const { archives } = await history.local.archives.list();
      assert.deepEqual(archives.map(({ session }) => session).sort(), ['88888888-aaaa', '88888888-bbbb']);
      for (const { name, session } of archives)
        for await (const chunk of history.local.archives.transcript(name))
          assert.match(Buffer.from(chunk).toString(), new RegExp(session));
    }
    assert.deepEqual([await push(one), await push(other), await pull(one), await pull(other)], [0, 0, 0, 0]);
    // Also to a journal that knows nothing of it.
    fs.rmSync(join(one.local.context.folder, '.machine/hub-state.json'));
    assert.deepEqual([await push(one), await pull(one), await pull(other)], [0, 0, 0]);
  });

  it('arrive intact when the connection is cut at any statement', async () => {
    const [one, other] = await machines();
    const talk = new TestTranscript('99999999-aaaa').say('first', noise(150_000));
    await talk.archive(one, { goesOn: true });
    const whole = async (cut: number): Promise<boolean> => {
      await talk.say(`more ${String(cut)}`).archive(one, { goesOn: true });
      const ended: boolean[] = [];
      for (const step of [() => push(one), () => pull(other)]) {
        watched.left = cut;
        await step().then(
          () => ended.push(true),
          (error: unknown) => assert.match(String(error), /cut/),
        );
        watched.left = Infinity;
      }
      return ended.length === 2;
    };
    let cut = 0;
    while (!(await whole(cut))) assert.ok(++cut < 60);
    assert.ok(cut > 4, String(cut));
    await push(one);
    await pull(other);
    assert.deepEqual(await archivesOf(other), await archivesOf(one));
    // What was of use for a while only is not kept.
    const [{ live } = {}] = await connection.query(
      "select count(*)::int as live from history_hub.records where project = $1 and kind = 'archive' and not deleted",
      [id],
    );
    assert.ok(Number(live) <= 7, String(live));
  });
});
