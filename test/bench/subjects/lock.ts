import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from '../../../src/disk/files/lock.ts';
import { programOf } from '../../program.ts';
import { median, timed } from '../measure.ts';
import type { Subject } from '../subject.ts';

const rounds = 9;
const program = join(__dirname, '../../unit/store/lockProcess.ts');

async function afterKill(folder: string): Promise<number> {
  const holder = fork(programOf(program), ['hold', folder]);
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

export const lock: Subject = {
  name: 'lock',
  about: 'How long a lock stays closed after its holder died.',
  run: async function* ({ folder }) {
    const history = join(folder('lock'), '.chat-history');
    await mkdir(history);
    for (const [how, measure] of [
      ['was killed', afterKill],
      ['left an empty file', leftEmpty],
    ] as const) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++)
        times.push(await measure(join(history, `${how} ${round}`)));
      yield { what: `lock whose holder ${how}`, unit: 'ms', ours: median(times), limit: { ours: 1_000 } };
    }
  },
};
