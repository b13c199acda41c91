import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DialogTrash } from '../../src/history/dialogs/dialogTrash.ts';
import { connectHub } from '../../src/team/connection.ts';
import type { HubAddress } from '../../src/team/hubUrl.ts';
import { addProject } from '../../src/team/members.ts';
import { pullHistory, pushHistory } from '../../src/team/syncHistory.ts';
import type { HubHistory } from '../../src/team/localHistory.ts';
import { syncHub, type HubSync } from '../../src/team/hubSync.ts';
import type { HubConnection, HubShare } from '../../src/team/types.ts';
import { openHubHistory } from '../../src/store/hubHistory.ts';
import { seeded } from '../seeded.ts';
import { newHub, startPostgres, type TestPostgres } from './postgres.ts';
import { stateOf } from './stateOf.ts';

const token = `ghp_${'a1B2'.repeat(9)}`;

describe('syncing a history with the hub', function () {
  let postgres: TestPostgres;
  let connection: HubConnection;
  let database: HubAddress;
  const folders: string[] = [];
  const asked: string[] = [];
  before(async () => {
    postgres = await startPostgres();
    const hub = await newHub(postgres);
    database = hub.database;
    const real = await connectHub(await hub.person('me'));
    connection = {
      query: (sql, values) => {
        asked.push(sql);
        return real.query(sql, values);
      },
      transaction: (work) => real.transaction(work),
      close: () => real.close(),
    };
  });
  after(async () => {
    await connection.close();
    await postgres.stop();
    for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
  });

  /** Folders of one project, as a person has them on so many machines. */
  async function machines(count: number): Promise<HubHistory[]> {
    const id = randomUUID();
    await addProject(connection, { id, name: 'project' });
    return Array.from({ length: count }, () => {
      const folder = fs.mkdtempSync(join(tmpdir(), 'hub-history-'));
      folders.push(folder);
      fs.mkdirSync(join(folder, '.chat-history'));
      fs.writeFileSync(join(folder, '.chat-history/project.json'), JSON.stringify({ v: 1, id }));
      return openHubHistory(folder);
    });
  }
  const run = <T>(history: HubHistory, work: (sync: HubSync) => Promise<T>): Promise<T> =>
    syncHub(history, { connection, hub: 'hub' }, work);
  const push = (history: HubHistory, share: HubShare = 'dialogs') =>
    run(history, (sync) => pushHistory(sync, share));
  const pull = (history: HubHistory) => run(history, pullHistory);

  it('merges dialogs, summaries, contexts, memories and deletions of two machines', async () => {
    const [one, other] = await machines(2);
    assert.ok(one && other);
    const said = [
      { role: 'user' as const, text: 'plan the 数据库', ts: 1_770_000_000_000 },
      { role: 'assistant' as const, text: 'done', ts: 1_770_000_001_000, id: 'm2', meta: { model: 'x' } },
    ];
    await one.local.dialogs.save('A plan', said);
    await other.local.dialogs.save('A plan', [
      said[0]!,
      { role: 'user', text: 'from the other', ts: 1_770_000_002_000 },
    ]);
    await one.local.dialogs.setSummary('A plan', { decisions: ['round once'] }, 'replace');
    const { archivedContextId } = await one.local.contexts.startNew('A plan', { title: 'first' });
    const { memory } = await one.local.memories.store({ content: 'Tests run in Docker', tags: ['tests'] });
    const gone = await other.local.memories.store({ content: 'wrong' });
    for (const history of [one, other, one]) {
      await push(history);
      await pull(history);
    }
    assert.deepEqual(await stateOf(other), await stateOf(one));
    const detail = await other.local.dialogs.window('A plan', 0, 10);
    assert.deepEqual(detail.messages.map(({ text }) => text).sort(), [
      'done',
      'from the other',
      'plan the 数据库',
    ]);
    assert.ok(archivedContextId);
    const archived = await one.local.contexts.get(archivedContextId);
    assert.deepEqual((await other.local.contexts.get(archivedContextId)).context, archived.context);

    await other.local.memories.update(memory.hash, { tags: ['docker'] });
    await one.local.memories.remove(gone.memory.hash);
    await other.local.contexts.remove(archivedContextId);
    await one.local.dialogs.setSummary('A plan', { decisions: ['round twice'] }, 'replace');
    for (const history of [other, one, other]) {
      await push(history);
      await pull(history);
    }
    assert.deepEqual(await stateOf(other), await stateOf(one));
    assert.deepEqual((await one.local.memories.get(memory.hash)).tags, ['docker']);
    await assert.rejects(other.local.memories.get(gone.memory.hash), { code: 'not_found' });
    assert.deepEqual(await one.local.contexts.list('A plan'), []);
    assert.deepEqual(await other.local.dialogs.summary('A plan'), { decisions: ['round twice'] });
    // What came from elsewhere and took the place of something can be taken back.
    assert.equal((await one.local.contexts.trash()).length, 1);
    assert.equal((await other.local.memories.trash()).length, 1);
    assert.equal((await other.local.dialogs.replacedSummaries('A plan')).length, 1);
  });

  it('sends nothing back of what it received, and all that it said itself meanwhile', async () => {
    const [one, other] = await machines(2);
    assert.ok(one && other);
    const told = (n: number, id?: string) => ({
      role: 'user' as const,
      text: `said ${String(n)}`,
      ts: 1_770_000_000_000 + n,
      ...(id !== undefined && { id }),
    });
    await one.local.dialogs.save('plan', [told(1), told(2, 'own id'), told(3)]);
    await one.local.dialogs.setSummary('plan', { notes: ['x'] }, 'replace');
    await push(one);
    await pull(other);
    assert.equal(await push(other), 0);
    // Where something of the dialog is to be sent, what comes after it is sent with it once.
    await other.local.dialogs.save('plan', [told(4)]);
    await one.local.dialogs.save('plan', [told(5)]);
    await push(one);
    await pull(other);
    assert.ok((await push(other)) <= 2);
    await pull(one);
    for (const history of [one, other]) {
      assert.equal((await history.local.dialogs.window('plan', 0, 10)).messages.length, 5);
      assert.deepEqual([await push(history), await pull(history)], [0, 0]);
    }
  });

  it('receives pages without reading a dialog for each', async () => {
    const [one, other] = await machines(2);
    assert.ok(one && other);
    const texts = Array.from({ length: 2_500 }, (_, n) => ({ role: 'user' as const, text: `step ${n}` }));
    await one.local.dialogs.save('long', texts);
    await push(one);
    let read = 0;
    const dialogs = new Proxy(other.local.dialogs, {
      get: (target, name, receiver): unknown => {
        if (name === 'all') read++;
        return Reflect.get(target, name, receiver);
      },
    });
    const received = await run(other, (sync) => pullHistory({ ...sync, local: { ...sync.local, dialogs } }));
    assert.equal(received, texts.length);
    assert.equal((await other.local.dialogs.stats('long')).messages, texts.length);
    assert.equal(read, 1);
  });

  it('learns of items next to a deleted one, so that they can be deleted too', async () => {
    const [one, other] = await machines(2);
    assert.ok(one && other);
    const contextOf = async (text: string): Promise<string> => {
      await one.local.dialogs.save('A plan', [
        { role: 'user', text },
        { role: 'assistant', text: 'done' },
      ]);
      return (await one.local.contexts.startNew('A plan', {})).archivedContextId ?? '';
    };
    const [first, second] = [await contextOf('first'), await contextOf('second')];
    await push(one);
    await pull(other);
    await one.local.contexts.summarize(second, 'changed');
    await one.local.contexts.remove(first); // comes after it
    await push(one);
    await pull(other);
    await other.local.contexts.remove(second);
    await push(other);
    await pull(one);
    assert.deepEqual(await one.local.contexts.list('A plan'), []);
  });

  it('keeps one machine’s new message in a dialog the other deleted, and the rest in the trash', async () => {
    const [one, other] = await machines(2);
    assert.ok(one && other);
    await one.local.dialogs.save('A plan', [
      { role: 'user', text: 'first' },
      { role: 'assistant', text: 'done' },
    ]);
    await one.local.contexts.startNew('A plan', {});
    await one.local.dialogs.setSummary('A plan', { decisions: ['round once'] }, 'replace');
    const before = await one.local.contexts.list('A plan');
    assert.equal(before.length, 1);
    await push(one);
    await pull(other);
    await new DialogTrash(other.local.access).remove('A plan');
    await push(other);
    await one.local.dialogs.save('A plan', [{ role: 'user', text: 'and on' }]);
    await push(one);
    for (const history of [other, one]) {
      await pull(history);
      await push(history);
      await pull(history);
    }
    await pull(one);
    for (const { local } of [one, other])
      assert.deepEqual(
        (await local.dialogs.window('A plan', 0, 9)).messages.map(({ text }) => text),
        ['and on'],
      );
    assert.deepEqual(
      (await one.local.contexts.trash()).map(({ contextId }) => contextId),
      before.map(({ contextId }) => contextId),
    );
    const [backup] = await one.local.dialogs.backups('A plan');
    await one.local.dialogs.restoreBackup('A plan', backup?.id ?? '');
    assert.deepEqual(await one.local.dialogs.summary('A plan'), { decisions: ['round once'] });
  });

  it('converges after many random changes, offline and in any order', async () => {
    const random = seeded(11);
    const [one, other] = await machines(2);
    assert.ok(one && other);
    const both = [one, other];
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    let ts = 1_770_000_000_000;
    const change = async ({ local }: HubHistory): Promise<unknown> => {
      const dialog = pick(['a', 'b b', '对话']);
      const known = await local.memories.list();
      const contexts = await local.contexts.list(dialog);
      switch (Math.floor(random() * 8)) {
        case 0:
        case 1:
          return local.dialogs.save(dialog, [
            { role: pick(['user', 'assistant']), text: String(random()), ts: (ts += 5) },
          ]);
        case 2:
          return local.dialogs.setSummary(dialog, { decisions: [String(random())] }, 'replace');
        case 3:
          return local.memories.store({ content: `memory ${String(Math.floor(random() * 30))}` });
        case 4:
          return known.length > 0 && local.memories.remove(pick(known).hash);
        case 5:
          return (
            known.length > 0 &&
            local.memories.update(pick(known).hash, { tags: [String(Math.floor(random() * 9))] })
          );
        case 6:
          return contexts.length > 0 && random() < 0.5
            ? local.contexts.remove(pick(contexts).contextId)
            : (await local.dialogs.window(dialog, 0, 1)).total > 0 && local.contexts.startNew(dialog, {});
        default:
          return contexts.length > 0 && local.contexts.summarize(pick(contexts).contextId, String(random()));
      }
    };
    for (let round = 0; round < 4; round++) {
      for (let n = 0; n < 60; n++) await change(pick(both));
      await (random() < 0.5 ? push(pick(both)) : pull(pick(both)));
    }
    for (const history of [one, other]) await push(history);
    for (const history of [one, other]) await pull(history);
    assert.deepEqual(await stateOf(other), await stateOf(one));
    // Nothing of what came goes back, but messages, of which the hub knows that it has them.
    const before = await connection.query('select max(seq) as seq from history_hub.records');
    for (const history of [one, other]) await push(history);
    assert.equal(await push(one), 0);
    assert.deepEqual(await connection.query('select max(seq) as seq from history_hub.records'), before);
    assert.equal(await pull(other), 0);
  });

  it('sends only shared items by default, and the rest once configured', async () => {
    const [history] = await machines(1);
    assert.ok(history);
    await history.local.dialogs.save('private', [{ role: 'user', text: 'not yet' }]);
    await history.local.memories.store({ content: 'mine' });
    await history.local.shared.share({ kind: 'decision', text: 'Round once' });
    const kinds = async () =>
      (
        await connection.query('select kind from history_hub.records where project = $1 order by kind', [
          await history.project(),
        ])
      ).map(({ kind }) => kind);
    await push(history, 'promoted');
    assert.deepEqual(await kinds(), ['shared']);
    await push(history, 'dialogs');
    assert.deepEqual(await kinds(), ['memory', 'message', 'shared']);
  });

  it('sends no secrets, and keeps masked items identical on the next machine', async () => {
    const [one, other] = await machines(2);
    assert.ok(one && other);
    const kept = openHubHistory(join(one.local.context.folder, '..'), { secrets: () => 'keep' });
    await kept.local.dialogs.save('with secrets', [{ role: 'user', text: `use ${token}`, meta: { token } }]);
    await kept.local.dialogs.setSummary('with secrets', { notes: [token] }, 'replace');
    await kept.local.contexts.startNew('with secrets', { title: token });
    const { memory } = await kept.local.memories.store({ content: `the token is ${token}` });
    await push(kept);
    const rows = await connection.query(
      'select body::text || "text" || id as said from history_hub.records where project = $1',
      [await one.project()],
    );
    assert.ok(rows.length >= 3);
    for (const { said } of rows) assert.doesNotMatch(String(said), /ghp_/);
    assert.match((await kept.local.memories.get(memory.hash)).content, /ghp_/); // here it is as it was
    await pull(other);
    await push(other);
    await pull(kept);
    assert.equal((await kept.local.memories.list()).length, 1);
    assert.equal((await kept.local.dialogs.window('with secrets', 0, 10)).total, 1);
    const [masked] = await other.local.memories.list();
    assert.match(masked?.content ?? '', /\[secret: /);
    assert.ok(masked);
    await other.local.memories.update(masked.hash, { tags: ['ops'] });
    await push(other);
    await pull(kept);
    const [own, ...more] = await kept.local.memories.list();
    assert.deepEqual([own?.content, own?.tags, more], [memory.content, ['ops'], []]);
    await other.local.memories.remove(masked.hash); // and is gone there, too
    await push(other);
    await pull(kept);
    assert.deepEqual(await kept.local.memories.list(), []);
  });

  it('reads only what changed since the last push', async () => {
    const [history] = await machines(1);
    assert.ok(history);
    for (let n = 0; n < 8; n++)
      await history.local.dialogs.save(`dialog ${String(n)}`, [{ role: 'user', text: 'x' }]);
    assert.equal(await push(history), 8);
    const looked: string[] = [];
    const watched: HubHistory['local'] = {
      ...history.local,
      dialogs: new Proxy(history.local.dialogs, {
        get: (target, name, receiver) => {
          if (name !== 'version') return Reflect.get(target, name, receiver) as unknown;
          return (dialog: string) => {
            looked.push(dialog);
            return target.version(dialog);
          };
        },
      }),
    };
    await history.local.dialogs.save('dialog 3', [{ role: 'user', text: 'y' }]);
    assert.equal(await run(history, (sync) => pushHistory({ ...sync, local: watched }, 'dialogs')), 1);
    assert.deepEqual(looked, ['dialog 3']);
    asked.length = 0;
    assert.equal(await push(history), 0);
    // Nor does it ask the database anything but whether it is the same.
    assert.deepEqual(
      [...new Set(asked)],
      ['select seq, extract(epoch from created_at)::text as made from history_hub.projects where id = $1'],
    );
  });

  it('starts over without loss or duplicates when the journal is lost', async () => {
    const [one, other] = await machines(2);
    assert.ok(one && other);
    await one.local.dialogs.save('a', [{ role: 'user', text: 'x', ts: 1 }]);
    await one.local.memories.store({ content: 'kept' });
    await push(one);
    await pull(other);
    for (const { local } of [one, other]) fs.rmSync(join(local.context.folder, '.machine/hub-state.json'));
    const before = await stateOf(one);
    for (const history of [other, one]) {
      await pull(history);
      await push(history);
      await pull(history);
    }
    assert.deepEqual(await stateOf(one), before);
    assert.deepEqual(await stateOf(other), before);
  });

  it('sends everything again to a recreated or restored hub', async () => {
    const [one, other] = await machines(2);
    assert.ok(one && other);
    await one.local.dialogs.save('a', [{ role: 'user', text: 'x', ts: 1 }]);
    await one.local.memories.store({ content: 'kept' });
    await push(one);
    await pull(other);
    const id = await one.project();
    for (const table of ['records', 'members', 'projects'])
      await postgres.run(
        database,
        `delete from history_hub.${table} where ${table === 'projects' ? 'id' : 'project'} = $1`,
        [id],
      );
    assert.equal(await pull(one), 0); // where the project is gone nothing is
    await addProject(connection, { id, name: 'project' });
    await push(one);
    for (const history of [other, one]) await pull(history);
    const rows = await connection.query('select kind from history_hub.records where project = $1', [id]);
    assert.deepEqual(rows.map(({ kind }) => kind).sort(), ['memory', 'message']);
    assert.deepEqual(await stateOf(other), await stateOf(one));
  });
});
