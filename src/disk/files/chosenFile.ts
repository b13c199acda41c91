import fs from 'node:fs';
import { errno, StoreError } from '../base/core.ts';
import { withStoreErrors } from './failure.ts';
import { createFile } from './open.ts';
import { foldersAbove } from './way.ts';

/** Writes a text to a new file that a person named. Throws `already_exists` where there is something. */
export async function writeChosen(path: string, text: string): Promise<void> {
  await withStoreErrors(async () => {
    const handle = await (
      foldersAbove(path).length > 0 ? createFile(path) : fs.promises.open(path, 'wx')
    ).catch((error: unknown) => {
      if (errno(error) !== 'EEXIST') throw error;
      throw new StoreError('already_exists', `${path} exists already; name another file.`, { path });
    });
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
  });
}
