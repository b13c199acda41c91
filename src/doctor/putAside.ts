// Repairs of files: under the lock of whoever writes them, and with all their bytes put aside first.
import { basename, dirname, join } from 'node:path';
import { linesOfFile } from '../store/archive/fileLines.ts';
import { silentLog, StoreError, type Lease } from '../store/base/core.ts';
import { copySynced, renameOver, writeAtomic } from '../store/files/atomic.ts';
import { confirmFolder, removeFile, temporarySuffix } from '../store/files/folders.ts';
import { lockFolder } from '../store/files/ignored.ts';
import { nameAside, quarantine } from '../store/files/json.ts';
import { tryLock } from '../store/files/lock.ts';
import { sweepFor } from '../store/files/smallFile.ts';
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
      await sweepFor(path);
      const copy = join(dirname(path), await nameAside(path, clock));
      try {
        await copyWhole(path, copy, lease);
        const kept: string[] = [];
        for await (const lines of linesOfFile(path))
          kept.push(...lines.filter((line) => line !== '' && isReadable(line)));
        await writeAtomic(path, kept.map((line) => `${line}\n`).join(''), lease);
      } catch (error) {
        await removeFile(copy).catch(() => undefined); // the first error is the one to tell
        throw error;
      }
      return keptMessage(basename(copy));
    }),
});

/** Copies a file so that the copy is whole whenever it has its name. */
async function copyWhole(from: string, to: string, lease: Lease): Promise<void> {
  const temporary = `${to}${temporarySuffix}`;
  try {
    await copySynced(from, temporary);
    await renameOver(temporary, to, () => lease.assertHeld());
  } catch (error) {
    await removeFile(temporary).catch(() => undefined); // likewise
    throw error;
  }
  await confirmFolder(dirname(to), lease);
}

const keptMessage = (name: string): BilingualText => text(`It is kept as ${name}.`, `已保留为 ${name}。`);
