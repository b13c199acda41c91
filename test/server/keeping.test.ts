import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { writeSessionHome, type HomeSession } from '../bench/sessionHome.ts';
import { eventually } from '../eventually.ts';
import { initialize, startLines } from './lineServer.ts';
import { startServer, withFolder, type ServerUnderTest } from './withServer.ts';

interface Fixture {
  readonly root: string;
  /** The environment of a server, which tells it of the sessions. */
  readonly home: Record<string, string>;
  readonly sessions: readonly HomeSession[];
  readonly start: (env?: Record<string, string>) => Promise<ServerUnderTest>;
}

/** Runs with a project that has sessions of all agents, the newest being written. */
const withHome = (count: number, run: (fixture: Fixture) => Promise<void>) =>
  withFolder(async (base) => {
    const [root, home] = [join(base, 'project'), join(base, 'home')];
    fs.mkdirSync(root);
    const sessions = writeSessionHome(home, root, { count, now: Date.now(), turns: 3 });
    const env = { HOME: home, USERPROFILE: home };
    const started: ServerUnderTest[] = [];
    const start = async (more: Record<string, string> = {}) => {
      const server = await startServer(root, { env: { ...env, ...more } });
      started.push(server);
      return server;
    };
    try {
      await run({ root, home: env, sessions, start });
    } finally {
      for (const server of started) await server.close();
    }
  });

const always = { HISTORY_KEEP: 'always' };
const archivedIn = async (root: string) => (await openStore(root).archives.list()).archives;

describe('keeping sessions on the server', () => {
  it('starts when the client lists the tools, whether it calls one or not', () =>
    withHome(16, async ({ root, start }) => {
      const server = await start(always);
      await server.client.listTools();
      await eventually('all are kept', async () => (await archivedIn(root)).length === 15);
      const { sessions, total } = await server.ok('session_list');
      assert.equal(total, 16);
      const kept = (sessions as { kept?: boolean | string }[]).filter((each) => each.kept === true);
      assert.equal(kept.length, 15);
    }));

  it('keeps nothing twice with three servers running', () =>
    withHome(16, async ({ root, start }) => {
      const servers = await Promise.all([start(always), start(always), start(always)]);
      await Promise.all(servers.map(({ client }) => client.listTools()));
      await eventually('all are kept', async () => (await archivedIn(root)).length >= 15);
      const parts = (await archivedIn(root)).map(({ session }) => session);
      assert.equal(new Set(parts).size, 15);
      assert.equal(parts.length, 15);
    }));

  it('stops at once when its client disconnects, even halfway', () =>
    withHome(60, async ({ root, home, start }) => {
      // No client that kills one that does not end.
      const server = startLines(['--root', root], { ...home, ...always });
      server.send(initialize);
      server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      server.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
      await eventually('it has begun', async () => (await archivedIn(root)).length > 0);
      server.child.stdin.end();
      assert.equal(await server.closed, 0);
      assert.ok((await archivedIn(root)).length < 59);
      const next = await start(always);
      await next.client.listTools();
      await eventually('all are kept', async () => (await archivedIn(root)).length === 59);
    }));

  it('keeps nothing when turned off, except on request of an agent', () =>
    withHome(8, async ({ root, start }) => {
      const server = await start({ HISTORY_KEEP: 'off' });
      await server.client.listTools();
      const { sessions } = await server.ok('session_list');
      const [claude] = (sessions as { source: string; deleted?: string; kept?: boolean }[]).filter(
        ({ source }) => source === 'claude',
      );
      assert.match(claude?.deleted ?? '', /^\d{4}-/);
      assert.equal(claude?.kept, undefined);
      assert.equal(fs.existsSync(join(root, '.chat-history', '.conversations')), false);
      const { megabytes, ...reply } = await server.ok('archive_transcript', { all: true });
      assert.deepEqual(reply, { success: true, state: 'kept', kept: 8, unchanged: 0, failed: 0, left: 0 });
      assert.ok(Number(megabytes) > 0);
      assert.equal((await server.ok('archive_transcript', { all: true })).kept, 0);
    }));

  it('reports that archives have reached their limit', () =>
    withHome(8, async ({ root, start }) => {
      const server = await start({ ...always, HISTORY_KEEP_MAX_MEGABYTES: '0' });
      await server.client.listTools();
      await eventually('it says so', () => server.errors().includes('archives take up all of the 0 MB'));
      assert.ok((await archivedIn(root)).every(({ raw }) => raw === undefined));
    }));
});
