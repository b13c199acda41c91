import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { defined, silentLog } from '../../../src/disk/base/core.ts';
import { environmentFromKeepSettings, keepSettings } from '../../../src/history/capture/settings.ts';
import type { KeepSettings, SweepOptions, SweepReport } from '../../../src/history/capture/types.ts';
import type { Workspace } from '../../../src/history/sessions/types.ts';
import type { Store } from '../../../src/store/types.ts';
import { programOf } from '../../program.ts';
import { agents } from '../../../src/agents/agents.ts';
import { databasePath, type Agent } from '../../../src/agents/reading/types.ts';
import { writeSessionHome, type HomeAgents, type HomeSession } from '../../bench/sessionHome.ts';
import { TestClock, tree, withStore, type StoreFixture } from './withStore.ts';

const day = 24 * 60 * 60 * 1_000;
const archive = { maxMessageChars: 0, time: 'utc' } as const;
const conversations = '.chat-history/.conversations';

/** Pauses take no time but that of the clock. */
class PausingClock extends TestClock {
  pauses: number[] = [];
  pause(ms: number): Promise<void> {
    this.pauses.push(ms);
    this.time += ms;
    return Promise.resolve();
  }
}

interface Fixture extends Omit<StoreFixture, 'clock'> {
  readonly clock: PausingClock;
  readonly home: string;
  readonly sessions: readonly HomeSession[];
  readonly workspace: Workspace;
  readonly sweep: (
    settings?: Partial<KeepSettings>,
    options?: SweepOptions & { readonly store?: Store },
  ) => Promise<SweepReport>;
}

/** Runs a test with sessions of all agents in a home of their own. */
const withSessions = (count: number, test: (fixture: Fixture) => Promise<void>, agents?: HomeAgents) => {
  const clock = new PausingClock();
  return withStore(
    async ({ store, root, open }) => {
      const home = join(root, '..', `home of ${root.slice(-6)}`);
      try {
        const sessions = writeSessionHome(home, root, {
          count,
          now: clock.time,
          turns: 3,
          ...defined({ agents }),
        });
        const workspace = { folders: [root], places: { home, env: {}, platform: process.platform } };
        const sweep: Fixture['sweep'] = (settings = {}, { store: other = store, ...options } = {}) =>
          other.capture.sweep(
            workspace,
            { keep: 'beforeDeletion', maxMegabytes: 1_000, archive, ...settings },
            options,
          );
        await test({ store, root, open, clock, home, sessions, workspace, sweep });
      } finally {
        await fs.rm(home, { recursive: true, force: true });
      }
    },
    { clock },
  );
};

/** How many archives each session has, by its id. */
async function archivesOf(store: Store): Promise<Record<string, number>> {
  const { archives, damaged } = await store.archives.list();
  assert.deepEqual(damaged, []);
  const counts: Record<string, number> = {};
  for (const { session } of archives) counts[session] = (counts[session] ?? 0) + 1;
  return counts;
}

/** What is due of the sessions of a home, as it is promised. */
function due(sessions: readonly HomeSession[], now: number): string[] {
  const aged = (least: number) => (each: HomeSession) => now - each.changedAt >= least * day;
  const newestFirst = (of: Agent) =>
    sessions.filter(({ agent }) => agent === of).sort((a, b) => b.changedAt - a.changedAt);
  const byNumber = new Set(['copilot', 'vscode']);
  const told = new Set(['claude', 'gemini']);
  const old = sessions.filter(
    (each) => !byNumber.has(each.agent) && aged(told.has(each.agent) ? 23 : 20)(each),
  );
  const pushedOut = [...newestFirst('copilot').slice(9), ...newestFirst('vscode').slice(14)];
  return [...old, ...pushedOut].map(({ sessionId }) => sessionId).sort();
}

const copyOf = async (store: Store, session: string): Promise<string> => {
  const chunks: Buffer[] = [];
  const { archives } = await store.archives.list();
  const { name = '' } = archives.find((each) => each.session === session) ?? {};
  for await (const chunk of store.archives.transcript(name)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
};

describe('capture', () => {
  it('keeps what agents will delete, with every byte, and nothing twice', () =>
    withSessions(96, async ({ store, clock, sessions, sweep, open, workspace }) => {
      const wanted = due(sessions, clock.time);
      const report = await sweep();
      assert.deepEqual([report.state, report.kept, report.failed], ['finished', wanted.length, 0]);
      assert.ok(report.bytes > 0);
      assert.deepEqual(await archivesOf(store), Object.fromEntries(wanted.map((id) => [id, 1])));
      for (const session of sessions.filter((each) => wanted.includes(each.sessionId)))
        assert.equal(await copyOf(store, session.sessionId), await fs.readFile(session.path, 'utf8'));
      const again = await sweep({}, { store: open() });
      assert.deepEqual([again.state, again.kept, again.unchanged], ['finished', 0, 0]);
      const { sessions: listed } = await store.sessions.list(workspace);
      const kept = listed.filter((each) => each.kept === 'wholly').map(({ sessionId }) => sessionId);
      assert.deepEqual(kept.sort(), wanted);
    }));

  it('keeps what is due of each agent that is read, as it is listed, and nothing twice', () =>
    withSessions(
      120,
      async ({ store, clock, sessions, sweep, workspace }) => {
        const wanted = due(sessions, clock.time);
        assert.deepEqual(
          [...new Set(sessions.map(({ agent }) => agent))].sort(),
          agents.filter((agent) => agent !== 'aider').sort(), // one file for all sessions of a project
        );
        const { sessions: listed } = await store.sessions.list(workspace);
        const ids = (of: readonly Pick<HomeSession, 'sessionId'>[]) =>
          of.map((each) => each.sessionId).sort();
        assert.deepEqual(ids(listed), ids(sessions));
        const report = await sweep();
        assert.deepEqual([report.state, report.kept, report.failed], ['finished', wanted.length, 0]);
        assert.deepEqual(await archivesOf(store), Object.fromEntries(wanted.map((id) => [id, 1])));
        for (const { path, sessionId } of sessions.filter((each) => wanted.includes(each.sessionId)))
          if (databasePath(path) === undefined)
            assert.equal(await copyOf(store, sessionId), await fs.readFile(path, 'utf8'));
          else assert.match(await copyOf(store, sessionId), /Why is part 2 of/);
        assert.deepEqual(
          [(await sweep()).kept, (await sweep({ keep: 'always' })).kept],
          [0, 119 - wanted.length],
        );
        assert.equal((await sweep({ keep: 'always' })).kept, 0);
      },
      'all',
    ));

  it('keeps all but what is being written where the person wants that', () =>
    withSessions(16, async ({ store, sweep, sessions }) => {
      assert.equal((await sweep({ keep: 'always' })).kept, 15);
      assert.equal((await archivesOf(store))[sessions[0]?.sessionId ?? ''], undefined);
      assert.equal((await sweep({ keep: 'off' }, { which: 'all' })).kept, 1);
      assert.equal(Object.keys(await archivesOf(store)).length, 16);
    }));

  it('writes nothing where nothing is due, where it is off, and where a history is open for reading', () =>
    withSessions(8, async ({ root, sweep, open, clock }) => {
      clock.time -= 60 * day;
      assert.deepEqual((await sweep()).state, 'finished');
      clock.time += 60 * day;
      assert.equal((await sweep({ keep: 'off' })).state, 'off');
      assert.equal((await sweep({}, { store: open({ isReadOnly: () => true }) })).state, 'off');
      assert.deepEqual(await tree(join(root, '.chat-history')), {});
    }));

  it('sweeps once for all that run, and at once where the person wants other sessions kept', () =>
    withSessions(16, async ({ sweep, open, clock }) => {
      const every = 10 * 60 * 1_000;
      assert.equal((await sweep({}, { every })).state, 'finished');
      clock.time += every - 1;
      assert.equal((await sweep({}, { every, store: open() })).state, 'recent');
      assert.equal((await sweep({ keep: 'always' }, { every })).state, 'finished');
      clock.time += every;
      assert.equal((await sweep({ keep: 'always' }, { every, store: open() })).state, 'finished');
    }));

  it('adds to its part what a session said since', () =>
    withSessions(8, async ({ store, clock, sessions, sweep }) => {
      const [first] = sessions;
      assert.ok(first);
      clock.time += 30 * day;
      await sweep({ keep: 'always' });
      const line = (await fs.readFile(first.path, 'utf8')).split('\n')[0] ?? '';
      const { uuid, ...more } = JSON.parse(line) as { uuid: string };
      await fs.appendFile(
        first.path,
        `${JSON.stringify({ ...more, uuid: `${uuid}-2`, parentUuid: uuid })}\n`,
      );
      await fs.utimes(first.path, clock.time / 1_000, clock.time / 1_000);
      clock.time += 5 * 60 * 1_000;
      assert.equal((await sweep({ keep: 'always' })).kept, 0);
      clock.time += 5 * 60 * 1_000;
      assert.equal((await sweep({ keep: 'always' })).kept, 1);
      assert.equal((await archivesOf(store))[first.sessionId], 1);
      assert.equal(await copyOf(store, first.sessionId), await fs.readFile(first.path, 'utf8'));
      assert.equal((await sweep({ keep: 'always' })).kept, 0);
    }));

  it('needs no more than a fifth of a core', () =>
    withSessions(80, async ({ clock, sweep }) => {
      const cpuUsage = process.cpuUsage.bind(process);
      let worked = 0;
      // Each look finds that it worked for 7 ms more.
      const meter = (before?: NodeJS.CpuUsage) => ({
        user: (worked += 7_000) - (before?.user ?? 0),
        system: 0,
      });
      process.cpuUsage = meter;
      try {
        await sweep({ keep: 'always' });
      } finally {
        process.cpuUsage = cpuUsage;
      }
      const paused = clock.pauses.reduce((sum, ms) => sum + ms, 0);
      const ms = worked / 1_000;
      assert.ok(ms >= 80 * 7, `worked for ${ms} ms`);
      assert.ok(paused > 3.5 * ms && paused < 5 * ms, `${paused} ms for ${ms} ms`);
    }));

  it('stops when it is told to, and goes on with the next', () =>
    withSessions(16, async ({ store, sweep }) => {
      const stop = new AbortController();
      const onEach = ({ done }: { readonly done: number }): void => {
        if (done === 4) stop.abort();
      };
      const report = await sweep({ keep: 'always' }, { signal: stop.signal, onEach });
      assert.deepEqual([report.state, report.kept, report.failed, report.left], ['stopped', 4, 0, 11]);
      assert.deepEqual(
        (await store.archives.log()).entries.filter(({ outcome }) => outcome === 'failed'),
        [],
      );
      const late = await sweep({ keep: 'always' }, { within: 0 });
      assert.deepEqual([late.state, late.kept, late.left], ['stopped', 0, 11]);
      assert.equal((await sweep({ keep: 'always' })).kept, 11);
    }));

  it('goes on without copies once archives take up what they may, and says so', () =>
    withSessions(16, async ({ store, root, sweep }) => {
      const full = await sweep({ maxMegabytes: 0, keep: 'always' });
      assert.deepEqual([full.state, full.kept, full.withoutCopy, full.isFull], ['finished', 15, 15, true]);
      const files = Object.keys(await tree(join(root, conversations)));
      assert.deepEqual(
        files.filter((file) => file.startsWith('raw/')),
        [],
      );
      const { archives } = await store.archives.list();
      assert.ok(archives.every(({ messages }) => messages > 0));
      assert.equal((await sweep({ maxMegabytes: 1, keep: 'always' })).isFull, false);
    }));

  it('keeps the bytes of what no reader understands', () =>
    withSessions(8, async ({ store, clock, sessions, sweep }) => {
      const [claude, , , , , , , cursor] = sessions;
      assert.ok(claude && cursor);
      const other = { kind: 'turn/2', body: { said: 'Why is it slow?' } };
      const strange = [
        join(dirname(claude.path), 'f0000000-0000-4000-8000-000000000000.jsonl'),
        join(dirname(cursor.path), '../f1/f1.jsonl'),
      ];
      for (const path of strange) {
        await fs.mkdir(dirname(path), { recursive: true });
        await fs.writeFile(path, `${JSON.stringify(other)}\n\u0001\u0002 no JSON\n`);
        await fs.utimes(path, clock.time / 1_000 - 86_400 * 29, clock.time / 1_000 - 86_400 * 29);
      }
      clock.time += 30 * day;
      const report = await sweep();
      assert.deepEqual([report.state, report.kept, report.failed], ['finished', 8, 0]);
      const { archives } = await store.archives.list();
      const unread = archives.filter(({ messages }) => messages === 0);
      assert.equal(unread.length, 2);
      for (const { session } of unread) assert.match(await copyOf(store, session), /Why is it slow/);
      await fs.rm(join(store.folder, '.index'), { recursive: true });
      assert.equal((await sweep()).kept, 0);
    }));

  it('leaves alone what may be another project’s', () =>
    withSessions(8, async ({ clock, root, sessions, sweep }) => {
      const [claude] = sessions;
      assert.ok(claude);
      const folder = dirname(claude.path);
      await fs.writeFile(join(folder, 'unread.jsonl'), 'no JSON\n');
      const own = await fs.readFile(claude.path, 'utf8');
      const elsewhere = own.replaceAll(JSON.stringify(root), JSON.stringify(`${root.slice(0, -1)}-`));
      await fs.writeFile(join(folder, 'other.jsonl'), elsewhere);
      clock.time += 365 * day;
      assert.equal((await sweep()).kept, 6);
    }));

  it('is told by the environment', () => {
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (text: string) => void warnings.push(text) };
    const settings = { keep: 'always', maxMegabytes: 0 } as const;
    const read = keepSettings(environmentFromKeepSettings(settings), log);
    assert.deepEqual([read.keep, read.maxMegabytes, warnings], ['always', 0, []]);
    const { keep, maxMegabytes } = keepSettings(
      { HISTORY_KEEP: 'yes', HISTORY_KEEP_MAX_MEGABYTES: '-1' },
      log,
    );
    assert.deepEqual([keep, maxMegabytes, warnings.length], ['beforeDeletion', 1_000, 2]);
  });
});

describe('capture by several processes', () => {
  const start = (root: string, home: string): ChildProcess =>
    fork(programOf(join(__dirname, 'captureProcess.ts')), [root, home], { stdio: 'inherit' });

  /** What a process says at its end. */
  async function reportOf(child: ChildProcess): Promise<SweepReport> {
    for (;;) {
      const [message] = (await once(child, 'message')) as [SweepReport | string];
      if (typeof message !== 'string') return message;
    }
  }

  it('keeps nothing twice with three at once, and goes on where one was killed', () =>
    withSessions(0, async ({ store, root, home, clock }) => {
      clock.time = Date.now();
      const sessions = writeSessionHome(home, root, { count: 80, now: clock.time, turns: 3 });
      const killed = start(root, home);
      await once(killed, 'message'); // it is at its third
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      const before = Object.keys(await archivesOf(store)).length;
      assert.ok(before >= 2 && before < due(sessions, clock.time).length, `${before} were kept`);

      const reports = await Promise.all([1, 2, 3].map(() => reportOf(start(root, home))));
      const kept = reports.map((report) => report.kept).sort((a, b) => b - a);
      assert.deepEqual(kept.slice(1), [0, 0]);
      const wanted = due(sessions, clock.time);
      assert.deepEqual(await archivesOf(store), Object.fromEntries(wanted.map((id) => [id, 1])));
      assert.ok((kept[0] ?? 0) >= wanted.length - before - 1);
    }));
});
