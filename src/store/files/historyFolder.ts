import fs from 'node:fs';
import { join } from 'node:path';
import { errno, StoreError } from '../errors.ts';
import { syncFolder } from './atomic.ts';
import { assertHistoryFolder, assertInside } from './contain.ts';

/** Makes `.chat-history` where it is missing, kept out of git until the person decides otherwise. */
export async function ensureHistoryFolder(folder: string): Promise<void> {
  assertHistoryFolder(folder);
  if (fs.existsSync(folder)) return;
  try {
    await fs.promises.mkdir(folder);
  } catch (error) {
    if (errno(error) === 'EEXIST') return;
    if (errno(error) !== 'ENOENT') throw error;
    throw new StoreError('not_found', `The project folder of ${folder} does not exist. Check the path.`, {
      folder,
    });
  }
  await fs.promises.writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  await syncFolder(folder);
}

/** What a change of a history that is open for reading only is refused with. */
export function readOnlyError(folder: string): StoreError {
  return new StoreError('storage', `The history in ${folder} is open for reading only; nothing was changed.`);
}

/** The lock of a dialog's folder, or of the archives; throws `outside` where a link leads it out of the history. */
export function lockFolder(history: string, base: string): string {
  const locks = join(history, '.locks');
  const own = join(locks, base);
  for (const folder of [locks, own]) assertInside(history, folder);
  return own;
}
