// Repairs of files, made under their writers' locks after setting all bytes aside.
import { basename, dirname, join } from 'node:path';
import { linesOfFile } from '../history/archive/fileLines.ts';
import { StoreError, type Lease } from '../disk/base/core.ts';
import { copySynced, removeHeld, renameOver, writeAtomic } from '../disk/files/atomic.ts';
import { confirmFolder, removeFile, temporarySuffix } from '../disk/files/folders.ts';
import { lockFolder } from '../disk/files/ignored.ts';
import { nameAside } from '../disk/files/json.ts';
import { tryLock } from '../disk/files/lock.ts';
import { quarantine, sweepFor } from '../disk/files/smallFile.ts';
import { text } from './findings.ts';
import type { BilingualText, CheckTarget, Repair } from './types.ts';

/** Returns the lock a file is changed under: that of its folder, or that of the project's name. */
function lockOf(file: string): string {
  const [first = '', ...rest] = file.split('/');
  return rest.length === 0 || first === '.machine' || first === '.trash' || first === '.index'
    ? '.project'
    : first;
}

/** Runs `work` under the lock of a history folder. Throws `busy` immediately if it is held. */
export async function underLock<T>(
  history: string,
  lock: string,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const done = await tryLock(lockFolder(history, lock), async (lease) => ({ result: await work(lease) }));
  if (done) return done.result;
  throw new StoreError('busy', 'Another program is working with it right now. Try again later.');
}

/** Moves a damaged file to `<file>.damaged-<time>`. `file` is relative to the history folder, with slashes. */
export const moveAside = (history: string, file: string, reason: string, { clock }: CheckTarget): Repair => ({
  offer: text('Put the file aside under a name that ends in .damaged-<time>.'),
  run: () =>
    underLock(history, lockOf(file), async (lease) => {
      const { keptAs } = await quarantine(join(history, file), reason, { clock, lease });
      return keptMessage(keptAs);
    }),
});

/** Removes unreadable lines from a file after copying all of it. */
export const removeUnreadableLines = (
  history: string,
  file: string,
  isReadable: (line: string) => boolean,
  { clock }: CheckTarget,
): Repair => ({
  offer: text('Take these lines out; a copy of the file as it is stays beside it.'),
  run: () =>
    underLock(history, lockOf(file), async (lease) => {
      const path = join(history, file);
      await sweepFor(path, lease);
      const copy = join(dirname(path), await nameAside(path, clock));
      await copyWhole(path, copy, lease);
      try {
        const kept: string[] = [];
        for await (const lines of linesOfFile(path))
          kept.push(...lines.filter((line) => line !== '' && isReadable(line)));
        await writeAtomic(path, kept.map((line) => `${line}\n`).join(''), lease);
      } catch (error) {
        await removeHeld([copy], lease).catch(() => undefined); // report the first error
        throw error;
      }
      return keptMessage(basename(copy));
    }),
});

/** Copies a file so that the copy is complete once it has its name. */
async function copyWhole(from: string, to: string, lease: Lease): Promise<void> {
  const temporary = `${to}${temporarySuffix}`;
  try {
    await copySynced(from, temporary);
    await renameOver(temporary, to, () => lease.assertHeld());
  } catch (error) {
    await removeFile(temporary).catch(() => undefined); // report the first error
    throw error;
  }
  await confirmFolder(dirname(to), lease);
}

const keptMessage = (name: string): BilingualText => text('It is kept as {0}.', name);
