import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatHubUrl } from '../../../src/team/hubUrl.ts';
import { openStore } from '../../../src/store/store.ts';
import { timed } from '../measure.ts';
import { messageText } from '../texts.ts';
import { inWords, perSecond, type HubRow } from './row.ts';
import type { HubBench } from './transfer.ts';

const cli = join(__dirname, '../../../dist/cli.js');
const maxBytes = 150 * 1024 * 1024;
const ofDialog = 2_000;

/** A history: how many messages, each of so many texts of 200 characters. */
export interface BenchHistory {
  readonly messages: number;
  readonly texts: number;
}

/** A machine with a project. */
interface Place {
  readonly root: string;
  readonly home: string;
}

/** The program as people start it, with a history on one machine that is sent, and taken in on another. */
export async function* client({ address }: HubBench, history: BenchHistory): AsyncGenerator<HubRow> {
  const base = mkdtempSync(join(tmpdir(), 'hub-client-'));
  const place = (name: string): Place => {
    const [root, home] = [join(base, name, 'project'), join(base, name, 'home')];
    for (const folder of [root, home]) mkdirSync(folder, { recursive: true });
    return { root, home };
  };
  try {
    const [one, other] = [place('one'), place('other')];
    const { messages, texts } = history;
    const bytes = await write(one.root, history);
    const url = formatHubUrl(address);
    await run(one, ['team', 'setup', url, '--share', 'dialogs']);
    const { project } = JSON.parse((await run(one, ['team', 'status', '--json'])).out) as { project: string };
    await run(other, ['team', 'setup', url, '--share', 'dialogs', '--join', project]);
    const pushed = await run(one, ['team', 'push', '--json']);
    if (!pushed.out.includes(`"sent":${messages}`))
      throw new Error(`${messages} were to be sent: ${pushed.out}`);
    const what = `${messages.toLocaleString('en')} messages, ${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
    yield {
      what: `\`team push\` of ${what}`,
      ours: `${inWords.rate(messages, pushed.ms)}${inWords.worked(pushed.cpu)}`,
      ...(texts === 1 && { goal: '5,000 messages/s', reached: perSecond(messages, pushed.ms) >= 5_000 }),
    };
    yield memory('push', pushed.peak);
    const pulled = await run(other, ['team', 'pull', '--json']);
    if (!pulled.out.includes(`"received":${messages}`)) throw new Error(`not all came: ${pulled.out}`);
    yield {
      what: `\`team pull\` of these into files`,
      ours: `${inWords.seconds(pulled.ms)}${inWords.worked(pulled.cpu)}`,
      ...(texts === 1 && { goal: '20 s', reached: pulled.ms <= 20_000 }),
    };
    yield memory('pull', pulled.peak);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

const memory = (what: string, peak: number): HubRow => ({
  what: `most memory of that \`team ${what}\``,
  ours: inWords.mebibytes(peak),
  goal: inWords.mebibytes(maxBytes),
  reached: peak <= maxBytes,
});

/** Gives how many bytes the texts have. */
async function write(root: string, { messages, texts }: BenchHistory): Promise<number> {
  const { dialogs } = openStore(root, { secrets: () => 'keep' });
  const pool = Array.from({ length: 3_000 }, (_, n) => messageText(n));
  let bytes = 0;
  for (let n = 0; n < messages; n += 500) {
    const batch = Array.from({ length: Math.min(500, messages - n) }, (_, i) => {
      const from = ((n + i) * 13) % (pool.length - texts);
      const text = `${n + i} ${pool.slice(from, from + texts).join('\n')}`;
      bytes += Buffer.byteLength(text);
      return { role: i % 2 === 0 ? 'user' : 'assistant', text, ts: 1_770_000_000_000 + n + i } as const;
    });
    await dialogs.save(`dialog ${Math.floor(n / ofDialog)}`, batch);
  }
  return bytes;
}

/** Runs the program and gives what it said, how long it took, its processor time, and the most memory it had, as Linux tells. */
async function run({ root, home }: Place, args: readonly string[]) {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: home, HISTORY_STATE_HOME: join(home, 'state') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  let [peak, cpu] = [0, 0];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const watch = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid));
    cpu = Math.max(cpu, workedBy(child.pid));
  }, 20);
  const ms = await timed(() => new Promise((ended) => child.once('close', ended)));
  clearInterval(watch);
  if (child.exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`);
  return { out, ms, peak, cpu };
}

function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0; // it has ended
  }
}

/** Milliseconds of processor time. */
function workedBy(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0; // it has ended
  }
}
