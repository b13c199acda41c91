// What the extension host costs while nobody does anything, and while an agent saves ten messages a second; and whether
// its memory grows.   npm run bench soak   SOAK_MINUTES says for how long (5)
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as passed } from 'node:timers/promises';
import { startEditor } from '../editor/startEditor.ts';
import { showViews, treeRows, webview } from '../editor/workbench.ts';
import { longest, writeMonths } from '../sample/months.ts';
import { type OpenEditor, withEditor } from '../ui/withEditor.ts';

const minutes = Number(process.env.SOAK_MINUTES ?? 5);
const perSecond = 10;
const idleSeconds = 60;
/** Until what begins with a window is done, seconds. */
const settling = 45;
/** Clock ticks of `/proc/PID/stat` in a second. */
const ticks = 100;

void main();

async function main(): Promise<void> {
  if (process.platform !== 'linux')
    throw new Error('What a process costs is read from /proc: run this on Linux.');
  const bare = await startEditor();
  try {
    await passed(settling * 1_000);
    console.log(`idle, an editor without this extension: ${await idle()}`);
  } finally {
    await bare.close();
  }
  const now = Date.now();
  const months = { dialogs: 100, messages: 2_000, memories: 100, sessions: 100, now };
  await withEditor({ prepare: ({ root, agents }) => writeMonths(root, agents, months), alone: true }, soak);
}

async function soak({ page, dialogs }: OpenEditor): Promise<void> {
  await showViews(page, 'Dialogs', 'Sessions');
  await treeRows(page, longest).first().click();
  await webview(page).getByRole('article').first().waitFor();
  await passed(settling * 1_000);
  console.log(`idle, with views and a pane open: ${await idle()}`);
  const busy = load();
  console.log(`while ${perSecond} messages a second are saved:\nminute  of a core  memory`);
  for (let minute = 1; minute <= minutes; minute++) {
    const before = load();
    const end = performance.now() + 60_000;
    for (let n = 0; performance.now() < end; n++) {
      await dialogs.save('agent', [
        { role: n % 2 === 0 ? 'user' : 'assistant', text: `Message ${n} of minute ${minute}.` },
      ]);
      await passed(1_000 / perSecond);
    }
    console.log(`${minute}  ${share(before, load())}  ${memory()}`);
  }
  console.log(`all  ${share(busy, load())}`);
  await passed(settling * 1_000);
  console.log(`idle again: ${await idle()}, ${memory()}`);
}

interface Load {
  /** Of the processor, seconds. */
  readonly used: number;
  /** Milliseconds. */
  readonly at: number;
}

async function idle(): Promise<string> {
  const before = load();
  await passed(idleSeconds * 1_000);
  return `${share(before, load())} of a core`;
}

const share = (from: Load, to: Load): string =>
  `${(((to.used - from.used) * 1_000 * 100) / (to.at - from.at)).toFixed(2)} %`;

function load(): Load {
  // After the name, which may hold anything, utime and stime are the 12th and the 13th of what follows.
  const stat = readFileSync(`/proc/${host()}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { used: (Number(fields[11]) + Number(fields[12])) / ticks, at: performance.now() };
}

function memory(): string {
  const rss = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${host()}/status`, 'utf8'))?.[1];
  return `${Math.round(Number(rss) / 1_024)} MB`;
}

/** The extension host among what this process has started. */
function host(): number {
  const found = below(process.pid).find((pid) => read(pid, 'cmdline').includes('--type=extensionHost'));
  if (found === undefined) throw new Error('No extension host runs below this process.');
  return found;
}

const below = (parent: number): number[] => {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => new RegExp(`^PPid:\\s+${parent}$`, 'm').test(read(pid, 'status')));
  return children.flatMap((pid) => [pid, ...below(pid)]);
};

/** Empty where the process is gone. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
