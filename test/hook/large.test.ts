import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { writeLargeTranscript } from './largeTranscript.ts';
import { withHook } from './runHook.ts';

describe('hook on a transcript of 100 MB', () => {
  it('archives it within 150 MB, and finds nothing new afterwards', () =>
    withHook(async ({ project, home, run }) => {
      const path = join(home, 'large.jsonl');
      writeLargeTranscript(path, 'large', 100_000_000);
      const told = JSON.stringify({ transcript_path: path, cwd: project, hook_event_name: 'PreCompact' });
      const env = { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, 'peakMemory.cjs'))}` };
      for (const round of ['all of it', 'nothing new']) {
        const { code, stdout, stderr } = await run(told, { env });
        const peak = Number(/^peak (\d+)\n$/.exec(stderr)?.[1]);
        assert.deepEqual([code, stdout], [0, '']);
        assert.ok(peak < 150, `${round}: ${peak} MiB, ${stderr}`);
      }
      const { archives } = await openStore(project).archives.list();
      const raw = join(project, '.chat-history/.conversations', archives[0]?.raw ?? '');
      assert.equal(archives.length, 1);
      assert.equal((await fs.stat(raw)).size, (await fs.stat(path)).size);
    })).timeout(300_000);
});
