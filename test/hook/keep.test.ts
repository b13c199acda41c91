import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { writeSessionHome } from '../bench/sessionHome.ts';
import { withHook } from './runHook.ts';

describe('keeping of sessions by the hook', () => {
  const session = '550e8400-e29b-41d4-a716-446655440000';
  const env = { HISTORY_KEEP: 'always' };

  it('comes after what the hook is for, goes on where it was, and takes no longer than an agent waits', () =>
    withHook(async ({ project, home, run, transcript }) => {
      const count = 120;
      writeSessionHome(home, project, { count, now: Date.now(), turns: 3 });
      const path = await transcript(session, [{ id: 'u1', text: 'Hello' }]);
      const told = JSON.stringify({ transcript_path: path, cwd: project, hook_event_name: 'Stop' });
      const kept = async () => (await openStore(project).archives.list()).archives;
      // On a busy machine the time of a run may be over before it has kept anything.
      while ((await kept()).length < count) {
        // No rest between two runs.
        await fs.rm(join(project, '.chat-history/.index/capture.json'), { force: true });
        const { code, stdout } = await run(told, { env });
        assert.deepEqual([code, stdout], [0, '']);
      }
      const parts = await kept();
      assert.equal(parts.length, count); // all but the one being written, and what the hook was told of
      assert.equal(new Set(parts.map((part) => part.session)).size, count);
      assert.equal(parts.filter(({ event }) => event === 'Stop').length, 1);
    })).timeout(300_000);

  it('does not happen where the person does not want it', () =>
    withHook(async ({ project, home, run, transcript }) => {
      writeSessionHome(home, project, { count: 8, now: Date.now(), turns: 3 });
      const path = await transcript(session, [{ id: 'u1', text: 'Hello' }]);
      const told = JSON.stringify({ transcript_path: path, cwd: project, hook_event_name: 'Stop' });
      assert.deepEqual(await run(told, { env: { HISTORY_KEEP: 'off' } }), {
        code: 0,
        stdout: '',
        stderr: '',
      });
      assert.equal((await openStore(project).archives.list()).archives.length, 1);
    }));
});
