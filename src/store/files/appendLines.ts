import { dirname } from 'node:path';
import { syncFolder } from './atomic.ts';
import { openToAppend, type FileHandle } from './open.ts';

const newline = 0x0a;

/**
 * Adds lines to a file in one write and waits for the disk; call it under the lock of the file. A last line that was
 * torn by a crash is ended first. When the disk refuses, what it took of the lines is taken back. `commit` runs right
 * before the write and may throw to stop it.
 */
export async function appendLines(file: string, lines: readonly string[], commit: () => void): Promise<void> {
  const handle = await openToAppend(file);
  let isNew: boolean;
  try {
    const { size } = await handle.stat();
    isNew = size === 0;
    const last = isNew ? newline : (await handle.read(Buffer.alloc(1), 0, 1, size - 1)).buffer[0];
    const start = last === newline ? '' : '\n';
    commit();
    try {
      await handle.writeFile(`${start}${lines.join('\n')}\n`);
      await handle.sync();
    } catch (error) {
      await takeBack(handle, size, commit);
      throw error;
    }
  } finally {
    await handle.close();
  }
  if (isNew) await syncFolder(dirname(file));
}

async function takeBack(handle: FileHandle, size: number, commit: () => void): Promise<void> {
  try {
    commit(); // what others wrote after they took the lock over stays
    await handle.truncate(size);
  } catch {
    // The first error is the one to tell; a torn line is ended by the next append.
  }
}
