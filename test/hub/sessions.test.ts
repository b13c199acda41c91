import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectHub } from '../../src/team/connection.ts';
import { fetchSession } from '../../src/team/fetchSession.ts';
import { hubSessions } from '../../src/team/hubSessions.ts';
import { addProject, setMember } from '../../src/team/members.ts';
import type { HubHistory } from '../../src/team/localHistory.ts';
import { searchRecords } from '../../src/team/searchRecords.ts';
import { pullHistory, pushHistory } from '../../src/team/syncHistory.ts';
import type { HubConnection, HubShare } from '../../src/team/types.ts';
import { syncHub } from '../../src/team/hubSync.ts';
import { openHubHistory } from '../../src/store/hubHistory.ts';
import { openStore } from '../../src/store/store.ts';
import type { Workspace } from '../../src/history/sessions/types.ts';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { claude, iso } from '../unit/store/machine.ts';
import { jsonLines } from '../unit/store/reading.ts';
import { newHub, startPostgres, type TestPostgres } from './postgres.ts';
import { archivesOf, TestTranscript } from './transcripts.ts';

const token = `ghp_${'a1B2'.repeat(9)}`;

describe('sessions in the hub', function () {
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

  interface TestProject {
    readonly history: HubHistory;
    readonly workspace: Workspace;
    /** Writes a session of an agent there. */
    readonly say: (session: string, ...texts: readonly string[]) => void;
  }
  function projectOf(id: string): TestProject {
    const root = fs.mkdtempSync(join(tmpdir(), 'hub-sessions-'));
    folders.push(root);
    fs.mkdirSync(join(root, '.chat-history'));
    fs.writeFileSync(join(root, '.chat-history/project.json'), JSON.stringify({ v: 1, id }));
    const workspace: Workspace = {
      folders: [root],
      places: { home: join(root, 'home'), env: {}, platform: 'linux' },
    };
    return {
      workspace,
      history: openHubHistory(root, { workspace: () => workspace }),
      say: (sessionId, ...texts) => {
        const folder = join(root, 'home/.claude/projects', claudeFolderName(root));
        fs.mkdirSync(folder, { recursive: true });
        const lines = texts.map((text, n) =>
          claude(root, text, {
            sessionId,
            uuid: `${sessionId}-${String(n)}`,
            timestamp: iso(n),
            parentUuid: n === 0 ? null : `${sessionId}-${String(n - 1)}`,
          }),
        );
        fs.writeFileSync(join(folder, `${sessionId}.jsonl`), jsonLines(lines));
      },
    };
  }
  async function shared(): Promise<{ id: string; hers: TestProject; his: TestProject }> {
    const id = randomUUID();
    await addProject(ann, { id, name: 'project' });
    await setMember(ann, id, { person: 'bob', access: 'writer' });
    return { id, hers: projectOf(id), his: projectOf(id) };
  }
  const push = ({ history }: TestProject, connection: HubConnection, share: HubShare = 'dialogs') =>
    syncHub(history, { connection, hub: 'hub' }, (sync) => pushHistory(sync, share));
  const fetch = ({ history }: TestProject, session: string) =>
    syncHub(history, { connection: bob, hub: 'hub' }, (sync) =>
      fetchSession(sync, { person: 'ann', session }),
    );

  it('have a card with owner, subject and requests for everyone in the project', async () => {
    const { id, hers, his } = await shared();
    hers.say('s-1', `Round the tax once, with ${token}`, 'and the 折扣 as well');
    assert.equal(await push(hers, ann, 'promoted'), 0);
    assert.equal(await push(hers, ann), 1);
    assert.equal(await push(hers, ann), 0);
    const [card, ...more] = await hubSessions(bob, id, { limit: 10 });
    assert.ok(card);
    assert.deepEqual(more, []);
    assert.deepEqual([card.owner, card.session, card.source, card.archives], ['ann', 's-1', 'claude', 0]);
    assert.match(card.requests.join(), /折扣/);
    assert.match(JSON.stringify(card), /Round the tax once, with \[secret/);
    assert.doesNotMatch(JSON.stringify(card), /ghp_/);
    const when = { now: Date.now(), zone: 'utc' } as const;
    const [hit] = await searchRecords(bob, id, { query: '折扣', limit: 1, when });
    assert.deepEqual([hit?.owner, hit?.kind], ['ann', 'session']);
    assert.deepEqual(hit?.session, { id: 's-1', title: card.title, hasArchives: false });
    assert.deepEqual(await hubSessions(bob, id, { person: 'bob', limit: 10 }), []);
    await assert.rejects(fetch(his, 's-1'), { code: 'not_found', message: /ann sent no archive/ });
    await setMember(ann, id, { person: 'bob', access: undefined });
    assert.deepEqual(await hubSessions(bob, id, { limit: 10 }), []);
  });

  it('get a new card when continued, and cards of one’s other machines are not sent back', async () => {
    const { id, hers } = await shared();
    const laptop = projectOf(id);
    hers.say('s-2', 'first');
    await push(hers, ann);
    const [card] = await hubSessions(ann, id, { limit: 1 });
    laptop.say('s-2', 'first');
    await syncHub(laptop.history, { connection: ann, hub: 'hub' }, pullHistory);
    const sessions = openStore(laptop.workspace.folders[0] ?? '').sessions;
    const [same] = (await sessions.list(laptop.workspace, {})).sessions;
    assert.deepEqual([same?.activeAt, same?.title], [card?.activeAt, card?.title]);
    assert.equal(await push(laptop, ann), 0);
    hers.say('s-2', 'first', 'second');
    await push(hers, ann);
    const [later, ...more] = await hubSessions(ann, id, { limit: 9 });
    assert.deepEqual([later?.requests.length, more], [2, []]);
  });

  it('are fetched with their archives, show their owner, and are not sent on', async () => {
    const { id, hers, his } = await shared();
    const talk = new TestTranscript('12341234-aaaa').say('start here', `use ${token}`);
    await talk.archive(hers.history, { goesOn: true });
    await push(hers, ann, 'everything');
    assert.deepEqual(
      (await hubSessions(bob, id, { limit: 9 })).map(({ session, archives }) => [session, archives]),
      [['12341234-aaaa', 1]],
    );
    const when = { now: Date.now(), zone: 'utc' } as const;
    const [found] = await searchRecords(bob, id, { query: 'start here kind:archive', limit: 9, when });
    assert.deepEqual(found?.session, { id: '12341234-aaaa', title: 'start here', hasArchives: true });
    const { archives: names, added } = await fetch(his, '12341234-aaaa');
    assert.equal(added, 1);
    const [name = ''] = names;
    const { archive, messages } = await his.history.local.archives.read(name);
    assert.deepEqual([archive.fetchedFrom, messages.length], ['ann', 2]);
    const there = Object.values(await archivesOf(hers.history));
    const here = JSON.stringify(await archivesOf(his.history));
    assert.equal(here.replace('"fetchedFrom":"ann",', ''), JSON.stringify({ [name]: there[0] }));
    const { sessions } = await openStore(his.workspace.folders[0] ?? '').sessions.list(his.workspace);
    assert.deepEqual(
      sessions.map(({ sessionId, fetchedFrom }) => [sessionId, fetchedFrom]),
      [['12341234-aaaa', 'ann']],
    );
    assert.equal(await push(his, bob, 'everything'), 0);
    assert.equal((await fetch(his, '12341234-aaaa')).added, 0);
    await talk.say('and on').archive(hers.history, { goesOn: true });
    await push(hers, ann, 'everything');
    assert.deepEqual(await fetch(his, '12341234-aaaa'), { archives: [name], added: 1 });
    assert.equal((await his.history.local.archives.read(name)).messages.length, 3);
  });

  it('leave nothing behind when fetching is interrupted, and are fetched whole next time', async () => {
    const { hers, his } = await shared();
    const talk = new TestTranscript('78907890-aaaa').say('one part');
    await talk.archive(hers.history);
    await talk.say('and another').archive(hers.history);
    await push(hers, ann, 'everything');
    const { context, archives } = his.history.local;
    const hidden = (): readonly string[] =>
      fs.readdirSync(join(context.folder, '.machine')).filter((name) => name.startsWith('hub-archives'));
    let looked = 0;
    const stop = new AbortController();
    const stopping: HubConnection = {
      query: (sql, values) => {
        if (sql.includes('select id, body') && ++looked === 3) stop.abort(new Error('stopped'));
        return bob.query(sql, values);
      },
      transaction: (work) => bob.transaction(work),
      close: () => Promise.resolve(),
    };
    const asked = { person: 'ann', session: '78907890-aaaa', signal: stop.signal };
    await assert.rejects(
      syncHub(his.history, { connection: stopping, hub: 'hub' }, (sync) => fetchSession(sync, asked)),
      /stopped/,
    );
    assert.deepEqual([(await archives.list()).archives, hidden()], [[], []]);
    assert.equal((await fetch(his, '78907890-aaaa')).added, 2);
    assert.deepEqual([(await archives.list()).archives.length, hidden()], [2, []]);
  });

  it('of a colleague do not replace a local archive of the same name', async () => {
    const { hers, his } = await shared();
    await new TestTranscript('56785678-aaaa').say('talk').archive(hers.history);
    await new TestTranscript('56785678-bbbb').say('talk').archive(his.history);
    await push(hers, ann, 'everything');
    const [name = ''] = (await fetch(his, '56785678-aaaa')).archives;
    assert.match(name, /~[0-9a-f]{8}$/);
    const { archives } = await his.history.local.archives.list();
    assert.deepEqual(archives.map(({ session }) => session).sort(), ['56785678-aaaa', '56785678-bbbb']);
    assert.equal((await fetch(his, '56785678-aaaa')).added, 0);
  });
});
