import fs from 'node:fs/promises';
import type { JsonValue } from '../json.ts';
import { parseJson } from './lines.ts';

/** Files beside a transcript that say more about it are not read when they are larger. Bytes. */
const maxBytes = 64 * 1024 * 1024;

/** A text file that may be there; undefined when it is not, or cannot be read: what it says is never essential. */
export async function readBeside(path: string): Promise<string | undefined> {
  try {
    const { size } = await fs.stat(path);
    if (size > maxBytes) return undefined;
    return (await fs.readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch {
    // Missing, a folder, no permission: the transcript is read without it.
    return undefined;
  }
}

/** The same for JSON; undefined also when it is damaged. */
export async function readJsonBeside(path: string): Promise<JsonValue | undefined> {
  const text = await readBeside(path);
  return text === undefined ? undefined : parseJson(text);
}
