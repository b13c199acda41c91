import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errno, StoreError } from '../base/core.ts';
import { foreignFile } from './foreign.ts';
import { fileMode } from './open.ts';
import { scratchSpace } from './scratch.ts';

/*
 * SQLite databases of other programs are never opened: opening takes locks, makes a file of shared memory, and closing
 * may write the log back into the database. What is read is a copy, of the database and of its log.
 */

/** Databases larger than this, with their log, are not copied. Bytes. */
export const maxDatabaseBytes = 2 * 1024 ** 3;
/** A copy of a database that was rewritten meanwhile is tried again, so often and after such pauses. Milliseconds. */
const pausesMs = [0, 20, 100, 300, 1_000] as const;

/** Of the header of a log: what changes when SQLite begins the log anew. */
const logHeaderBytes = 32;
/** Bytes of the header of a database that tell its way of writing: 2 for one with a log. */
const versionAt = 18;

/** Differs whenever a database, its log or its journal does; undefined where there is no database. */
export function databaseMark(path: string): string | undefined {
  const [file, ...beside] = ['', '-wal', '-journal'].map((ending) => markOf(path + ending));
  return file === undefined ? undefined : [file, ...beside].join(' ');
}

function markOf(path: string): string | undefined {
  const stat = fs.statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat && `${stat.ino}.${stat.size}.${stat.mtimeNs}`;
}

/** When a database last changed, milliseconds, and how large it is with its log. */
export function databaseStat(path: string): { readonly mtimeMs: number; readonly size: number } | undefined {
  const stats = ['', '-wal'].map((ending) => fs.statSync(path + ending, { throwIfNoEntry: false }));
  if (stats[0] === undefined) return undefined;
  const sum = (a: number, b: number) => a + b;
  return {
    mtimeMs: Math.max(...stats.map((stat) => stat?.mtimeMs ?? 0)),
    size: stats.map((stat) => stat?.size ?? 0).reduce(sum, 0),
  };
}

/**
 * Copies a database with what its log and journal hold into a folder, as it stands at one moment, and gives the path of
 * the copy. Nothing is locked or written where the database lies. Throws `not_found` where there is none, `storage`
 * where it is too large, `busy` where it changes faster than it is copied.
 */
export async function copyDatabase(path: string, folder: string): Promise<string> {
  if (!(await foreignFile(path)))
    throw new StoreError('not_found', `There is no database at ${path}.`, { path });
  await checkSize(path);
  const copy = join(folder, 'copy.db');
  for (const pause of pausesMs) {
    await sleep(pause);
    const before = await stateOf(path);
    // The log after the database: what is written back into the database meanwhile still stands in the log.
    for (const ending of ['', '-journal', '-wal']) await copyFile(path + ending, copy + ending);
    if (isOneMoment(before, await stateOf(path), await headerOf(copy, versionAt + 1))) return copy;
  }
  throw new StoreError(
    'busy',
    `${path} is written to all the time, so it cannot be copied. Try again in a moment.`,
    {
      path,
    },
  );
}

async function checkSize(path: string): Promise<void> {
  const { size } = databaseStat(path) ?? { size: 0 };
  const gigabytes = (size / 1024 ** 3).toFixed(1);
  if (size > maxDatabaseBytes)
    throw new StoreError(
      'storage',
      `${path} is ${gigabytes} GB; databases over ${maxDatabaseBytes / 1024 ** 3} GB are not read. Delete old sessions in its program.`,
      { path },
    );
  if (size > (await scratchSpace()))
    throw new StoreError(
      'storage',
      `The temporary folder has no room for a copy of ${path} (${gigabytes} GB). Free some space.`,
      {
        path,
      },
    );
}

interface State {
  readonly file: string | undefined;
  readonly journal: string | undefined;
  /** The header of the log; empty where there is none. */
  readonly log: string;
}

async function stateOf(path: string): Promise<State> {
  const header = await headerOf(`${path}-wal`, logHeaderBytes);
  return { file: markOf(path), journal: markOf(`${path}-journal`), log: header.toString('hex') };
}

/**
 * With a log, the copy is whole as long as the log was not begun anew: it only grew, and a half-written end is left
 * out by its checksums. Without one nothing may have changed.
 */
function isOneMoment(before: State, after: State, header: Buffer): boolean {
  const hasLog = header[versionAt] === 2 && before.log.length === logHeaderBytes * 2;
  if (hasLog) return before.log === after.log;
  return before.file === after.file && before.journal === after.journal && before.log === after.log;
}

async function headerOf(path: string, bytes: number): Promise<Buffer> {
  const handle = await fs.promises.open(path, 'r').catch(missing);
  try {
    const read = await handle?.read(Buffer.alloc(bytes), 0, bytes, 0);
    return read ? read.buffer.subarray(0, read.bytesRead) : Buffer.alloc(0);
  } finally {
    await handle?.close();
  }
}

async function copyFile(from: string, to: string): Promise<void> {
  await fs.promises.rm(to, { force: true });
  try {
    await fs.promises.copyFile(from, to, fs.constants.COPYFILE_FICLONE);
    await fs.promises.chmod(to, fileMode);
  } catch (error) {
    missing(error);
  }
}

/** A log may come and go at any time. */
function missing(error: unknown): undefined {
  if (errno(error) !== 'ENOENT') throw error;
}
