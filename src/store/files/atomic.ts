import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { confirmFolder, temporarySuffix } from './folders.ts';
import { errno, type Lease } from '../base/core.ts';
import { createFile, openToChange } from './open.ts';
import { checkWay, fileAt } from './way.ts';

/**
 * Puts `data` in the place of `file`, so that at every instant, also after a power cut, the old or the new
 * content is there whole: temporary file beside it, fsync, rename, fsync of the folder. Right before the rename the
 * lease must still be held.
 */
export async function writeAtomic(file: string, data: string | Uint8Array, lease: Lease): Promise<void> {
  const temporary = `${file}.${randomBytes(4).toString('hex')}${temporarySuffix}`;
  try {
    await writeSynced(temporary, data);
    await renameOver(temporary, file, () => lease.assertHeld());
  } catch (error) {
    await fs.promises.rm(temporary, { force: true }).catch(() => undefined); // the first error is the one to tell
    throw error;
  }
  await confirmFolder(dirname(file), lease);
}

/** Writes a new file and waits until the disk has it. */
export async function writeSynced(file: string, data: string | Uint8Array): Promise<void> {
  const handle = await createFile(file);
  try {
    await handle.writeFile(data);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** How long a rename is tried again where Windows refuses it because somebody reads the file. Milliseconds. */
const renamePatienceMs = 2_000;

/** Renames, waiting out readers that Windows lets block it. `commit` runs right before every try. */
export async function renameOver(from: string, to: string, commit: () => void): Promise<void> {
  const started = performance.now();
  for (let pause = 2; ; pause = Math.min(pause * 2, 100)) {
    commit();
    try {
      fs.renameSync(from, to); // not awaited: nothing may come between commit and rename
      return;
    } catch (error) {
      const code = errno(error);
      const passing = code === 'EPERM' || code === 'EACCES' || code === 'EBUSY';
      if (!passing || process.platform !== 'win32' || performance.now() - started > renamePatienceMs)
        throw error;
    }
    await sleep(pause);
  }
}

/** Copies a file of ours to a name that nothing has, and waits until the disk has it. */
export async function copySynced(from: string, to: string): Promise<void> {
  fileAt(from);
  checkWay(to);
  const { COPYFILE_FICLONE, COPYFILE_EXCL } = fs.constants;
  await fs.promises.copyFile(from, to, COPYFILE_FICLONE | COPYFILE_EXCL);
  await syncFile(to);
}

/** A second name for the same bytes: our files are replaced, never written in. Copies where the disk has no links. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  fileAt(from);
  checkWay(to);
  try {
    await fs.promises.link(from, to);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK'].includes(errno(error) ?? ''))
      throw error;
    await copySynced(from, to);
  }
}

/** Waits until the disk has the content of a file that was written without waiting. */
export async function syncFile(file: string): Promise<void> {
  const handle = await openToChange(file);
  try {
    await handle?.sync();
  } finally {
    await handle?.close();
  }
}
