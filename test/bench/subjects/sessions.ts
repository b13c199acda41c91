import { mkdirSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stateVariable } from '../../../src/disk/base/stateFolder.ts';
import { serverFile } from '../../server/withServer.ts';
import { ours } from '../contenders.ts';
import { timesInTurn, median, timed } from '../measure.ts';
import { startRaw, type RawClient } from '../rawClient.ts';
import { writeSessionHome } from '../sessionHome.ts';
import type { Subject } from '../subject.ts';
import { writeLargeTranscript } from '../../hook/largeTranscript.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';

const count = 1_000;
const transcriptBytes = 20_000_000;

const startAt = (project: string, home: string): Promise<RawClient> =>
  startRaw([serverFile, '--root', project], {
    // What keeps sessions beside it would share the processor with what is measured.
    env: { HOME: home, USERPROFILE: home, [stateVariable]: join(home, 'state'), HISTORY_KEEP: 'off' },
  });

/** A call in a process that has done nothing before. */
async function anew(start: () => Promise<RawClient>, tool: string, args: object = {}): Promise<number> {
  const client = await start();
  await client.request('tools/list');
  const ms = await timed(() => client.call(tool, args));
  await client.close();
  return ms;
}

async function medianOf(rounds: number, measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await measure());
  return median(times);
}

export const sessions: Subject = {
  name: 'sessions',
  about:
    'session_list over MCP in a process that has seen none of the sessions, before and after others have read them, beside stat of each file; and session_resume of a long transcript, beside reading and parsing its lines.',
  tried:
    'A list costs a stat of each file, and what it opens is told in [session-list](decisions/session-list.md); over MCP the process also loads what only calls need.',
  run: async function* ({ folder }) {
    const [project, home] = [folder('project'), folder('home')];
    const files = writeSessionHome(home, project, { count, now: Date.now() }).map(({ path }) => path);
    await ours.fill(project, 1); // without a history there is no place for what is shared
    const start = (): Promise<RawClient> => startAt(project, home);
    const stats = await medianOf(5, () =>
      timed(async () => {
        for (const path of files) await stat(path);
      }),
    );
    const row = {
      size: `${count.toLocaleString('en')} sessions`,
      unit: 'ms' as const,
      reference: { name: 'stat of each', value: stats },
    };
    yield { ...row, what: 'list of sessions, the first ever', ours: await anew(start, 'session_list') };
    const next = await medianOf(5, () => anew(start, 'session_list'));
    yield { ...row, what: 'list of sessions by a new process', ours: next, limit: { ours: 250 } };
    const client = await start();
    const [again = NaN] = await timesInTurn([() => client.call('session_list', {})]);
    yield { ...row, what: 'list of sessions again', ours: again };
    await client.close();
    yield* resumed(folder('resumed'), folder('home'));
  },
};

async function* resumed(project: string, home: string) {
  await ours.fill(project, 1);
  const id = '550e8400-e29b-41d4-a716-446655440000';
  const file = join(home, '.claude/projects', claudeFolderName(project), `${id}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  writeLargeTranscript(file, id, transcriptBytes, project);
  const parse = async (): Promise<void> => {
    for (const line of (await readFile(file, 'utf8')).split('\n')) if (line !== '') JSON.parse(line);
  };
  const reference = { name: 'reading and parsing all', value: await medianOf(5, () => timed(parse)) };
  const resume = () => anew(() => startAt(project, home), 'session_resume', { id });
  yield {
    what: 'resuming a session',
    size: `${Math.round(statSync(file).size / 1e6)} MB`,
    unit: 'ms' as const,
    ours: await medianOf(5, resume),
    reference,
    limit: { ratio: 1 },
  };
}
