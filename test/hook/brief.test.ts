import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../../src/store/base/core.ts';
import { lockFolder } from '../../src/store/files/ignored.ts';
import { withLock } from '../../src/store/files/lock.ts';
import { openStore } from '../../src/store/store.ts';
import { claudeFolderName } from '../../src/store/transcripts/claude/claudeAgent.ts';
import { claudeLines, type Line } from '../unit/store/transcriptOf.ts';
import { leastUntil } from '../bench/measure.ts';
import { githubToken } from '../unit/store/secrets/tokens.ts';
import { withHook, type Ended, type HookFixture } from './runHook.ts';

const session = '550e8400-e29b-41d4-a716-446655440000';
const silent: Ended = { code: 0, stdout: '', stderr: '' };
/** What is told is not late here, however busy the machine is. */
const inTime = ['--brief-within', '20000'];
const lines: Line[] = [
  { id: 'u1', text: 'Fix the login' },
  { id: 'a1', text: 'Done', by: 'assistant', tool: 'done' },
  { id: 'u2', text: 'Now round the totals 舍入' },
];

interface BriefFixture extends HookFixture {
  /** Of the session, where Claude Code keeps it. */
  readonly path: string;
  /** What the command line tells of it. */
  readonly told: (purpose: 'start' | 'afterCompaction') => Promise<string>;
}

/** A project with a history, in which a session of Claude Code was, and a dialog that has something open. */
const withSession = (test: (fixture: BriefFixture) => Promise<void>) =>
  withHook(async (fixture) => {
    const { project, home } = fixture;
    const path = join(home, '.claude/projects', claudeFolderName(project), `${session}.jsonl`);
    await fs.mkdir(join(path, '..'), { recursive: true });
    await fs.writeFile(path, claudeLines(session, 'Fix the login', lines).replaceAll('/code/项目', project));
    const store = openStore(project, { language: 'en' });
    await store.dialogs.save('default', [{ role: 'user', text: 'hello' }]);
    await store.dialogs.setSummary('default', { TODO: ['Ship the blue teapot'] }, 'merge');
    const workspace = {
      ...{ folders: [project], places: { home, env: {}, platform: process.platform } },
      current: { sessionId: session },
    };
    const told = async (purpose: 'start' | 'afterCompaction'): Promise<string> => {
      const about = purpose === 'start' ? {} : { session };
      return (await store.brief.make(workspace, { purpose, ...about })).text;
    };
    await test({ ...fixture, path, told });
  });

const starting = (project: string, path: string, source: string) =>
  JSON.stringify({
    ...{ session_id: session, transcript_path: path, cwd: project },
    ...{ hook_event_name: 'SessionStart', source },
  });

/** What each agent writes to its hook when a session starts, and the form it takes context in. */
const dialects: Readonly<
  Record<string, (path: string, cwd: string) => { readonly input: object; readonly takes: readonly string[] }>
> = {
  'Claude Code': (path, cwd) => ({
    input: {
      ...{ session_id: session, transcript_path: path, cwd },
      ...{ hook_event_name: 'SessionStart', source: 'startup' },
    },
    takes: ['hookSpecificOutput', 'additionalContext'],
  }),
  Codex: (path, cwd) => ({
    input: {
      ...{ session_id: session, transcript_path: path, cwd, hook_event_name: 'SessionStart' },
      ...{ model: 'gpt-6-sol', permission_mode: 'default', source: 'startup' },
    },
    takes: ['hookSpecificOutput', 'additionalContext'],
  }),
  'Gemini CLI': (path, cwd) => ({
    input: {
      ...{ session_id: session, transcript_path: path, cwd, hook_event_name: 'SessionStart' },
      ...{ timestamp: '2026-11-22T23:55:05.697Z', source: 'startup' },
    },
    takes: ['hookSpecificOutput', 'additionalContext'],
  }),
  'VS Code': (path, cwd) => ({
    input: {
      ...{ timestamp: '2026-11-22T23:55:05.697Z', cwd, session_id: session, transcript_path: path },
      ...{ hook_event_name: 'SessionStart', source: 'new' },
    },
    takes: ['hookSpecificOutput', 'additionalContext'],
  }),
  'Copilot CLI': (_path, cwd) => ({
    input: { sessionId: session, timestamp: 1795391584544, cwd, source: 'new', initialPrompt: 'Hi' },
    takes: ['additionalContext'],
  }),
  Cursor: (path, cwd) => ({
    input: {
      ...{ conversation_id: session, session_id: session, hook_event_name: 'sessionStart' },
      ...{ workspace_roots: [cwd], transcript_path: path, is_background_agent: false },
    },
    takes: ['additional_context'],
  }),
};

/** The text in what was printed, at this place and nowhere else. */
function contextIn({ code, stdout, stderr }: Ended, takes: readonly string[]): string {
  assert.deepEqual([code, stderr], [0, '']);
  const printed: unknown = JSON.parse(stdout);
  const leaf = takes.reduce((value, key) => (isObject(value) ? value[key] : undefined), printed);
  assert.equal(typeof leaf, 'string');
  return String(leaf);
}

describe('the brief of a hook', () => {
  for (const [agent, dialect] of Object.entries(dialects))
    it(`is given to ${agent} at the start of a session, where it is wanted, in its form and once`, () =>
      withSession(async ({ project, path, run, told }) => {
        const { input, takes } = dialect(path, project);
        const always = [...inTime, '--brief', 'always'];
        assert.deepEqual(await run(JSON.stringify(input), { args: inTime }), silent, 'not by default');
        const expected = await told('start');
        assert.match(expected, /Ship the blue teapot/);
        const ended = await Promise.all([1, 2].map(() => run(JSON.stringify(input), { args: always })));
        const [given, ...others] = ended.filter(({ stdout }) => stdout !== '');
        assert.ok(given);
        assert.deepEqual(others, [], 'twice');
        assert.equal(contextIn(given, takes), expected);
        const [noted, ...more] = await openStore(project).brief.given();
        assert.deepEqual(more, []);
        assert.deepEqual(
          [noted?.text, noted?.session, noted?.purpose, noted?.by],
          [expected, session, 'start', 'hook'],
        );
      }));

  it('after a compaction tells of the session that was compacted, by default', () =>
    withSession(async ({ project, path, run, told }) => {
      const ended = await run(starting(project, path, 'compact'), { args: inTime });
      const text = contextIn(ended, ['hookSpecificOutput', 'additionalContext']);
      assert.equal(text, await told('afterCompaction'));
      assert.match(text, /Now round the totals 舍入/);
      assert.equal((await openStore(project).brief.given())[0]?.agent, 'claude');
    }));

  it('is given with the next prompt to agents that start no session after a compaction, once', () =>
    withSession(async ({ project, path, run, told }) => {
      const copilot = { sessionId: session, timestamp: 1795391584544, cwd: project };
      const prompt = JSON.stringify({ ...copilot, prompt: 'Go on' });
      assert.deepEqual(await run(prompt, { args: inTime }), silent, 'before it compacts');
      const compacting = { ...copilot, transcriptPath: path, trigger: 'auto', customInstructions: '' };
      assert.deepEqual(await run(JSON.stringify(compacting)), silent);
      const given = await run(prompt, { args: inTime });
      assert.equal(contextIn(given, ['additionalContext']), await told('afterCompaction'));
      assert.deepEqual(await run(prompt, { args: inTime }), silent, 'once more');
    }));

  it('is given to Gemini CLI with the prompt after it compressed, not where it only asks whether to', () =>
    withSession(async ({ project, path, run, told }) => {
      const shared = { session_id: session, transcript_path: path, cwd: project };
      const tell = (event: object) => run(JSON.stringify({ ...shared, ...event }), { args: inTime });
      const prompt = { hook_event_name: 'BeforeAgent', prompt: 'Go on' };
      assert.deepEqual(await tell({ hook_event_name: 'PreCompress', trigger: 'auto' }), silent);
      assert.deepEqual(await tell(prompt), silent);
      assert.deepEqual(await tell({ hook_event_name: 'PreCompress', trigger: 'manual' }), silent);
      const context = contextIn(await tell(prompt), ['hookSpecificOutput', 'additionalContext']);
      assert.equal(context, await told('afterCompaction'));
      assert.deepEqual(await tell(prompt), silent);
    }));

  it('is as settings of the project, the environment and the command line say, in this order', () =>
    withSession(async ({ project, path, run }) => {
      const compact = starting(project, path, 'compact');
      const file = join(project, '.chat-history/settings.json');
      const isGiven = async (args: readonly string[], env: Readonly<Record<string, string>>) =>
        (await run(compact, { args: [...inTime, ...args], env })).stdout !== '';
      await fs.writeFile(file, '{"brief": "off"}');
      assert.equal(await isGiven([], {}), false);
      assert.equal(await isGiven([], { HISTORY_BRIEF: 'afterCompaction' }), true);
      assert.equal(await isGiven(['--brief', 'off'], { HISTORY_BRIEF: 'always' }), false);
    }));

  it('is none, and says why, where a setting cannot be understood', () =>
    withSession(async ({ project, path, run }) => {
      const file = join(project, '.chat-history/settings.json');
      for (const [text, why] of [
        ['{"brief": "sometimes"}', /"sometimes": use off, afterCompaction, always/],
        ['{"briefTokens": 5}', /briefTokens .* is 5: use a whole number from 300 to 4000/],
        ['{"brief', /settings\.json is not valid JSON/],
      ] as const) {
        await fs.writeFile(file, text);
        const { code, stdout, stderr } = await run(starting(project, path, 'compact'), { args: inTime });
        assert.deepEqual([code, stdout], [0, '']);
        assert.match(stderr, why);
      }
    }));

  it('holds the budget that is set, and masks secrets', () =>
    withSession(async ({ project, path, run }) => {
      const token = githubToken();
      const asked = Array.from({ length: 60 }, (_, n) => ({
        ...{ id: `u${n}`, text: `Request ${n} with ${token} in it: ${'why is it one cent off? '.repeat(9)}` },
      }));
      await fs.writeFile(path, claudeLines(session, 'Fix', asked).replaceAll('/code/项目', project));
      const env = { HISTORY_BRIEF_TOKENS: '400' };
      const ended = await run(starting(project, path, 'compact'), { args: inTime, env });
      const text = contextIn(ended, ['hookSpecificOutput', 'additionalContext']);
      assert.ok(!text.includes(token));
      const [noted] = await openStore(project).brief.given();
      assert.ok(noted && noted.tokens <= 400 && noted.tokens > 200, `${noted?.tokens} tokens`);
    }));

  it('is nothing where there is no history, and makes none', () =>
    withHook(async ({ project, run, transcript }) => {
      const path = await transcript(session, lines);
      assert.deepEqual(await run(starting(project, path, 'compact'), { args: inTime }), silent);
      assert.deepEqual(await run(starting(project, path, 'startup'), { args: inTime }), silent);
      assert.deepEqual(await fs.readdir(project), ['.git']);
    }));

  it('is nothing where the history is empty, damaged or no folder, or the session is not there', () =>
    withHook(async ({ project, run }) => {
      const always = { args: [...inTime, '--brief', 'always'] };
      const history = join(project, '.chat-history');
      await fs.mkdir(join(history, 'default'), { recursive: true });
      assert.equal((await run(starting(project, '', 'startup'), always)).stdout, '');
      await fs.writeFile(join(history, 'default/summary.json'), '{"TODO": ["cut of');
      for (const source of ['startup', 'compact']) {
        const { code, stdout } = await run(starting(project, '/nowhere', source), always);
        assert.deepEqual([code, stdout], [0, '']);
      }
      await fs.rm(history, { recursive: true });
      await fs.writeFile(history, 'no folder');
      const { code, stdout } = await run(starting(project, '', 'startup'), always);
      assert.deepEqual([code, stdout], [0, '']);
    }));

  it('is nothing, and holds up nobody, where the history is locked or slow', () =>
    withSession(async ({ project, path, run }) => {
      const empty = await fs.mkdtemp(join(project, 'empty'));
      const timed = async (cwd: string, options = {}) => {
        const began = performance.now();
        assert.deepEqual(await run(starting(cwd, path, 'compact'), options), silent);
        return performance.now() - began;
      };
      /** What the history costs: beyond what the hook takes where there is none. */
      const delay = async (options = {}) => (await timed(project, options)) - (await timed(empty, options));
      await fs.mkdir(join(empty, '.git'));
      await withLock(lockFolder(join(project, '.chat-history'), '.given'), async () => {
        assert.ok(Math.min(...(await leastUntil(300, delay))) < 300);
      });
      const slow = join(project, 'slow.cjs');
      await fs.writeFile(
        slow,
        `const fs = require('fs'); const busy = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
        for (const name of ['lstatSync', 'openSync']) { const real = fs[name]; fs[name] = (path, ...rest) => {
          if (String(path).includes('.chat-history')) busy(5000); return real(path, ...rest); }; }`,
      );
      const env = { NODE_OPTIONS: `--require "${slow}"` };
      assert.ok(Math.min(...(await leastUntil(300, () => delay({ env })))) < 300);
    }));
});
