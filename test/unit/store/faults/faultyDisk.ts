import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { sep } from 'node:path';
import { leftBy, type Survival } from './crashStates.ts';
import { Journal } from './journal.ts';
import { putBack } from './snapshot.ts';
import { projectsState } from '../../../../src/disk/base/stateFolder.ts';

/*
 * A disk that fails, under whatever runs on it: Node's own functions look at each call whether their caller runs on such
 * a disk, and for all others do what they always do. So a test that never ends leaves nothing to the next one.
 */

/** What an operation does: it looks, needs space, changes names or times, waits for the disk, or writes bytes. */
type Class = 'look' | 'make' | 'name' | 'sync' | 'write';

/** A way to fail. */
interface Kind {
  /** The operations that are counted, and that fail. */
  readonly of: readonly Class[];
  readonly code: string;
  /** From the operation on that fails first, all others of the kind fail, too. */
  readonly lasting?: true;
  /** Half of the bytes are written before. */
  readonly torn?: true;
  /** The process ends there; with it, the power may. */
  readonly ends?: 'process' | Survival;
  /** Of a file only: what was to be synced is never written, although it can still be read. */
  readonly loses?: true;
}

const all = ['look', 'make', 'name', 'sync', 'write'] as const;
const changes = ['make', 'name', 'sync', 'write'] as const;

export const kinds = {
  'an error once': { of: all, code: 'EIO' },
  'errors from then on': { of: all, code: 'EIO', lasting: true },
  'a refusal once': { of: ['make', 'name'], code: 'EPERM' },
  'no space once': { of: ['make', 'write'], code: 'ENOSPC' },
  'no space from then on': { of: ['make', 'write'], code: 'ENOSPC', lasting: true },
  'read-only from then on': { of: changes, code: 'EROFS', lasting: true },
  'a sync that loses': { of: ['sync'], code: 'EIO', loses: true },
  'a torn write': { of: ['write'], code: 'ENOSPC', torn: true },
  'a kill': { of: changes, code: 'EKILLED', lasting: true, ends: 'process' },
  'a kill in a write': { of: ['write'], code: 'EKILLED', torn: true, lasting: true, ends: 'process' },
  'a power cut': { of: changes, code: 'EKILLED', lasting: true, ends: 'synced' },
  'a power cut that keeps names': { of: changes, code: 'EKILLED', lasting: true, ends: 'names' },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as KindName[];

/** A disk that fails at its `at`-th operation of the kind, counted from 1; at none with 0. */
export interface Fault {
  readonly kind: KindName;
  readonly at: number;
}

export interface Outcome {
  /** How many operations of the kind there were. */
  readonly operations: number;
  readonly error: unknown;
  readonly value: unknown;
  /** The process did not live to tell of an error or a value. */
  readonly ended: boolean;
  /** The operation that failed first. */
  readonly failed: { readonly what: Class; readonly path: string } | undefined;
  readonly journal: Journal;
}

/** After this, work that hangs has failed. Milliseconds. */
const longestMs = 60_000;

class Disk {
  readonly root: string;
  /** Of a disk that works nobody asks what it would have lost. */
  readonly journal: Journal | undefined;
  readonly descriptors = new Map<number, string>();
  readonly #kind: Kind;
  readonly #at: number;
  operations = 0;
  /** What failed first. */
  failed: Outcome['failed'];
  #works = true;
  /** It works again, or what runs on it finds nothing any more. */
  state: 'failing' | 'sound' | 'gone' = 'failing';

  constructor(root: string, { kind, at }: Fault, journal?: Journal) {
    this.root = root;
    this.journal = journal;
    this.#kind = kinds[kind];
    this.#at = at;
  }

  get torn(): boolean {
    return this.#kind.torn === true && this.operations + 1 === this.#at && this.state === 'failing';
  }

  get ended(): Kind['ends'] {
    return this.#works ? undefined : this.#kind.ends;
  }

  has(path: unknown): path is string {
    return typeof path === 'string' && (path === this.root || path.startsWith(this.root + sep));
  }

  /** Throws where the disk fails. */
  operate(what: Class, path: string): void {
    if (this.state === 'gone') throw failure('ENOENT');
    if (this.state === 'sound') return;
    if (this.ended) throw failure(this.#kind.code);
    if (!this.#kind.of.includes(what)) return;
    if (this.#kind.loses && this.journal?.isFolder(path) !== false) return;
    this.operations++;
    if (this.#at === 0 || this.operations < this.#at) return;
    if (this.operations > this.#at && this.#kind.lasting !== true) return;
    this.#works = false;
    this.failed ??= { what, path };
    if (this.#kind.loses) this.journal?.lost(path);
    throw failure(this.#kind.code);
  }
}

const hangs = new Error('What runs on the disk does not come to its end.');

const failure = (code: string): Error => Object.assign(new Error(`${code}: injected`), { code });

const running = new AsyncLocalStorage<Disk | undefined>();

/**
 * Runs `work` on a disk that fails as told in everything below `root`. Where it ends the process, nothing of it happens
 * any more, and its locks are those of a process that is gone; where the power goes with it, only what was synced is left.
 */
export async function onFaultyDisk(
  root: string,
  fault: Fault,
  work: () => Promise<unknown>,
): Promise<Outcome> {
  const journal = new Journal(root);
  const disk = new Disk(root, fault, journal);
  const outcome: { error: unknown; value: unknown } = { error: undefined, value: undefined };
  const timer = { id: undefined as NodeJS.Timeout | undefined };
  const late = new Promise((_, reject) => {
    timer.id = setTimeout(() => reject(hangs), longestMs);
  });
  try {
    outcome.value = await running.run(disk, () => Promise.race([work(), late]));
  } catch (error) {
    outcome.error = error;
  }
  clearTimeout(timer.id);
  const { ended, operations, failed } = disk;
  disk.state = ended || outcome.error === hangs ? 'gone' : 'sound';
  if (ended) end(root, journal, ended);
  return { ...outcome, operations, ended: ended !== undefined, failed, journal };
}

/** Without real waiting for the disk, which is most of the time of what only prepares. */
export const onSoundDisk = async <T>(root: string, work: () => Promise<T>): Promise<T> => {
  const disk = new Disk(root, { kind: 'a kill', at: 0 });
  return running.run(disk, work);
};

function end(root: string, journal: Journal, ended: 'process' | Survival): void {
  if (ended !== 'process') putBack(root, leftBy(journal, ended));
  abandonLocks(root);
}

/** Makes all locks below a folder those of a process that is gone. */
export function abandonLocks(root: string): void {
  const state = projectsState({ home: `${root}/home`, env: {}, platform: process.platform });
  const copies = `${state}/copies`;
  const ofCopies = (fs.existsSync(copies) ? fs.readdirSync(copies) : []).map(
    (name) => `${copies}/${name}/.lock`,
  );
  for (const locks of [`${root}/.chat-history/.locks`, `${state}/.lock`, ...ofCopies]) {
    const names = fs.existsSync(locks) ? fs.readdirSync(locks, { recursive: true, encoding: 'utf8' }) : [];
    for (const name of names) abandon(`${locks}/${name}`);
  }
}

function abandon(file: string): void {
  if (!fs.statSync(file).isFile()) return;
  const text = fs.readFileSync(file, 'utf8');
  // No system gives this number to a process.
  fs.writeFileSync(file, text.replace(/"pid":\d+/, '"pid":2147483647'));
}

type Call = (...args: unknown[]) => unknown;

function patch(target: object, name: string, wrap: (original: Call) => Call): void {
  const original = Reflect.get(target, name) as Call;
  const patched = wrap((...args) => original.apply(target, args));
  for (const key of Object.keys(original)) Reflect.set(patched, key, Reflect.get(original, key));
  Reflect.set(target, name, patched);
}

/** Counts a function of paths or descriptors, and tells the journal what it did. */
function counted(
  target: object,
  name: string,
  what: Class,
  then: (disk: Disk, ...paths: string[]) => void = noted,
) {
  patch(target, name, (original) => {
    /** Fails, or gives what to do afterwards. */
    const begun = (disk: Disk, path: string, args: unknown[]) => {
      if (what === 'write' && disk.torn) tear(disk, original, args);
      disk.operate(what, path);
      return () => then(disk, path, String(args[1]));
    };
    const of = (args: unknown[]): [Disk, string] | undefined => {
      const disk = running.getStore();
      const path = typeof args[0] === 'number' ? disk?.descriptors.get(args[0]) : args[0];
      return disk?.has(path) ? [disk, path] : undefined;
    };
    if (target === fs.promises)
      return async (...args) => {
        const on = of(args);
        const after = on && begun(...on, args);
        const result: unknown = await original(...args);
        after?.();
        return result;
      };
    return (...args) => {
      const on = of(args);
      const after = on && begun(...on, args);
      const result = original(...args);
      after?.();
      return result;
    };
  });
}

const noted = (): void => undefined;

/** Does a writing call with half of its bytes. */
function tear(disk: Disk, original: Call, [where, data, ...rest]: unknown[]): void {
  if (disk.ended) return;
  void original(where, halfOf(data), ...rest);
}

const halfOf = (data: unknown): Buffer => {
  const bytes = typeof data === 'string' ? Buffer.from(data) : Buffer.from(data as Uint8Array);
  return bytes.subarray(0, Math.floor(bytes.length / 2));
};

const makes = (flags: unknown): boolean =>
  typeof flags === 'number'
    ? (flags & fs.constants.O_CREAT) !== 0
    : typeof flags === 'string' && /^[wa]/.test(flags);

function patchOpening(): void {
  patch(fs, 'openSync', (original) => (...args) => {
    const [disk, path] = [running.getStore(), args[0]];
    if (!disk?.has(path)) return original(...args);
    disk.operate(makes(args[1]) ? 'make' : 'look', path);
    const descriptor = original(...args) as number;
    disk.descriptors.set(descriptor, path);
    if (makes(args[1])) noteMade(disk, path);
    return descriptor;
  });
  patch(fs.promises, 'open', (original) => async (...args) => {
    const [disk, path] = [running.getStore(), args[0]];
    if (!disk?.has(path)) return original(...args);
    disk.operate(makes(args[1]) ? 'make' : 'look', path);
    const handle = (await original(...args)) as fs.promises.FileHandle;
    disk.descriptors.set(handle.fd, path);
    if (makes(args[1])) noteMade(disk, path);
    return watched(handle, disk, path);
  });
}

/** It may have been there, and is empty now. */
function noteMade(disk: Disk, path: string): void {
  disk.journal?.created(path, false);
  noteWritten(disk, path);
}

/** Looking at what was written is no operation of what runs on the disk. */
const noteWritten = ({ journal }: Disk, path: string): void =>
  running.run(undefined, () => journal?.wrote(path));

/** A handle whose operations are those of the disk. */
function watched(handle: fs.promises.FileHandle, disk: Disk, path: string): fs.promises.FileHandle {
  const around = (name: string, what: Class, instead?: () => Promise<void>) => {
    const original = (Reflect.get(handle, name) as Call).bind(handle);
    Reflect.set(handle, name, async (...args: unknown[]) => {
      if (what === 'write' && disk.torn) await original(halfOf(args[0]));
      disk.operate(what, path);
      if (instead) return instead();
      const result: unknown = await original(...args);
      if (what === 'write' || what === 'name') noteWritten(disk, path);
      return result;
    });
  };
  // Waiting for the real disk would only take time.
  const sync = (): Promise<void> => {
    disk.journal?.synced(path);
    return Promise.resolve();
  };
  for (const name of ['sync', 'datasync']) around(name, 'sync', sync);
  for (const name of ['write', 'writeFile', 'appendFile']) around(name, 'write');
  for (const name of ['read', 'readFile']) around(name, 'look');
  around('truncate', 'name');
  const close = handle.close.bind(handle);
  Reflect.set(handle, 'close', () => {
    disk.descriptors.delete(handle.fd);
    return close();
  });
  return handle;
}

/** Waiting for the disk through a descriptor, and what is no descriptor of the disk any more. */
function patchDescriptors(): void {
  patch(fs, 'fsync', (original) => (...args) => {
    const [disk, path] = [running.getStore(), running.getStore()?.descriptors.get(Number(args[0]))];
    if (disk === undefined || path === undefined) return original(...args);
    const told = args[1] as (error: Error | null) => void;
    try {
      disk.operate('sync', path);
      disk.journal?.synced(path);
      setImmediate(told, null);
    } catch (error) {
      setImmediate(told, error instanceof Error ? error : null);
    }
    return undefined;
  });
  patch(fs, 'closeSync', (original) => (...args) => {
    running.getStore()?.descriptors.delete(Number(args[0]));
    return original(...args);
  });
}

function patchAll(): void {
  patchOpening();
  patchDescriptors();
  const journal = {
    made: (disk: Disk, path: string) => disk.journal?.created(path, true),
    removed: (disk: Disk, path: string) => disk.journal?.removed(path),
    moved: (disk: Disk, from: string, to: string) => disk.journal?.moved(from, to),
    linked: (disk: Disk, from: string, to: string) => disk.journal?.linked(from, to),
    copied: (disk: Disk, _: string, to: string) => noteMade(disk, to),
  };
  for (const [target, suffix] of [
    [fs, 'Sync'],
    [fs.promises, ''],
  ] as const) {
    counted(target, `mkdir${suffix}`, 'make', journal.made);
    counted(target, `rm${suffix}`, 'name', journal.removed);
    counted(target, `unlink${suffix}`, 'name', journal.removed);
    counted(target, `rename${suffix}`, 'name', journal.moved);
    counted(target, `link${suffix}`, 'make', journal.linked);
    counted(target, `copyFile${suffix}`, 'make', journal.copied);
    counted(target, `writeFile${suffix}`, 'write', noteMade);
    counted(target, `appendFile${suffix}`, 'write', noteMade);
    for (const name of ['utimes', 'chmod']) counted(target, `${name}${suffix}`, 'name');
    counted(target, `truncate${suffix}`, 'name', noteWritten);
    for (const name of ['readdir', 'readFile']) counted(target, `${name}${suffix}`, 'look');
  }
  counted(fs, 'ftruncateSync', 'name', noteWritten);
  counted(fs, 'futimesSync', 'name');
  counted(fs, 'writeSync', 'write', noteWritten);
  counted(fs, 'readSync', 'look');
}

patchAll();
