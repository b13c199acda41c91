import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { transcripts } from '../../../src/agents/readTranscript.ts';
import { StoreError } from '../../../src/disk/base/core.ts';
import type { SessionInfo, Workspace } from '../../../src/history/sessions/types.ts';
import { openStore } from '../../../src/store/store.ts';
import type { Store } from '../../../src/store/types.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { assertAnthropic } from './apiShapes.ts';
import { claude, iso, when, withMachine, writeAll, type Machine } from './machine.ts';
import { TestClock, tree } from './withStore.ts';
import { inIndex } from '../../inIndex.ts';

interface Fixture extends Machine {
  readonly store: Store;
  readonly workspace: Workspace;
  readonly clock: TestClock;
}

/** A machine, and the store of its project. The clock stands an hour after the transcripts. */
const withSessions = (test: (fixture: Fixture) => Promise<void>) =>
  withMachine((machine) => {
    const clock = new TestClock();
    clock.time = when + 3_600_000;
    const { folder, places } = machine;
    return test({
      ...machine,
      clock,
      store: openStore(folder, { clock }),
      workspace: { folders: [folder], places },
    });
  });
const user = (content: string) => ({ type: 'user', content }) as const;
const shown = ({ number, source, title }: SessionInfo) => `${number} ${source}: ${title}`;
/** Writes a session of Claude Code that was active so many seconds after `when`. */
const claudeSession = (
  { folder, write }: Machine,
  sessionId: string,
  second: number,
  text = `said ${sessionId}`,
) =>
  write(`.claude/projects/${claudeFolderName(folder)}/${sessionId}.jsonl`, [
    claude(folder, text, { sessionId, timestamp: iso(second) }),
  ]);

describe('the list of sessions', () => {
  it('has recordings and the transcripts of every agent, by last activity', () =>
    withSessions(async (fixture) => {
      const { store, workspace, folder } = fixture;
      await writeAll(fixture, folder, 'app');
      await store.sessions.record('mine', [user('recorded')]);
      const { sessions, total } = await store.sessions.list(workspace);
      assert.equal(total, 8);
      assert.deepEqual(sessions.map(shown).slice(0, 2), ['1 history: recorded', '2 copilot: t app']);
      assert.deepEqual(sessions.map(({ source }) => source).sort(), [
        'claude',
        'cline',
        'codex',
        'copilot',
        'copilot-cli',
        'gemini',
        'history',
        'vscode',
      ]);
      const times = sessions.map(({ activeAt }) => activeAt);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => b - a),
      );
    }));

  it('is sorted by what was said last, not by what began last', () =>
    withSessions(async ({ store, workspace, clock }) => {
      await store.sessions.record('first', [user('a')]);
      clock.time += 60_000;
      await store.sessions.record('second', [user('b')]);
      clock.time += 60_000;
      await store.sessions.record('first', [user('c')]);
      assert.deepEqual(
        (await store.sessions.list(workspace)).sessions.map(({ sessionId }) => sessionId),
        ['first', 'second'],
      );
      assert.equal((await store.sessions.find(workspace, 'latest')).sessionId, 'first');
    }));

  it('can be narrowed, while numbers stay those of the whole', () =>
    withSessions(async (fixture) => {
      const { store, workspace } = fixture;
      await claudeSession(fixture, 'c1', 1, 'Fix the Login');
      await claudeSession(fixture, 'c2', 2, 'Round the invoice');
      await store.sessions.record('mine', [user('login again')]);
      const list = async (query: object) => (await store.sessions.list(workspace, query)).sessions.map(shown);
      assert.deepEqual(await list({ query: 'LOGIN' }), ['1 history: login again', '3 claude: Fix the Login']);
      assert.deepEqual(await list({ query: 'login fix' }), ['3 claude: Fix the Login']);
      assert.deepEqual(await list({ source: 'claude', limit: 1 }), ['2 claude: Round the invoice']);
      assert.deepEqual(await store.sessions.list(workspace, { query: 'nothing' }), {
        sessions: [],
        total: 0,
        unread: [],
      });
    }));

  it('shows no recording in which nothing was said, and follows changes', () =>
    withSessions(async ({ store, workspace, folder }) => {
      const recorder = store.sessions.recorder('mine');
      await recorder.initialize();
      assert.equal((await store.sessions.list(workspace)).total, 0);
      await recorder.recordMessage(user('first words'));
      assert.deepEqual((await store.sessions.list(workspace)).sessions.map(shown), [
        '1 history: first words',
      ]);
      await openStore(folder).sessions.record('mine', [{ type: 'assistant', content: 'x' }]);
      await recorder.saveSummary('A summary');
      assert.deepEqual((await store.sessions.list(workspace)).sessions.map(shown), ['1 history: A summary']);
    }));

  it('passes over a folder that is named like a recording', () =>
    withSessions(async ({ store, workspace, folder }) => {
      await store.sessions.record('mine', [{ type: 'user', content: 'first words' }]);
      await fs.mkdir(join(folder, '.chat-history/.sessions/session-2026-02-05T10-00-folder.jsonl'));
      assert.equal((await store.sessions.list(workspace)).total, 1);
    }));

  it('of a long recording is read from its ends alone', () =>
    withSessions(async ({ store, workspace, clock }) => {
      const { path } = await store.sessions.record('mine', [user('The beginning')]);
      clock.time += 1_000;
      await store.sessions.record(
        'mine',
        Array.from({ length: 400 }, () => user('x'.repeat(1_000))),
      );
      const { sessions } = await store.sessions.list(workspace);
      assert.deepEqual(
        sessions.map(({ title, activeAt, sessionId }) => [title, activeAt, sessionId]),
        [['The beginning', clock.time, 'mine']],
      );
      assert.ok((await fs.stat(path)).size > 400_000);
    }));

  it('makes no history by looking, and no secret of a folder that cannot be read', () =>
    withSessions(async (fixture) => {
      const { store, workspace, folder } = fixture;
      await claudeSession(fixture, 'c1', 1);
      assert.equal((await store.sessions.list(workspace)).total, 1);
      assert.deepEqual(await tree(folder), {});
      await store.sessions.record('mine', [user('a')]);
      assert.equal((await store.sessions.list(workspace)).total, 2);
      assert.ok(existsSync(inIndex(join(folder, '.chat-history'), 'transcripts')));
      await fs.rm(join(folder, '.chat-history/.sessions'), { recursive: true });
      await fs.symlink('/tmp', join(folder, '.chat-history/.sessions'));
      await assert.rejects(store.sessions.list(workspace), { code: 'outside' });
    }));
});

describe('sessions that are only archived', () => {
  it('stay in the list when the agent has deleted them, and go on from all parts', () =>
    withSessions(async (fixture) => {
      const { store, workspace, folder, write } = fixture;
      const said = (text: string, second: number) =>
        claude(folder, text, { uuid: text, sessionId: 'c1', timestamp: iso(second) });
      const transcript = `.claude/projects/${claudeFolderName(folder)}/c1.jsonl`;
      const path = await write(transcript, [said('first', 1)]);
      await store.archives.archive(transcripts.archivable(path));
      await write(transcript, [said('first', 1), { ...said('second', 2), parentUuid: 'first' }]);
      await store.archives.archive(transcripts.archivable(path));
      await claudeSession(fixture, 'other', 1);
      const list = async () => (await store.sessions.list(workspace)).sessions;
      const lives = await list();
      assert.deepEqual(lives.map(shown), ['1 claude: first', '2 claude: said other']);
      assert.ok(lives.every(({ archived }) => archived === undefined));

      await fs.rm(path);
      const [kept, ...others] = await list();
      assert.ok(kept);
      assert.deepEqual([shown(kept), others.length], ['1 claude: first', 1]);
      const { archived, sessionId, startedAt, activeAt, cwd, gitBranch, size } = kept;
      assert.deepEqual(
        { archived, sessionId, startedAt, activeAt, cwd, gitBranch },
        {
          archived: true,
          sessionId: 'c1',
          cwd: folder,
          gitBranch: 'main',
          startedAt: Date.parse(iso(1)),
          activeAt: Date.parse(iso(2)),
        },
      );
      assert.equal(size, (await fs.stat(kept.path)).size);
      const { text, turns, session } = await store.sessions.resume(workspace, 'c1');
      assert.deepEqual([turns, session.archived], [2, true]);
      assert.match(text, /### User\nfirst\n[^]*second/);

      const copied = await store.sessions.start(workspace, { resume: 'c1', sessionId: 'copy' });
      const { messages } = await store.sessions.read({ source: 'history', path: copied.path });
      assert.deepEqual(
        messages.map(({ content }) => content),
        ['first', 'second'],
      );
      await assert.rejects(store.sessions.remove(kept), /is an archive and no recording/);
    }));

  it('have a time in the list whatever somebody wrote into the head of the archive', () =>
    withSessions(async (fixture) => {
      const { store, workspace, folder, clock } = fixture;
      for (const [id, second] of [
        ['c1', 1],
        ['c2', 2],
      ] as const) {
        const path = await claudeSession(fixture, id, second);
        await store.archives.archive(transcripts.archivable(path));
        await fs.rm(path);
      }
      const { archives } = await store.archives.list();
      const edit = async (session: string, from: RegExp, to: string) => {
        const { path = '' } = archives.find((archive) => archive.session === session) ?? {};
        await fs.writeFile(path, (await fs.readFile(path, 'utf8')).replace(from, to));
      };
      await edit('c1', /^updated: .*$/m, 'updated: "last week"');
      await edit('c2', /^archived: .*$/m, 'archived: "last week"');
      const { sessions } = await openStore(folder, { clock }).sessions.list(workspace);
      assert.deepEqual(
        sessions.map(({ sessionId, activeAt }) => [sessionId, activeAt]),
        [['c1', clock.time]],
      );
      const { damaged } = await store.archives.list();
      assert.equal(damaged.length, 1);
    }));

  it('are followed as archives come and go, and hide nothing where archives cannot be listed', () =>
    withSessions(async (fixture) => {
      const { store, workspace, folder } = fixture;
      const path = await claudeSession(fixture, 'c1', 1);
      await claudeSession(fixture, 'c2', 2);
      const list = async () =>
        (await store.sessions.list(workspace)).sessions.map(({ sessionId }) => sessionId);
      await fs.rename(path, `${path}.away`);
      assert.deepEqual(await list(), ['c2']);
      await fs.rename(`${path}.away`, path);
      await store.archives.archive(transcripts.archivable(path));
      await fs.rm(path);
      assert.deepEqual(await list(), ['c2', 'c1']);
      const archives = join(folder, '.chat-history/.conversations');
      for (const name of await fs.readdir(archives))
        if (name.endsWith('.md')) await fs.rm(join(archives, name));
      assert.deepEqual(await list(), ['c2']);
      await fs.rm(archives, { recursive: true });
      await fs.symlink(folder, archives);
      assert.deepEqual(await list(), ['c2']);
    }));
});

describe('finding a session', () => {
  const available = (error: unknown): unknown[] => {
    assert.ok(error instanceof StoreError);
    const { available } = error.data;
    return Array.isArray(available)
      ? available.map((item: unknown) => (item as { sessionId: string }).sessionId)
      : [];
  };
  const find = (fixture: Fixture, id: string) => fixture.store.sessions.find(fixture.workspace, id);

  it('takes latest, a number, an id and the beginning of one', () =>
    withSessions(async (fixture) => {
      for (const [n, id] of ['abc-1', 'abd-2', '12xyz'].entries()) await claudeSession(fixture, id, n);
      const found = async (id: string) => (await find(fixture, id)).sessionId;
      assert.equal(await found('latest'), '12xyz');
      assert.equal(await found('1'), '12xyz');
      assert.equal(await found('3'), 'abc-1');
      assert.equal(await found('abd-2'), 'abd-2');
      assert.equal(await found(' abc '), 'abc-1');
      assert.equal(await found('12'), '12xyz'); // no number of the list
    }));

  it('says that there is none', () =>
    withSessions(async (fixture) => {
      for (const id of ['latest', '1', 'x'])
        await assert.rejects(find(fixture, id), {
          code: 'not_found',
          message: 'No previous sessions found for this project.',
        });
    }));

  it('refuses what means none or several, and says which there are', () =>
    withSessions(async (fixture) => {
      for (const [n, id] of ['abc-1', 'abd-2'].entries()) await claudeSession(fixture, id, n);
      const repair =
        'Use session_list to see the sessions, then give a number of it, an id or the beginning of one, or latest.';
      for (const id of ['gone', '0', '3', '-1', '', '../x'])
        await assert.rejects(find(fixture, id), (error) => {
          assert.deepEqual(available(error), ['abd-2', 'abc-1']);
          assert.equal((error as Error).message, `Invalid session identifier "${id}". ${repair}`);
          return true;
        });
      await assert.rejects(find(fixture, 'ab'), {
        code: 'invalid_argument',
        message: 'Invalid session identifier "ab". 2 sessions begin so; give more of the id.',
      });
    }));
});

describe('resuming a session', () => {
  it('gives environment and history of any agent, and says whose it is', () =>
    withSessions(async (fixture) => {
      const { store, workspace, folder } = fixture;
      await writeAll(fixture, folder, 'app');
      await store.sessions.record('mine', [user('recorded'), { type: 'assistant', content: 'answered' }]);
      const { sessions } = await store.sessions.list(workspace);
      for (const { number, source, title, sessionId } of sessions) {
        const { text, session } = await store.sessions.resume(workspace, String(number));
        assert.equal(session.sessionId, sessionId);
        assert.match(text, /^<session_context>\nThis is the MCP History Store/);
        assert.ok(text.includes(`- **Workspace Directories:**\n  - ${folder}\n`));
        assert.ok(
          text.includes(
            `This chat continues the session ${JSON.stringify(title)} (${source}, ${sessionId}, `,
          ),
        );
        const words = source === 'history' ? 'recorded' : title;
        assert.ok(text.includes(`### User\n${words}`), `${source}: ${text.slice(-300)}`);
        const { messages } = await store.sessions.resume(workspace, String(number), { format: 'anthropic' });
        assertAnthropic(messages);
      }
    }));

  it('starts a recording of its own, or goes on with one', () =>
    withSessions(async (fixture) => {
      const { store, workspace } = fixture;
      await claudeSession(fixture, 'c1', 1, 'From Claude');
      const fresh = await store.sessions.start(workspace);
      assert.equal(fresh.initial.turns, 0);
      const copied = await store.sessions.start(workspace, { resume: 'c1', sessionId: 'copy' });
      assert.deepEqual(
        [copied.sessionId, copied.resumed?.sessionId, copied.initial.turns],
        ['copy', 'c1', 1],
      );
      await store.sessions.record('copy', [user('and on')]);
      const resumed = await store.sessions.start(workspace, { resume: 'copy' });
      assert.deepEqual([resumed.sessionId, resumed.path], ['copy', copied.path]);
      await store.sessions.record('copy', [user('further')]);
      const { messages } = await store.sessions.read({ source: 'history', path: copied.path });
      assert.deepEqual(
        messages.map(({ content }) => content),
        ['From Claude', 'and on', 'further'],
      );
    }));
});
