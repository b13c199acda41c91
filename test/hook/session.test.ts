import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { openStore } from '../../src/store/store.ts';
import { claudeLines, type Line } from '../unit/store/transcriptOf.ts';
import { withHook, type Ended, type HookFixture } from './runHook.ts';

const session = '550e8400-e29b-41d4-a716-446655440000';
const otherSession = '11111111-e29b-41d4-a716-446655440000';
const silent: Ended = { code: 0, stdout: '', stderr: '' };

interface SessionFixture extends HookFixture {
  /** Another project. */
  readonly other: string;
  /** Writes a session of Claude Code with so many messages to where it keeps those of a folder, and gives its path. */
  readonly write: (folder: string, messages: number, id?: string) => Promise<string>;
  /** Tells the hook of a compaction. */
  readonly tell: (input: object, env?: Record<string, string>, cwd?: string) => Promise<Ended>;
}

const talk = (count: number): Line[] =>
  Array.from({ length: count }, (_, n) => ({ id: `u${n}`, text: `text ${n}` }));

const withSessions = (test: (fixture: SessionFixture) => Promise<void>) =>
  withHook(async (fixture) => {
    const { project, home, run } = fixture;
    const other = join(dirname(project), 'other');
    await fs.mkdir(join(other, '.git'), { recursive: true });
    const write = async (folder: string, messages: number, id = session): Promise<string> => {
      const path = join(home, '.claude/projects', claudeFolderName(folder), `${id}.jsonl`);
      await fs.mkdir(dirname(path), { recursive: true });
      await fs.writeFile(path, claudeLines(id, 'Fix', talk(messages), folder));
      return path;
    };
    const tell = (input: object, env = {}, cwd = project) =>
      run(JSON.stringify({ session_id: session, hook_event_name: 'PreCompact', cwd, ...input }), { env });
    await test({ ...fixture, other, write, tell });
  });

/** The sessions kept in a project, each with the number of its messages. */
const kept = async (project: string) =>
  (await openStore(project).archives.list()).archives.map(({ session: id, messages }) => [id, messages]);

const notes = async (project: string): Promise<string[]> =>
  (await openStore(project).archives.log()).entries.flatMap(({ note }) => note ?? []);

const makeHistory = (project: string) => openStore(project).dialogs.save('a', [{ role: 'user', text: 'x' }]);

describe('the session of a hook', () => {
  const wrong: Readonly<
    Record<string, (fixture: SessionFixture) => Promise<{ path: string; says: RegExp }>>
  > = {
    'a copy that no longer grows': async ({ home, write, project }) => {
      const frozen = join(home, `${session}.jsonl`);
      await fs.copyFile(await write(project, 2), frozen);
      await fs.utimes(frozen, new Date('2099-01-01'), new Date('2099-01-01'));
      return { path: frozen, says: /goes on elsewhere/ };
    },
    'an empty file': async ({ home }) => {
      const path = join(home, `${session}.jsonl`);
      await fs.writeFile(path, '');
      return { path, says: /is empty/ };
    },
    'a folder': ({ home }) => Promise.resolve({ path: home, says: /is a folder/ }),
    'a missing file': ({ home }) => Promise.resolve({ path: join(home, 'x.jsonl'), says: /cannot be read/ }),
    'another session': async ({ write, project }) => ({
      path: await write(project, 5, otherSession),
      says: /holds another session/,
    }),
    'a session of another project': async ({ write, other }) => ({
      path: await write(other, 5, otherSession),
      says: /holds another session/,
    }),
  };
  for (const [what, make] of Object.entries(wrong))
    it(`is kept where the hook names ${what}, and the log says so in a line`, () =>
      withSessions(async (fixture) => {
        const { path, says } = await make(fixture);
        const { project, other, write, tell } = fixture;
        const own = await write(project, 3);
        assert.deepEqual(await tell({ transcript_path: path }), silent);
        assert.deepEqual(await kept(project), [[session, 3]]);
        assert.deepEqual(await kept(other), []);
        const [note = '', ...more] = await notes(project);
        assert.deepEqual(more, []);
        assert.match(note, says);
        assert.ok(note.includes(path) && note.includes(own), note);
      }));

  it('is the named one where the id is too short for a session', () =>
    withSessions(async ({ project, write, tell }) => {
      const path = await write(project, 5, otherSession);
      assert.deepEqual(await tell({ session_id: 'x', transcript_path: path }), silent);
      assert.deepEqual(await kept(project), [[otherSession, 5]]);
    }));

  it('is not another one where none of its own is found', () =>
    withSessions(async ({ project, other, write, tell }) => {
      for (const folder of [project, other]) {
        const path = await write(folder, 5, otherSession);
        const { stderr } = await tell({ transcript_path: path });
        assert.match(stderr, /holds another session, and no transcript of session 550e8400-\S+ was found/);
      }
      assert.deepEqual([await kept(project), await kept(other)], [[], []]);
      assert.equal((await openStore(project).archives.log()).entries.length, 2);
    }));

  it('is found by its id in capital letters, and where it goes on in the folder of another project', () =>
    withSessions(async ({ project, other, write, tell }) => {
      const first = await write(project, 2);
      const moved = join(dirname(await write(other, 1, otherSession)), `${session}.jsonl`);
      await fs.writeFile(moved, claudeLines(session, 'Fix', talk(4), project));
      assert.deepEqual(await tell({ session_id: session.toUpperCase(), transcript_path: first }), silent);
      assert.deepEqual([await kept(project), await kept(other)], [[[session, 4]], []]);
    }));

  it('is that of a lone named file, however that is called, if it names no session or this one', () =>
    withSessions(async ({ project, home, tell }) => {
      const path = join(home, 'talk.jsonl');
      await fs.writeFile(path, claudeLines(session, 'Fix', talk(2), project));
      assert.deepEqual(await tell({ transcript_path: path }), silent);
      assert.deepEqual(await kept(project), [[session, 2]]);
      assert.deepEqual(await notes(project), []);
    }));
});

describe('a damaged input of a hook', () => {
  const damages: Readonly<Record<string, (whole: string) => string | Uint8Array>> = {
    'in UTF-16': (whole) => Buffer.from(`\uFEFF${whole}`, 'utf16le'),
    'in another code page': (whole) => Buffer.from(whole.replace('}', ',"by":"M\u00fcller"}'), 'latin1'),
    'with quotes in a text': (whole) => whole.replace('}', ',"last_assistant_message":"so "it" is"}'),
    'that is cut': (whole) => whole.replace('}', ',"last_assistant_message":"so it'),
    'with zeros': (whole) => `${whole}\0\0`,
    'with a line of a log behind': (whole) => `${whole}\n[hook] done\n`,
    'glued to another one': (whole) => whole + whole.replaceAll(session, otherSession),
  };
  for (const [how, damage] of Object.entries(damages))
    it(`archives its session: ${how}`, () =>
      withSessions(async ({ project, write, run }) => {
        await write(project, 2);
        const whole = JSON.stringify({ session_id: session, hook_event_name: 'PreCompact', cwd: project });
        assert.deepEqual(await run(damage(whole)), silent);
        assert.deepEqual(await kept(project), [[session, 2]]);
        const said = await notes(project);
        assert.deepEqual(
          said.map((note) => note.startsWith('The input of the hook ')),
          /UTF-16|code page/.test(how) ? [] : [true],
        );
      }));
});

describe('the project of a hook', () => {
  it('is that of the session, wherever its agent wandered', () =>
    withSessions(async ({ project, other, home, write, tell }) => {
      await makeHistory(other);
      const scratch = join(dirname(home), 'scratch');
      await fs.mkdir(scratch);
      const path = await write(project, 2);
      for (const cwd of [other, scratch]) {
        assert.deepEqual(await tell({ transcript_path: path }, {}, cwd), silent, 'by its first folder');
        assert.deepEqual(await kept(project), [[session, 2]]);
        await fs.rm(join(project, '.chat-history'), { recursive: true });
        assert.deepEqual(await tell({}, { CLAUDE_PROJECT_DIR: project }, cwd), silent, 'without a path');
        assert.deepEqual(await kept(project), [[session, 2]]);
      }
      assert.deepEqual(await kept(other), []);
      assert.deepEqual(await fs.readdir(scratch), []);
    }));

  it('is that of a session of another one, if it has a history, else there is none', () =>
    withSessions(async ({ project, other, write, tell }) => {
      await makeHistory(project);
      const path = await write(other, 2);
      const here = { CLAUDE_PROJECT_DIR: project };
      assert.match(
        (await tell({ transcript_path: path }, here)).stderr,
        /has no history, so it was not kept in/,
      );
      assert.deepEqual([await kept(project), await kept(other)], [[], []]);
      await makeHistory(other);
      assert.deepEqual(await tell({ transcript_path: path }, here), silent);
      assert.deepEqual([await kept(project), await kept(other)], [[], [[session, 2]]]);
      assert.match((await notes(other)).join('\n'), /is a session of .*, so it was kept there/);
    }));

  it('is that of the nearest folder that is left of a deleted one, if it has a history', () =>
    withSessions(async ({ project, other, home, write, run, tell }) => {
      const gone = join(project, 'packages/gone');
      const path = await write(gone, 2);
      await tell({ transcript_path: path }, {}, gone);
      assert.deepEqual(await kept(project), [[session, 2]], 'the folder of the hook');
      await fs.rm(join(project, '.chat-history'), { recursive: true });
      await makeHistory(project);
      const input = { session_id: session, transcript_path: path, cwd: gone, hook_event_name: 'Stop' };
      assert.deepEqual(await run(JSON.stringify(input), { cwd: other }), silent);
      assert.deepEqual([await kept(project), await kept(other)], [[[session, 2]], []]);
      await fs.rm(home, { recursive: true });
    }));

  it('is told of in the brief', () =>
    withSessions(async ({ project, other, write, run }) => {
      const path = await write(project, 2);
      for (const [folder, todo] of [
        [project, 'Paint the fence'],
        [other, 'Mow the lawn'],
      ] as const) {
        await makeHistory(folder);
        await openStore(folder).dialogs.setSummary('a', { TODO: [todo] }, 'merge');
      }
      const input = { session_id: session, transcript_path: path, cwd: other, source: 'startup' };
      const args = ['--brief-within', '20000', '--brief', 'always'];
      for (const env of [{}, { CLAUDE_PROJECT_DIR: project }] as Record<string, string>[]) {
        await fs.rm(join(project, '.chat-history/.index/given.jsonl'), { force: true });
        const told = JSON.stringify({ ...input, hook_event_name: 'SessionStart' });
        const { stdout } = await run(told, { args, env });
        assert.match(stdout, /Paint the fence/);
        assert.doesNotMatch(stdout, /Mow the lawn/);
      }
    }));
});

describe('a compaction', () => {
  const args = ['--brief-within', '20000'];
  const prompt = { hook_event_name: 'UserPromptSubmit', prompt: 'Go on' };
  const ask = ({ run, project }: SessionFixture, path: string) =>
    run(JSON.stringify({ session_id: session, transcript_path: path, cwd: project, ...prompt }), { args });

  it('is followed by one brief, also where another one comes at once', () =>
    withSessions(async (fixture) => {
      const { project, write, tell } = fixture;
      const path = await write(project, 3);
      for (const count of [3, 5]) {
        await write(project, count);
        assert.deepEqual(await tell({ transcript_path: path }), silent);
        const both = await Promise.all([ask(fixture, path), ask(fixture, path)]);
        assert.equal(both.filter(({ stdout }) => stdout !== '').length, 1, `after ${count} messages`);
        assert.equal((await ask(fixture, path)).stdout, '');
      }
    }));

  /** Adds what a subagent said, later than all of the session. */
  const addSubagent = async (path: string, lines: readonly Line[]): Promise<void> => {
    const file = join(path.replace(/\.jsonl$/, ''), 'subagents/agent-a1b2.jsonl');
    await fs.mkdir(dirname(file), { recursive: true });
    const said = claudeLines(session, '', lines)
      .split('\n')
      .slice(1, -1)
      .map((line) => JSON.parse(line) as object);
    const own = said.map((line) => ({ ...line, isSidechain: true, agentId: 'a1b2' }));
    const later = own.map((line) => JSON.stringify(line).replace('"2026-02-05T12', '"2026-02-05T13'));
    await fs.writeFile(file, `${later.join('\n')}\n`);
  };

  for (const [how, told] of [
    ['that its agent names', { agent_id: 'a1b2' }],
    ['that was at work, where the session has no new boundary', {}],
  ] as const)
    it(`of a subagent ${how} leaves its summary with the subagent`, () =>
      withSessions(async (fixture) => {
        const { project, write, tell } = fixture;
        const path = await write(project, 2);
        await addSubagent(path, [{ id: 's1', text: 'Look for it' }]);
        await tell({ transcript_path: path, trigger: 'auto', ...told });
        const after = { hook_event_name: 'PostCompact', compact_summary: 'All it found.', ...told };
        assert.deepEqual(await tell({ transcript_path: path, ...after }), silent);
        const { archives } = openStore(project);
        const all = await Promise.all(
          (await archives.list()).archives.map(async ({ name }) => (await archives.read(name)).messages),
        );
        const summaries = all.flat().filter(({ compaction }) => compaction !== undefined);
        assert.deepEqual(
          summaries.map(({ compaction, subagent }) => [compaction?.summary, subagent?.agentId]),
          [['All it found.', 'a1b2']],
        );
        assert.equal((await ask(fixture, path)).stdout, '', 'the session lost nothing');
      }));

  it('of the session, which has a new boundary, leaves its summary there', () =>
    withSessions(async ({ project, write, tell }) => {
      const path = await write(project, 2);
      await addSubagent(path, [{ id: 's1', text: 'Look for it' }]);
      await tell({ transcript_path: path });
      const lines: Line[] = [...talk(2), { id: 'c', text: '', summary: 'All in all.' }];
      await fs.writeFile(path, claudeLines(session, 'Fix', lines, project));
      await tell({ transcript_path: path, hook_event_name: 'PostCompact', compact_summary: 'All in all.' });
      const { archives } = openStore(project);
      const [last] = (await archives.list()).archives;
      const { messages } = await archives.read(last?.name ?? '');
      assert.deepEqual(
        messages.map(({ compaction, subagent }) => [compaction?.summary, subagent]),
        [['All in all.', undefined]],
      );
    }));
});
