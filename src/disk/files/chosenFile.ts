import fs from 'node:fs';
import { errno, StoreError } from '../base/core.ts';
import { withStoreErrors } from './failure.ts';
import { createFile, fileMode, type FileHandle } from './open.ts';
import { foldersAbove } from './way.ts';

/** Writes a text to a new file that a person named. Throws `already_exists` where there is something. */
export const writeChosen = (path: string, text: string): Promise<void> =>
  withStoreErrors(() => writeNew(path, 0o666, (handle) => handle.writeFile(text)));

/**
 * Writes a new file that a person named, which only they may read, and deletes it if that fails. Throws
 * `already_exists` where there is something.
 */
export const writePrivate = (path: string, write: (handle: FileHandle) => Promise<void>): Promise<void> =>
  withStoreErrors(() =>
    writeNew(path, fileMode, async (handle) => {
      try {
        await write(handle);
        await handle.sync();
      } catch (error) {
        await fs.promises.rm(path, { force: true }).catch(() => undefined); // the first error is reported
        throw error;
      }
    }),
  );

async function writeNew(
  path: string,
  mode: number,
  write: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const handle = await (
    foldersAbove(path).length > 0 ? createFile(path) : fs.promises.open(path, 'wx', mode)
  ).catch((error: unknown) => {
    if (errno(error) !== 'EEXIST') throw error;
    throw new StoreError('already_exists', `${path} exists already; name another file.`, { path });
  });
  try {
    await write(handle);
  } finally {
    await handle.close();
  }
}
