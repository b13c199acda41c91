import assert from 'node:assert/strict';
import { join } from 'node:path';
import { isoTime } from '../../../../src/disk/base/core.ts';
import { makeDatabase } from '../databases.ts';
import { minute, recoverAll, recoveredTexts, start, withHome, type LostFixture } from './lostHome.ts';

const gone = '01a228cd-d084-76c0-8bcf-325716fc3aaa';
const there = '01a228cd-a5dc-7812-9a38-7138c0288034';

const threads =
  'CREATE TABLE threads (id TEXT PRIMARY KEY, rollout_path TEXT, created_at INTEGER, cwd TEXT, title TEXT, git_branch TEXT, first_user_message TEXT, thread_source TEXT);';
const items =
  'CREATE TABLE thread_items (thread_id TEXT, turn_id TEXT, item_id TEXT, rollout_ordinal INTEGER, created_at_ms INTEGER, item_json TEXT);';

const prompt = (n: number, text: string, session_id = gone) => ({
  session_id,
  ts: (start + n * minute) / 1_000,
  text,
});

/** The table of threads of a home, with threads of the project. */
function writeThreads({ home, root }: LostFixture, ...more: readonly object[]): void {
  const thread = { id: gone, rollout_path: '', created_at: start / 1_000, cwd: root, title: 'Teapots' };
  const about = { git_branch: 'main', first_user_message: 'First of all', thread_source: 'user' };
  makeDatabase(join(home, '.codex', 'state_5.sqlite'), threads, {
    threads: [{ ...thread, ...about }, ...more.map((one) => ({ ...thread, ...about, ...one }))],
  });
}

describe('lost threads of Codex', () => {
  it('come back with their prompts and their project, which only the table of threads tells', () =>
    withHome(async (fixture) => {
      const { store, workspace, lines } = fixture;
      lines('.codex/history.jsonl', [
        prompt(0, 'First of all'),
        prompt(1, 'Then this'),
        prompt(0, 'It has a rollout', there),
        prompt(0, 'Of a project that nobody knows', 'ffffffff-0000-4000-8000-000000000000'),
      ]);
      lines(`.codex/sessions/2026/01/05/rollout-2026-01-05T09-00-00-${there}.jsonl`, [
        { timestamp: isoTime(start), type: 'session_meta', payload: { id: there, cwd: '/elsewhere' } },
      ]);
      writeThreads(fixture, { id: 'helper-thread', thread_source: 'subagent' });
      const [found, ...others] = await recoverAll(fixture);
      assert.equal(others.length, 0);
      assert.equal(found?.answers, 'missing');
      assert.deepEqual(await recoveredTexts(fixture, gone), [
        ['user', 'First of all', isoTime(start)],
        ['user', 'Then this', isoTime(start + minute)],
      ]);
      const { title, gitBranch, recovered } = await store.sessions.find(workspace, gone);
      assert.deepEqual([title, gitBranch, recovered], ['Teapots', 'main', 'prompts']);
      assert.deepEqual(await store.recovery.look(workspace), []);
      assert.equal((await store.recovery.look(workspace, { all: true })).length, 1);
    }));

  it('come back with answers where a newer version kept them beside the rollout, each text once', () =>
    withHome(async (fixture) => {
      const { home, lines } = fixture;
      lines('.codex/history.jsonl', [prompt(0, 'First of all'), prompt(3, 'After the last item')]);
      writeThreads(fixture);
      const item = (n: number, json: object) => ({
        thread_id: gone,
        turn_id: 't',
        item_id: `i${n}`,
        rollout_ordinal: n,
        created_at_ms: start + n * 200,
        item_json: JSON.stringify({ id: `i${n}`, ...json }),
      });
      const said = (text: string) => ({ type: 'userMessage', content: [{ type: 'text', text }] });
      makeDatabase(join(home, '.codex', 'thread_history_1.sqlite'), items, {
        thread_items: [
          item(0, said('First of all')),
          item(1, { type: 'reasoning', summary: ['hm'] }),
          item(2, { type: 'agentMessage', text: 'An answer' }),
          item(3, said('First of all')),
          { ...item(4, {}), item_json: '{' },
        ],
      });
      const [found] = await recoverAll(fixture);
      assert.equal(found?.answers, undefined);
      assert.deepEqual(
        (await recoveredTexts(fixture, gone)).map(([type, text]) => `${type}: ${text}`),
        ['user: First of all', 'assistant: An answer', 'user: First of all', 'user: After the last item'],
      );
    }));

  it('are left out where a database is none of Codex', () =>
    withHome(async (fixture) => {
      const { home, write, store, workspace, lines } = fixture;
      lines('.codex/history.jsonl', [prompt(0, 'Of no known project')]);
      write('.codex/state_9.sqlite', 'garbage');
      makeDatabase(join(home, '.codex', 'thread_history_1.sqlite'), 'CREATE TABLE other (id TEXT);');
      assert.deepEqual(await store.recovery.look(workspace), []);
    }));
});
