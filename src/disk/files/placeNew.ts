import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { errno, type Lease, StoreError } from '../base/core.ts';
import { isWithoutLinks, renameOver } from './atomic.ts';
import { removeFile, temporarySuffix } from './folders.ts';
import { fileMode } from './open.ts';
import { checkParents, fileAt } from './way.ts';

/**
 * Renames a finished temporary file, unless the new name is in use: then it stays unchanged and the result is false.
 * Nothing is ever overwritten. `commit` runs right before and may throw to abort. The folder is not synced.
 */
export async function placeNew(temporary: string, file: string, commit: () => void): Promise<boolean> {
  commit();
  try {
    await fs.promises.link(temporary, file);
  } catch (error) {
    if (errno(error) === 'EEXIST') return false;
    if (!isWithoutLinks(error)) throw error;
    return placeWithoutLink(temporary, file, commit);
  }
  await fs.promises.rm(temporary, { force: true }).catch(() => undefined); // it has its new name; the temporary one is swept
  return true;
}

/**
 * Gives a file a second, unused name, through a temporary one that the next holder of the lock sweeps: a holder that
 * was passed creates none. False if the disk has no hard links. Throws `busy` if the name is in use.
 */
export async function linkHeld(from: string, to: string, lease: Lease): Promise<boolean> {
  fileAt(from);
  checkParents(to);
  const temporary = `${to}.${randomBytes(4).toString('hex')}${temporarySuffix}`;
  try {
    await fs.promises.link(from, temporary);
  } catch (error) {
    if (isWithoutLinks(error)) return false;
    throw error;
  }
  try {
    if (await placeNew(temporary, to, () => lease.assertHeld())) return true;
    throw new StoreError('busy', `Another process made ${to} just now. Try again.`, { path: to });
  } catch (error) {
    await removeFile(temporary).catch(() => undefined); // the first error is reported
    throw error;
  }
}

/** The name is reserved first, with an empty file created exclusively, which the finished file then replaces. */
async function placeWithoutLink(temporary: string, file: string, commit: () => void): Promise<boolean> {
  try {
    await (await fs.promises.open(file, 'wx', fileMode)).close();
  } catch (error) {
    if (errno(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await renameOver(temporary, file, commit);
  } catch (error) {
    await fs.promises.rm(file, { force: true }).catch(() => undefined); // the first error is reported
    throw error;
  }
  return true;
}
