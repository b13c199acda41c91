import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { formatHubUrl, type HubAddress } from '../../src/team/hubUrl.ts';
import { migrations } from '../../src/team/schema.ts';
import { openStore } from '../../src/store/store.ts';
import { streamClaude } from '../../src/agents/claude/claude.ts';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { startPostgres, whyNoPostgres, type TestPostgres } from '../hub/postgres.ts';
import { claude } from '../unit/store/machine.ts';
import { jsonLines } from '../unit/store/reading.ts';
import { withCli, type Fixture } from './withCli.ts';

const without = whyNoPostgres();
const describeHere = without === undefined ? describe : describe.skip;

describeHere(`mcp-history-store team${without === undefined ? '' : `: ${without}`}`, function () {
  let postgres: TestPostgres;
  let known: HubAddress | undefined;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.stop());

  /** A database of its own for a role that may set up hubs: the one on this server that made the group of people. */
  async function founder(): Promise<HubAddress> {
    const database = await postgres.newDatabase();
    known ??= await postgres.newRole(database, 'the founder', 'createrole');
    await postgres.run(database, `grant create on database ${database.database} to "the founder"`);
    return { ...known, database: database.database };
  }
  const dialogsOf = (project: string) => openStore(project).dialogs;
  /** The folder of a second machine, with the same project. */
  function clone(project: string): string {
    const other = fs.mkdtempSync(`${project}-clone-`);
    fs.mkdirSync(join(other, '.chat-history'));
    fs.copyFileSync(join(project, '.chat-history/project.json'), join(other, '.chat-history/project.json'));
    return other;
  }
  const findings = async ({ cli }: Fixture, env = {}): Promise<string> => {
    const { stdout } = await cli(['doctor', '--json'], '', env);
    const report = JSON.parse(stdout) as { checks: { id: string; findings: { id: string }[] }[] };
    return String(report.checks.find(({ id }) => id === 'hub')?.findings.map(({ id }) => id));
  };

  it('sets up a hub from scratch, sends the chosen data, and receives it on another machine', () =>
    withCli(async (fixture) => {
      const { cli, json, project, home } = fixture;
      const url = formatHubUrl(await founder());
      execFileSync('git', ['init', '--quiet'], { cwd: project });
      execFileSync('git', ['remote', 'add', 'origin', 'https://user:pass@example.com/a.git'], {
        cwd: project,
      });
      await dialogsOf(project).save('计划', [
        { role: 'user', text: 'ship on Friday', ts: 1_770_000_000_000 },
      ]);
      const before = await cli(['team', 'push']);
      assert.equal(before.code, 2);
      assert.match(
        before.stderr,
        /No hub is set up for this project\. Run mcp-history-store team setup postgresql/,
      );

      const joined = await json('team', 'setup', url);
      assert.deepEqual(
        [joined.access, joined.share, joined.migrations],
        ['owner', 'promoted', migrations.length],
      );
      assert.deepEqual(await json('team', 'push'), { sent: 0 });
      await json('team', 'setup', '--share', 'dialogs'); // asks for no address again
      assert.deepEqual(await json('team', 'push'), { sent: 1 });
      assert.deepEqual(await json('team', 'push'), { sent: 0 });
      const status = await cli(['team', 'status']);
      assert.match(
        status.stdout,
        /^postgresql:\/\/the%20founder.*\nProject [0-9a-f-]{36}\nDialogs, memories.*\nthe founder owner\n$/s,
      );
      assert.ok(status.stdout.includes(`Project ${String(joined.project)}`));
      assert.doesNotMatch(status.stdout, /pass/);
      assert.equal(await findings(fixture), 'hub.answers');

      const files = fs.readdirSync(join(home, '..'), { recursive: true, encoding: 'utf8' });
      const kept = files.find((name) => /mcp-history-store.projects.hubs.[\w-]+\.json$/.test(name)) ?? '';
      const { mode } = fs.statSync(join(home, '..', kept));
      if (process.platform !== 'win32') assert.equal(mode & 0o077, 0);
      assert.ok(!fs.readdirSync(join(project, '.chat-history/.machine')).some((name) => name === 'hub.json'));

      const other = clone(project);
      assert.deepEqual(await json('team', 'pull', '--project', other), { received: 1 });
      const { messages } = await dialogsOf(other).window('计划', 0, 10);
      assert.deepEqual(
        messages.map(({ text }) => text),
        ['ship on Friday'],
      );
      assert.deepEqual(await json('team', 'pull', '--project', other), { received: 0 });

      assert.deepEqual(await json('team', 'pause'), { paused: true });
      assert.match((await cli(['team', 'push'])).stderr, /paused.*team resume/);
      assert.equal(await findings(fixture), 'hub.answers,hub.paused');
      assert.deepEqual(await json('team', 'resume'), { paused: false });
      assert.deepEqual(await json('team', 'leave'), { left: true });
      assert.equal((await cli(['team', 'status'])).code, 2);
      assert.deepEqual(await json('team', 'leave'), { left: false });
      assert.equal(await findings(fixture), 'undefined');
      fs.rmSync(other, { recursive: true });
    }));

  it('backs a project up, brings it back, and has nothing to repair', () =>
    withCli(async ({ cli, json, project }) => {
      const address = await founder();
      await dialogsOf(project).save('plan', [
        { role: 'user', text: 'ship on Friday', ts: 1_770_000_000_000 },
      ]);
      const { project: id } = await json('team', 'setup', formatHubUrl(address), '--share', 'dialogs');
      assert.deepEqual(await json('team', 'push'), { sent: 1 });
      assert.deepEqual(await json('team', 'repair'), { renumbered: false, ended: [], stuck: [] });
      const log = await cli(['team', 'log']);
      assert.match(log.stdout, /^\d{4}-\d\d-\d\d \d\d:\d\d the founder joined \(owner\)\n$/);
      const file = join(project, 'shop.gz');
      assert.deepEqual(await json('team', 'backup', file), { file, project: id, records: 1 });
      await postgres.run(address, 'delete from history_hub.records');
      const restored = await cli(['team', 'restore', file]);
      assert.match(restored.stdout, /^Project [0-9a-f-]{36} \(.*\)\nRecords that were not there: 1\n$/);
      assert.deepEqual(await json('team', 'restore', file), { project: id, records: 0, missing: [] });
    }));

  it('invites a colleague, who sees the project only while a member', () =>
    withCli(async ({ cli, json, project }) => {
      const address = await founder();
      await json('team', 'setup', formatHubUrl(address));
      const invited = await json('team', 'invite', "Ann O'Hara", '--access', 'reader');
      assert.equal(typeof invited.password, 'string');
      assert.match((await cli(['team', 'invite', "Ann O'Hara"])).stdout, /is writer of this project/);
      await json('team', 'invite', "Ann O'Hara", '--access', 'reader');
      const ann = {
        HISTORY_HUB_URL: formatHubUrl({ ...address, user: "Ann O'Hara", password: String(invited.password) }),
      };
      const other = clone(project);
      const asAnn = (...args: string[]) => cli([...args, '--project', other, '--json'], '', ann);
      const status = JSON.parse((await asAnn('team', 'status')).stdout) as Record<string, unknown>;
      assert.deepEqual([status.person, status.access], ["Ann O'Hara", 'reader']);
      await openStore(other).shared.share({ kind: 'note', text: 'hers' });
      assert.match((await asAnn('team', 'push')).stderr, /You may not write to the project/);
      assert.match((await asAnn('team', 'invite', 'Bob')).stderr, /may not do this/);
      await json('team', 'exclude', "Ann O'Hara");
      const after = JSON.parse((await asAnn('team', 'status')).stdout) as Record<string, unknown>;
      assert.deepEqual([after.access, after.members], [undefined, []]);
      assert.match((await asAnn('team', 'setup')).stderr, /You are no member of the project/);
      fs.rmSync(other, { recursive: true });
    }));

  it('lists the sessions of all members, and fetches one with its archives', () =>
    withCli(async ({ cli, json, project, home }) => {
      const address = await founder();
      await json('team', 'setup', formatHubUrl(address), '--share', 'everything');
      const folder = join(home, '.claude/projects', claudeFolderName(project));
      fs.mkdirSync(folder, { recursive: true });
      const path = join(folder, 's1.jsonl');
      fs.writeFileSync(path, jsonLines([claude(project, 'ship the 折扣 on Friday')]));
      const { password } = await json('team', 'invite', 'carla');
      const carla = {
        HISTORY_HUB_URL: formatHubUrl({ ...address, user: 'carla', password: String(password) }),
      };
      const other = clone(project);
      const asCarla = (...args: string[]) => cli(['team', ...args, '--project', other], '', carla);
      assert.match((await asCarla('sessions')).stdout, /Nobody sent a session yet/);

      assert.deepEqual(await json('team', 'push'), { sent: 1 });
      const listed = (await asCarla('sessions', '--person', 'the founder')).stdout;
      assert.match(listed, /the founder ship the 折扣.*\n {2}claude s1 \(1 request, 0 files, 0 archives\)/);
      const missing = await asCarla('fetch-session', 'the founder', 's1');
      assert.match(missing.stderr, /the founder sent no archive of the session "s1".*team sessions/);

      await openStore(project).archives.archive({ path, stream: streamClaude });
      await json('team', 'push');
      assert.match((await asCarla('fetch-session', 'the founder', 's1')).stdout, /^1 new archive: 20/);
      assert.match((await asCarla('fetch-session', 'the founder', 's1')).stdout, /^0 new archives: 20/);
      const [archive] = (await openStore(other).archives.list()).archives;
      assert.equal(archive?.fetchedFrom, 'the founder');
      fs.rmSync(other, { recursive: true });
    }));

  it('recognises a clone by its git origin or a given id', () =>
    withCli(async ({ cli, json, project }) => {
      const url = formatHubUrl(await founder());
      const origin = 'https://example.com/a/shop.git';
      const withOrigin = (folder: string, way = origin): string => {
        execFileSync('git', ['init', '--quiet'], { cwd: folder });
        execFileSync('git', ['remote', 'add', 'origin', way], { cwd: folder });
        return folder;
      };
      await dialogsOf(withOrigin(project)).save('plan', [{ role: 'user', text: 'ship' }]);
      const { project: id } = await json('team', 'setup', url, '--share', 'dialogs');
      await json('team', 'push');
      const folders = ['origin', 'named', 'new'].map((name) => fs.mkdtempSync(`${project}-${name}-`));
      const [same, named, fresh] = folders;
      assert.ok(same && named && fresh);
      assert.equal(
        (await json('team', 'setup', url, '--project', withOrigin(same, 'git@example.com:a/shop'))).project,
        id,
      );
      assert.deepEqual(await json('team', 'pull', '--project', same), { received: 1 });
      assert.deepEqual(
        (await dialogsOf(same).list()).map(({ name }) => name),
        ['plan'],
      );
      assert.equal((await json('team', 'status', '--project', same)).project, id);
      assert.doesNotMatch((await cli(['team', 'setup', '--project', same])).stdout, /new project/);

      const { project: other } = await json('team', 'setup', url, '--project', named);
      assert.notEqual(other, id);
      await json('team', 'push', '--project', named);
      await json('team', 'setup', '--join', String(id), '--project', named);
      assert.deepEqual(await json('team', 'pull', '--project', named), { received: 1 });
      assert.match(
        (await cli(['team', 'setup', url, '--join', 'shop', '--project', fresh])).stderr,
        /--join is not the id of a project: shop\. team status tells it/,
      );
      const nobodys = '00000000-0000-4000-8000-000000000000';
      const refused = await cli(['team', 'setup', url, '--join', nobodys, '--project', fresh]);
      assert.match(refused.stderr, /You are no member of the project 0{8}/);
      assert.match(
        (await cli(['team', 'setup', url, '--project', fresh])).stdout,
        /new project there: [\w-]+\. .*--join ID/,
      );
      const { project: own } = await json('team', 'status', '--project', fresh);
      withOrigin(fresh);
      assert.equal((await json('team', 'setup', '--project', fresh)).project, own, 'it stays what it is');
      for (const folder of folders) fs.rmSync(folder, { recursive: true });
    }));

  it('finds what a colleague sent and returns all of it as JSON', () =>
    withCli(async ({ cli, json, project }) => {
      const address = await founder();
      await json('team', 'setup', formatHubUrl(address));
      const { password } = await json('team', 'invite', 'Ann');
      const env = { HISTORY_HUB_URL: formatHubUrl({ ...address, user: 'Ann', password: String(password) }) };
      const hers = clone(project);
      const asAnn = async (...args: string[]) => {
        const { code, stderr } = await cli([...args, '--project', hers], '', env);
        assert.equal(code, 0, stderr);
      };
      await dialogsOf(hers).save('A plan', [
        { role: 'user', text: 'ship\n50% on 周五', ts: 1_770_000_000_000 },
      ]);
      await asAnn('team', 'setup', '--share', 'dialogs');
      await asAnn('team', 'push');
      const { hits } = await json('team', 'search', '周五', '50%');
      assert.ok(Array.isArray(hits));
      const [{ id, ...hit }] = hits as [{ id: string }];
      assert.equal(typeof id, 'string');
      assert.deepEqual(hit, {
        author: 'Ann',
        kind: 'message',
        time: 1_770_000_000_000,
        dialog: 'A plan',
        role: 'user',
        headline: 'ship 50% on 周五',
        ranges: [
          [5, 8],
          [12, 14],
        ],
      });
      const ids = async (query: string) => (await json('team', 'search', query)).hits as unknown[];
      assert.equal((await ids('author:ann kind:message since:2026')).length, 1);
      assert.deepEqual(await ids('ship kind:memory'), []);
      assert.match((await cli(['team', 'search', 'kind:poem'])).stderr, /kind:poem is unknown/);
      const { stdout } = await cli(['team', 'search', 'ship']);
      assert.match(stdout, /^1 found\.\n2026-\d\d-\d\d \d\d:\d\d Ann message A plan\n {2}ship 50% on 周五\n/);
      assert.match(stdout, /\n {2}mcp-history-store team fetch Ann 'A plan'\n$/);
      const copy = { dialog: 'A plan (Ann)', summary: false, contexts: 0 };
      assert.deepEqual(await json('team', 'fetch', 'Ann', 'A plan'), { ...copy, saved: 1 });
      assert.deepEqual(await json('team', 'fetch', 'Ann', 'A plan'), { ...copy, saved: 0 });
      const { messages } = await dialogsOf(project).window('A plan (Ann)', 0, 9);
      assert.deepEqual(
        messages.map(({ text }) => text),
        ['ship\n50% on 周五'],
      );
      assert.match((await cli(['team', 'fetch', 'Ann', 'Another'])).stderr, /has no dialog "Another" of Ann/);
      assert.match((await cli(['team', 'fetch', address.user, 'A plan'])).stderr, /who you are there/);
      assert.deepEqual(await json('team', 'search', 'nothing', '--limit', '1'), { hits: [] });
      assert.match((await cli(['team', 'search', ' '])).stderr, /Say what to search for/);
      fs.rmSync(hers, { recursive: true });
    }));

  it('explains where to provide the password of a hub set up in the editor, and uses it', () =>
    withCli(async (fixture) => {
      const { cli, json, home } = fixture;
      const address = await founder();
      await json('team', 'setup', formatHubUrl(address));
      const files = fs.readdirSync(join(home, '..'), { recursive: true, encoding: 'utf8' });
      const name = files.find((file) => /mcp-history-store.projects.hubs.[\w-]+\.json$/.test(file)) ?? '';
      const file = join(home, '..', name);
      const { password, ...rest } = address;
      const settings = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
      fs.writeFileSync(file, JSON.stringify({ ...settings, url: formatHubUrl(rest) }), { mode: 0o600 });
      const none = { PGPASSFILE: join(home, 'missing') };
      const { code, stderr } = await cli(['team', 'push'], '', none);
      assert.equal(code, 1);
      assert.match(stderr, /none is known here.*HISTORY_HUB_URL, PGPASSWORD or \.pgpass/);
      assert.equal(await findings(fixture, none), 'hub.password');
      const given = { PGPASSWORD: password ?? '' };
      assert.equal((await cli(['team', 'push'], '', given)).code, 0);
      assert.equal(await findings(fixture, given), 'hub.answers');
    }));

  it('reports a hub that does not answer, without the password', () =>
    withCli(async (fixture) => {
      const { cli } = fixture;
      const env = { HISTORY_HUB_URL: 'postgresql://me:hidden@127.0.0.1:1/hub' };
      const { code, stderr } = await cli(['team', 'status'], '', env);
      assert.equal(code, 1);
      assert.match(stderr, /^postgresql:\/\/me@127\.0\.0\.1:1\/hub cannot be reached/);
      assert.doesNotMatch(stderr, /hidden/);
      assert.equal(await findings(fixture, env), 'hub.silent');
      assert.equal(await findings(fixture, { HISTORY_HUB_URL: 'nonsense' }), 'hub.wrong');
      const chinese = await cli(['team', '--help'], '', { HISTORY_LANGUAGE: 'zh' });
      assert.match(chinese.stdout, /发送中心尚缺的内容/);
    }));
});
