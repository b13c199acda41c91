import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openStore } from '../../src/store/store.ts';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { claudeLines, type Line } from '../unit/store/transcriptOf.ts';
import { withHook, type HookFixture } from './runHook.ts';

const ended = '550e8400-e29b-41d4-a716-446655440000';
const next = '22222222-0000-4000-8000-000000000000';
const lines: Line[] = [
  { id: 'u1', text: 'Fix the login' },
  { id: 'a1', text: 'Done', by: 'assistant', tool: 'done' },
];

interface StartFixture extends HookFixture {
  /** Where Claude Code keeps the transcripts of the project. */
  readonly folder: string;
  /** Starts a session and returns what the hook prints. */
  readonly start: (how?: {
    readonly session?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly withinMs?: number;
  }) => Promise<string>;
}

/** A project with an ended session of Claude Code and a dialog with an open item. */
const withEnded = (test: (fixture: StartFixture) => Promise<void>) =>
  withHook(async (fixture) => {
    const { project, home, run } = fixture;
    const folder = join(home, '.claude/projects', claudeFolderName(project));
    await fs.mkdir(folder, { recursive: true });
    await fs.writeFile(join(folder, `${ended}.jsonl`), claudeLines(ended, 'Fix the login', lines, project));
    const { dialogs } = openStore(project, { language: 'en' });
    await dialogs.save('default', [{ role: 'user', text: 'hello' }]);
    await dialogs.setSummary('default', { TODO: ['Ship the blue teapot'] }, 'merge');
    const start: StartFixture['start'] = async ({ session = next, env = {}, withinMs = 20_000 } = {}) => {
      const event = {
        session_id: session,
        transcript_path: join(folder, `${session}.jsonl`),
        cwd: project,
        hook_event_name: 'SessionStart',
        source: 'startup',
      };
      await fs.rm(join(project, '.chat-history/.index/given.jsonl'), { force: true });
      const args = ['--brief', 'always', '--brief-within', String(withinMs)];
      const { code, stdout } = await run(JSON.stringify(event), { args, env });
      assert.equal(code, 0);
      return stdout;
    };
    await test({ ...fixture, folder, start });
  });

/** Writes a session of Claude Code that was active after all others. */
async function writeLater(path: string, text: string, project: string): Promise<void> {
  const later = new Date(Date.now() + 60_000).toISOString();
  const session = claudeLines('x', text, [{ id: 'u1', text }], project);
  await fs.writeFile(path, session.replaceAll(/"timestamp":"[^"]*"/g, `"timestamp":"${later}"`));
}

/** Writes a session of Codex that was active after all others. */
async function writeCodex(home: string, project: string): Promise<void> {
  const id = '33333333-0000-4000-8000-000000000000';
  const timestamp = new Date(Date.now() + 120_000).toISOString();
  const day = timestamp.slice(0, 10).replaceAll('-', '/');
  const path = join(
    home,
    '.codex/sessions',
    day,
    `rollout-${timestamp.slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`,
  );
  const said = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Paint the kettle' }] };
  const records = [
    { timestamp, type: 'session_meta', payload: { id, timestamp, cwd: project, cli_version: '0.169.0' } },
    { timestamp, type: 'response_item', payload: said },
  ];
  await fs.mkdir(dirname(path), { recursive: true });
  await fs.writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

describe('the brief at the start of a session', () => {
  it('covers the previous session and open items, identically at each start', () =>
    withEnded(async ({ project, folder, start }) => {
      const first = await start();
      assert.match(first, /Fix the login/);
      assert.match(first, /Ship the blue teapot/);
      assert.equal((await openStore(project).brief.given())[0]?.agent, 'claude');
      assert.equal(await start(), first);
      await fs.writeFile(join(folder, `${next}.jsonl`), claudeLines(next, 'Hi', [{ id: 'u1', text: 'Hi' }]));
      assert.equal(await start(), first, 'the session that starts is not a past one');
      const own = await start({ session: ended });
      assert.match(own, /Ship the blue teapot/);
      assert.doesNotMatch(own, /Fix the login/, 'nor the one that goes on');
    }));

  it('includes every change since the previous start', () =>
    withEnded(async ({ project, home, folder, start }) => {
      const { dialogs, memories } = openStore(project, { language: 'en' });
      const more = claudeLines(ended, 'More', [{ id: 'u9', text: 'Round the totals 舍入' }], project);
      const changes: Readonly<Record<string, readonly [() => Promise<unknown>, RegExp]>> = {
        'a summary': [
          () => dialogs.setSummary('default', { TODO: ['Ship the green one'] }, 'merge'),
          /Ship the green one/,
        ],
        'another dialog': [
          async () => {
            await dialogs.save('other', [{ role: 'user', text: 'hello' }]);
            await dialogs.setSummary('other', { Issues: ['The lock is slow'] }, 'merge');
          },
          /The lock is slow/,
        ],
        'the first memory': [
          () => memories.store({ content: 'We use OAuth', tags: ['decision'] }),
          /We use OAuth/,
        ],
        'the session goes on': [
          () => fs.appendFile(join(folder, `${ended}.jsonl`), more),
          /Round the totals/,
        ],
        'another session': [
          () => writeLater(join(folder, 'x.jsonl'), 'Mend the spout', project),
          /Mend the spout/,
        ],
        'a secret': [
          () => fs.writeFile(join(project, '.env'), 'API_KEY=ktyd73hs9e8fh37dh\n'),
          /We use OAuth/,
        ],
        'a summary with it': [
          () => dialogs.setSummary('default', { TODO: ['Send ktyd73hs9e8fh37dh on'] }, 'merge'),
          /Send \[secret/,
        ],
        'a session of another agent': [() => writeCodex(home, project), /Paint the kettle/],
      };
      for (const [what, [change, told]] of Object.entries(changes)) {
        if (what !== 'a secret') assert.doesNotMatch(await start(), told, `before: ${what}`);
        await change();
        assert.match(await start(), told, what);
      }
      const open = Array.from({ length: 6 }, (_, n) => `Step ${n}: ${'measure it twice '.repeat(12)}`);
      await dialogs.setSummary('default', { TODO: open }, 'merge');
      const whole = await start();
      await fs.writeFile(join(project, '.chat-history/settings.json'), '{"briefTokens": 300}');
      assert.ok((await start()).length < whole.length, 'settings');
    }));

  it('delays nothing when a file hangs, and leaves no process behind', function () {
    if (process.platform === 'win32') return this.skip(); // it has no such files
    return withEnded(async ({ project, start }) => {
      const pipe = join(project, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const hanging = join(project, 'hanging.cjs');
      const pids = join(project, 'pids');
      await fs.writeFile(
        hanging,
        `const fs = require('fs'); if (process.argv.includes('--compose')) {
        fs.appendFileSync(${JSON.stringify(pids)}, String(process.pid)); fs.readFileSync(${JSON.stringify(pipe)}); }`,
      );
      const env = { NODE_OPTIONS: `--require ${JSON.stringify(hanging)}` };
      assert.equal(await start({ env, withinMs: 2_000 }), '');
      const pid = Number(await fs.readFile(pids, 'utf8'));
      assert.ok(pid > 0);
      while (isRunning(pid)) await setTimeout(20); // the system ends it a moment later
    });
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
