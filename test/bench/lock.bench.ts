// How long a lock stays closed after its holder died.   npm run bench lock
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../../src/store/files/lock.ts';
import { median, timed } from './measure.ts';

const rounds = 9;
const program = join(import.meta.dirname, '../unit/store/lockProcess.ts');

async function afterKill(folder: string): Promise<number> {
  const holder = fork(program, ['hold', folder], { execArgv: ['--import', 'tsx'] });
  await once(holder, 'message');
  holder.kill('SIGKILL');
  return timed(() => withLock(folder, () => Promise.resolve()));
}

/** By a power cut, before its content was on the disk. */
async function leftEmpty(folder: string): Promise<number> {
  await mkdir(folder);
  await writeFile(join(folder, '000000001'), '');
  return timed(() => withLock(folder, () => Promise.resolve()));
}

async function main(): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'history-bench-'));
  const history = join(root, '.chat-history');
  await mkdir(history);
  for (const [title, measure] of Object.entries({
    'whose process was killed': afterKill,
    'who left an empty file': leftEmpty,
  })) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++)
      times.push(await measure(join(history, `${title} ${round}`)));
    console.log(
      `lock of a holder ${title}: ${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`,
    );
  }
  await rm(root, { recursive: true });
}

void main();
