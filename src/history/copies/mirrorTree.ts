import type { Dirent } from 'node:fs';
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
  removeFile,
  removeTree,
} from '../../disk/files/folders.ts';
import {
  areEqual,
  copyNew,
  isMirrored,
  mirrorFile,
  placeMirror,
  stageMirror,
  temporaryFor,
} from '../../disk/files/mirror.ts';
import { trashFolder } from '../../disk/files/trash.ts';
import { backupsFolder } from '../dialogs/layout.ts';
import { isTaken, lstatOwn } from '../../disk/files/way.ts';
import { bytesIn, isUnfinished, temporaryBeside, wantedOf } from './copiedNames.ts';
import { StagedCopies } from './stagedCopies.ts';
import type { FollowOptions } from './types.ts';

/** What mirroring requires. */
export interface MirrorContext extends FollowOptions {
  readonly lease: Lease;
  readonly clock: Clock;
  /** Bytes that may be added. */
  readonly room: number;
}

/** Thrown when mirroring is to stop. */
export class Stopped extends Error {}

/** Folders whose own folders are items: each is added as a whole or not at all. */
const ofItems = new Set([trashFolder, backupsFolder]);

/** Reports whether a process left an entry in a copy. Folders get hidden names, as a dialog may have any other. */
const isLeft = (entry: Dirent): boolean =>
  isUnfinished(entry.name) && (!entry.isDirectory() || entry.name.startsWith('.'));

/** Reports whether what was copied is still as it was when it was first looked at. */
type IsUnchanged = () => Promise<boolean> | boolean;

/**
 * Makes copies of folders current. Adds before it removes, so that a copy loses nothing that was moved, and leaves a
 * history that can be opened whenever it ends.
 */
export class TreeMirror {
  readonly #context: MirrorContext;
  readonly #slices = new TimeSlices();
  readonly #staged: StagedCopies;
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
    this.#staged = new StagedCopies(context.lease);
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

  /** Gives what was staged its names, once it is durable. */
  settle(): Promise<void> {
    return this.#staged.settle();
  }

  /** Removes what was staged. */
  discard(): Promise<void> {
    return this.#staged.discard();
  }

  /** Makes the copy of a file current, unless there is no room for it. A new one is staged. */
  async #file(from: string, to: string): Promise<void> {
    const original = lstatOwn(from);
    const there = lstatOwn(to);
    if (!original?.isFile()) return; // gone since, or nothing of the store
    if (isMirrored(original, there)) return;
    const more = original.size - (there?.isFile() ? there.size : 0);
    if (this.#hasNoRoom(more)) return;
    await this.rest();
    if (there?.isFile()) {
      await this.settle(); // what it may refer to
      this.grown += more;
      this.written += (await mirrorFile(from, to, { lease: this.lease, now: this.now })) ?? 0;
      return;
    }
    if (there) await this.remove(to);
    const temporary = temporaryFor(to);
    if (await this.#copy(from, temporary, original.size)) this.#staged.addMove(temporary, to);
  }

  /** Copies a file to a temporary path, or below one. */
  async #copy(from: string, to: string, size: number): Promise<boolean> {
    const copy = await copyNew(from, to, this.now);
    if (copy === undefined) return false;
    this.#staged.addFile(copy, size);
    this.grown += size;
    this.written += size;
    return true;
  }

  /**
   * `file` as a whole, refused where `isUnchanged` is false once it was read; with `always` it is compared byte by
   * byte, as two files may have the same size and time. Returns whether it was not refused.
   */
  async replace(
    from: string,
    to: string,
    isUnchanged: IsUnchanged,
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
  async add(from: string, to: string, isLeftOut?: (name: string) => boolean): Promise<void> {
    await this.stage(from, to, isLeftOut);
    await this.settle();
  }

  /** `add` of which new files and items appear with the next `settle`. */
  async stage(from: string, to: string, isLeftOut: (name: string) => boolean = () => false): Promise<void> {
    const entries = (await entriesOf(from)) ?? [];
    if (lstatOwn(to)?.isDirectory() === false) await this.remove(to);
    await makeFolder(to);
    for (const entry of (await entriesOf(to)) ?? [])
      if (isLeft(entry) && !this.#staged.has(join(to, entry.name))) await removeTree(join(to, entry.name));
    // Folders first: what a file refers to is there before it.
    for (const { name, isFolder } of wantedOf(entries, isLeftOut)) {
      const [source, copy] = [join(from, name), join(to, name)];
      if (!isFolder) await this.#file(source, copy);
      else if (ofItems.has(basename(from)) && !isTaken(copy)) await this.stageItem(source, copy);
      else await this.stage(source, copy);
      if (this.#staged.isFull) await this.settle();
      await this.#slices.pause();
    }
  }

  /** Copies a folder to a temporary path, or below one. */
  async #fill(from: string, to: string): Promise<void> {
    await createFolder(to);
    for (const { name, isFolder } of wantedOf((await entriesOf(from)) ?? [])) {
      const [source, copy] = [join(from, name), join(to, name)];
      if (isFolder) await this.#fill(source, copy);
      else {
        const size = lstatOwn(source)?.size ?? 0;
        if (!this.#hasNoRoom(size)) await this.#copy(source, copy, size);
      }
      await this.#slices.pause();
    }
    this.#staged.addFolder(to);
    await this.rest();
  }

  /**
   * Adds a folder that has no copy yet, which appears complete. Returns false if it does not, as `isUnchanged` refused
   * it once it was durable; a folder for which there is no room is left out.
   */
  async addItem(from: string, to: string, isUnchanged: IsUnchanged = () => true): Promise<boolean> {
    const confirmed = async (): Promise<boolean> => {
      await this.#staged.confirm();
      return isUnchanged();
    };
    const isWanted = await this.stageItem(from, to, confirmed);
    await this.settle();
    return isWanted;
  }

  /** `addItem` of which the folder appears with the next `settle`; `isUnchanged` is asked once it was read. */
  async stageItem(from: string, to: string, isUnchanged: IsUnchanged = () => true): Promise<boolean> {
    const temporary = temporaryBeside(to);
    const { grown } = this;
    await this.#fill(from, temporary);
    const isWanted = await isUnchanged();
    if (isWanted && !this.isFull) this.#staged.addMove(temporary, to);
    else {
      this.grown = grown;
      await this.#staged.drop(temporary);
    }
    if (this.#staged.isFull) await this.settle();
    return isWanted;
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
