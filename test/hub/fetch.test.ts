import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectHub } from '../../src/team/connection.ts';
import { dialogsOfOthers } from '../../src/team/dialogsOfOthers.ts';
import { fetchDialog } from '../../src/team/fetchDialog.ts';
import { surroundingRecords } from '../../src/team/surroundingRecords.ts';
import { searchRecords } from '../../src/team/searchRecords.ts';
import { addProject, setMember } from '../../src/team/members.ts';
import { pullHistory, pushHistory } from '../../src/team/syncHistory.ts';
import { syncHub, type HubSync } from '../../src/team/hubSync.ts';
import { copyName, type HubConnection } from '../../src/team/types.ts';
import type { HubHistory } from '../../src/team/localHistory.ts';
import { openHubHistory } from '../../src/store/hubHistory.ts';
import { newHub, startPostgres, type TestPostgres } from './postgres.ts';

describe('fetching a colleague’s dialog from the hub', function () {
  let postgres: TestPostgres;
  let ann: HubConnection;
  let bob: HubConnection;
  const folders: string[] = [];
  before(async () => {
    postgres = await startPostgres();
    const hub = await newHub(postgres);
    ann = await connectHub(await hub.person('ann'));
    bob = await connectHub(await hub.person('bob'));
  });
  after(async () => {
    await ann.close();
    await bob.close();
    await postgres.stop();
    for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
  });

  /** A project of Ann's that Bob may write to, with the history of each. */
  async function shared(): Promise<{ id: string; hers: HubHistory; his: HubHistory }> {
    const id = randomUUID();
    await addProject(ann, { id, name: 'project' });
    await setMember(ann, id, { person: 'bob', access: 'writer' });
    const historyOf = (): HubHistory => {
      const folder = fs.mkdtempSync(join(tmpdir(), 'hub-fetch-'));
      folders.push(folder);
      fs.mkdirSync(join(folder, '.chat-history'));
      fs.writeFileSync(join(folder, '.chat-history/project.json'), JSON.stringify({ v: 1, id }));
      return openHubHistory(folder);
    };
    return { id, hers: historyOf(), his: historyOf() };
  }
  const push = (history: HubHistory, connection: HubConnection) =>
    syncHub(history, { connection, hub: 'hub' }, (sync: HubSync) => pushHistory(sync, 'dialogs'));
  const fetch = (history: HubHistory, dialog: string, connection = bob, person = 'ann') =>
    syncHub(history, { connection, hub: 'hub' }, (sync) => fetchDialog(sync, { person, dialog }));
  const textsOf = async ({ local }: HubHistory, dialog: string): Promise<string[]> =>
    (await local.dialogs.window(dialog, 0, 10_000)).messages.map(({ text }) => text);

  it('copies it locally, later only new messages, and sends none of them', async () => {
    const { hers, his } = await shared();
    const texts = Array.from({ length: 450 }, (_, n) => `第 ${n} step`);
    await hers.local.dialogs.save('计划', [
      ...texts.map((text, n) => ({ role: 'user' as const, text, ts: 1_770_000_000_000 + n })),
      { role: 'assistant' as const, text: 'with \u0000 in it', ts: 1_770_000_001_000, id: 'own' },
    ]);
    await hers.local.dialogs.save('Another', [{ role: 'user', text: 'not \u0000 asked for' }]);
    await hers.local.dialogs.setSummary('计划', { decisions: ['first'] }, 'replace');
    await push(hers, ann);
    await his.local.dialogs.save('计划', [{ role: 'user', text: 'his own' }]);
    await push(his, bob);

    const name = '计划 (ann)';
    assert.deepEqual(await fetch(his, '计划'), { dialog: name, saved: 451, summary: true, contexts: 0 });
    assert.deepEqual(await textsOf(his, name), [...texts, 'with \u0000 in it']);
    assert.deepEqual(await his.local.dialogs.summary(name), { decisions: ['first'] });
    assert.deepEqual(await fetch(his, '计划'), { dialog: name, saved: 0, summary: true, contexts: 0 });
    assert.deepEqual(await textsOf(his, '计划'), ['his own']);
    assert.deepEqual([...(await his.local.dialogs.names())].sort(), ['计划', name]);
    assert.equal(await push(his, bob), 0);

    await his.local.dialogs.save(name, [{ role: 'user', text: 'a remark of his' }]);
    await hers.local.dialogs.save('计划', [{ role: 'user', text: 'later' }]);
    await hers.local.dialogs.setSummary('计划', { decisions: ['second'] }, 'replace');
    await push(hers, ann);
    assert.deepEqual(await fetch(his, '计划'), { dialog: name, saved: 1, summary: true, contexts: 0 });
    assert.deepEqual((await textsOf(his, name)).slice(-2), ['a remark of his', 'later']);
    assert.deepEqual(await his.local.dialogs.summary(name), { decisions: ['second'] });
    assert.equal(await push(his, bob), 1, 'only the remark is his');
    assert.equal(await push(his, bob), 0);
  });

  it('includes its context snapshots and sends none of them', async () => {
    const { hers, his } = await shared();
    const said = (text: string) => [
      { role: 'user' as const, text },
      { role: 'assistant' as const, text: `${text} is done` },
    ];
    await hers.local.contexts.startNew('plan', { title: 'part \u0000 one' });
    await hers.local.dialogs.save('plan', said('one'));
    await hers.local.contexts.startNew('plan', {});
    await hers.local.dialogs.save('plan', said('two'));
    const first = (await hers.local.contexts.startNew('plan', {})).archivedContextId;
    assert.ok(first);
    await push(hers, ann);
    const came = { dialog: 'plan (ann)', saved: 4, summary: false, contexts: 2 };
    assert.deepEqual(await fetch(his, 'plan'), came);
    const { context } = await hers.local.contexts.get(first);
    assert.deepEqual((await his.local.contexts.get(first)).context, context);
    assert.deepEqual(await fetch(his, 'plan'), { ...came, saved: 0, contexts: 0 });
    assert.equal(await push(his, bob), 0);

    await hers.local.contexts.summarize(first, 'what came of it');
    await push(hers, ann);
    assert.equal((await fetch(his, 'plan')).contexts, 1);
    assert.equal((await his.local.contexts.get(first)).context.summary, 'what came of it');
    await his.local.contexts.summarize(first, 'in his words'); // stays, and is his then
    await hers.local.contexts.summarize(first, 'once more');
    await push(hers, ann);
    assert.equal((await fetch(his, 'plan')).contexts, 0);
    assert.equal((await his.local.contexts.get(first)).context.summary, 'in his words');
    assert.equal(await push(his, bob), 1);
  });

  it('continues after being stopped, and lists the dialogs of colleagues', async () => {
    const { id, hers, his } = await shared();
    const said = Array.from({ length: 450 }, (_, n) => ({ role: 'user' as const, text: `${n}`, ts: n + 1 }));
    await hers.local.dialogs.save('计划', said);
    await hers.local.dialogs.save('Other', [{ role: 'user', text: 'one', ts: 9_000 }]);
    await push(hers, ann);
    await his.local.dialogs.save('his own', [{ role: 'user', text: 'two' }]);
    await push(his, bob);
    const counted = { owner: 'ann', dialog: '计划', messages: 450, time: 450 };
    assert.deepEqual(await dialogsOfOthers(bob, id), [
      { owner: 'ann', dialog: 'Other', messages: 1, time: 9_000 },
      counted,
    ]);

    const stop = new AbortController();
    const steps: number[] = [];
    const onProgress = (saved: number): void => {
      steps.push(saved);
      stop.abort(new Error('stopped'));
    };
    const asked = { person: 'ann', dialog: '计划', signal: stop.signal, onProgress };
    await assert.rejects(
      syncHub(his, { connection: bob, hub: 'hub' }, (sync) => fetchDialog(sync, asked)),
      /stopped/,
    );
    assert.deepEqual(steps, [200]);
    assert.equal((await fetch(his, '计划')).saved, 250);
    assert.deepEqual(
      await textsOf(his, copyName(asked)),
      said.map(({ text }) => text),
    );
    assert.equal(await push(his, bob), 0);
  });

  it('reads the surroundings of a match without a copy', async () => {
    const { id, hers } = await shared();
    const said = Array.from({ length: 9 }, (_, n) => ({
      role: 'user' as const,
      text: `no. ${n}`,
      ts: n + 1,
    }));
    await hers.local.dialogs.save('计划', said);
    await hers.local.dialogs.save('Other', [{ role: 'user', text: 'NUL \u0000 is said', ts: 50 }]);
    await hers.local.memories.store({ content: 'a fact to keep', tags: ['tag'] });
    await push(hers, ann);
    const textOf = async (query: string): Promise<readonly (readonly [string, boolean])[]> => {
      const when = { now: 1_000, zone: 'utc' } as const;
      const [hit] = await searchRecords(bob, id, { query, limit: 1, when });
      assert.ok(hit);
      return (await surroundingRecords(bob, id, hit)).map(
        ({ text, isRequested }) => [text, isRequested] as const,
      );
    };
    assert.deepEqual(await textOf('"no. 4"'), [
      ...[1, 2, 3].map((n) => [`no. ${n}`, false] as const),
      ['no. 4', true],
      ...[5, 6, 7].map((n) => [`no. ${n}`, false] as const),
    ]);
    assert.deepEqual(await textOf('said'), [['NUL \u0000 is said', true]]);
    assert.deepEqual(await textOf('fact'), [['a fact to keep', true]]);
    assert.deepEqual(await surroundingRecords(bob, id, { owner: 'ann', kind: 'message', id: 'none' }), []);
  });

  it('keeps a local summary, also after pushing and pulling', async () => {
    const { hers, his } = await shared();
    await hers.local.dialogs.save('plan', [{ role: 'user', text: 'go' }]);
    await hers.local.dialogs.setSummary('plan', { decisions: ['hers'] }, 'replace');
    await push(hers, ann);
    await fetch(his, 'plan');
    await his.local.dialogs.setSummary('plan (ann)', { decisions: ['his'] }, 'replace');
    const kept = { dialog: 'plan (ann)', saved: 0, summary: false, contexts: 0 };
    assert.deepEqual(await fetch(his, 'plan'), kept);
    await push(his, bob);
    await syncHub(his, { connection: bob, hub: 'hub' }, pullHistory);
    await hers.local.dialogs.setSummary('plan', { decisions: ['hers, later'] }, 'replace');
    await push(hers, ann);
    assert.deepEqual(await fetch(his, 'plan'), kept);
    assert.deepEqual(await his.local.dialogs.summary('plan (ann)'), { decisions: ['his'] });
  });

  it('is limited to members, and the error explains how to find other dialogs', async () => {
    const { id, hers, his } = await shared();
    await hers.local.dialogs.save('plan', [{ role: 'user', text: 'go' }]);
    await push(hers, ann);
    const missing = { code: 'not_found', message: /no dialog "\w+" of \w+ in this project\. .*team search/ };
    await assert.rejects(fetch(his, 'plans'), missing);
    await assert.rejects(fetch(his, 'plan', bob, 'nobody'), missing);
    await setMember(ann, id, { person: 'bob', access: undefined });
    await assert.rejects(fetch(his, 'plan'), missing);
    assert.deepEqual(await his.local.dialogs.names(), []);
    await setMember(ann, id, { person: 'bob', access: 'reader' });
    assert.equal((await fetch(his, 'plan')).saved, 1);
  });
});
