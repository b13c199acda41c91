// From starting the hook to its end, on transcripts of 1 MB and 100 MB, against a process that does nothing.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeLargeTranscript } from '../hook/largeTranscript.ts';
import { median } from './measure.ts';

const rounds = 20;
const hook = join(import.meta.dirname, '../../dist/hook.js');
const preload = join(import.meta.dirname, '../hook/peakMemory.cjs');
const folder = mkdtempSync(join(tmpdir(), 'hook-bench-'));

function measure(args: readonly string[], input = ''): { ms: number; peak: number } {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return { ms: performance.now() - started, peak: Number(/peak (\d+)/.exec(stderr)?.[1]) };
}

/** A new project for every run, so that there is always everything to archive. */
function archive(path: string, round: number, ...flags: string[]): { ms: number; peak: number } {
  const project = join(folder, `project ${round}`);
  mkdirSync(join(project, '.git'), { recursive: true });
  const input = JSON.stringify({ transcript_path: path, cwd: project, hook_event_name: 'PreCompact' });
  const measured = measure([...flags, hook], input);
  rmSync(project, { recursive: true });
  return measured;
}

try {
  const [small, large] = [join(folder, 'small.jsonl'), join(folder, 'large.jsonl')];
  writeLargeTranscript(small, 'small', 1_000_000);
  writeLargeTranscript(large, 'large', 100_000_000);
  const times: Record<'node' | 'hook', number[]> = { node: [], hook: [] };
  for (let round = 0; round < rounds; round++) {
    times.node.push(measure(['-e', '0']).ms);
    times.hook.push(archive(small, round).ms);
  }
  const [bare, ours] = [median(times.node), median(times.hook)];
  console.log(
    `1 MB, start to exit: ${ours.toFixed(0)} ms, node -e 0 ${bare.toFixed(0)} ms (limit ${(2 * bare + 100).toFixed(0)} ms)`,
  );
  const { ms, peak } = archive(large, rounds, '--require', preload);
  console.log(`100 MB: ${(ms / 1_000).toFixed(1)} s (limit 10 s), ${peak} MiB (limit 150 MiB)`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
