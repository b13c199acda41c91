import fs from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from './atomic.ts';

const newline = 0x0a;

/**
 * Adds lines to a file, which need not exist, and waits for the disk. Call it under the lock. A half-written last
 * line, of a process that died, is left and ended, so that it does not swallow the next.
 */
export async function appendLines(file: string, lines: readonly string[]): Promise<void> {
  const handle = await fs.promises.open(file, 'a+');
  let isNew: boolean;
  try {
    const { size } = await handle.stat();
    isNew = size === 0;
    const last = isNew ? undefined : (await handle.read(Buffer.alloc(1), 0, 1, size - 1)).buffer[0];
    const start = last === undefined || last === newline ? '' : '\n';
    await handle.writeFile(`${start}${lines.map((line) => `${line}\n`).join('')}`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (isNew) await syncFolder(dirname(file));
}
