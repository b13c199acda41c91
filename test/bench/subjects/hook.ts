import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stateVariable } from '../../../src/disk/base/stateFolder.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { writeLargeTranscript } from '../../hook/largeTranscript.ts';
import { hookProgram } from '../../hook/runHook.ts';
import { ours } from '../contenders.ts';
import { timesInTurn, median, timed } from '../measure.ts';
import { writeRequests } from '../requestsTranscript.ts';
import { sizeName } from '../row.ts';
import type { Bench, Subject } from '../subject.ts';

const id = '550e8400-e29b-41d4-a716-446655440000';
const preload = join(__dirname, '../peakMemory.cjs');

interface Place {
  readonly project: string;
  readonly home: string;
  readonly transcript: string;
}

/** A project with a session of Claude Code. */
function placeIn({ folder }: Bench, write: (file: string, project: string) => void): Place {
  const [project, home] = [folder('project'), folder('home')];
  mkdirSync(join(project, '.git'));
  const sessions = join(home, '.claude/projects', claudeFolderName(project));
  mkdirSync(sessions, { recursive: true });
  const transcript = join(sessions, `${id}.jsonl`);
  write(transcript, project);
  return { project, home, transcript };
}

/** Runs it to its end, and gives what it printed on standard output and standard error. */
function runHook(
  { project, home, transcript }: Place,
  event: object,
  { args = [], before = [] }: { args?: readonly string[]; before?: readonly string[] } = {},
): { readonly stdout: string; readonly stderr: string } {
  const input = JSON.stringify({ session_id: id, transcript_path: transcript, cwd: project, ...event });
  const env = { PATH: process.env.PATH, HOME: home, USERPROFILE: home, [stateVariable]: join(home, 'state') };
  const options = { input, cwd: project, env, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...before, hookProgram, ...args], options);
  if (status !== 0) throw new Error(stderr);
  return { stdout, stderr };
}

/** With as little environment as the hook has: certificates that a variable names would be read. */
const bareNode = (): Promise<void> => {
  spawnSync(process.execPath, ['-e', '0'], { env: { PATH: process.env.PATH } });
  return Promise.resolve();
};

export const hook: Subject = {
  name: 'hook',
  about:
    'The hook from its start to its end, as agents run it, beside a Node.js that does nothing: giving the brief of a session that was compacted, giving one at the start, and archiving a transcript, each time in a project where nothing was archived.',
  tried:
    'The hook loads only what its event needs ([hook and plugin](decisions/hook-and-plugin.md), [brief](decisions/brief.md)). Archiving reads a transcript three times (to mask it, to see how its lines hang together, to write it; a short one twice), each in large pieces; what a brief tells is gathered on the way. Of what is left, half is code that runs for the first time: of 1 MB a sixth is loading, a tenth the brief. Compressing beside the writing was not tried, as then no order of operations is left that tests could fail one by one; nor a folder of compiled code, which somebody must clear.',
  run: async function* (bench) {
    for (const messages of [100, 10_000, 100_000]) {
      const place = placeIn(bench, (file, project) => writeRequests(file, id, messages, project));
      await ours.fill(place.project, 100);
      runHook(place, { hook_event_name: 'PreCompact', trigger: 'auto' });
      const brief = (): Promise<void> => {
        rmSync(join(place.project, '.chat-history/.index/given.jsonl'), { force: true });
        const event = { hook_event_name: 'SessionStart', source: 'compact' };
        const { stdout } = runHook(place, event, { args: ['--brief-within', '20000'] });
        if (stdout === '') throw new Error('the hook gave no brief');
        return Promise.resolve();
      };
      const [own = NaN, plain = NaN] = await timesInTurn([brief, bareNode], { forMs: 6_000 });
      const row = { what: 'brief after a compaction', size: sizeName(messages), unit: 'ms' } as const;
      const limit = messages === 10_000 && { limit: { ours: 300 } };
      yield { ...row, ours: own, reference: { name: 'node -e 0', value: plain }, ...limit };
      const [start = NaN, bare = NaN] = await timesInTurn([startOf(place), bareNode], { forMs: 6_000 });
      const reference = { name: 'node -e 0', value: bare };
      yield { ...row, what: 'brief at the start', ours: start, reference, ...limit };
    }
    yield* archived(bench);
  },
};

/** Starts a session that is told of the one before. */
function startOf(place: Place): () => Promise<void> {
  const index = join(place.project, '.chat-history/.index');
  const always = ['--brief', 'always', '--brief-within', '20000'];
  const event = { hook_event_name: 'SessionStart', source: 'startup', session_id: 'next' };
  return () => {
    rmSync(join(index, 'given.jsonl'), { force: true });
    if (runHook(place, event, { args: always }).stdout === '') throw new Error('the hook gave no brief');
    return Promise.resolve();
  };
}

const placeOf = (bench: Bench, bytes: number): Place =>
  placeIn(bench, (file, project) => writeLargeTranscript(file, id, bytes, project));

async function* archived(bench: Bench) {
  const event = { hook_event_name: 'PreCompact' };
  const small = Array.from({ length: 11 }, () => placeOf(bench, 1_000_000));
  const times: number[] = [];
  const plain: number[] = [];
  for (const place of small) {
    times.push(await timed(() => Promise.resolve(runHook(place, event))));
    plain.push(await timed(bareNode));
  }
  const node = median(plain);
  const row = { what: 'hook that archives', unit: 'ms' } as const;
  const reference = { name: 'node -e 0', value: node };
  yield { ...row, size: '1 MB', ours: median(times), reference, limit: { ours: 2 * node + 100 } };
  const large = placeOf(bench, 100_000_000);
  let said = '';
  const ms = await timed(() => {
    said = runHook(large, event, { before: ['--require', preload] }).stderr;
    return Promise.resolve();
  });
  yield { ...row, size: '100 MB', ours: ms, reference, limit: { ours: 10_000 } };
  const peak = Number(/peak (\d+)/.exec(said)?.[1]);
  yield {
    what: 'hook that archives, memory',
    size: '100 MB',
    unit: 'MiB' as const,
    ours: peak,
    limit: { ours: 150 },
  };
}
