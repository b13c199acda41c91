import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../../disk/base/context.ts';
import type { Lease } from '../../disk/base/core.ts';
import { TimeSlices } from '../../disk/base/timeSlices.ts';
import {
  confirmFolder,
  createFolder,
  entriesOf,
  makeFolder,
  moveTo,
  namesIn,
  removeFile,
  removeTree,
  syncFolder,
  temporarySuffix,
} from '../../disk/files/folders.ts';
import { areEqual, isMirrored, mirrorFile, placeMirror, stageMirror } from '../../disk/files/mirror.ts';
import { trashFolder } from '../../disk/files/trash.ts';
import { backupsFolder } from '../dialogs/layout.ts';
import { isTaken, lstatOwn } from '../../disk/files/way.ts';
import type { FollowOptions } from './types.ts';

/** What mirroring requires. */
export interface MirrorContext extends FollowOptions {
  readonly lease: Lease;
  readonly clock: Clock;
  /** Bytes that may be added. */
  readonly room: number;
}

/** Number of files copied at once: a disk confirms several together as fast as one. */
const atOnce = 16;

/** Waits for all work to end, also if some of it fails; then throws the first failure. */
async function allEnded(work: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(work);
  await Promise.all(work);
}

/** Thrown when mirroring is to stop. */
export class Stopped extends Error {}

/** Folders whose own folders are items: each is added as a whole or not at all. */
const ofItems = new Set([trashFolder, backupsFolder]);

/** A name that is neither copied nor a reason to keep what has it in the copy. */
export const isUnfinished = (name: string): boolean => name.endsWith(temporarySuffix);

/**
 * Makes copies of folders current. Adds before it removes, so that a copy loses nothing that was moved, and leaves a
 * history that can be opened whenever it ends.
 */
export class TreeMirror {
  readonly #context: MirrorContext;
  readonly #slices = new TimeSlices();
  readonly #gone: { readonly source: string; readonly copy: string }[] = [];
  /** Bytes written. */
  written = 0;
  /** Files and folders removed. */
  removed = 0;
  /** Bytes by which the copy grew. */
  grown = 0;
  /** Whether something was left out for lack of room. */
  isFull = false;

  constructor(context: MirrorContext) {
    this.#context = context;
  }

  get lease(): Lease {
    return this.#context.lease;
  }

  get now(): number {
    return this.#context.clock.now();
  }

  /** Pauses between two files. Throws `Stopped` once mirroring is to end. */
  async rest(): Promise<void> {
    const { signal, rest } = this.#context;
    if (signal?.aborted) throw new Stopped('stopped');
    await rest?.();
  }

  /** Makes the copy of a file current, unless there is no room for it. Returns whether it is. */
  async file(from: string, to: string): Promise<boolean> {
    const original = lstatOwn(from);
    const there = lstatOwn(to);
    if (!original?.isFile()) return true; // gone since, or nothing of the store
    if (isMirrored(original, there)) return true;
    const more = original.size - (there?.isFile() ? there.size : 0);
    if (this.#hasNoRoom(more)) return false;
    if (there && !there.isFile()) await this.remove(to);
    this.grown += more; // others are copied at the same time
    const written = await mirrorFile(from, to, { lease: this.lease, now: this.now });
    this.written += written ?? 0;
    await this.rest();
    return true;
  }

  /**
   * `file` as a whole, refused where `isUnchanged` is false once it was read; with `always` it is compared byte by
   * byte, as two files may have the same size and time. Returns whether it was not refused.
   */
  async replace(
    from: string,
    to: string,
    isUnchanged: () => Promise<boolean> | boolean,
    when: 'changed' | 'always' = 'changed',
  ): Promise<boolean> {
    const original = lstatOwn(from);
    const there = lstatOwn(to);
    if (!original?.isFile()) return isUnchanged();
    if (isMirrored(original, there) && (when === 'changed' || (await areEqual(from, to))))
      return isUnchanged();
    const more = original.size - (there?.isFile() ? there.size : 0);
    if (this.#hasNoRoom(more)) return when === 'changed' && isUnchanged();
    const temporary = await stageMirror(from, to, this.now);
    if (temporary === undefined) return isUnchanged();
    if (!(await isUnchanged())) {
      await removeFile(temporary);
      return false;
    }
    await placeMirror(temporary, to, this.lease);
    this.written += original.size;
    this.grown += more;
    await confirmFolder(dirname(to), this.lease);
    return true;
  }

  #hasNoRoom(more: number): boolean {
    if (more <= 0 || this.grown + more <= this.#context.room) return false;
    this.isFull = true;
    return true;
  }

  /** Adds what a folder has and its copy lacks or has otherwise; removes nothing but what a dead process left. */
  async add(from: string, to: string, isLeftOut: (name: string) => boolean = () => false): Promise<void> {
    const entries = (await entriesOf(from)) ?? [];
    if (lstatOwn(to)?.isDirectory() === false) await this.remove(to);
    await makeFolder(to);
    for (const name of (await namesIn(to)).filter(isUnfinished)) await removeTree(join(to, name));
    const wanted = entries.filter(({ name }) => !isUnfinished(name) && !isLeftOut(name));
    const before = this.written;
    // Folders first: what a file refers to is there before it.
    for (const entry of wanted.filter((each) => each.isDirectory())) {
      const [source, copy] = [join(from, entry.name), join(to, entry.name)];
      if (ofItems.has(basename(from)) && !isTaken(copy)) await this.addItem(source, copy);
      else await this.add(source, copy);
    }
    const files = wanted.filter((each) => each.isFile());
    for (let n = 0; n < files.length; n += atOnce) {
      const copying = files
        .slice(n, n + atOnce)
        .map(({ name }) => this.file(join(from, name), join(to, name)));
      await allEnded(copying);
      await this.#slices.pause();
    }
    if (this.written > before) await syncFolder(to);
  }

  /**
   * Adds a folder that has no copy yet, which appears complete. Returns false if it does not, as `isUnchanged` refused
   * it; a folder for which there is no room is left out.
   */
  async addItem(
    from: string,
    to: string,
    isUnchanged: () => Promise<boolean> | boolean = () => true,
  ): Promise<boolean> {
    const temporary = temporaryBeside(to);
    const { grown } = this;
    await createFolder(temporary);
    await this.add(from, temporary);
    const isWanted = await isUnchanged();
    if (!isWanted || this.isFull) {
      this.grown = grown;
      await removeTree(temporary);
      return isWanted;
    }
    this.lease.assertHeld();
    await moveTo(temporary, to);
    await confirmFolder(dirname(to), this.lease);
    return true;
  }

  /** Notes what a copy has and its original no longer has; `removeGone` removes it. */
  async findGone(
    from: string,
    to: string,
    isLeftOut: (name: string) => boolean = () => false,
  ): Promise<void> {
    const originals = new Map(((await entriesOf(from)) ?? []).map((entry) => [entry.name, entry]));
    const copies = (await entriesOf(to)) ?? [];
    // Files first: nothing refers to a file that is gone.
    for (const entry of copies.sort((a, b) => Number(a.isDirectory()) - Number(b.isDirectory()))) {
      if (isLeftOut(entry.name)) continue;
      const original = originals.get(entry.name);
      const [source, copy] = [join(from, entry.name), join(to, entry.name)];
      if (original === undefined) this.#gone.push({ source, copy });
      else if (entry.isDirectory() && original.isDirectory()) await this.findGone(source, copy);
    }
  }

  /**
   * Removes what was found to be gone, if `isIntact` says, a moment later, that the whole history is not being deleted.
   * Throws `Stopped` if it is.
   */
  async removeGone(isIntact: () => boolean): Promise<void> {
    if (this.#gone.length === 0) return;
    await this.#context.beforeRemoval?.();
    await this.rest();
    if (!isIntact()) throw new Stopped('the history is gone');
    for (const { source, copy } of this.#gone) if (!isTaken(source) && isTaken(copy)) await this.remove(copy);
  }

  /** Removes a file or folder of the copy, a folder as a whole. */
  async remove(path: string): Promise<void> {
    const { grown } = this;
    this.grown = grown - (await bytesIn(path));
    this.removed++;
    this.lease.assertHeld();
    const temporary = temporaryBeside(path);
    await moveTo(path, temporary);
    await removeTree(temporary);
    await this.rest();
  }
}

/** A temporary name in the same folder, as that of a new dialog, which the next writer sweeps. */
const temporaryBeside = (path: string): string =>
  join(dirname(path), `.new-${basename(path)}.${randomBytes(4).toString('hex')}${temporarySuffix}`);

/** Size of a file, or of all files in a folder. */
export async function bytesIn(path: string): Promise<number> {
  const stat = lstatOwn(path);
  if (!stat?.isDirectory()) return stat?.isFile() ? stat.size : 0;
  let sum = 0;
  for (const { name } of (await entriesOf(path)) ?? []) sum += await bytesIn(join(path, name));
  return sum;
}
