import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { tree } from '../unit/store/withStore.ts';
import { stateOf, withHook, type Ended } from './runHook.ts';

const session = '550e8400-e29b-41d4-a716-446655440000';
const silent: Ended = { code: 0, stdout: '', stderr: '' };
const events = ['PreCompact', 'PostCompact', 'SessionStart', 'UserPromptSubmit', 'SessionEnd', 'Stop'];

describe('a hook in a project with a switch', () => {
  it('writes and prints nothing at any event where history is off', () =>
    withHook(async ({ project, home, run, transcript }) => {
      const path = await transcript(session, [{ id: 'u1', text: 'Hello' }]);
      await openStore(project).dialogs.save('default', [{ role: 'user', text: 'hello' }]);
      const input = { session_id: session, transcript_path: path, cwd: project, source: 'compact' };
      const files = async () => [await tree(project), await tree(home), await tree(stateOf(home))];
      const settings = join(project, '.chat-history', 'settings.json');
      for (const [file, text, env] of [
        [join(project, '.no-history'), '', {}],
        [settings, '{"mode": "off"}', {}],
        [settings, '{}', { HISTORY_MODE: 'off' }],
      ] as const) {
        await fs.writeFile(file, text);
        const before = await files();
        for (const hook_event_name of events) {
          const args = ['--remember', '--brief', 'always'];
          const options = { args, env };
          assert.deepEqual(await run(JSON.stringify({ ...input, hook_event_name }), options), silent);
        }
        assert.deepEqual(await files(), before);
        await fs.rm(file);
      }
    }));

  it('archives and gives no brief where history is only kept', () =>
    withHook(async ({ project, run, transcript }) => {
      const path = await transcript(session, [{ id: 'u1', text: 'Fix the login' }]);
      const store = openStore(project);
      await store.dialogs.setSummary('default', { TODO: ['Ship the blue teapot'] }, 'merge');
      const input = { session_id: session, transcript_path: path, cwd: project, source: 'compact' };
      const start = { ...input, hook_event_name: 'SessionStart' };
      const options = { args: ['--brief', 'always', '--brief-within', '20000'] };
      const told = async () => (await run(JSON.stringify(start), options)).stdout;
      assert.match(await told(), /blue teapot|Fix the login/);
      await fs.writeFile(join(project, '.chat-history', 'settings.json'), '{"mode": "keep"}');
      assert.equal(await told(), '');
      await run(JSON.stringify({ ...input, hook_event_name: 'PreCompact' }));
      assert.equal((await store.archives.list()).archives.length, 1);
    }));
});
