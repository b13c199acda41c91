import { constants } from 'node:buffer';
import fs from 'node:fs';
import { errno, StoreError } from '../base/core.ts';
import { checkParents, fileAt, refused } from './way.ts';

/*
 * The only module that opens files of the store. Only a regular file inside the history folder is opened, not reached
 * through a link, and opening never waits for the other end of a pipe. Created files can be read by their owner only.
 * Files larger than anything this product writes are not read: one that came with a repository would block
 * everything.
 */

export type FileHandle = fs.promises.FileHandle;

/** Mode of created files: their owner may read and write them. */
export const fileMode = 0o600;

/** Maximum size of a file that is read, in bytes: longer text does not fit into a string. */
export const maxReadBytes = constants.MAX_STRING_LENGTH;

/** Maximum size of a file that is read synchronously, in bytes. */
const maxReadNowBytes = 64 * 2 ** 20;

const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
/** Windows has neither, so this is 0 there: the check before opening must suffice. */
const guarded = O_NOFOLLOW | O_NONBLOCK;

const flags = {
  read: O_RDONLY | guarded,
  change: O_RDWR | guarded,
  append: O_RDWR | O_APPEND | O_CREAT | guarded,
  create: O_RDWR | O_CREAT | O_EXCL | guarded,
} as const;

/**
 * Opens a file of the store for reading; undefined if it is missing. Throws `damaged` if it has more than `maxBytes`.
 */
export async function openToRead(path: string, maxBytes = maxReadBytes): Promise<FileHandle | undefined> {
  return fileAt(path) && ifThere(() => opened(path, flags.read, maxBytes));
}

/** Opens a file of the store that has just been listed; throws `not_found` if it is gone. */
export async function openListed(path: string, maxBytes?: number): Promise<FileHandle> {
  const handle = await openToRead(path, maxBytes);
  if (handle) return handle;
  throw new StoreError('not_found', `${path} is gone. Look again at what there is.`, { path });
}

/** Opens a file of the store for reading and writing in place; undefined if it is missing. */
export async function openToChange(path: string): Promise<FileHandle | undefined> {
  return fileAt(path) && ifThere(() => opened(path, flags.change));
}

/**
 * Opens a file of the store for reading and appending, and creates it if it is missing. Throws `damaged` if it is too
 * large to be read: what is appended could never be read again.
 */
export async function openToAppend(path: string): Promise<FileHandle> {
  fileAt(path);
  return opened(path, flags.append, maxReadBytes);
}

/** Creates a file of the store; fails with `EEXIST` if the name exists. */
export async function createFile(path: string): Promise<FileHandle> {
  checkParents(path);
  return fs.promises.open(path, flags.create, fileMode);
}

/** Reads a file of the store; undefined if it is missing. Throws `damaged` if it is too large. */
export async function bytesOf(path: string): Promise<Buffer | undefined> {
  const handle = await openToRead(path);
  try {
    return await handle?.readFile();
  } finally {
    await handle?.close();
  }
}

/** Reads the last `maxBytes` bytes of a file of the store of any size; undefined if it is missing. */
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

/** Synchronous `lastBytesOf`, for small ends of files. */
export function lastBytesNow(path: string, maxBytes: number): Buffer | undefined {
  return useNow(path, 'read', (descriptor, { size }) => {
    const bytes = Buffer.alloc(Math.min(size, maxBytes));
    return bytes.subarray(0, fs.readSync(descriptor, bytes, 0, bytes.length, size - bytes.length));
  });
}

/** Synchronous `bytesOf` for files of a few lines that everything else depends on. */
export function bytesNow(path: string): Buffer | undefined {
  return useNow(path, 'read', (descriptor, { size }) => {
    checkSize(path, size, maxReadNowBytes);
    return fs.readFileSync(descriptor);
  });
}

/** Runs `use` synchronously with the descriptor of a file of the store; undefined if it is missing. */
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
 * Appends to a file of the store in one synchronous write, and creates it if it is missing. The text may depend on
 * the previous size, which is passed to it. Does not sync.
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

/** Opens a file of the store for reading, synchronously; undefined if it is missing. */
export function openNow(path: string): number | undefined {
  return fileAt(path) && ifThereNow(() => fs.openSync(path, flags.read));
}

/** Opens a file of the store for changing it in place, synchronously; undefined if it is missing. */
export function openToChangeNow(path: string): number | undefined {
  return fileAt(path) && ifThereNow(() => fs.openSync(path, flags.change));
}

/** Creates a file of the store synchronously and returns its descriptor; fails with `EEXIST` if the name exists. */
export function openNew(path: string): number {
  checkParents(path);
  return fs.openSync(path, flags.create, fileMode);
}

/**
 * Creates a file of the store and runs `use` with its descriptor, synchronously; fails with `EEXIST` if the name
 * exists.
 */
export function createNow(path: string, use: (descriptor: number) => void): void {
  closing(openNew(path), use);
}

/** Runs `use` with a descriptor and closes it. */
export function closing(descriptor: number, use: (descriptor: number) => void): void {
  try {
    use(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The opened file is checked once more: it may have been replaced since the first check. */
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
