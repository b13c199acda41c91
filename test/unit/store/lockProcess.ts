// A process of its own for the lock tests: `count` enters the lock again and again until it is told that it is enough,
// `hold` keeps it, `compute` keeps it and computes without a pause, and `enter` and `enterInSlowTime` enter it once.
import fs from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { withLock } from '../../../src/disk/files/lock.ts';

const [mode, folder = '', system] = process.argv.slice(2);
const inside = join(folder, '..', 'inside');

if (system === 'other') hideProc();

/** Makes this process find what it would find on macOS or Windows. */
function hideProc(): void {
  const { readFileSync, readlinkSync } = fs;
  const refuse = (path: unknown): void => {
    if (typeof path === 'string' && path.startsWith('/proc/'))
      throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
  };
  Reflect.set(fs, 'readFileSync', (...args: Parameters<typeof readFileSync>) => {
    refuse(args[0]);
    return readFileSync(...args);
  });
  Reflect.set(fs, 'readlinkSync', (...args: Parameters<typeof readlinkSync>) => {
    refuse(args[0]);
    return readlinkSync(...args);
  });
}

async function count(): Promise<void> {
  const state = { enough: false };
  process.once('message', () => (state.enough = true));
  process.send?.('counting');
  while (!state.enough)
    await withLock(folder, async () => {
      const before = fs.existsSync(inside) ? fs.readFileSync(inside, 'utf8') : '';
      if (before !== '' && isAlive(Number(before))) {
        console.error(`${process.pid} met ${before}`);
        process.exit(1);
      }
      fs.writeFileSync(inside, String(process.pid));
      await new Promise((done) => setTimeout(done, Math.random() * 4));
      fs.writeFileSync(inside, '');
    });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) [ZX]/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false; // killed while inside
  }
}

function hold(): Promise<void> {
  return withLock(folder, () => {
    process.send?.('held');
    setInterval(() => undefined, 1_000);
    return new Promise(() => undefined);
  });
}

/** Computes once it is told that somebody waits. */
function compute(): Promise<void> {
  return withLock(folder, async (lease) => {
    process.send?.('held');
    await once(process, 'message');
    for (const end = performance.now() + 1_500; performance.now() < end;);
    lease.assertHeld();
    fs.writeFileSync(inside, 'stored');
    await tell('stored');
  });
}

/** Time goes by so slowly that nobody is passed for having been silent. */
function enterInSlowTime(): Promise<void> {
  const now = performance.now.bind(performance);
  const begun = now();
  performance.now = () => begun + (now() - begun) / 100;
  return enter();
}

async function enter(): Promise<void> {
  process.send?.('waiting');
  await withLock(folder, () => tell(fs.existsSync(inside) ? 'entered after it' : 'entered'));
}

const tell = (message: string): Promise<unknown> =>
  new Promise((sent) => process.send?.(message, undefined, undefined, sent));

const modes = { count, hold, compute, enter, enterInSlowTime };
void modes[mode as keyof typeof modes]().then(() => process.exit(0));
