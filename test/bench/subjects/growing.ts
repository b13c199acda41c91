import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stateVariable } from '../../../src/disk/base/stateFolder.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { writeLargeTranscript } from '../../hook/largeTranscript.ts';
import { hookProgram } from '../../hook/runHook.ts';
import { serverFile } from '../../server/withServer.ts';
import { ours } from '../contenders.ts';
import { isDoneWithin, timesInTurn } from '../measure.ts';
import { processorMs, startRaw, type RawClient } from '../rawClient.ts';
import type { Limit, Row } from '../row.ts';
import type { Bench, Subject } from '../subject.ts';

const megabytes = [7, 34];
const rounds = 40;
/** Seconds for which a server is watched beside a growing session. */
const watchedSeconds = 10;
const id = '550e8400-e29b-41d4-a716-446655440000';
const cliProgram = join(__dirname, '../../../dist/cli.js');

/** A project with a long session of Claude Code, which goes on. */
interface Place {
  readonly project: string;
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
}

async function placeIn({ folder }: Bench, size: number): Promise<Place> {
  const [project, home] = [folder('project'), folder('home')];
  await ours.fill(project, 1);
  const file = join(home, '.claude/projects', claudeFolderName(project), `${id}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  writeLargeTranscript(file, id, size * 1e6, project);
  const env = {
    HOME: home,
    USERPROFILE: home,
    [stateVariable]: join(home, 'state'),
    HISTORY_KEEP: 'off',
  };
  return { project, file, env };
}

/** Appends a message of a word to a transcript of Claude Code. */
function say(file: string, word: string): string {
  const record = {
    ...{ isSidechain: false, sessionId: id, uuid: word },
    ...{ type: 'assistant', timestamp: new Date().toISOString() },
    message: { id: word, role: 'assistant', content: [{ type: 'text', text: `${word} was said` }] },
  };
  appendFileSync(file, `${JSON.stringify(record)}\n`);
  return word;
}

/** Whether a search finds a word in one of its hits. */
async function finds(client: RawClient, word: string): Promise<boolean> {
  const reply = await client.call('history_search', { query: word, limit: 3 });
  return JSON.stringify(reply).includes(`${word} was said`);
}

/** Processor time of a search, in the middle of many. */
async function searching(client: RawClient, word: (round: number) => string): Promise<number> {
  const before = processorMs(client.pid) ?? NaN;
  for (let round = 0; round < rounds; round++)
    if (!(await finds(client, word(round)))) throw new Error('What was just said is not found.');
  return ((processorMs(client.pid) ?? NaN) - before) / rounds;
}

/** Processor time per second of a server that nobody calls, while the session gets a line a second. */
async function watching(client: RawClient, file: string): Promise<number> {
  const before = processorMs(client.pid) ?? NaN;
  for (let second = 0; second < watchedSeconds; second++) {
    say(file, `gnu${second}z`);
    await pause(1_000);
  }
  return ((processorMs(client.pid) ?? NaN) - before) / watchedSeconds;
}

async function* served({ project, file, env }: Place, size: string): AsyncGenerator<Row> {
  const client = await startRaw([serverFile, '--root', project], { env });
  say(file, 'aardvark');
  await isDoneWithin(60_000, async () => {
    const reply = await client.call('history_search', { query: 'aardvark', limit: 1 });
    return !JSON.stringify(reply).includes('still being read');
  });
  await pause(2_500); // until the index is written
  const value = await searching(client, () => 'aardvark');
  const row = { size, unit: 'ms' } as const;
  yield {
    ...row,
    what: 'search after one more line, processor time',
    ours: await searching(client, (round) => say(file, `quagga${round}z`)),
    reference: { name: 'nothing changed', value },
    limit: { ratio: 1.5 },
  };
  yield {
    ...row,
    what: 'a second beside a line a second, without a call, processor time',
    ours: await watching(client, file),
    limit: { ours: 10 },
  };
  await client.close();
}

type Command = readonly [what: string, program: string, args: readonly string[], input: object, limit: Limit];

const compaction = { hook_event_name: 'PreCompact', trigger: 'auto', session_id: id };
const commands: readonly Command[] = [
  ['stats', cliProgram, ['stats'], {}, { ratio: 1.2 }],
  ['file', cliProgram, ['file', 'src/x1.ts'], {}, { ratio: 1.2 }],
  ['archive', cliProgram, ['archive', id], {}, { ours: 300 }],
  ['hook PreCompact', hookProgram, [], compaction, { ours: 300 }],
];

function run({ project, file, env }: Place, [, program, args, input]: Command): Promise<void> {
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: project,
    env: { PATH: process.env.PATH, ...env },
    input: JSON.stringify({ ...input, transcript_path: file, cwd: project }),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return Promise.resolve();
}

async function* commanded(place: Place, size: string): AsyncGenerator<Row> {
  let line = 0;
  for (const command of commands) {
    const [what, , , , limit] = command;
    await run(place, command);
    const grown = () => {
      say(place.file, `emu${line++}z`);
      return run(place, command);
    };
    const unchanged = () => run(place, command);
    const [more = NaN, same = NaN] = await timesInTurn([grown, unchanged], { rounds: 3, forMs: 5_000 });
    const row = { size, unit: 'ms' } as const;
    if ('ours' in limit) yield { ...row, what: `${what} again`, ours: same, limit };
    yield {
      ...row,
      what: `${what} after one more line`,
      ours: more,
      reference: { name: 'nothing changed', value: same },
      limit,
    };
  }
}

export const growing: Subject = {
  name: 'growing',
  about:
    'What is asked of a session of Claude Code each time after one more line, beside the same with nothing changed: history_search over MCP for what was just said (it ends with an error where that is not found), and whole runs of the command line and the hook.',
  run: async function* (bench) {
    for (const size of megabytes) {
      const place = await placeIn(bench, size);
      yield* served(place, `${size} MB`);
      yield* commanded(place, `${size} MB`);
    }
  },
};
