// Configuration files of other programs. Links are followed, modes kept, and a file is not written if it changed
// since it was read, is read-only, or is not UTF-8 text.
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errno, StoreError, isObject } from '../disk/base/core.ts';
import { asStoreError } from '../disk/files/failure.ts';
import { exists } from '../disk/files/owner.ts';
import type { ConfigFormat } from '../agents/profile/parts.ts';

/** Larger files are not configurations. Bytes. */
const maxBytes = 32 * 1024 * 1024;

/** Text of a file; undefined if there is none. Throws `storage` for anything that cannot be read as a text file. */
export async function readConfig(path: string): Promise<string | undefined> {
  const bytes = await bytesOf(path);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new StoreError('damaged', `${path} is not UTF-8 text`, { path }, { cause: error });
  }
}

async function bytesOf(path: string): Promise<Buffer | undefined> {
  try {
    const stat = await fs.stat(path);
    if (stat.isFile() && stat.size <= maxBytes) return await fs.readFile(path);
  } catch (error) {
    const found = await whatIsAt(path);
    if (found === 'nothing') return undefined;
    if (found === 'file' && errno(error) === 'ENOENT') return bytesOf(path); // it was made just now
    throw new StoreError(
      'storage',
      `${path} cannot be read: ${String(errno(error))}`,
      { path },
      { cause: error },
    );
  }
  throw new StoreError('storage', `${path} is not a file that can be read`, { path });
}

/**
 * Replaces `before` (undefined for no file) by `after`, atomically. Throws `busy`, and changes nothing, if the file
 * changed since `before` was read.
 */
export async function writeConfig(
  path: string,
  before: string | undefined,
  after: string | undefined,
): Promise<void> {
  const real = await fs.realpath(path).catch(() => path);
  if ((await readConfig(real)) !== before)
    throw new StoreError('busy', `${path} was changed meanwhile; nothing was written. Try again.`, { path });
  if (after === before) return;
  const mode = await modeOf(real);
  if (after === undefined) return fs.rm(real, { force: true });
  await fs.mkdir(dirname(real), { recursive: true });
  const temporary = `${real}${temporaryEnd()}`;
  try {
    await fs.writeFile(temporary, after, { mode, flag: 'wx', flush: true });
    await fs.chmod(temporary, mode); // past the mask of the process
    await fs.rename(temporary, real);
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
}

/** An error of the disk in words, for a file or folder outside of histories; other errors are returned unchanged. */
export const refusal = (error: unknown, path: string): unknown =>
  ['EACCES', 'EPERM', 'EROFS'].includes(errno(error) ?? '')
    ? new StoreError('storage', `${path} may not be written`, { path }, { cause: error })
    : asStoreError(error);

/** Renaming would replace a file that its owner made read-only. */
async function modeOf(path: string): Promise<number> {
  const stat = await fs.stat(path).catch(() => undefined);
  if (stat === undefined) return 0o600;
  if ((stat.mode & 0o222) !== 0) return stat.mode & 0o777;
  throw new StoreError('storage', `${path} is read-only. Make it writable, then try again.`, { path });
}

let count = 0;
const temporaryEnd = (): string => `.mcp-history-store-${process.pid}-${count++}.tmp`;
const temporary = /\.mcp-history-store-(\d+)-\d+\.tmp$/;

/** Removes what a killed process of this product left beside a file. */
export async function sweepBeside(path: string): Promise<void> {
  const names = await fs.readdir(dirname(path)).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(basename(path))) continue;
    const [, pid] = temporary.exec(name) ?? [];
    if (pid !== undefined && !exists(Number(pid))) await fs.rm(join(dirname(path), name), { force: true });
  }
}

/** The outermost folder that has to be made for a folder; undefined if the folder exists. */
export function firstMissing(folder: string): string | undefined {
  if (existsSync(folder)) return undefined;
  return existsSync(dirname(folder)) ? folder : firstMissing(dirname(folder));
}

/** Removes a folder and those around it, up to the outermost one, as long as they are empty. */
export async function removeEmptyFolders(folder: string, outermost: string): Promise<void> {
  for (let path = folder; path.startsWith(outermost); path = dirname(path))
    try {
      await fs.rmdir(path);
    } catch {
      return; // another program uses it
    }
}

async function whatIsAt(path: string): Promise<'nothing' | 'file' | 'link' | 'unknown'> {
  try {
    return (await fs.lstat(path)).isSymbolicLink() ? 'link' : 'file';
  } catch (error) {
    return errno(error) === 'ENOENT' || errno(error) === 'ENOTDIR' ? 'nothing' : 'unknown';
  }
}

/** Data of a configuration; empty if there is no file, or none that can be read. */
export async function configData(
  path: string,
  format: ConfigFormat = 'jsonc',
): Promise<Readonly<Record<string, unknown>>> {
  const { itemIn } = await import('./formats.ts');
  try {
    const data = itemIn(format, (await readConfig(path)) ?? '', { kind: 'entry', path: [] });
    return isObject(data) ? data : {};
  } catch {
    return {}; // callers that need the file for more report that it cannot be read
  }
}
