// Repairs of files: under the lock of whoever writes them, and with all their bytes put aside first.
import { basename, join } from 'node:path';
import { linesOfFile } from '../store/archive/fileLines.ts';
import { isoTime, silentLog, StoreError, type Lease } from '../store/base/core.ts';
import { copySynced, writeAtomic } from '../store/files/atomic.ts';
import { lockFolder } from '../store/files/ignored.ts';
import { quarantine } from '../store/files/json.ts';
import { tryLock } from '../store/files/lock.ts';
import { text } from './findings.ts';
import type { BilingualText, Patient, Repair } from './types.ts';

/** Whose lock a file is changed under: that of the folder it is in, or of what names the project. */
function lockOf(file: string): string {
  const [first = '', ...rest] = file.split('/');
  return rest.length === 0 || first === '.machine' || first === '.trash' || first === '.index'
    ? '.project'
    : first;
}

/** Runs `work` under the lock of a folder of a history. Throws `busy` at once where somebody holds it. */
export async function underLock<T>(
  history: string,
  lock: string,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const done = await tryLock(lockFolder(history, lock), async (lease) => ({ result: await work(lease) }));
  if (done) return done.result;
  throw new StoreError('busy', 'Another program is working with it right now. Try again later.');
}

/** Moves a damaged file to `<file>.damaged-<time>`. `file` is its path from the history folder, with slashes. */
export const puttingAside = (history: string, file: string, reason: string, { clock }: Patient): Repair => ({
  offer: text(
    `Put the file aside under a name that ends in .damaged-<time>.`,
    `将该文件改名保留（名称以 .damaged-<时间> 结尾）。`,
  ),
  run: () =>
    underLock(history, lockOf(file), async () => {
      const { keptAs } = await quarantine(join(history, file), reason, { clock, log: silentLog });
      return keptMessage(keptAs);
    }),
});

/** Takes the lines that cannot be read out of a file, after copying it as a whole. */
export const takingOutLines = (
  history: string,
  file: string,
  isReadable: (line: string) => boolean,
  { clock }: Patient,
): Repair => ({
  offer: text(
    'Take these lines out; a copy of the file as it is stays beside it.',
    '移除这些行；原文件的副本保留在旁边。',
  ),
  run: () =>
    underLock(history, lockOf(file), async (lease) => {
      const path = join(history, file);
      const copy = `${path}.damaged-${isoTime(clock.now()).replace(/[-:]|\.\d+/g, '')}`;
      await copySynced(path, copy);
      const kept: string[] = [];
      for await (const lines of linesOfFile(path))
        kept.push(...lines.filter((line) => line !== '' && isReadable(line)));
      await writeAtomic(path, kept.map((line) => `${line}\n`).join(''), lease);
      return keptMessage(basename(copy));
    }),
});

const keptMessage = (name: string): BilingualText => text(`It is kept as ${name}.`, `已保留为 ${name}。`);
