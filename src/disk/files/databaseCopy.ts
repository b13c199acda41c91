import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errno, StoreError } from '../base/core.ts';
import { fileFingerprint } from './fingerprint.ts';
import { foreignFile } from './foreign.ts';
import { fileMode } from './open.ts';
import { scratchSpace } from './scratch.ts';

/*
 * SQLite databases of other programs are never opened: opening takes locks and creates a shared memory file, and
 * closing may write the log back into the database. Instead, a copy of the database and its log is read.
 */

/** Databases larger than this, with their log, are not copied. Bytes. */
export const maxDatabaseBytes = 2 * 1024 ** 3;
/** A copy of a database that was rewritten during copying is retried, once per pause. Milliseconds. */
const pausesMs = [0, 20, 100, 300, 1_000] as const;

/** Of the header of a log: changes when SQLite starts the log anew. */
const logHeaderBytes = 32;
/** Offset in the header of a database of its write version: 2 if it has a log. */
const versionAt = 18;

/** Changes whenever a database, its log or its journal does; undefined if there is no database. */
export function databaseMark(path: string): string | undefined {
  const [file, ...beside] = ['', '-wal', '-journal'].map((ending) => fileFingerprint(path + ending));
  return file === undefined ? undefined : [file, ...beside].join(' ');
}

/** Time of the last change of a database in milliseconds, and its size including its log. */
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
 * Copies a database with the content of its log and journal into a folder, consistent as of one moment, and returns
 * the path of the copy. Nothing is locked or written in the folder of the database. Throws `not_found` if there is
 * none, `storage` if it is too large, `busy` if it changes faster than it is copied.
 */
export async function copyDatabase(path: string, folder: string): Promise<string> {
  if (!(await foreignFile(path)))
    throw new StoreError('not_found', `There is no database at ${path}.`, { path });
  await checkSize(path);
  const copy = join(folder, 'copy.db');
  for (const pause of pausesMs) {
    await sleep(pause);
    const before = await stateOf(path);
    // The log after the database: what is written back into the database during copying is still in the log.
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
  /** Header of the log; empty if there is none. */
  readonly log: string;
}

async function stateOf(path: string): Promise<State> {
  const header = await headerOf(`${path}-wal`, logHeaderBytes);
  return {
    file: fileFingerprint(path),
    journal: fileFingerprint(`${path}-journal`),
    log: header.toString('hex'),
  };
}

/**
 * With a log, the copy is consistent if the log was not started anew: it only grew, and an incomplete end fails its
 * checksums. Without one, nothing may have changed.
 */
function isOneMoment(before: State, after: State, header: Buffer): boolean {
  const hasLog = header[versionAt] === 2 && before.log.length === logHeaderBytes * 2;
  if (hasLog) return before.log === after.log;
  return before.file === after.file && before.journal === after.journal && before.log === after.log;
}

async function headerOf(path: string, bytes: number): Promise<Buffer> {
  const handle = await fs.promises.open(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK).catch(missing);
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

/** A log may appear and disappear at any time. */
function missing(error: unknown): undefined {
  if (errno(error) !== 'ENOENT') throw error;
}
