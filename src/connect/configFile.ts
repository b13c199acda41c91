// The configuration files of other programs. They are theirs: links are followed, modes kept, and nothing is written
// that was changed since it was read.
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errno, StoreError } from '../store/base/core.ts';
import { foreignText } from '../store/files/foreign.ts';

/** Larger files are no configuration. Bytes. */
const maxBytes = 32 * 1024 * 1024;

/** The text of a file; undefined where there is none. */
export async function readConfig(path: string): Promise<string | undefined> {
  const text = await foreignText(path, maxBytes);
  if (text !== undefined || (await isMissing(path))) return text;
  throw new StoreError('storage', `${path} is no file that can be read.`, { path });
}

/**
 * Puts `after` in the place of `before`, undefined for no file, at once and as a whole. Throws `busy` where the file
 * changed since `before` was read, and changes nothing then.
 */
export async function writeConfig(
  path: string,
  before: string | undefined,
  after: string | undefined,
): Promise<void> {
  const real = await fs.realpath(path).catch(() => path);
  if ((await readConfig(real)) !== before)
    throw new StoreError('busy', `${path} was changed meanwhile; nothing was written. Try again.`, { path });
  if (after === undefined) return fs.rm(real, { force: true });
  await fs.mkdir(dirname(real), { recursive: true });
  const mode = await fs
    .stat(real)
    .then(({ mode }) => mode & 0o777)
    .catch(() => 0o600);
  const temporary = join(dirname(real), `.history-${process.pid}-${Date.now()}.tmp`);
  try {
    await fs.writeFile(temporary, after, { mode, flag: 'wx', flush: true });
    await fs.rename(temporary, real);
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await fs.lstat(path);
    return false;
  } catch (error) {
    return errno(error) === 'ENOENT' || errno(error) === 'ENOTDIR';
  }
}
