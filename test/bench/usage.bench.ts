// Counting tokens of many sessions of five agents: first figures, all of them, and again.   npm run bench usage [sessions] [bytes of an answer]
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { writeUsageHome } from '../unit/store/usage/usageHome.ts';

void main();

async function main(): Promise<void> {
  const [sessions = 200, filler = 10_000] = process.argv.slice(2).map(Number);
  const base = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'usage-')));
  try {
    const [folder, home] = [join(base, 'shop'), join(base, 'home')];
    await fs.mkdir(join(folder, '.chat-history'), { recursive: true });
    const bytes = writeUsageHome(home, folder, { sessions, turns: 100, filler, now: Date.now() });
    console.log(`${sessions} sessions of 100 requests, ${Math.round(bytes / 1e6)} MB`);
    const store = openStore(folder);
    for (const round of ['read', 'read, by another store', 'again'])
      console.log(`${round}: ${await counted(round === 'again' ? store : openStore(folder), folder, home)}`);
    const { disk } = await store.insight.holdings();
    console.log(disk.map(({ kind, bytes: of }) => `${kind} ${of} bytes`).join(', '));
  } finally {
    await fs.rm(base, { recursive: true, force: true });
  }
}

/** How long the first figures and all of them take, in time and in time of the processor. */
async function counted(
  { insight }: ReturnType<typeof openStore>,
  folder: string,
  home: string,
): Promise<string> {
  const workspace = { folders: [folder], places: { home, env: {}, platform: 'linux' as const } };
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  let first: number | undefined;
  let requests = 0;
  for await (const { usage } of insight.report(workspace)) {
    first ??= performance.now() - begun;
    requests = usage.total.requests;
  }
  const { user, system } = process.cpuUsage(cpu);
  const all = performance.now() - begun;
  return `first after ${first?.toFixed(0)} ms, all ${requests} requests after ${all.toFixed(0)} ms, ${((user + system) / 1_000).toFixed(0)} ms of the processor`;
}
