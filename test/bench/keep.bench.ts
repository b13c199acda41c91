// Keeping the sessions of a home with 1,000 of them, of all agents, by the code the editor runs and by a bare server.
import { readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { defaultKeep } from '../../src/history/capture/types.ts';
import { bytesBelow } from '../../src/history/capture/capture.ts';
import { openStore } from '../../src/store/store.ts';
import { isDoneWithin, worked } from './measure.ts';
import { startRaw } from './rawClient.ts';
import { writeSessionHome } from './sessionHome.ts';
import { inIndex } from '../inIndex.ts';

const count = Number(process.env.SESSIONS ?? 1_000);
const archive = { maxMessageChars: 0, time: 'local' } as const;
const dist = resolve(__dirname, '../../dist');

void main();

async function main(): Promise<void> {
  const which = process.argv.slice(2);
  for (const [name, measure] of Object.entries({ editor, server }))
    if (which.length === 0 || which.includes(name)) await inHome(measure);
}

async function inHome(measure: (root: string, home: string) => Promise<void>): Promise<void> {
  const base = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'keep-')));
  const [root, home] = [join(base, 'project'), join(base, 'home')];
  await fs.mkdir(root);
  try {
    const { length } = writeSessionHome(home, root, { count, now: Date.now(), agents: 'all' });
    const names = await fs.readdir(base, { recursive: true });
    const sizes = await Promise.all(names.map(async (name) => (await fs.stat(join(base, name))).size));
    console.log(`${length} sessions, ${(sizes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(0)} MB`);
    await measure(root, home);
  } finally {
    await fs.rm(base, { recursive: true, force: true });
  }
}

const keptIn = async (root: string) => {
  const { archives } = await openStore(root).archives.list();
  const twice = archives.length - new Set(archives.map(({ session }) => session)).size;
  const disk = await bytesBelow(join(root, '.chat-history/.conversations'));
  return { kept: archives.length, twice, megabytes: Number((disk / 1e6).toFixed(1)) };
};

/** Pauses are as short as can be, so that what is measured is the work. */
async function editor(root: string, home: string): Promise<void> {
  const pauses: number[] = [];
  const pause = async (ms: number): Promise<void> => {
    pauses.push(ms);
    await nextTurn();
  };
  const store = openStore(root, { clock: { now: () => Date.now(), pause } });
  const workspace = { folders: [root], places: { home, env: {}, platform: process.platform } };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const slices = watchSlices();
  const sweep = () => store.capture.sweep(workspace, { ...defaultKeep, archive });
  const first = await worked(sweep);
  const { max } = delay;
  const computed = slices.stop();
  const long = [50, 99, 99.9].map((percent) => (delay.percentile(percent) / 1e6).toFixed(1));
  const next = await worked(sweep);
  const all = await worked(() =>
    store.capture.sweep(workspace, { ...defaultKeep, archive }, { which: 'all' }),
  );
  console.log('editor', await keptIn(root), {
    seconds: [first, next, all].map((ms) => Number((ms / 1_000).toFixed(1))),
    slices: { median: long[0], p99: long[1], p999: long[2], longest: (max / 1e6).toFixed(1) },
    computed,
    paused: Math.round(pauses.reduce((sum, ms) => sum + ms, 0) / 1_000),
  });
}

/** Milliseconds that the main thread computed; elsewhere than on Linux, all threads. */
function computedMs(): number {
  const { user, system } = process.cpuUsage();
  if (process.platform !== 'linux') return (user + system) / 1_000;
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/** The longest turns of the event loop, as far as it computed in them: others may have had the processor. */
function watchSlices(): { stop: () => readonly string[] } {
  const longest: number[] = [];
  let cpu = computedMs();
  const state = { running: true };
  const turn = (): void => {
    longest.push(computedMs() - cpu);
    if (longest.length > 10_000) longest.sort((a, b) => b - a).splice(100);
    cpu = computedMs();
    if (state.running) setTimeout(turn, 0);
  };
  turn();
  return {
    stop: () => {
      state.running = false;
      return longest
        .sort((a, b) => b - a)
        .slice(0, 5)
        .map((ms) => ms.toFixed(0));
    },
  };
}

const cpuOf = async (pid: number): Promise<number> => {
  const fields = (await fs.readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

async function server(root: string, home: string): Promise<void> {
  process.env.HOME = home;
  const began = performance.now();
  const client = await startRaw([join(dist, 'server.js'), '--root', root]);
  await client.request('tools/list');
  const done = async () => {
    const folder = inIndex(join(root, '.chat-history'), 'capture');
    const [name = ''] = await fs.readdir(folder).catch(() => []);
    return (await fs.readFile(join(folder, name), 'utf8').catch(() => '')).includes('"last"');
  };
  if (!(await isDoneWithin(20 * 60_000, done))) throw new Error('The sweep has not ended.');
  const seconds = (performance.now() - began) / 1_000;
  const cpu = await cpuOf(client.pid);
  await client.close();
  console.log('server', await keptIn(root), {
    cpu,
    seconds: seconds.toFixed(0),
    share: (cpu / seconds).toFixed(2),
  });
}
