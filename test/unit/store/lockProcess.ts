// A process of its own for the lock tests: `count` enters the lock again and again until it is told that it is enough,
// `hold` keeps it.
import fs from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../../../src/store/files/lock.ts';

const [mode, folder = ''] = process.argv.slice(2);
const inside = join(folder, '..', 'inside');

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

if (mode === 'hold')
  void withLock(folder, () => {
    process.send?.('held');
    setInterval(() => undefined, 1_000);
    return new Promise(() => undefined);
  });
else void count().then(() => process.exit(0));
