import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { leastUntil } from '../bench/measure.ts';
import { writeLargeTranscript } from './largeTranscript.ts';
import { withHook } from './runHook.ts';

describe('hook on a transcript of 100 MB', () => {
  it('archives it within 150 MB, and finds nothing new afterwards', () =>
    withHook(async ({ project, home, run }) => {
      const path = join(home, 'large.jsonl');
      writeLargeTranscript(path, 'large', 100_000_000);
      const told = JSON.stringify({ transcript_path: path, cwd: project, hook_event_name: 'PreCompact' });
      const env = { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, 'peakMemory.cjs'))}` };
      const peakOf = async (): Promise<number> => {
        const { code, stdout, stderr } = await run(told, { env });
        assert.deepEqual([code, stdout], [0, '']);
        return Number(/^peak (\d+)\n$/.exec(stderr)?.[1]);
      };
      const anew = async (): Promise<number> => {
        await fs.rm(join(project, '.chat-history'), { recursive: true, force: true });
        return peakOf();
      };
      for (const [round, measure] of [
        ['all of it', anew],
        ['nothing new', peakOf],
      ] as const) {
        const peaks = await leastUntil(150, measure);
        assert.ok(Math.min(...peaks) < 150, `${round}: ${peaks.join(', ')} MiB`);
      }
      const { archives } = await openStore(project).archives.list();
      const raw = join(project, '.chat-history/.conversations', archives[0]?.raw ?? '');
      assert.equal(archives.length, 1);
      assert.equal((await fs.stat(raw)).size, (await fs.stat(path)).size);
    })).timeout(300_000);
});
