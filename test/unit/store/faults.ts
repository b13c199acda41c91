import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';

/** What a faulty disk does at its `at`-th changing operation, counted from 1. */
export interface Fault {
  readonly at: number;
  /** An error number such as `ENOSPC`, for that one operation; or the power goes: from then on nothing works any more. */
  readonly kind: 'ENOSPC' | 'EIO' | 'EPERM' | 'power cut';
}

interface Disk {
  operations: number;
  fault: Fault | undefined;
  /** Files whose content the disk does not have yet, and how many bytes of it the disk has. */
  readonly unsynced: Map<string, number>;
  /** How to take back the renames the disk does not have yet, oldest first, by folder. */
  readonly renames: { folder: string; undo: () => void }[];
}

type AnyFunction = (...args: never[]) => unknown;

const changing = new AsyncLocalStorage<Disk>();
const folderOf = (path: string) => path.replace(/[/\\][^/\\]*$/, '');

function count(disk: Disk, what: string): void {
  disk.operations++;
  const { fault } = disk;
  if (fault === undefined || disk.operations < fault.at) return;
  if (fault.kind !== 'power cut' && disk.operations > fault.at) return;
  const code = fault.kind === 'power cut' ? 'EPOWER' : fault.kind;
  throw Object.assign(new Error(`${code}: injected at ${what}`), { code });
}

/** Puts the names of the store's own file calls in place of Node's; returns how to undo that. */
function install(): () => void {
  const undo: (() => void)[] = [];
  const patch = (target: object, name: string, wrap: (original: AnyFunction) => AnyFunction) => {
    const original = Reflect.get(target, name) as AnyFunction;
    Reflect.set(target, name, wrap(original));
    undo.push(() => Reflect.set(target, name, original));
  };
  const counted = (
    target: object,
    name: string,
    after: (disk: Disk, args: string[]) => void = () => undefined,
  ) =>
    patch(
      target,
      name,
      (original) =>
        function (this: unknown, ...args: never[]) {
          const disk = changing.getStore();
          if (disk === undefined) return original.apply(this, args);
          count(disk, name);
          const result = original.apply(this, args);
          after(disk, args);
          return result;
        },
    );
  for (const name of ['mkdir', 'rm', 'rename', 'link', 'writeFile']) counted(fs.promises, name);
  counted(fs.promises, 'copyFile', (disk, [, to]) => disk.unsynced.set(to!, 0));
  counted(fs, 'renameSync', () => undefined);
  patchRename(patch);
  patchOpen(patch);
  return () => undo.reverse().forEach((step) => step());
}

/** A rename is taken back by a power cut unless its folder was synced after it. */
function patchRename(
  patch: (target: object, name: string, wrap: (original: AnyFunction) => AnyFunction) => void,
): void {
  patch(fs, 'renameSync', (original) => (from: string, to: string) => {
    const disk = changing.getStore();
    const before =
      disk && fs.statSync(to, { throwIfNoEntry: false })?.isFile() ? fs.readFileSync(to) : undefined;
    const moved = disk && fs.statSync(from).isFile() ? fs.readFileSync(from) : undefined;
    (original as typeof fs.renameSync)(from, to);
    if (disk === undefined) return;
    const had = disk.unsynced.get(from);
    if (disk.unsynced.delete(from) && had !== undefined) disk.unsynced.set(to, had);
    const undo = () => {
      if (moved === undefined) {
        fs.renameSync(to, from);
        return;
      }
      if (before === undefined) fs.rmSync(to, { force: true });
      else fs.writeFileSync(to, before);
      fs.writeFileSync(from, moved);
    };
    disk.renames.push({ folder: folderOf(to), undo });
  });
}

/** Content is lost by a power cut unless its file was synced after the last write. */
function patchOpen(
  patch: (target: object, name: string, wrap: (original: AnyFunction) => AnyFunction) => void,
): void {
  patch(fs.promises, 'open', (original) => async (path: string, flags: number, mode?: number) => {
    const disk = changing.getStore();
    if (disk && flags & fs.constants.O_CREAT) count(disk, 'open');
    const handle = await (original as typeof fs.promises.open)(path, flags, mode);
    if (disk === undefined) return handle;
    if (flags & fs.constants.O_CREAT) disk.unsynced.set(path, (await handle.stat()).size);
    const write = handle.writeFile.bind(handle);
    handle.writeFile = async (data: string | Uint8Array) => {
      const torn = disk.operations + 1 === disk.fault?.at;
      if (torn) await write(Buffer.from(data as string).subarray(0, data.length / 2)); // a torn write
      count(disk, 'write');
      await write(data);
    };
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      count(disk, 'sync');
      await sync();
      disk.unsynced.delete(path);
      disk.renames.splice(0, disk.renames.length, ...disk.renames.filter(({ folder }) => folder !== path));
    };
    return handle;
  });
}

/**
 * Runs `work` on a disk that fails as told and gives the number of changing operations and what was thrown. A
 * power cut afterwards takes back what the disk had not been asked to keep.
 */
export async function onFaultyDisk(
  fault: Fault | undefined,
  work: () => Promise<unknown>,
): Promise<{ operations: number; error: unknown }> {
  const disk: Disk = { operations: 0, fault, unsynced: new Map(), renames: [] };
  const undo = install();
  let error: unknown;
  try {
    await changing.run(disk, work);
  } catch (thrown) {
    error = thrown;
  } finally {
    undo();
  }
  if (fault?.kind === 'power cut') lose(disk);
  return { operations: disk.operations, error };
}

function lose(disk: Disk): void {
  for (const { undo } of disk.renames.reverse()) undo();
  for (const [path, bytes] of disk.unsynced) if (fs.existsSync(path)) fs.truncateSync(path, bytes);
}
