import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../../src/disk/base/core.ts';
import { lockFolder } from '../../src/disk/files/ignored.ts';
import { withLock } from '../../src/disk/files/lock.ts';
import { openStore } from '../../src/store/store.ts';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { claudeLines, type Line } from '../unit/store/transcriptOf.ts';
import { writeRequests } from '../bench/requestsTranscript.ts';
import { eventually } from '../eventually.ts';
import { entriesAround } from '../../src/store/references.ts';
import { parseReference } from '../../src/find/search/reference.ts';
import { githubToken } from '../unit/store/secrets/tokens.ts';
import { withHook, type Ended, type HookFixture } from './runHook.ts';
import { inIndex } from '../inIndex.ts';
import { qwen } from '../unit/store/plainAgents.ts';
import { jsonLines } from '../unit/store/reading.ts';

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
    await fs.writeFile(path, claudeLines(session, 'Fix the login', lines, project));
    const store = openStore(project, { language: 'en' });
    await store.dialogs.save('default', [{ role: 'user', text: 'hello' }]);
    await store.dialogs.setSummary('default', { TODO: ['Ship the blue teapot'] }, 'merge');
    const workspace = {
      folders: [project],
      places: { home, env: {}, platform: process.platform },
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
    session_id: session,
    transcript_path: path,
    cwd: project,
    hook_event_name: 'SessionStart',
    source,
  });

/** What each agent writes to its hook when a session starts, and the form it takes context in. */
const dialects: Readonly<
  Record<string, (path: string, cwd: string) => { readonly input: object; readonly takes: readonly string[] }>
> = {
  'Claude Code': (path, cwd) => ({
    input: {
      session_id: session,
      transcript_path: path,
      cwd,
      hook_event_name: 'SessionStart',
      source: 'startup',
    },
    takes: ['hookSpecificOutput', 'additionalContext'],
  }),
  Codex: (path, cwd) => ({
    input: {
      session_id: session,
      transcript_path: path,
      cwd,
      hook_event_name: 'SessionStart',
      model: 'gpt-6-sol',
      permission_mode: 'default',
      source: 'startup',
    },
    takes: ['hookSpecificOutput', 'additionalContext'],
  }),
  'Gemini CLI': (path, cwd) => ({
    input: {
      session_id: session,
      transcript_path: path,
      cwd,
      hook_event_name: 'SessionStart',
      timestamp: '2026-11-22T23:55:05.697Z',
      source: 'startup',
    },
    takes: ['hookSpecificOutput', 'additionalContext'],
  }),
  'VS Code': (path, cwd) => ({
    input: {
      timestamp: '2026-11-22T23:55:05.697Z',
      cwd,
      session_id: session,
      transcript_path: path,
      hook_event_name: 'SessionStart',
      source: 'new',
    },
    takes: ['hookSpecificOutput', 'additionalContext'],
  }),
  'Copilot CLI': (_path, cwd) => ({
    input: { sessionId: session, timestamp: 1795391584544, cwd, source: 'new', initialPrompt: 'Hi' },
    takes: ['additionalContext'],
  }),
  Cursor: (path, cwd) => ({
    input: {
      conversation_id: session,
      session_id: session,
      hook_event_name: 'sessionStart',
      workspace_roots: [cwd],
      transcript_path: path,
      is_background_agent: false,
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
    it(`is given to ${agent} once at the start of a session, on request and in its format`, () =>
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

  it('covers the compacted session after a compaction by default', () =>
    withSession(async ({ project, path, run, told }) => {
      const ended = await run(starting(project, path, 'compact'), { args: inTime });
      const text = contextIn(ended, ['hookSpecificOutput', 'additionalContext']);
      assert.equal(text, await told('afterCompaction'));
      assert.match(text, /Now round the totals 舍入/);
      assert.equal((await openStore(project).brief.given())[0]?.agent, 'claude');
    }));

  it('is given once with the next prompt to agents without a session start after compaction', () =>
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

  it('is given to Gemini CLI with the prompt after compressing, not after a mere check', () =>
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

  it('is given to Qwen Code with the prompt after compressing, as it ignores hooks at a start', () =>
    withSession(async ({ project, home, run }) => {
      const chat = join(home, '.qwen/projects/-project/chats', `${session}.jsonl`);
      await fs.mkdir(join(chat, '..'), { recursive: true });
      const said = (n: number, text: string) =>
        qwen(project, n, { sessionId: session, type: 'user', message: { role: 'user', parts: [{ text }] } });
      await fs.writeFile(chat, jsonLines([said(1, 'Fix the login'), said(2, 'Now round the totals 舍入')]));
      const shared = { session_id: session, transcript_path: chat, cwd: project };
      const tell = (event: object) =>
        run(JSON.stringify({ ...shared, ...event }), { args: [...inTime, '--brief', 'always'] });
      assert.deepEqual(await tell({ hook_event_name: 'PreCompact', trigger: 'auto' }), silent);
      for (const source of ['compact', 'startup'])
        assert.deepEqual(await tell({ hook_event_name: 'SessionStart', source }), silent);
      const prompt = { hook_event_name: 'UserPromptSubmit', prompt: 'Go on' };
      const ended = await tell(prompt);
      assert.match(ended.stdout, /"hookEventName":"UserPromptSubmit"/);
      assert.match(
        contextIn(ended, ['hookSpecificOutput', 'additionalContext']),
        /Now round the totals 舍入/,
      );
      assert.deepEqual(await tell(prompt), silent);
    }));

  for (const [size, count] of [
    ['short', 20],
    ['long', 1_500],
  ] as const)
    it(`of a ${size} session uses what was kept at its compaction, and equals that of other programs`, () =>
      withSession(async ({ project, path, run, told }) => {
        const asked = Array.from({ length: count }, (_, n) => ({
          id: `u${n}`,
          text: `Request ${n}: round the totals of file${n % 70}.ts ${'to the cent '.repeat(9)}`,
        }));
        await fs.writeFile(path, claudeLines(session, 'Fix', asked, project));
        const compacting = { session_id: session, transcript_path: path, cwd: project, trigger: 'auto' };
        await run(JSON.stringify({ ...compacting, hook_event_name: 'PreCompact' }));
        const history = join(project, '.chat-history');
        const unread = join(project, 'unread.cjs');
        await fs.writeFile(
          unread,
          `const fs = require('fs'); for (const name of ['openSync', 'open']) { const real = fs[name];
          fs[name] = (path, ...rest) => { if (String(path).includes('${session}')) process.exit(); return real(path, ...rest); }; }`,
        );
        const given = async (env = {}): Promise<string> => {
          await fs.rm(join(history, '.index/given.jsonl'), { force: true });
          const ended = await run(starting(project, path, 'compact'), { args: inTime, env });
          return contextIn(ended, ['hookSpecificOutput', 'additionalContext']);
        };
        const alone = { NODE_OPTIONS: `--require ${JSON.stringify(unread)}`, CLAUDE_PROJECT_DIR: project };
        const expected = await told('afterCompaction');
        assert.ok(expected.includes(`Request ${count - 1}`));
        assert.equal(await given(alone), expected);
        await fs.appendFile(path, `${JSON.stringify({ type: 'system', subtype: 'compact_boundary' })}\n`);
        assert.equal(await given(alone), expected, 'the agent noted the compaction');
        await fs.writeFile(join(history, 'settings.json'), '{"briefTokens": 400}');
        const short = await given();
        assert.ok(short.length < expected.length * 0.9, 'another budget');
        assert.equal(short, await told('afterCompaction'));
        await fs.rm(join(history, 'settings.json'));
        for (const damage of ['', 'derived 1 facts', '\u0000\u0000', '[]']) {
          const kept = inIndex(history, 'facts');
          for (const name of await fs.readdir(kept)) await fs.writeFile(join(kept, name), damage);
          assert.equal(await given(), expected, `what was kept is ${JSON.stringify(damage)}`);
        }
      }));

  describe('after a long session', () => {
    const long = 'aaaaaaaa-e29b-41d4-a716-446655440000';
    const always = [...inTime, '--brief', 'always'];
    const facts = (project: string): string => inIndex(join(project, '.chat-history'), 'facts');

    /** With a long session before the one that starts. */
    const withLong = (test: (fixture: BriefFixture & { readonly before: string }) => Promise<void>) =>
      withSession(async (fixture) => {
        const before = join(fixture.path, '..', `${long}.jsonl`);
        writeRequests(before, long, 3_000, fixture.project);
        await test({ ...fixture, before });
      });

    it('names the last requests, files and outcomes even if nothing was kept of it', () =>
      withLong(async ({ project, path, run }) => {
        const ended = await run(starting(project, path, 'startup'), { args: always });
        const text = contextIn(ended, ['hookSpecificOutput', 'additionalContext']);
        assert.deepEqual(
          text.match(/Fix number \d+/g),
          [2_991, 2_994, 2_997].map((n) => `Fix number ${n}`),
        );
        assert.match(text, /npm test passed/);
        assert.match(text, /src\/file58\.ts/);
        assert.match(text, /Ship the blue teapot/);
        const [given] = await openStore(project).brief.given();
        const [request = ''] = given?.items.filter((item) => item.includes('sessions/')) ?? [];
        const store = openStore(project);
        const places = { home: join(path, '../../../..'), env: {}, platform: process.platform };
        const reference = parseReference(request);
        assert.ok(reference, request);
        const [entry] = await entriesAround(
          { store, workspace: { folders: [project], places } },
          reference,
          1,
        );
        assert.match(entry?.text ?? '', /^Fix number 2991:/);
      }));

    it('tells the last of a session whose compaction no hook saw, and that the earlier part is missing', () =>
      withSession(async ({ project, path, run }) => {
        writeRequests(path, session, 12_000, project);
        const ended = await run(starting(project, path, 'compact'), { args: inTime });
        const text = contextIn(ended, ['hookSpecificOutput', 'additionalContext']);
        assert.match(text, /Fix number 11997\b/);
        assert.doesNotMatch(text, /Fix number 0\b/);
        assert.match(text, /file\d+\.ts/);
        assert.ok(!text.includes(project), 'paths are below the folder of the session');
        assert.match(text, /Left out, as it cannot be read: the earlier part of the session\./);
      }));

    it('covers a session remembered at its end, which its agent does not wait for', () =>
      withLong(async ({ project, before, path, run }) => {
        const ending = {
          session_id: long,
          transcript_path: before,
          cwd: project,
          hook_event_name: 'SessionEnd',
        };
        assert.deepEqual(
          await run(JSON.stringify({ ...ending, reason: 'other' }), {
            args: ['--remember', '--brief', 'always'],
          }),
          silent,
        );
        await fs.appendFile(
          before,
          `${JSON.stringify({ type: 'custom-title', customTitle: 'x', sessionId: long })}\n`,
        );
        await eventually('what is kept of it', () =>
          fs.readdir(facts(project)).then(
            (names) => names.some((name) => /^[0-9a-f]{16}\.log$/.test(name)),
            () => false,
          ),
        );
        assert.deepEqual((await openStore(project).archives.list()).archives, [], 'nothing is archived');
        const ended = await run(starting(project, path, 'startup'), { args: always });
        const text = contextIn(ended, ['hookSpecificOutput', 'additionalContext']);
        assert.match(text, /Fix number 2997: .*\(s1\/1999\)/, 'by the number of the message');
      }));
  });

  it('follows project settings, environment and command line, each overriding the former', () =>
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

  it('is left out with an explanation when a setting is invalid', () =>
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

  it('respects the configured budget and masks secrets', () =>
    withSession(async ({ project, path, run }) => {
      const token = githubToken();
      const asked = Array.from({ length: 60 }, (_, n) => ({
        id: `u${n}`,
        text: `Request ${n} with ${token} in it: ${'why is it one cent off? '.repeat(9)}`,
      }));
      await fs.writeFile(path, claudeLines(session, 'Fix', asked, project));
      const env = { HISTORY_BRIEF_TOKENS: '400' };
      const ended = await run(starting(project, path, 'compact'), { args: inTime, env });
      const text = contextIn(ended, ['hookSpecificOutput', 'additionalContext']);
      assert.ok(!text.includes(token));
      const [noted] = await openStore(project).brief.given();
      assert.ok(noted && noted.tokens <= 400 && noted.tokens > 200, `${noted?.tokens} tokens`);
    }));

  it('is shorter than what Claude Code cuts, and has no characters that change how a text is read', () =>
    withSession(async ({ project, path, run }) => {
      const asked = Array.from({ length: 200 }, (_, n) => ({
        id: `u${n}`,
        text: `Request ${n} \ud83d\u202e\u0007\u2028 is ${'one of a long list of the wishes we had '.repeat(6)}`,
      }));
      await fs.writeFile(path, claudeLines(session, 'Fix', asked, project));
      const env = { HISTORY_BRIEF_TOKENS: '4000' };
      const ended = await run(starting(project, path, 'compact'), { args: inTime, env });
      const text = contextIn(ended, ['hookSpecificOutput', 'additionalContext']);
      assert.ok(text.length > 8_000 && text.length <= 9_900, `${text.length} characters`);
      assert.equal(Buffer.from(text).toString(), text);
      assert.doesNotMatch(text, /[^\n\P{Cc}]|[\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
    }));

  it('is empty without a history and creates none', () =>
    withHook(async ({ project, run, transcript }) => {
      const path = await transcript(session, lines);
      assert.deepEqual(await run(starting(project, path, 'compact'), { args: inTime }), silent);
      assert.deepEqual(await run(starting(project, path, 'startup'), { args: inTime }), silent);
      assert.deepEqual(await fs.readdir(project), ['.git']);
    }));

  it('is empty for an empty, damaged or blocked history and for a missing session', () =>
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
      // In a project of its own: what was begun in the background may still write there.
      const other = await fs.mkdtemp(join(project, 'other'));
      await fs.mkdir(join(other, '.git'));
      await fs.writeFile(join(other, '.chat-history'), 'no folder');
      const { code, stdout } = await run(starting(other, '', 'startup'), always);
      assert.deepEqual([code, stdout], [0, '']);
    }));

  it('is empty and delays nothing when the history is locked or hangs', () =>
    withSession(async ({ project, path, run }) => {
      // A hook that waited would never end, or give its brief in the end.
      const isSilent = async (options = {}): Promise<void> => {
        const args = ['--brief-within', '120'];
        assert.deepEqual(await run(starting(project, path, 'compact'), { args, ...options }), silent);
      };
      await withLock(lockFolder(join(project, '.chat-history'), '.given'), () => isSilent());
      const hanging = join(project, 'hanging.cjs');
      await fs.writeFile(
        hanging,
        `const fs = require('fs'); const hang = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
        for (const name of ['lstatSync', 'openSync']) { const real = fs[name]; fs[name] = (path, ...rest) => {
          if (String(path).includes('.chat-history')) hang(); return real(path, ...rest); }; }`,
      );
      const env = { NODE_OPTIONS: `--require "${hanging}"` };
      await isSilent({ env });
    }));
});
