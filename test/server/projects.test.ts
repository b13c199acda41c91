import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { holds } from '../eventually.ts';
import type { Line } from '../unit/store/transcriptOf.ts';
import { claudeId, withAgents, type Fixture } from './withAgents.ts';
import { startServer, type ServerUnderTest } from './withServer.ts';

const lines: Line[] = [
  { id: 'u1', text: 'Fix the login' },
  { id: 'a1', text: 'Fixed', by: 'assistant', tool: 'done' },
];

/** Runs with a server of its own for another folder of the same person. */
async function withRoot(
  root: string,
  { env }: Fixture,
  test: (server: ServerUnderTest) => Promise<void>,
): Promise<void> {
  const server = await startServer(root, { env });
  try {
    await test(server);
  } finally {
    await server.close();
  }
}

const statesIn = ({ env }: Fixture): string[] => {
  const folder = join(String(env.HISTORY_STATE_HOME), 'mcp-history-store/projects');
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
};

const foldersOf = (reply: Record<string, unknown>) =>
  (reply.sessions as { id: string; folder?: string }[]).map(({ id, folder }) => [id, folder]);

/** A project with a history, which the server has noted. */
const withNoted = (test: (fixture: Fixture, transcript: string) => Promise<void>) =>
  withAgents(async (fixture) => {
    const transcript = fixture.claude(claudeId, lines);
    await fixture.ok('session_list');
    assert.deepEqual(statesIn(fixture), []);
    await fixture.ok('history_save', { dialog: 'd', entry: { role: 'user', text: 'x' } });
    await holds(() => assert.equal(statesIn(fixture).length, 1));
    await test(fixture, transcript);
  });

describe('a moved project', () => {
  it('keeps its sessions from the first call on, with their original folder', () =>
    withNoted(async (fixture, transcript) => {
      const { root, outside, claude } = fixture;
      await fixture.close();
      const moved = join(outside, '改名 project');
      fs.renameSync(root, moved);
      const newer = '11111111-e29b-41d4-a716-446655440000';
      await withRoot(moved, fixture, async ({ ok, call }) => {
        assert.deepEqual(foldersOf(await ok('session_list')), [[claudeId, root]]);
        assert.ok(
          (await call('session_resume', { id: claudeId })).text.includes(`in ${JSON.stringify(root)}`),
        );
        claude(newer, lines, moved);
        assert.deepEqual(foldersOf(await ok('session_list')).sort(), [
          [newer, undefined],
          [claudeId, root],
        ]);
        assert.equal((await ok('archive_transcript', { sessionId: claudeId })).state, 'archived');
        assert.equal((await ok('archive_transcript', { path: transcript })).state, 'unchanged');
      });
    }));

  it('does not share them with a folder that claims its identity', () =>
    withNoted(async (fixture, transcript) => {
      const { root, outside } = fixture;
      const name = fs.readFileSync(join(root, '.chat-history/project.json'), 'utf8');
      const hostile = join(outside, 'hostile');
      fs.mkdirSync(join(hostile, '.chat-history'), { recursive: true });
      fs.writeFileSync(join(hostile, '.chat-history/project.json'), name);
      for (const isGone of [false, true]) {
        if (isGone) fs.renameSync(root, join(outside, 'away'));
        await withRoot(hostile, fixture, async (server) => {
          await server.ok('history_save', { dialog: 'd', entry: { role: 'user', text: 'x' } });
          for (let n = 0; n < 2; n++) assert.equal((await server.ok('session_list')).total, 0);
          assert.match(await server.refused('archive_transcript', { sessionId: claudeId }), /not a session/);
          assert.match(
            await server.refused('archive_transcript', { path: transcript }),
            /neither in the project/,
          );
          assert.match(await server.refused('session_resume', { id: claudeId }), /No previous sessions/);
          assert.doesNotMatch(
            (await server.call('history_search', { query: 'login' })).text,
            /Fix the login/,
          );
        });
      }
    }));
});
