import { constants } from 'node:buffer';
import fs from 'node:fs';
import { errno, StoreError } from '../base/core.ts';
import { checkWay, fileAt, refused } from './way.ts';

/*
 * The only way to the content of a file of ours. What is opened is a regular file inside the history folder, reached
 * through no link, and opening it never waits for the other end of a pipe. What is made can be read by its owner only.
 * Files larger than anything this product writes are not read: one that came with a repository would stop everything.
 */

export type FileHandle = fs.promises.FileHandle;

/** Of files that are made: their owner reads and writes them. */
export const fileMode = 0o600;

/** The largest file that is read, in bytes: nothing longer fits into a string. */
export const maxReadBytes = constants.MAX_STRING_LENGTH;

/** The largest file that is read without waiting, in bytes. */
const maxReadNowBytes = 64 * 2 ** 20;

const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
/** Windows knows neither, so this is 0 there: the look before the opening must do. */
const guarded = O_NOFOLLOW | O_NONBLOCK;

const flags = {
  read: O_RDONLY | guarded,
  change: O_RDWR | guarded,
  append: O_RDWR | O_APPEND | O_CREAT | guarded,
  create: O_RDWR | O_CREAT | O_EXCL | guarded,
} as const;

/** Opens a file of ours for reading; undefined where there is none. Throws `damaged` for one of more than `maxBytes`. */
export async function openToRead(path: string, maxBytes = maxReadBytes): Promise<FileHandle | undefined> {
  return fileAt(path) && ifThere(() => opened(path, flags.read, maxBytes));
}

/** Opens a file of ours that was there a moment ago; throws `not_found` where it is gone. */
export async function openListed(path: string, maxBytes?: number): Promise<FileHandle> {
  const handle = await openToRead(path, maxBytes);
  if (handle) return handle;
  throw new StoreError('not_found', `${path} is gone. Look again at what there is.`, { path });
}

/** Opens a file of ours for reading and writing in place; undefined where there is none. */
export async function openToChange(path: string): Promise<FileHandle | undefined> {
  return fileAt(path) && ifThere(() => opened(path, flags.change));
}

/**
 * Opens a file of ours for reading and for adding to its end, and makes it where it is missing. Throws `damaged` for one
 * that is too large to be read: what is added could never be read again.
 */
export async function openToAppend(path: string): Promise<FileHandle> {
  fileAt(path);
  return opened(path, flags.append, maxReadBytes);
}

/** Makes a file of ours; fails with `EEXIST` where anything has its name. */
export async function createFile(path: string): Promise<FileHandle> {
  checkWay(path);
  return fs.promises.open(path, flags.create, fileMode);
}

/** Reads a file of ours; undefined where there is none. Throws `damaged` for one that is too large. */
export async function bytesOf(path: string): Promise<Buffer | undefined> {
  const handle = await openToRead(path);
  try {
    return await handle?.readFile();
  } finally {
    await handle?.close();
  }
}

/** Reads the last `maxBytes` bytes of a file of ours of any size; undefined where there is none. */
export async function lastBytesOf(path: string, maxBytes: number): Promise<Buffer | undefined> {
  const handle = await openToRead(path, Infinity);
  if (!handle) return undefined;
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, maxBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The same without waiting, for files of a few lines that stand in the way of everything else. */
export function bytesNow(path: string): Buffer | undefined {
  return useNow(path, 'read', (descriptor, { size }) => {
    checkSize(path, size, maxReadNowBytes);
    return fs.readFileSync(descriptor);
  });
}

/** Runs `use` with the descriptor of a file of ours, without waiting; undefined where there is no file. */
export function useNow<T>(
  path: string,
  to: 'read' | 'change',
  use: (descriptor: number, stat: fs.Stats) => T,
): T | undefined {
  const descriptor = fileAt(path) && ifThereNow(() => fs.openSync(path, flags[to]));
  if (descriptor === undefined) return undefined;
  try {
    return use(descriptor, assertFile(path, descriptor));
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * Adds to a file of ours in one write, without waiting, and makes it where it is missing. What is added may depend on how many bytes
 * were there, which are told. The disk is not waited for.
 */
export function appendNow(path: string, text: string | ((size: number) => string)): number {
  fileAt(path);
  const descriptor = fs.openSync(path, flags.append, fileMode);
  try {
    const { size } = assertFile(path, descriptor);
    fs.writeSync(descriptor, typeof text === 'string' ? text : text(size));
    return size;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Opens a file of ours for reading without waiting; undefined where there is none. */
export function openNow(path: string): number | undefined {
  return fileAt(path) && ifThereNow(() => fs.openSync(path, flags.read));
}

/** Makes a file of ours without waiting, and gives its descriptor; fails with `EEXIST` where anything has its name. */
export function openNew(path: string): number {
  checkWay(path);
  return fs.openSync(path, flags.create, fileMode);
}

/** Makes a file of ours and runs `use` with its descriptor, without waiting; fails with `EEXIST` where anything has its name. */
export function createNow(path: string, use: (descriptor: number) => void): void {
  closing(openNew(path), use);
}

/** Runs `use` with a descriptor, which is closed then. */
export function closing(descriptor: number, use: (descriptor: number) => void): void {
  try {
    use(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** What is open is looked at once more: it may have been exchanged since the look before. */
async function opened(path: string, flag: number, maxBytes = Infinity): Promise<FileHandle> {
  const handle = await fs.promises.open(path, flag, fileMode);
  try {
    checkSize(path, assertFile(path, handle.fd).size, maxBytes);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function assertFile(path: string, descriptor: number): fs.Stats {
  const stat = fs.fstatSync(descriptor);
  if (!stat.isFile()) throw refused(path, stat);
  return stat;
}

function checkSize(path: string, size: number, maxBytes: number): void {
  if (size <= maxBytes) return;
  const megabytes = (bytes: number): string => `${Math.floor(bytes / 2 ** 20).toLocaleString('en')} MiB`;
  throw new StoreError(
    'damaged',
    `${path} has ${megabytes(size)}; at most ${megabytes(maxBytes)} of it can be read. Move it out of the history, or delete it.`,
    { path, bytes: size },
  );
}

async function ifThere<T>(open: () => Promise<T>): Promise<T | undefined> {
  try {
    return await open();
  } catch (error) {
    if (errno(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function ifThereNow<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (errno(error) === 'ENOENT') return undefined;
    throw error;
  }
}
