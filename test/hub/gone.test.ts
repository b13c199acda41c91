import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DialogTrash } from '../../src/history/dialogs/dialogTrash.ts';
import { connectHub } from '../../src/team/connection.ts';
import { fetchDialog } from '../../src/team/fetchDialog.ts';
import { forgetHubState } from '../../src/team/hubState.ts';
import { addProject, setMember } from '../../src/team/members.ts';
import type { HubHistory } from '../../src/team/localHistory.ts';
import { searchRecords } from '../../src/team/searchRecords.ts';
import { pullHistory, pushHistory } from '../../src/team/syncHistory.ts';
import type { HubConnection, HubShare } from '../../src/team/types.ts';
import { syncHub } from '../../src/team/hubSync.ts';
import { forget } from '../../src/store/forget.ts';
import { openHubHistory } from '../../src/store/hubHistory.ts';
import { newHub, startPostgres, type TestPostgres } from './postgres.ts';
import { stateOf } from './stateOf.ts';

const said = (...texts: readonly string[]) =>
  texts.map((text, n) => ({ role: 'user' as const, text, ts: 1_770_000_000_000 + n }));

describe('clearing, renaming and deleting a dialog with a second machine', function () {
  let postgres: TestPostgres;
  let me: HubConnection;
  let colleague: HubConnection;
  const folders: string[] = [];
  before(async () => {
    postgres = await startPostgres();
    const hub = await newHub(postgres);
    me = await connectHub(await hub.person('me'));
    colleague = await connectHub(await hub.person('colleague'));
  });
  after(async () => {
    await me.close();
    await colleague.close();
    await postgres.stop();
    for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
  });

  function machine(id: string): HubHistory {
    const folder = fs.mkdtempSync(join(tmpdir(), 'hub-gone-'));
    folders.push(folder);
    fs.mkdirSync(join(folder, '.chat-history'));
    fs.writeFileSync(join(folder, '.chat-history/project.json'), JSON.stringify({ v: 1, id }));
    return openHubHistory(folder);
  }

  async function twoMachines(): Promise<readonly [HubHistory, HubHistory]> {
    const id = randomUUID();
    await addProject(me, { id, name: 'project' });
    return [machine(id), machine(id)];
  }

  const push = (history: HubHistory, share: HubShare = 'dialogs') =>
    syncHub(history, { connection: me, hub: 'hub' }, (sync) => pushHistory(sync, share));
  const pull = (history: HubHistory) => syncHub(history, { connection: me, hub: 'hub' }, pullHistory);

  async function exchange(...histories: readonly HubHistory[]): Promise<void> {
    for (const step of [push, pull, push, pull]) for (const history of histories) await step(history);
  }

  async function same(one: HubHistory, other: HubHistory): Promise<void> {
    await exchange(one, other);
    assert.deepEqual(await stateOf(other), await stateOf(one));
    for (const history of [one, other]) assert.deepEqual([await push(history), await pull(history)], [0, 0]);
  }

  const texts = async ({ local }: HubHistory, dialog: string): Promise<readonly string[]> =>
    (await local.dialogs.window(dialog, 0, 20_000)).messages.map(({ text }) => text);

  /** Two machines that have the same dialog with summary and a context snapshot. */
  async function withPlan(): Promise<readonly [HubHistory, HubHistory]> {
    const [one, other] = await twoMachines();
    await one.local.dialogs.save('A plan', [
      ...said('first', 'second'),
      { role: 'assistant', text: 'third', id: 'm3' },
    ]);
    await one.local.dialogs.setSummary('A plan', { decisions: ['round once'] }, 'replace');
    await one.local.contexts.startNew('A plan', { title: 'snapshot' });
    await same(one, other);
    return [one, other];
  }

  it('clears it on the other, with a backup of its content', async () => {
    const [one, other] = await withPlan();
    await one.local.dialogs.clear('A plan');
    await same(one, other);
    assert.deepEqual(await texts(other, 'A plan'), []);
    assert.equal(await other.local.dialogs.summary('A plan'), undefined);
    const [backup] = await other.local.dialogs.backups('A plan');
    assert.ok(backup);
    await other.local.dialogs.restoreBackup('A plan', backup.id);
    await same(one, other);
    assert.deepEqual((await texts(one, 'A plan')).toSorted(), ['first', 'second', 'third']);
    assert.deepEqual(await one.local.dialogs.summary('A plan'), { decisions: ['round once'] });
  });

  it('deletes it on the other as a whole, and restores it from either trash', async () => {
    for (const restored of [0, 1]) {
      const [one, other] = await withPlan();
      await new DialogTrash(one.local.access).remove('A plan');
      await same(one, other);
      assert.deepEqual(await other.local.dialogs.names(), []);
      const both = [new DialogTrash(one.local.access), new DialogTrash(other.local.access)];
      for (const trash of both)
        assert.deepEqual(
          (await trash.list()).map(({ name, messages }) => [name, messages]),
          [['A plan', 3]],
        );
      const [item] = (await both[restored]?.list()) ?? [];
      await both[restored]?.restore(item?.id ?? '');
      await same(one, other);
      for (const history of [one, other]) {
        assert.deepEqual((await texts(history, 'A plan')).toSorted(), ['first', 'second', 'third']);
        assert.deepEqual(await history.local.dialogs.summary('A plan'), { decisions: ['round once'] });
        assert.equal((await history.local.contexts.list('A plan')).length, 1);
      }
    }
  });

  it('renames it on the other and back again', async () => {
    const [one, other] = await withPlan();
    for (const { local } of [one, other])
      await local.dialogs.setLabels('A plan', { pinned: true, tags: ['x'] });
    for (const [who, from, to] of [
      [one, 'A plan', 'The plan'],
      [other, 'The plan', 'A PLAN'],
      [one, 'A PLAN', 'A plan'],
      [other, 'A plan', 'The plan'],
    ] as const) {
      await who.local.dialogs.rename(from, to);
      await same(one, other);
      for (const history of [one, other]) {
        const listed = await history.local.dialogs.list();
        assert.deepEqual(
          listed.map(({ name, pinned, tags }) => [name, pinned, tags]),
          [[to, true, ['x']]],
        );
        assert.deepEqual((await texts(history, to)).toSorted(), ['first', 'second', 'third']);
        assert.deepEqual(await history.local.dialogs.summary(to), { decisions: ['round once'] });
        assert.equal((await history.local.contexts.list(to)).length, 1);
      }
    }
  });

  it('takes a removed snapshot along, whatever was exchanged in between and whatever its dialog was called', async () => {
    for (const between of ['nothing', 'pull', 'push'] as const)
      for (const renames of [false, true]) {
        const [one, other] = await withPlan();
        const step = { nothing: () => Promise.resolve(0), pull, push }[between];
        const [snapshot] = await one.local.contexts.list('A plan');
        assert.ok(snapshot);
        if (renames) await one.local.dialogs.rename('A plan', 'The plan');
        else await one.local.contexts.remove(snapshot.contextId);
        await step(one);
        await new DialogTrash(one.local.access).remove(renames ? 'The plan' : 'A plan');
        await push(one);
        await pull(other);
        const shown = `${between}, renamed: ${String(renames)}`;
        assert.deepEqual(await other.local.dialogs.names(), [], shown);
        const kept = `select id from history_hub.records where project = $1 and kind = 'context' and not deleted`;
        assert.deepEqual(await me.query(kept, [await one.project()]), [], shown);
        await same(one, other);
      }
  });

  it('keeps its snapshots where it was renamed and another has its name already', async () => {
    const [one, other] = await withPlan();
    await one.local.dialogs.rename('A plan', 'The plan');
    await one.local.dialogs.save('A plan', said('anew'));
    await same(one, other);
    for (const { local } of [one, other])
      assert.deepEqual(
        [(await local.contexts.list('A plan')).length, (await local.contexts.list('The plan')).length],
        [0, 1],
      );
  });

  it('keeps the active dialog under its new name, also after several renames', async () => {
    const [one, other] = await withPlan();
    await other.local.dialogs.setActive('A plan');
    await one.local.dialogs.rename('A plan', 'B');
    await one.local.dialogs.rename('B', 'C');
    await same(one, other);
    assert.deepEqual(await other.local.dialogs.names(), ['C']);
    assert.equal((await other.local.dialogs.active()).name, 'C');
  });

  it('accepts the same new name on both machines without duplicate messages', async () => {
    const [one, other] = await withPlan();
    for (const { local } of [one, other]) await local.dialogs.rename('A plan', 'The plan');
    await same(one, other);
    assert.deepEqual(await one.local.dialogs.names(), ['The plan']);
    assert.deepEqual((await texts(other, 'The plan')).toSorted(), ['first', 'second', 'third']);
  });

  it('keeps messages added on the other machine meanwhile', async () => {
    const [one, other] = await withPlan();
    await new DialogTrash(one.local.access).remove('A plan');
    await other.local.dialogs.save('A plan', said('and on'));
    await same(one, other);
    for (const history of [one, other]) assert.deepEqual(await texts(history, 'A plan'), ['and on']);
  });

  it('keeps a reused name apart from its former dialog', async () => {
    const [one, other] = await withPlan();
    await new DialogTrash(one.local.access).remove('A plan');
    await one.local.dialogs.save('A plan', [...said('anew'), { role: 'user', text: 'another m3', id: 'm3' }]);
    await same(one, other);
    for (const history of [one, other])
      assert.deepEqual((await texts(history, 'A plan')).toSorted(), ['anew', 'another m3']);
  });

  it('deletes nothing elsewhere after a removed folder or a failed rename', async () => {
    const [one, other] = await withPlan();
    const { base } = await one.local.access.locate('A plan');
    fs.rmSync(join(one.local.context.folder, base), { recursive: true });
    await exchange(one, other);
    assert.equal((await texts(other, 'A plan')).length, 3);
    const [third, fourth] = await withPlan();
    await third.local.dialogs.save('taken', said('x'));
    await assert.rejects(third.local.dialogs.rename('A plan', 'taken'), { code: 'already_exists' });
    await same(third, fourth);
    assert.equal((await texts(fourth, 'A plan')).length, 3);
  });

  it('is sent weeks later, even when backups and trash no longer have the dialog', async () => {
    const [one, other] = await withPlan();
    for (let n = 0; n < 8; n++) {
      await one.local.dialogs.clear('A plan');
      await one.local.dialogs.save('A plan', said(`again ${String(n)}`));
    }
    const trash = new DialogTrash(one.local.access);
    const { id } = await trash.remove('A plan');
    await trash.purge([id]);
    await same(one, other);
    assert.deepEqual(await other.local.dialogs.names(), []);
    assert.deepEqual(fs.readdirSync(join(one.local.context.folder, '.machine/hub-gone')), ['.gitignore']);
  });

  it('follows a compaction', async () => {
    const [one, other] = await withPlan();
    const version = await one.local.dialogs.version('A plan');
    await one.local.dialogs.compact('A plan', { version, summary: { notes: ['short'] }, keep: [2] });
    await same(one, other);
    assert.deepEqual(await texts(other, 'A plan'), ['third']);
    assert.deepEqual(await other.local.dialogs.summary('A plan'), { notes: ['short'] });
  });

  it('keeps a colleague’s fetched copy, and finds only current records in the hub', async () => {
    const [one] = await withPlan();
    const project = await one.project();
    await setMember(me, project, { person: 'colleague', access: 'writer' });
    const theirs = machine(project);
    const fetch = () =>
      syncHub(theirs, { connection: colleague, hub: 'hub' }, (sync) =>
        fetchDialog(sync, { person: 'me', dialog: 'A plan' }),
      );
    const exchangeTheirs = async () => {
      await syncHub(theirs, { connection: colleague, hub: 'hub' }, (sync) => pushHistory(sync, 'dialogs'));
      await syncHub(theirs, { connection: colleague, hub: 'hub' }, pullHistory);
    };
    await fetch();
    await new DialogTrash(one.local.access).remove('A plan');
    await push(one);
    await exchangeTheirs();
    assert.equal((await texts(theirs, 'A plan (me)')).length, 3);
    await theirs.local.dialogs.clear('A plan (me)');
    await exchangeTheirs();
    const theirRows = `select kind, id from history_hub.records where project = $1 and owner = 'colleague'`;
    assert.deepEqual(await me.query(theirRows, [project]), []);
    const hits = await searchRecords(colleague, project, {
      query: 'first',
      limit: 9,
      when: { now: Date.now(), zone: 'utc' },
    });
    assert.deepEqual(hits, []);
    await assert.rejects(fetch(), { code: 'not_found' });
  });

  it('sends the deletions of a long dialog in few statements', async () => {
    const [one, other] = await twoMachines();
    const many = Array.from({ length: 10_000 }, (_, n) => ({ role: 'user' as const, text: `step ${n}` }));
    await one.local.dialogs.save('long', many);
    await push(one);
    await pull(other);
    await one.local.dialogs.clear('long');
    let asked = 0;
    const counted: HubConnection = { ...me, query: (sql, values) => (asked++, me.query(sql, values)) };
    const sent = await syncHub(one, { connection: counted, hub: 'hub' }, (sync) =>
      pushHistory(sync, 'dialogs'),
    );
    assert.equal(sent, 10_000);
    assert.ok(asked < 40, String(asked));
    await pull(other);
    assert.deepEqual(await texts(other, 'long'), []);
    assert.equal((await other.local.dialogs.backups('long')).length, 1);
  });

  it('is recorded only in projects with a hub', async () => {
    const [history] = await twoMachines();
    const { context, dialogs } = history.local;
    const notes = (): readonly string[] =>
      fs.readdirSync(join(context.folder, '.machine')).filter((name) => name.startsWith('hub-'));
    await dialogs.save('a', said('x'));
    await dialogs.clear('a');
    assert.deepEqual(notes(), []);
    await dialogs.save('a', said('y'));
    await push(history);
    for (const text of ['z', 'and on']) {
      await dialogs.clear('a');
      if (text === 'z') await push(history);
      await dialogs.save('a', said(text));
    }
    assert.deepEqual(notes().toSorted(), ['hub-gone', 'hub-messages.json', 'hub-state.json']);
    await forgetHubState(context.folder); // as who leaves it does
    await dialogs.clear('a');
    assert.deepEqual(notes(), []);
  });

  it('forgets a text in all of its rows, also after another machine with the text has exchanged', async () => {
    const [one, other] = await twoMachines();
    const word = 'Zanzibarex';
    await one.local.dialogs.save('A plan', [...said(`the ${word} contract`, 'Round once')]);
    await one.local.dialogs.setSummary('A plan', { facts: [`about ${word}`, 'round once'] }, 'replace');
    await one.local.memories.store({ content: `${word} pays late` });
    await one.local.contexts.startNew('A plan', { title: word });
    await same(one, other);
    const rows = async () =>
      (
        await me.query(
          `select kind, id from history_hub.records where project = $1 and (body::text ilike $2 or "text" ilike $2)`,
          [await one.project(), `%${word}%`],
        )
      ).map(({ kind }) => kind);
    assert.deepEqual((await rows()).toSorted(), ['memory', 'message', 'summary']);
    const { context } = one.local;
    const root = dirname(context.folder);
    const machineOf = { home: root, env: { HISTORY_STATE_HOME: root }, platform: process.platform };
    const receipt = await forget(
      root,
      { kind: 'about', text: word },
      { machine: machineOf, clock: context.clock, log: context.log, store: {}, dryRun: false },
    );
    assert.equal(receipt.inHub, true);
    await exchange(one, other);
    assert.deepEqual(await rows(), []);
    // What is left of a message is a new one for the hub, whose order is that of its numbers.
    assert.deepEqual((await texts(one, 'A plan')).toSorted(), ['(forgotten)', 'Round once']);
    assert.deepEqual(await texts(other, 'A plan'), await texts(one, 'A plan'));

    await other.local.memories.store({ content: `${word} pays late` });
    await other.local.dialogs.save('A plan', [{ role: 'user', text: `again the ${word} contract` }]);
    await other.local.dialogs.setSummary('A plan', { facts: [`${word} again`] }, 'replace');
    await exchange(other, one, other);
    const files = fs.readdirSync(context.folder, { recursive: true, withFileTypes: true });
    const holding = files.filter(
      (file) => file.isFile() && fs.readFileSync(join(file.parentPath, file.name), 'utf8').includes(word),
    );
    assert.deepEqual(
      holding.map(({ name }) => name),
      [],
    );
    assert.deepEqual(await one.local.memories.list(), []);
  });
});
