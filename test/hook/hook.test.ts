import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { tree } from '../unit/store/withStore.ts';
import type { Line } from '../unit/store/transcriptOf.ts';
import { githubToken } from '../unit/store/secrets/tokens.ts';
import { stateOf, withHook, type Ended } from './runHook.ts';

const session = '550e8400-e29b-41d4-a716-446655440000';
const lines: Line[] = [
  { id: 'u1', text: 'Hello' },
  { id: 'a1', text: 'Hi', by: 'assistant', tool: 'done' },
];

const silent: Ended = { code: 0, stdout: '', stderr: '' };
const archives = (project: string) => openStore(project).archives;
const list = async (project: string) => (await archives(project).list()).archives;

/** Whatever happens: exit 0, nothing on standard output, one line on standard error. */
function assertFailed({ code, stdout, stderr }: Ended, message: RegExp): void {
  assert.deepEqual([code, stdout], [0, '']);
  assert.match(stderr, /^history error: [^\n]+\n$/);
  assert.match(stderr, message);
}

describe('the hook', () => {
  it('leaves due consolidation of memories to the server and the editor', () =>
    withHook(async ({ project, run, transcript }) => {
      const now = Date.now();
      const clock = { now: () => now - 30 * 24 * 60 * 60 * 1_000 };
      const { memories } = openStore(project, { clock });
      await memories.store({ content: 'old', createdAt: 0 });
      await memories.maintenance.schedule('weekly', 'yearly');
      const path = await transcript(session, lines);
      const input = { session_id: session, transcript_path: path, hook_event_name: 'PreCompact' };
      assert.deepEqual(await run(JSON.stringify({ ...input, cwd: project })), silent);
      assert.equal((await list(project)).length, 1);
      assert.deepEqual(await memories.list({ archived: true }), []);
    }));

  it('archives a session that begins with many records of kinds that are not known', () =>
    withHook(async ({ project, home, run, transcript }) => {
      const folder = join(home, '.claude/projects/any');
      await fs.mkdir(folder, { recursive: true });
      const path = join(folder, `${session}.jsonl`);
      const before = `${JSON.stringify({ type: 'of-tomorrow', link: 1 })}\n`.repeat(60);
      await fs.writeFile(path, before + (await fs.readFile(await transcript(session, lines), 'utf8')));
      const input = {
        session_id: session,
        transcript_path: path,
        hook_event_name: 'PreCompact',
        cwd: project,
      };
      assert.deepEqual(await run(JSON.stringify(input)), silent);
      assert.deepEqual(
        (await list(project)).map(({ agent, messages }) => [agent, messages]),
        [['claude', 2]],
      );
    }));

  it('records the location of the project so that its sessions are found after a move', () =>
    withHook(async ({ project, home, run, transcript }) => {
      const path = await transcript(session, lines);
      const input = {
        session_id: session,
        transcript_path: path,
        hook_event_name: 'PreCompact',
        cwd: project,
      };
      assert.deepEqual(await run(JSON.stringify(input)), silent);
      const folder = join(stateOf(home), 'mcp-history-store/projects');
      const [record = ''] = (await fs.readdir(folder)).filter((name) => name.endsWith('.json'));
      assert.ok((await fs.readFile(join(folder, record), 'utf8')).includes(JSON.stringify(project)));
    }));

  const dialects: Record<string, (path: string, cwd: string) => object> = {
    'Claude Code': (path, cwd) => ({
      session_id: session,
      transcript_path: path,
      cwd,
      hook_event_name: 'PreCompact',
      trigger: 'auto',
      custom_instructions: '',
    }),
    'Gemini CLI': (path, cwd) => ({
      session_id: session,
      transcript_path: path,
      cwd,
      hook_event_name: 'PreCompress',
      timestamp: '2026-02-05T12:00:00Z',
      trigger: 'manual',
    }),
    'Copilot CLI': (path, cwd) => ({
      sessionId: session,
      transcriptPath: path,
      cwd,
      timestamp: 1,
      trigger: 'auto',
    }),
    Cursor: (path, cwd) => ({
      conversation_id: session,
      transcript_path: path,
      workspace_roots: [cwd],
      hook_event_name: 'preCompact',
      trigger: 'auto',
    }),
    'SessionEnd without a trigger': (path, cwd) => ({
      session_id: session,
      transcript_path: path,
      cwd,
      hook_event_name: 'SessionEnd',
      reason: 'exit',
    }),
  };
  for (const [agent, input] of Object.entries(dialects))
    it(`archives silently on an event of ${agent}`, () =>
      withHook(async ({ project, home, run, transcript }) => {
        const told = JSON.stringify(input(await transcript(session, lines), project));
        assert.deepEqual(await run(told, { cwd: home }), silent);
        const [archive] = await list(project);
        assert.deepEqual(
          [archive?.session, archive?.messages, archive?.title],
          [session, 2, 'Fix the login'],
        );
        assert.deepEqual(await run(told, { cwd: home }), silent);
        assert.equal((await list(project)).length, 1);
      }));

  it('keeps one archive of a conversation across its requests, until the context is compacted', () =>
    withHook(async ({ project, run, transcript }) => {
      const tell = async (told: readonly Line[], event: object) => {
        const path = await transcript(session, told);
        const input = { session_id: session, transcript_path: path, cwd: project, ...event };
        assert.deepEqual(await run(JSON.stringify(input)), silent);
      };
      const talk: Line[] = Array.from({ length: 4 }, (_, n) => ({ id: `m${n}`, text: `text ${n}` }));
      const compacted: Line[] = [...talk.slice(0, 3), { id: 'c', text: '', summary: 'In short.' }, talk[3]!];
      await tell(talk.slice(0, 1), { hook_event_name: 'PreCompress', trigger: 'auto' });
      await tell(talk.slice(0, 2), { hook_event_name: 'PreCompress', trigger: 'auto' });
      await tell(talk.slice(0, 3), { hook_event_name: 'PreCompress', trigger: 'manual' });
      await tell(compacted.slice(0, 4), { hook_event_name: 'Stop' });
      await tell(compacted, { hook_event_name: 'SessionEnd', reason: 'exit' });
      const counts = (await list(project)).map(({ part, messages, event }) => [part, messages, event]);
      assert.deepEqual(counts, [
        [2, 2, 'SessionEnd'],
        [1, 3, 'PreCompress'],
      ]);
    }));

  it('keeps the summary passed by PostCompact', () =>
    withHook(async ({ project, run, transcript }) => {
      const path = await transcript(session, lines);
      const told = {
        session_id: session,
        transcript_path: path,
        cwd: project,
        hook_event_name: 'PostCompact',
      };
      assert.deepEqual(await run(JSON.stringify({ ...told, compact_summary: 'All in all.' })), silent);
      const [archive] = await list(project);
      const { messages } = await archives(project).read(archive?.name ?? '');
      assert.equal(messages.at(-1)?.compaction?.summary, 'All in all.');
    }));

  it('does not wait for the end of standard input once it has its data', () =>
    withHook(async ({ project, run, transcript }) => {
      const told = JSON.stringify({ transcript_path: await transcript(session, lines), cwd: project });
      assert.deepEqual(await run(told, { open: true }), silent);
      assert.equal((await list(project)).length, 1);
    }));

  const bad: Record<string, [input: string, message: RegExp, code: string]> = {
    'an empty standard input': ['', /Standard input was empty/, 'invalid_argument'],
    'no JSON': ['{"transcript_path":', /Standard input is not JSON/, 'invalid_argument'],
    'JSON that is not an object': ['["x"]', /no object/, 'invalid_argument'],
    'no path': [
      '{"session_id":"x"}',
      /named no transcript.*no transcript of session x was found/,
      'invalid_argument',
    ],
    'an empty path': ['{"transcript_path":""}', /named no transcript/, 'invalid_argument'],
    'a path that is no string': ['{"transcript_path":5}', /named no transcript/, 'invalid_argument'],
    'a missing file': ['{"transcript_path":"/nowhere/x.jsonl"}', /no transcript at .*x\.jsonl/, 'not_found'],
    'a folder': ['{"transcript_path":"."}', /is a folder/, 'invalid_argument'],
    'a file that is no transcript': [
      '{"transcript_path":".git/config"}',
      /not a transcript of a known agent/,
      'invalid_argument',
    ],
  };
  for (const [title, [input, message, code]] of Object.entries(bad))
    it(`exits 0 and reports ${title}`, () =>
      withHook(async ({ project, run }) => {
        await fs.writeFile(join(project, '.git/config'), '[core]\n');
        assertFailed(await run(input), message);
        const { entries } = await archives(project).log();
        assert.equal(entries.length, 1);
        const [entry] = entries;
        const { error } = entry!;
        assert.equal(error!.code, code);
        assert.match(error!.message, message);
        assert.deepEqual(await list(project), []);
      }));

  it('archives lines with only type and message under the given session', () =>
    withHook(async ({ project, run }) => {
      const path = join(project, 'transcript.jsonl');
      const said = [
        { type: 'user', message: { content: 'Hello' } },
        {
          type: 'user',
          message: {
            content: [
              { type: 'text', text: 'Are you' },
              { type: 'text', text: 'there?' },
            ],
          },
        },
        { type: 'assistant', message: { content: [{ type: 'text', text: 'Hi' }] } },
      ];
      await fs.writeFile(path, said.map((line) => `${JSON.stringify(line)}\n`).join(''));
      const input = {
        session_id: session,
        transcript_path: path,
        cwd: project,
        hook_event_name: 'PreCompact',
      };
      assert.deepEqual(await run(JSON.stringify(input)), silent);
      const [archive] = await list(project);
      assert.deepEqual([archive?.session, archive?.user, archive?.assistant], [session, 2, 1]);
    }));

  it('reports a transcript without readable messages', () =>
    withHook(async ({ project, run, transcript }) => {
      const path = await transcript(session, lines);
      await fs.writeFile(
        path,
        `${JSON.stringify({ type: 'queue-operation', operation: 'dequeue' })}\n{"torn":"la\n`,
      );
      assertFailed(
        await run(JSON.stringify({ transcript_path: path, cwd: project })),
        /No message of .* can be read \(1 of its records is damaged/,
      );
      assert.deepEqual(await list(project), []);
      assert.equal((await archives(project).log()).entries[0]?.outcome, 'failed');
    }));

  it('gives up on standard input that never closes', () =>
    withHook(async ({ project, run }) => {
      assertFailed(await run('{"session_id":', { open: true }), /within 4 seconds/);
      assert.equal((await archives(project).log()).entries.length, 1);
    }));

  it('exits 0 when the history cannot be written', () =>
    withHook(async ({ project, run, transcript }) => {
      await fs.writeFile(join(project, '.chat-history'), 'in the way'); // root may write where permissions forbid it
      const told = JSON.stringify({ transcript_path: await transcript(session, lines), cwd: project });
      const { code, stdout, stderr } = await run(told);
      assert.deepEqual([code, stdout], [0, '']);
      assert.match(stderr, /history error: .*\.chat-history is a file where a folder belongs/);
    }));

  it('finds the transcript of the session when the path is empty or wrong', () =>
    withHook(async ({ project, home, run, transcript }) => {
      const folder = join(home, '.claude/projects', project.replace(/[^A-Za-z0-9]/g, '-'));
      await fs.mkdir(folder, { recursive: true });
      const text = await fs.readFile(await transcript(session, lines), 'utf8');
      const own = text.replaceAll(JSON.stringify('/code/项目'), JSON.stringify(project));
      await fs.writeFile(join(folder, `${session}.jsonl`), own);
      for (const path of ['', '/nowhere/x.jsonl']) {
        const told = {
          session_id: session,
          transcript_path: path,
          cwd: project,
          hook_event_name: 'PreCompact',
        };
        assert.deepEqual(await run(JSON.stringify(told)), silent);
      }
      assert.deepEqual(
        (await list(project)).map((archive) => archive.messages),
        [2],
      );
    }));

  it('keeps the history in the project of the agent’s working folder', () =>
    withHook(async ({ project, home, run, transcript }) => {
      const path = await transcript(session, lines);
      const inside = join(project, 'packages/a/src');
      await fs.mkdir(inside, { recursive: true });
      const tell = (env: Record<string, string> = {}) =>
        run(JSON.stringify({ transcript_path: path, cwd: inside }), { cwd: home, env });
      const other = join(home, 'other');
      await fs.mkdir(other);
      await tell({ CLAUDE_PROJECT_DIR: inside });
      assert.equal((await list(project)).length, 1);
      await fs.rm(join(project, '.chat-history'), { recursive: true });
      await tell();
      assert.equal((await list(project)).length, 1);
      await fs.rm(join(project, '.chat-history'), { recursive: true });
      await tell({ CLAUDE_PROJECT_DIR: other });
      assert.equal((await list(other)).length, 1);
      const part = join(project, 'packages/a');
      await fs.mkdir(join(part, '.chat-history'));
      await tell({ CLAUDE_PROJECT_DIR: other });
      assert.deepEqual([(await list(part)).length, (await list(other)).length], [0, 1]);
      await tell();
      assert.equal((await list(part)).length, 1);
      await tell({ CODEX_HISTORY_ROOT: join(home, 'other') });
      await tell({ CODEX_HISTORY_ROOT: project });
      assert.equal((await list(project)).length, 1);
      // Of a folder that is gone, the hook's own is left, which is no project here.
      const gone = JSON.stringify({ transcript_path: path, cwd: join(home, 'gone') });
      assert.deepEqual(await run(gone, { cwd: home }), silent);
      assert.deepEqual(await run(JSON.stringify({ transcript_path: path, cwd: home })), silent);
      assert.deepEqual((await fs.readdir(home)).sort(), ['other']);
    }));

  it('truncates messages to the limit of the environment', () =>
    withHook(async ({ project, run, transcript }) => {
      const path = await transcript(session, [{ id: 'u1', text: 'abcdefgh' }]);
      const env = { HISTORY_ARCHIVE_MAX_MESSAGE_CHARS: '5' };
      assert.deepEqual(await run(JSON.stringify({ transcript_path: path, cwd: project }), { env }), silent);
      const [archive] = await list(project);
      const { messages } = await archives(project).read(archive?.name ?? '');
      assert.equal(messages[0]?.text, 'abcde... [3 characters left out]');
    }));
});

describe('the agent’s name and the times in archives', () => {
  const headings = async (project: string): Promise<string[]> => {
    const [archive] = await list(project);
    return (await fs.readFile(archive?.path ?? '', 'utf8')).match(/^## .*$/gm) ?? [];
  };

  it('follow the environment', () =>
    withHook(async ({ project, run, transcript }) => {
      const path = await transcript(session, lines);
      const env = {
        HISTORY_ARCHIVE_ASSISTANT_NAME: 'Andy',
        HISTORY_ARCHIVE_TIME: 'utc',
        TZ: 'Europe/Berlin',
      };
      assert.deepEqual(await run(JSON.stringify({ transcript_path: path, cwd: project }), { env }), silent);
      const [user, andy] = await headings(project);
      assert.match(user ?? '', /^## User · .* UTC$/);
      assert.match(andy ?? '', /^## Andy · .* UTC$/);
    }));

  it('follow a flag, even next to unknown flags', () =>
    withHook(async ({ project, run, transcript }) => {
      const path = await transcript(session, lines);
      const args = ['--assistant-name', 'Andy', '--unknown'];
      const env = { TZ: 'Europe/Berlin' };
      const input = JSON.stringify({ transcript_path: path, cwd: project });
      assert.deepEqual(await run(input, { args, env }), silent);
      assert.match((await headings(project))[1] ?? '', /^## Andy · .* \+0[12]:00$/);
      const other = await transcript('11111111-0000-4000-8000-000000000000', lines);
      const command = ['archive', other, '--root', project, '--assistant-name', 'Bob'];
      assert.equal((await run('', { args: command })).code, 0);
      assert.match((await headings(project)).join(), /## Bob · /);
    }));

  it('fall back to their defaults with a warning when invalid', () =>
    withHook(async ({ project, run, transcript }) => {
      const path = await transcript(session, lines);
      const env = { HISTORY_ARCHIVE_TIME: 'mars' };
      const { code, stderr } = await run(JSON.stringify({ transcript_path: path, cwd: project }), { env });
      assert.equal(code, 0);
      assert.match(stderr, /HISTORY_ARCHIVE_TIME is "mars", neither local nor utc/);
      assert.equal((await list(project)).length, 1);
    }));
});

describe('the hook as a command', () => {
  it('archives a transcript and prints the path', () =>
    withHook(async ({ project, home, run, transcript }) => {
      const path = await transcript(session, lines);
      const args = ['archive', path, '--root', project];
      const first = await run('', { args, cwd: home });
      const [archive] = await list(project);
      assert.deepEqual(first, {
        code: 0,
        stdout: `Archived 2 messages in ${archive?.path ?? ''}\n`,
        stderr: '',
      });
      const again = await run('', { args: ['archive', path] });
      assert.deepEqual(again, { code: 0, stdout: `Nothing new since ${archive?.name ?? ''}\n`, stderr: '' });
      assert.ok(Object.keys(await tree(join(project, '.chat-history/.conversations'))).length === 3);
    }));

  it('reports the number of masked secrets', () =>
    withHook(async ({ project, run, transcript }) => {
      const path = await transcript(session, [{ id: 'u1', text: `Use ${githubToken()}` }, ...lines.slice(1)]);
      const { stdout } = await run('', { args: ['archive', path, '--root', project] });
      assert.match(stdout, /^Archived 2 messages in .*\.md; 1 secret masked\n$/);
    }));

  it('exits 1 with an explanation', () =>
    withHook(async ({ project, run }) => {
      const missing = await run('', { args: ['archive', 'gone.jsonl'] });
      assert.deepEqual([missing.code, missing.stdout], [1, '']);
      assert.match(missing.stderr, /^history error: There is no transcript at .*gone\.jsonl/);
      for (const args of [['archive'], ['archive', 'a', 'b'], ['archive', 'a', '--bad']]) {
        const { code, stderr } = await run('', { args });
        assert.deepEqual(
          [code, stderr],
          [
            1,
            'history error: Usage: archive <transcript> [--root <project folder>] [--assistant-name <name>]\n',
          ],
        );
      }
      assert.equal((await archives(project).log()).entries.length, 1);
    }));
});
