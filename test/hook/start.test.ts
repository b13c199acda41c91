import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { claudeFolderName } from '../../src/store/transcripts/claude/claudeAgent.ts';
import { eventually } from '../eventually.ts';
import { claudeLines, type Line } from '../unit/store/transcriptOf.ts';
import { withHook, type HookFixture } from './runHook.ts';

const ended = '550e8400-e29b-41d4-a716-446655440000';
const lines: Line[] = [
  { id: 'u1', text: 'Fix the login' },
  { id: 'a1', text: 'Done', by: 'assistant', tool: 'done' },
];
const always = ['--brief', 'always', '--brief-within', '20000'];
/** What is not ready needs a thread. */
const withoutThread = { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, 'noThread.cjs'))}` };

interface StartFixture extends HookFixture {
  /** What the next session is told that starts. */
  readonly start: (
    session: string,
    env?: Readonly<Record<string, string>>,
    within?: readonly string[],
  ) => Promise<string>;
  /** Tells that the session ended, and waits until the brief for the next one is made. */
  readonly end: () => Promise<void>;
}

/** A project with a session of Claude Code that ended, and a dialog that has something open. */
const withEnded = (test: (fixture: StartFixture) => Promise<void>) =>
  withHook(async (fixture) => {
    const { project, home, run } = fixture;
    const folder = join(home, '.claude/projects', claudeFolderName(project));
    await fs.mkdir(folder, { recursive: true });
    const text = claudeLines(ended, 'Fix the login', lines).replaceAll('/code/项目', project);
    await fs.writeFile(join(folder, `${ended}.jsonl`), text);
    const { dialogs } = openStore(project, { language: 'en' });
    await dialogs.save('default', [{ role: 'user', text: 'hello' }]);
    await dialogs.setSummary('default', { TODO: ['Ship the blue teapot'] }, 'merge');
    const tell = (session: string, event: object): string =>
      JSON.stringify({
        session_id: session,
        transcript_path: join(folder, `${session}.jsonl`),
        cwd: project,
        ...event,
      });
    const start = async (
      session: string,
      env: Readonly<Record<string, string>> = {},
      within: readonly string[] = [],
    ) => {
      const event = { hook_event_name: 'SessionStart', source: 'startup' };
      const { code, stdout } = await run(tell(session, event), { args: [...always, ...within], env });
      assert.equal(code, 0);
      return stdout;
    };
    const madeAt = () =>
      readyIn(project).then((file) => (file === undefined ? 0 : fs.stat(file).then((stat) => stat.mtimeMs)));
    const end = async () => {
      const before = await madeAt();
      await run(tell(ended, { hook_event_name: 'SessionEnd' }), { args: ['--remember', ...always] });
      await eventually('the brief is made', async () => (await madeAt()) > before);
    };
    await test({ ...fixture, start, end });
  });

async function readyIn(project: string): Promise<string | undefined> {
  const folder = join(project, '.chat-history/.index/facts');
  const names = await fs.readdir(folder).catch(() => []);
  const name = names.find((one) => one.endsWith('-start.json'));
  return name === undefined ? undefined : join(folder, name);
}

describe('brief at the start of a session', () => {
  it('is ready where the session before has ended, and the same that is made of everything', () =>
    withEnded(async ({ project, home, start, end }) => {
      assert.equal(
        await start('11111111-0000-4000-8000-000000000000', withoutThread),
        '',
        'nothing is ready',
      );
      await end();
      const transcript = join(
        home,
        '.claude/projects',
        claudeFolderName(project),
        '22222222-0000-4000-8000-000000000000.jsonl',
      );
      await fs.writeFile(transcript, '');
      await fs.writeFile(join(project, 'notes.txt'), 'nobody asks for this');
      const ready = await start('22222222-0000-4000-8000-000000000000', withoutThread);
      assert.match(ready, /Fix the login/);
      assert.match(ready, /Ship the blue teapot/);
      const [given] = await openStore(project).brief.given();
      assert.equal(given?.agent, 'claude');
      await fs.rm(transcript);
      const file = await readyIn(project);
      await fs.rm(file ?? '');
      assert.equal(await start('33333333-0000-4000-8000-000000000000'), ready);
    })).timeout(60_000);

  it('is made for the next one where none was ready', () =>
    withEnded(async ({ project, start }) => {
      const made = await start('11111111-0000-4000-8000-000000000000');
      assert.match(made, /Ship the blue teapot/);
      await eventually('the brief is made', async () => (await readyIn(project)) !== undefined);
      assert.equal(await start('22222222-0000-4000-8000-000000000000', withoutThread), made);
    })).timeout(60_000);

  it('holds up nobody where a file hangs in the system', function () {
    if (!('execve' in process)) return this.skip(); // Node.js before 22.15, and Windows
    return withEnded(async ({ project, start }) => {
      const pipe = join(project, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const hanging = join(project, 'hanging.cjs');
      await fs.writeFile(
        hanging,
        `if (!require('worker_threads').isMainThread) require('fs').readFileSync(${JSON.stringify(pipe)});`,
      );
      const env = { NODE_OPTIONS: `--require ${JSON.stringify(hanging)}` };
      let released = false;
      const told = start('11111111-0000-4000-8000-000000000000', env, ['--brief-within', '2000']);
      // Whoever waits for the thread goes on once somebody writes.
      const release = setTimeout(() => {
        released = true;
        void fs.writeFile(pipe, 'x');
      }, 120_000);
      assert.equal(await told, '');
      clearTimeout(release);
      assert.ok(!released, 'it waited for the thread');
    });
  }).timeout(300_000);

  it('is not the one that is ready where anything that it tells of is another', () =>
    withEnded(async ({ project, home, start, end }) => {
      const store = openStore(project, { language: 'en' });
      const folder = join(home, '.claude/projects', claudeFolderName(project));
      const next = '22222222-0000-4000-8000-000000000000';
      const changes: Readonly<Record<string, () => Promise<unknown>>> = {
        'a dialog has a message': () => store.dialogs.save('default', [{ role: 'user', text: 'more' }]),
        'another dialog is there': () => store.dialogs.save('other', [{ role: 'user', text: 'hello' }]),
        'a summary': () => store.dialogs.setSummary('default', { TODO: ['Ship the green one'] }, 'merge'),
        'the first memory': () => store.memories.store({ content: 'We use OAuth', tags: ['decision'] }),
        'another session': () => fs.writeFile(join(folder, 'x.jsonl'), claudeLines('x', 'Fix it', lines)),
        'the session goes on': () => fs.appendFile(join(folder, `${ended}.jsonl`), '\n'),
        'a session of another agent': () => fs.mkdir(join(home, '.codex/sessions'), { recursive: true }),
        settings: () => fs.writeFile(join(project, '.chat-history/settings.json'), '{"briefTokens": 500}'),
        'a secret': () => fs.writeFile(join(project, '.env'), 'API_KEY=ktyd73hs9e8fh37dh'),
      };
      for (const [what, change] of Object.entries(changes)) {
        await end();
        assert.notEqual(await start(next, withoutThread), '', `before: ${what}`);
        await fs.rm(join(project, '.chat-history/.index/given.jsonl'));
        await change();
        assert.equal(await start(next, withoutThread), '', what);
      }
      assert.equal(await start(ended, withoutThread), '', 'the session itself goes on');
    })).timeout(240_000);
});
