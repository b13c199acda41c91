import fs from 'node:fs';
import { errno } from '../base/core.ts';
import { renameOver } from './atomic.ts';
import { fileMode } from './open.ts';

/**
 * Gives a finished temporary file its name, unless that is taken: then it stays what it is and the result is false.
 * Nothing is ever overwritten. `commit` runs right before and may throw to stop it. The folder is not synced.
 */
export async function placeNew(temporary: string, file: string, commit: () => void): Promise<boolean> {
  commit();
  try {
    await fs.promises.link(temporary, file);
  } catch (error) {
    if (errno(error) === 'EEXIST') return false;
    if (!withoutLinks.has(errno(error) ?? '')) throw error;
    return placeWithoutLink(temporary, file, commit);
  }
  await fs.promises.rm(temporary, { force: true }).catch(() => undefined); // it has its name; the other one is swept
  return true;
}

/** What file systems that know no hard links (exFAT, some networks) answer. */
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

/** The name is taken first, by an empty file that nobody else can have made, and then given to the finished one. */
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
    await fs.promises.rm(file, { force: true }).catch(() => undefined); // the first error is the one to tell
    throw error;
  }
  return true;
}
