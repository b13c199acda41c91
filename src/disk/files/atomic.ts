import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { confirmFolder, createFolder, removeTree, temporarySuffix, synced } from './folders.ts';
import { errno, type Lease } from '../base/core.ts';
import { createFile, openNew, openToChange } from './open.ts';
import { checkParents, fileAt, isTaken } from './way.ts';

/** Larger data is not written in one call, which would block everything else. Characters or bytes. */
const atOnce = 256 * 1024;

/**
 * Replaces `file` by `data` atomically: at any time, also after a power cut, the file has the old or the new content
 * as a whole. Writes a temporary file beside it, syncs it, renames it and syncs the folder. The lease is checked
 * right before the rename.
 */
export async function writeAtomic(file: string, data: string | Uint8Array, lease: Lease): Promise<void> {
  await replaceFile(file, data, lease);
  await confirmFolder(dirname(file), lease);
}

/**
 * `writeAtomic` without the sync of the folder, which is left to the caller. Returns the `stat` of the new file.
 */
export async function replaceFile(file: string, data: string | Uint8Array, lease: Lease): Promise<fs.Stats> {
  const temporary = `${file}.${randomUUID().slice(0, 8)}${temporarySuffix}`;
  try {
    await writeSynced(temporary, data);
    await renameOver(temporary, file, () => lease.assertHeld());
  } catch (error) {
    await fs.promises.rm(temporary, { force: true }).catch(() => undefined); // the first error is reported
    throw error;
  }
  return fs.lstatSync(file); // renaming counts as a change
}

/** Writes a new file and syncs it, waiting only for the disk: each extra wait costs as much as writing a page. */
export async function writeSynced(file: string, data: string | Uint8Array): Promise<void> {
  if (data.length > atOnce) return writeLong(file, data);
  const descriptor = openNew(file);
  try {
    fs.writeFileSync(descriptor, data);
    await synced(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

async function writeLong(file: string, data: string | Uint8Array): Promise<void> {
  const handle = await createFile(file);
  try {
    await handle.writeFile(data);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** How long a rename is retried if Windows rejects it because another program reads the file. Milliseconds. */
const renamePatienceMs = 2_000;

/** Renames, waiting for readers that block it on Windows. `commit` runs right before each attempt. */
export async function renameOver(from: string, to: string, commit: () => void): Promise<void> {
  const started = performance.now();
  for (let pause = 2; ; pause = Math.min(pause * 2, 100)) {
    commit();
    try {
      fs.renameSync(from, to); // synchronous: nothing may run between commit and rename
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

/** Copies a file of the store to an unused name and syncs the copy. */
export async function copySynced(from: string, to: string): Promise<void> {
  fileAt(from);
  checkParents(to);
  const { COPYFILE_FICLONE, COPYFILE_EXCL } = fs.constants;
  await fs.promises.copyFile(from, to, COPYFILE_FICLONE | COPYFILE_EXCL);
  await syncFile(to);
}

/**
 * A second name for the same bytes: files of the store are replaced, never modified in place. Copies if the disk does
 * not support links.
 */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  fileAt(from);
  checkParents(to);
  try {
    await fs.promises.link(from, to);
  } catch (error) {
    if (!isWithoutLinks(error)) throw error;
    await copySynced(from, to);
  }
}

/** Reports whether a disk has no hard links (exFAT, some networks), or none between these names. */
export const isWithoutLinks = (error: unknown): boolean => withoutLinks.has(errno(error) ?? '');

const withoutLinks = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
  'EXDEV',
  'EACCES',
]);

/** Syncs a file that was written without syncing. */
export async function syncFile(file: string): Promise<void> {
  const handle = await openToChange(file);
  try {
    await handle?.sync();
  } finally {
    await handle?.close();
  }
}

/**
 * Deletes files of the store, all in one folder, under the lease of that folder; missing ones are skipped. Each is
 * renamed into a temporary folder of this lease, which the next holder of the lock sweeps before anything else. So a
 * process that was suspended finds that folder gone, throws `busy`, and deletes nothing its successor wrote.
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
      await fs.promises.rmdir(bin).catch(() => undefined); // where it holds anything, the next sweep deletes it
      if (errno(error) === 'ENOENT') lease.assertHeld();
      throw error;
    }
  }
  await confirmFolder(folder, lease);
  await removeTree(bin).catch(() => undefined); // they are already gone for all readers; the next sweep deletes the rest
}
