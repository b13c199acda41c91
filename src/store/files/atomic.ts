import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { confirmFolder, createFolder, removeTree, temporarySuffix } from './folders.ts';
import { errno, type Lease } from '../base/core.ts';
import { createFile, openNew, openToChange } from './open.ts';
import { synced } from './synced.ts';
import { checkWay, fileAt, isTaken } from './way.ts';

/** What is longer is not written in one go, in which nothing else would happen. Characters or bytes. */
const atOnce = 256 * 1024;

/**
 * Puts `data` in the place of `file`, so that at every instant, also after a power cut, the old or the new
 * content is there whole: temporary file beside it, fsync, rename, fsync of the folder. Right before the rename the
 * lease must still be held.
 */
export async function writeAtomic(file: string, data: string | Uint8Array, lease: Lease): Promise<void> {
  await replaceFile(file, data, lease);
  await confirmFolder(dirname(file), lease);
}

/** The same but for the fsync of the folder, which is left to the caller. Gives what the new file is known by. */
export async function replaceFile(file: string, data: string | Uint8Array, lease: Lease): Promise<fs.Stats> {
  const temporary = `${file}.${randomUUID().slice(0, 8)}${temporarySuffix}`;
  let written: fs.Stats;
  try {
    written = await writeSynced(temporary, data);
    await renameOver(temporary, file, () => lease.assertHeld());
  } catch (error) {
    await fs.promises.rm(temporary, { force: true }).catch(() => undefined); // the first error is the one to tell
    throw error;
  }
  return written;
}

/** Writes a new file and waits until the disk has it: for the disk only, as each wait costs as much as writing a page. */
export async function writeSynced(file: string, data: string | Uint8Array): Promise<fs.Stats> {
  if (data.length > atOnce) return writeLong(file, data);
  const descriptor = openNew(file);
  try {
    fs.writeFileSync(descriptor, data);
    await synced(descriptor);
    return fs.fstatSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

async function writeLong(file: string, data: string | Uint8Array): Promise<fs.Stats> {
  const handle = await createFile(file);
  try {
    await handle.writeFile(data);
    await handle.sync();
    return fs.fstatSync(handle.fd);
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

/**
 * Deletes files of ours, all in one folder, under the lease of that folder; what is missing is passed over. Each is
 * renamed into a temporary folder of this lease, which the next holder of the lock sweeps before anything else. So a
 * process that stood still meanwhile finds that folder gone, throws `busy`, and deletes nothing its successor wrote.
 */
export async function removeHeld(paths: readonly string[], lease: Lease): Promise<void> {
  const [first] = paths.filter(isTaken);
  if (first === undefined) return;
  const folder = dirname(first);
  const bin = `${first}.${randomBytes(4).toString('hex')}${temporarySuffix}`;
  await createFolder(bin);
  for (const [n, path] of paths.entries()) {
    if (!isTaken(path)) continue;
    try {
      await renameOver(path, join(bin, String(n)), () => lease.assertHeld());
    } catch (error) {
      if (errno(error) === 'ENOENT') lease.assertHeld();
      throw error;
    }
  }
  await confirmFolder(folder, lease);
  await removeTree(bin).catch(() => undefined); // they are gone for everybody; the next sweep deletes the rest
}
