import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import { dirname } from 'node:path';
import { temporarySuffix } from './atomic.ts';

/** Writes a file of `.index/`, which can be made again: so it is not synced, and one torn by a power cut is made anew. */
export async function writeDerived(file: string, text: string): Promise<void> {
  await fs.mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.${randomBytes(4).toString('hex')}${temporarySuffix}`;
  await fs.writeFile(temporary, text);
  await fs.rename(temporary, file);
}
