import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../../../../src/history/sessions/types.ts';
import { openStore } from '../../../../src/store/store.ts';
import type { InsightQuery, InsightReport, InsightStore } from '../../../../src/insight/usage/types.ts';
import { countFiles } from '../../../fileCounts.ts';
import { ClaudeTranscript, sessionId } from '../claudeLines.ts';
import { githubToken } from '../secrets/tokens.ts';
import { withStore } from '../withStore.ts';
import { writeUsageHome } from './usageHome.ts';
import { inIndex } from '../../../inIndex.ts';

interface Fixture {
  readonly folder: string;
  readonly home: string;
  readonly workspace: Workspace;
  /** Writes a session of Claude Code of the project. */
  readonly claude: (id: string, transcript: ClaudeTranscript) => void;
  /** As another process has it. */
  readonly insight: () => InsightStore;
}

const withProject = (test: (fixture: Fixture) => Promise<void>) =>
  withStore(async ({ root }) => {
    const [folder, home] = [join(root, 'shop'), join(root, 'home')];
    fs.mkdirSync(join(folder, '.chat-history'), { recursive: true });
    const projects = join(home, '.claude/projects', folder.replaceAll(/[^A-Za-z0-9]/g, '-'));
    fs.mkdirSync(projects, { recursive: true });
    await test({
      folder,
      home,
      workspace: { folders: [folder], places: { home, env: {}, platform: 'linux' } },
      claude: (id, transcript) => {
        const text = transcript.text().replaceAll(sessionId, id).replaceAll('/code/shop', folder);
        fs.writeFileSync(join(projects, `${id}.jsonl`), text);
      },
      insight: () => openStore(folder).insight,
    });
  });

async function reports(list: AsyncIterable<InsightReport>): Promise<InsightReport[]> {
  const all: InsightReport[] = [];
  for await (const report of list) all.push(report);
  return all;
}

async function complete(insight: InsightStore, ...query: Parameters<InsightStore['report']>) {
  const last = (await reports(insight.report(...query))).at(-1);
  assert.ok(last?.isComplete);
  return last;
}

const edit = { file_path: '/code/shop/src/a.ts', old_string: 'x', new_string: 'y' };

describe('insight', () => {
  it('tells what was changed, what failed and was tried again, and what was left open', () =>
    withProject(async ({ workspace, claude, insight }) => {
      const todos = [
        { content: 'Write the test', status: 'completed' },
        { content: `Send ${githubToken()}`, status: 'pending' },
      ];
      const transcript = new ClaudeTranscript()
        .user('Fix it')
        .use('m1', 't1', 'Bash', { command: 'npm test' })
        .result('t1', 'Exit code 1\nfailing', { is_error: true })
        .use('m2', 't2', 'Edit', edit)
        .result('t2', 'done')
        .use('m3', 't3', 'Edit', edit)
        .result('t3', 'done')
        .use('m4', 't4', 'Bash', { command: 'npm test' })
        .result('t4', 'passing')
        .use('m5', 't5', 'TodoWrite', { todos })
        .result('t5', 'ok')
        .user('[Request interrupted by user]')
        .line('system', { subtype: 'compact_boundary', content: 'Conversation compacted' })
        .user('Go on')
        .answer('m6', 'Yes.');
      claude('s-1', transcript);
      const { work, health, usage, activity } = await complete(insight(), workspace);
      assert.deepEqual(work.files, [{ name: 'src/a.ts', count: 2, sessions: ['s-1'] }]);
      assert.deepEqual(work.commands, [{ name: 'npm test', count: 1, runs: 2, sessions: ['s-1'] }]);
      assert.deepEqual([work.interrupted, work.compacted, work.rewound], [1, 1, 0]);
      assert.equal(work.plans.length, 1);
      assert.match(work.plans[0]?.open.join() ?? '', /^Send \[secret: /);
      assert.deepEqual(health, [
        {
          session: 's-1',
          errors: 1,
          retries: 1,
          edits: 2,
          files: 1,
          compactions: 1,
          interrupted: 1,
          rewound: 0,
          mostEdited: { path: 'src/a.ts', times: 2 },
        },
      ]);
      assert.equal(usage.total.requests, 6);
      assert.deepEqual(
        activity.days.map(({ messages, agents }) => [messages, agents]),
        [[8, { claude: 8 }]],
      );
    }));

  it('is told while sessions are read, stops when nobody listens, and reads nothing twice', () =>
    withProject(async ({ home, folder, workspace, insight }) => {
      writeUsageHome(home, folder, { sessions: 20, turns: 2, filler: 10, now: Date.UTC(2026, 1, 5) });
      for await (const { isComplete } of insight().report(workspace)) {
        assert.equal(isComplete, false);
        break;
      }
      const all = await complete(insight(), workspace);
      const [first, ...rest] = await reports(insight().report(workspace));
      assert.deepEqual([first, rest], [all, []]);
      const file = inIndex(join(folder, '.chat-history'), 'figures');
      assert.equal(
        fs
          .readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => line.includes('\t')).length,
        all.sessions,
      );
      // A line that was torn, and one that was changed by hand, cost another reading and no figures.
      fs.appendFileSync(file, '0123abcd\t["torn');
      assert.deepEqual(await complete(insight(), workspace), all);
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').slice(0, 2_000));
      assert.deepEqual(await complete(insight(), workspace), all);
    }));

  it('takes what was done in a copy for done in the session it was made from', () =>
    withProject(async ({ workspace, claude, insight }) => {
      const transcript = new ClaudeTranscript()
        .user('Fix it')
        .use('m1', 't1', 'Edit', edit)
        .result('t1', 'done');
      claude('s-1', transcript);
      claude('s-2', transcript);
      const { usage, work, activity, sessions } = await complete(insight(), workspace);
      assert.equal(sessions, 2);
      assert.deepEqual([usage.total.requests, usage.sessions.length], [1, 1]);
      assert.deepEqual(
        work.files.map(({ name, count }) => [name, count]),
        [['src/a.ts', 1]],
      );
      assert.deepEqual(
        activity.days.map(({ messages }) => messages),
        [2],
      );
    }));

  it('can be cancelled', () =>
    withProject(async ({ home, folder, workspace, insight }) => {
      writeUsageHome(home, folder, { sessions: 5, turns: 2, filler: 10, now: Date.UTC(2026, 1, 5) });
      const stop = new AbortController();
      stop.abort();
      await assert.rejects(reports(insight().report(workspace, {}, stop.signal)), { name: 'AbortError' });
    }));

  it('counts a session that grew anew, and only what is asked for', () =>
    withProject(async ({ workspace, claude, insight }) => {
      const transcript = new ClaudeTranscript().user('Go').answer('m1', 'Yes.');
      claude('s-1', transcript);
      const store = insight();
      assert.equal((await complete(store, workspace)).usage.total.output, 7);
      claude('s-1', transcript.user('More').answer('m2', 'Done.'));
      claude('s-2', new ClaudeTranscript().user('Other').answer('m3', 'Yes.'));
      assert.equal((await complete(store, workspace)).usage.total.output, 21);
      assert.equal((await complete(store, workspace, { session: 's-1' })).usage.total.requests, 2);
      assert.equal((await complete(store, workspace, { model: 'none' })).usage.total.requests, 0);
      assert.equal((await complete(store, workspace, { agent: 'codex' })).usage.total.input, undefined);
      const since = Date.UTC(2026, 0, 15, 9, 30, 3);
      assert.equal((await complete(store, workspace, { since })).usage.total.requests, 1);
    }));

  it('counts sessions that record no tokens with the others, in the time that is asked for', () =>
    withProject(async ({ home, workspace, claude, insight }) => {
      claude('s-1', new ClaudeTranscript().user('Go').answer('m1', 'Yes.'));
      for (const id of ['s-2', 's-3']) claude(id, new ClaudeTranscript().user('Go'));
      const end = Date.UTC(2026, 0, 16);
      const projects = join(home, '.claude/projects');
      for (const name of fs.readdirSync(projects, { recursive: true, encoding: 'utf8' }))
        fs.utimesSync(join(projects, name), end / 1_000, end / 1_000);
      const counts = async (query: InsightQuery) => {
        const { counted, untold, sessions } = (await complete(insight(), workspace, query)).usage;
        return [counted, untold, sessions.length];
      };
      assert.deepEqual(await counts({}), [3, 2, 1]);
      assert.deepEqual(await counts({ session: 's-2' }), [1, 1, 0]);
      assert.deepEqual(await counts({ since: end + 1 }), [0, 0, 0]);
      assert.deepEqual(await counts({ until: Date.UTC(2026, 0, 14) }), [0, 0, 0]);
      assert.deepEqual(await counts({ agent: 'codex' }), [0, 0, 0]);
      assert.deepEqual(await counts({ model: 'claude-opus' }), [1, 0, 1]);
    }));

  it('takes prices of the project and of whoever asks, and tells what has none', () =>
    withProject(async ({ folder, workspace, claude, insight }) => {
      claude('s-1', new ClaudeTranscript().user('Go').answer('m1', 'Yes.'));
      const unknown = await complete(insight(), workspace);
      assert.deepEqual(
        [unknown.usage.total.cost, unknown.usage.unpricedModels],
        [undefined, ['claude-opus']],
      );
      const settings = join(folder, '.chat-history/settings.json');
      fs.writeFileSync(settings, '{"prices": {"claude-*": {"input": 1000000, "output": 1, "cacheRead": 0}}}');
      assert.equal(Math.round((await complete(insight(), workspace)).usage.total.cost ?? 0), 14);
      const prices = { 'claude-*': { input: 0, output: 1_000_000 } };
      assert.equal((await complete(insight(), workspace, { prices })).usage.total.cost, 7);
      fs.writeFileSync(settings, '{"prices": {"claude-*": 3}}');
      assert.equal((await complete(insight(), workspace)).usage.total.cost, undefined);
      const said = async (text: string) => {
        const places = { ...workspace.places, env: { ...workspace.places.env, HISTORY_PRICES: text } };
        return (await complete(insight(), { ...workspace, places })).usage.total.cost;
      };
      assert.equal(await said(JSON.stringify(prices)), 7);
      assert.equal(await said('cheap'), undefined);
    }));

  it('tells what dialogs leave to do, how large they are, and what takes space', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save(
        'big',
        Array.from({ length: 400 }, (_, n) => ({ role: 'user', text: `m${n}` })),
      );
      await store.dialogs.save('small', [{ role: 'user', text: 'x' }]);
      const todo = ['Ship it', { text: 'Name it', state: 'done' }];
      await store.dialogs.setSummary('small', { todo, decisions: ['Maple'] }, 'replace');
      await store.dialogs.clear('small');
      await store.dialogs.setSummary('small', { todo }, 'replace');
      const { dialogs, todos, disk } = await store.insight.holdings();
      assert.deepEqual(todos, [{ dialog: 'small', text: 'Ship it' }]);
      assert.deepEqual(
        dialogs.map(({ name, isOutside }) => [name, isOutside]),
        [
          ['big', true],
          ['small', false],
        ],
      );
      const kinds = disk.map(({ kind, canGo }) => `${kind}${canGo ? ' can go' : ''}`);
      assert.ok(kinds.includes('dialogs') && kinds.includes('backups can go'), kinds.join());
    }));

  it('gives first figures, of the newest sessions, before all are listed for the first time', () =>
    withProject(async ({ workspace, home, claude, insight }) => {
      const ids = Array.from(
        { length: 60 },
        (_, n) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`,
      );
      for (const id of ids)
        claude(id, new ClaudeTranscript().user('Fix it').answer('m1', { type: 'text', text: 'Done.' }));
      const newest = ids[7] ?? '';
      const [folder = ''] = fs.readdirSync(join(home, '.claude/projects'));
      const later = new Date(Date.now() + 60_000);
      fs.utimesSync(join(home, '.claude/projects', folder, `${newest}.jsonl`), later, later);
      const states: InsightReport[] = [];
      const { told } = await countFiles(home, async () => {
        for await (const report of insight().report(workspace)) {
          states.push(report);
          break;
        }
      });
      const opened = new Set(told.filter((call) => /^open .*\.jsonl$/.test(call)));
      assert.ok(opened.size > 0 && opened.size <= 20, `${opened.size} of 60 were opened`);
      const [first] = states;
      assert.ok(first && !first.isComplete && first.sessions === 60, JSON.stringify(first));
      assert.equal(first.work.longest[0]?.session, newest);
      assert.equal((await complete(insight(), workspace)).read, 60);
    }));
});
