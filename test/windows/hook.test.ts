import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { onShare } from './person.ts';
import { withHook } from '../hook/runHook.ts';

const session = '5e550000-0000-4000-8000-000000000000';

describe('on Windows, the hook', () => {
  it('takes what Cursor tells: a byte order mark, the address of a drive as a path, and an input that stays open', () =>
    withHook(async ({ project, home, run, transcript }) => {
      const said = [
        { id: 'u1', text: '你好' },
        { id: 'a1', text: 'Done', by: 'assistant' },
      ] as const;
      const told = {
        conversation_id: session,
        hook_event_name: 'preCompact',
        trigger: 'auto',
        transcript_path: await transcript(session, said),
        workspace_roots: [`/${project.replaceAll('\\', '/')}`],
      };
      const ended = await run(`\uFEFF${JSON.stringify(told)}`, { cwd: home, open: true });
      assert.deepEqual(ended, { code: 0, stdout: '', stderr: '' });
      const archives = await fs.readdir(join(project, '.chat-history', '.conversations', 'raw'));
      assert.equal(archives.length, 1);
    }));

  it('takes the paths of a share', () =>
    withHook(async ({ project, home, run, transcript }) => {
      const said = [
        { id: 'u1', text: '你好' },
        { id: 'a1', text: 'Done', by: 'assistant' },
      ] as const;
      const told = {
        session_id: session,
        hook_event_name: 'PreCompact',
        trigger: 'auto',
        transcript_path: onShare(await transcript(session, said)),
        cwd: onShare(project),
      };
      const ended = await run(JSON.stringify(told), { cwd: home });
      assert.deepEqual(ended, { code: 0, stdout: '', stderr: '' });
      const archives = await fs.readdir(join(project, '.chat-history', '.conversations', 'raw'));
      assert.equal(archives.length, 1);
    }));
});
