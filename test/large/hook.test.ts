import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { leastUntil } from '../bench/measure.ts';
import { writeLargeTranscript } from '../hook/largeTranscript.ts';
import { withHook } from '../hook/runHook.ts';

/** MiB, as `peakMemory.cjs` tells. */
const peakIn = (stderr: string): number => Number(/^peak (\d+)\n$/.exec(stderr)?.[1]);

/**
 * MiB over those of Node.js itself. V8 in 24 has four times the room for what is young:
 * --scavenger-max-new-space-capacity-mb is 32, not 8.
 */
const over = Number(process.versions.node.split('.')[0]) >= 24 ? 180 : 120;

describe('hook on a transcript of 100 MB', () => {
  it(`archives it within ${over} MiB over those of Node.js itself, and finds nothing new afterwards`, () =>
    withHook(async ({ project, home, run }) => {
      const path = join(home, 'large.jsonl');
      writeLargeTranscript(path, 'large', 100_000_000);
      const told = JSON.stringify({ transcript_path: path, cwd: project, hook_event_name: 'PreCompact' });
      const watch = join(__dirname, '../hook/peakMemory.cjs');
      const env = { NODE_OPTIONS: `--require ${JSON.stringify(watch)}` };
      const bare = spawnSync(process.execPath, ['--require', watch, '-e', ''], { encoding: 'utf8' });
      const limit = peakIn(bare.stderr) + over;
      const peakOf = async (): Promise<number> => {
        const { code, stdout, stderr } = await run(told, { env });
        assert.deepEqual([code, stdout], [0, '']);
        return peakIn(stderr);
      };
      const anew = async (): Promise<number> => {
        await fs.rm(join(project, '.chat-history'), { recursive: true, force: true });
        return peakOf();
      };
      for (const [round, measure] of [
        ['all of it', anew],
        ['nothing new', peakOf],
      ] as const) {
        const peaks = await leastUntil(limit, measure);
        assert.ok(Math.min(...peaks) < limit, `${round}: ${peaks.join(', ')} of ${limit} MiB`);
      }
      // What it forgot is told at once, from what was gathered while it was archived.
      const starting = JSON.stringify({
        transcript_path: path,
        cwd: project,
        session_id: 'large',
        hook_event_name: 'SessionStart',
        source: 'compact',
      });
      const { stdout } = await run(starting, { args: ['--brief-within', '10000'] });
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
