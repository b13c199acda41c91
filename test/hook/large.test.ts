import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { writeLargeTranscript } from './largeTranscript.ts';
import { withHook } from './runHook.ts';

/** Suite `large` (npm run test:all) takes more. */
const megabytes = process.env.LARGE ? 100 : 20;

describe(`the hook on a transcript of ${megabytes} MB`, () => {
  it('archives all of it and finds nothing new the second time', () =>
    withHook(async ({ project, home, run }) => {
      const path = join(home, 'large.jsonl');
      writeLargeTranscript(path, 'large', megabytes * 1_000_000, project);
      const told = JSON.stringify({ transcript_path: path, cwd: project, hook_event_name: 'PreCompact' });
      for (let round = 0; round < 2; round++)
        assert.deepEqual(await run(told), { code: 0, stdout: '', stderr: '' });
      // What it forgot is told at once, from what was gathered while it was archived.
      const starting = JSON.stringify({
        transcript_path: path,
        cwd: project,
        session_id: 'large',
        hook_event_name: 'SessionStart',
        source: 'compact',
      });
      const { stdout } = await run(starting, { args: ['--brief-within', '120000'] });
      assert.match(stdout, /^\{"hookSpecificOutput":\{"hookEventName":"SessionStart",.*Fix number 0\./);
      const store = openStore(project);
      const { archives } = await store.archives.list();
      const raw = join(project, '.chat-history/.conversations', archives[0]?.raw ?? '');
      assert.equal(archives.length, 1);
      const { size } = await fs.stat(path);
      let copied = 0;
      for await (const chunk of store.archives.transcript(archives[0]?.name ?? '')) copied += chunk.length;
      assert.equal(copied, size);
      assert.ok((await fs.stat(raw)).size < size / 5, 'compressed');
    }));
});
