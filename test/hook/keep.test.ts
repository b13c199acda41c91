import assert from 'node:assert/strict';
import { openStore } from '../../src/store/store.ts';
import { writeSessionHome } from '../bench/sessionHome.ts';
import { withHook } from './runHook.ts';

describe('keeping sessions in the hook', () => {
  it('is limited to the given session and leaves the others to the editor and the server', () =>
    withHook(async ({ project, home, run, transcript }) => {
      writeSessionHome(home, project, { count: 8, now: Date.now(), turns: 3 });
      const session = '550e8400-e29b-41d4-a716-446655440000';
      const path = await transcript(session, [{ id: 'u1', text: 'Hello' }]);
      const told = JSON.stringify({ transcript_path: path, cwd: project, hook_event_name: 'Stop' });
      const ended = await run(told, { env: { HISTORY_KEEP: 'always' } });
      assert.deepEqual(ended, { code: 0, stdout: '', stderr: '' });
      const { archives } = await openStore(project).archives.list();
      assert.deepEqual(
        archives.map((part) => part.session),
        [session],
      );
    }));
});
