import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';

/*
 * Counts what is asked of the disk: costs that a busy machine does not change. Node's own functions are wrapped once,
 * and note a call only while somebody counts, so that files of tests that only import this see nothing of it.
 */

/** What was asked of files below the folders that are counted. */
export interface FileCounts {
  /** All calls. */
  readonly total: number;
  /** By the name of the function without `Sync`, those of open files as `file.read`. */
  readonly calls: Readonly<Record<string, number>>;
  readonly bytesRead: number;
  readonly bytesWritten: number;
  /** Names that were listed of folders. */
  readonly names: number;
  /** Each call with its path, for those who ask why. */
  readonly told: readonly string[];
}

class Counting {
  readonly #folders: readonly string[];
  readonly calls: Record<string, number> = {};
  readonly told: string[] = [];
  bytesRead = 0;
  bytesWritten = 0;
  names = 0;

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  has(path: string | undefined): path is string {
    return path !== undefined && this.#folders.some((at) => path === at || path.startsWith(at + sep));
  }

  note(name: string, path: string): void {
    this.calls[name] = (this.calls[name] ?? 0) + 1;
    this.told.push(`${name} ${path}`);
  }
}

let counting: Counting | undefined;

/**
 * Runs `work` and counts what all of this process asks meanwhile of files in a folder, or in one of several. Paths are
 * compared as they are given, so give real ones.
 */
export async function countFiles(
  folders: string | readonly string[],
  work: () => unknown,
): Promise<FileCounts> {
  if (counting) throw new Error('Somebody else is counting already.');
  const own = new Counting([folders].flat());
  counting = own;
  try {
    await work();
  } finally {
    counting = undefined;
  }
  const { calls, bytesRead, bytesWritten, names, told } = own;
  return { calls, bytesRead, bytesWritten, names, told, total: told.length };
}

type Call = (...args: unknown[]) => unknown;

const paths = new Map<number, string>();
/** Node's own functions call one another: only the outermost call is counted. */
let depth = 0;

const sizeOf = (data: unknown): number =>
  typeof data === 'string' ? Buffer.byteLength(data) : ArrayBuffer.isView(data) ? data.byteLength : 0;

/** How much a call returned or was given. */
function noteAmount(at: Counting, name: string, [, data]: readonly unknown[], result: unknown): void {
  if (name === 'readdir' && Array.isArray(result)) at.names += result.length;
  else if (name === 'readFile') at.bytesRead += sizeOf(result);
  else if (name === 'read' && typeof result === 'number') at.bytesRead += result;
  else if (name === 'write' && typeof result === 'number') at.bytesWritten += result;
  else if (name === 'writeFile' || name === 'appendFile') at.bytesWritten += sizeOf(data);
}

const pathOf = (where: unknown): string | undefined =>
  typeof where === 'number'
    ? paths.get(where)
    : typeof where === 'string'
      ? where
      : where instanceof URL
        ? where.pathname
        : undefined;

function wrap(target: object, key: string, make: (original: Call) => Call): void {
  const original = Reflect.get(target, key) as Call;
  const wrapped = make((...args) => original.apply(target, args));
  for (const name of Object.keys(original)) Reflect.set(wrapped, name, Reflect.get(original, name));
  Reflect.set(target, key, wrapped);
}

function wrapSync(name: string): void {
  wrap(fs, `${name}Sync`, (original) => (...args) => {
    const [at, path] = [counting, pathOf(args[0])];
    const isCounted = depth === 0 && at?.has(path) === true;
    if (isCounted) at.note(name, path);
    depth++;
    try {
      const result = original(...args);
      if (isCounted) noteAmount(at, name, args, result);
      if (name === 'open' && typeof result === 'number' && path !== undefined) paths.set(result, path);
      return result;
    } finally {
      depth--;
    }
  });
}

function wrapPromised(name: string): void {
  wrap(fs.promises, name, (original) => async (...args) => {
    const [at, path] = [counting, pathOf(args[0])];
    if (!at?.has(path)) {
      const result = await original(...args);
      return name === 'open' && path !== undefined ? watched(result as fs.promises.FileHandle, path) : result;
    }
    at.note(name, path);
    const result = await original(...args);
    noteAmount(at, name, args, result);
    return name === 'open' ? watched(result as fs.promises.FileHandle, path) : result;
  });
}

function watched(handle: fs.promises.FileHandle, path: string): fs.promises.FileHandle {
  paths.set(handle.fd, path);
  for (const name of ['read', 'readFile', 'write', 'writeFile', 'appendFile', ...handleCalls])
    wrap(handle, name, (original) => async (...args) => {
      const at = counting;
      if (at?.has(path)) at.note(`file.${name}`, path);
      const result = await original(...args);
      if (at?.has(path)) noteHandleAmount(at, name, args, result);
      return result;
    });
  return handle;
}

function noteHandleAmount(at: Counting, name: string, args: readonly unknown[], result: unknown): void {
  if (name === 'read') at.bytesRead += (result as { readonly bytesRead: number }).bytesRead;
  else if (name === 'write') at.bytesWritten += (result as { readonly bytesWritten: number }).bytesWritten;
  else noteAmount(at, name, [undefined, ...args], result);
}

const handleCalls = ['stat', 'sync', 'datasync', 'truncate', 'close', 'utimes'];
const both = 'access appendFile chmod copyFile link lstat mkdir open readFile readdir readlink'
  .split(' ')
  .concat('realpath rename rm rmdir stat statfs symlink truncate unlink utimes writeFile'.split(' '));

for (const name of [...both, ...'close exists fstat fsync fdatasync ftruncate futimes read write'.split(' ')])
  wrapSync(name);
for (const name of both) wrapPromised(name);
// For who imports functions by their names.
syncBuiltinESMExports();
