import assert from 'node:assert/strict';
import { transcripts } from '../../../src/agents/readTranscript.ts';
import { writeSessionHome } from '../../bench/sessionHome.ts';
import { settled, withSessions } from './withSessions.ts';

describe('sessions of each agent', () => {
  it('are listed, read, found, gone on with and archived, side by side in one home', () =>
    withSessions(async ({ places, folder, open, workspace }) => {
      const count = 24;
      const made = writeSessionHome(places.home, folder, {
        count,
        now: Date.now(),
        turns: 3,
        agents: 'all',
      });
      const store = open();
      const { sessions } = await store.sessions.list(workspace, { includeCurrent: true });
      const listed = sessions.map(({ source, sessionId, path }) => [source, sessionId, path].join(' '));
      assert.deepEqual(
        listed.sort(),
        made.map(({ agent, sessionId, path }) => [agent, sessionId, path].join(' ')).sort(),
      );
      const { hits } = await settled(store, 'slow role:user', { limit: 100 });
      assert.equal(new Set(hits.map(({ agent }) => agent)).size, count);
      for (const [n, { agent, sessionId, path }] of made.entries()) {
        const info = await store.sessions.find(workspace, sessionId);
        const asked = `Why is part 0 of ${n} slow?`;
        assert.ok(JSON.stringify(await store.sessions.read(info)).includes(asked), `read ${agent}`);
        const resumed = await store.sessions.resume(workspace, sessionId);
        assert.ok(JSON.stringify(resumed).includes(asked), `resume ${agent}`);
        const { state } = await store.archives.archive(transcripts.archivable(path, agent));
        assert.equal(state, 'archived', agent);
      }
      const { archives } = await store.archives.list();
      assert.deepEqual(
        archives.map(({ agent, session }) => `${agent} ${session}`).sort(),
        made.map(({ agent, sessionId }) => `${agent} ${sessionId}`).sort(),
      );
    }));
});
