import fs from 'node:fs';
import { join } from 'node:path';
import { errno, StoreError } from '../base/core.ts';
import { closing, createNow, openNew, openNow, useNow } from './open.ts';
import { parseOwner, thisProcess, type Owner } from './owner.ts';

/** Number of past generations kept, so that one listing of the folder can never miss all of them. */
const kept = 3;
/** No lock is taken this often: a higher number was not created by a lock. */
const lastNumber = 999_999_999_999;
/** The owner's record in a file is far shorter. Bytes. */
const longestText = 4_096;
/**
 * Modification time of a file that is free although nothing could be written to it; no heartbeat has this time.
 * Milliseconds.
 */
const freeTime = Date.UTC(2001, 0, 1);

/** Data about the holder in the file of a generation. */
export interface Generation {
  readonly free: boolean;
  /** Unknown if the holder has not written its record yet, and if the record is damaged. */
  readonly owner?: Owner | undefined;
  /** Changes with each heartbeat of the holder. */
  readonly mark: string;
}

const free: Generation = { free: true, mark: '' };

/** The numbered files of a lock, in its folder. */
export class Generations {
  readonly #folder: string;
  /** Descriptor of the created file, open until it is free. */
  #made: number | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Absolute path of a generation's file. */
  file(number: number): string {
    return join(this.#folder, String(number).padStart(9, '0'));
  }

  /** Numbers of all generations on disk, ascending. */
  list(): number[] {
    return fs
      .readdirSync(this.#folder)
      .filter((name) => /^(?:\d{9}|[1-9]\d{9,11})$/.test(name))
      .map(Number)
      .sort((a, b) => a - b);
  }

  /** The highest number on disk, 0 if there is none. */
  highest(): number {
    return this.list().at(-1) ?? 0;
  }

  read(number: number): Generation {
    if (number === 0) return free;
    const generation = useNow(this.file(number), 'read', (descriptor, { mtimeMs }): Generation => {
      const text = beginning(descriptor);
      if (text.startsWith('free') || mtimeMs === freeTime) return free;
      return { free: false, owner: parseOwner(/^held (.*)\n$/.exec(text)?.[1]), mark: `${text} ${mtimeMs}` };
    });
    return generation ?? { free: false, mark: 'gone' }; // just passed; read again
  }

  /** A descriptor with which `isHeld` checks a generation; undefined if none is available. */
  open(number: number): number | undefined {
    let descriptor: number | undefined;
    works(() => (descriptor = openNow(this.file(number))));
    return descriptor;
  }

  /** Whether the file of a generation says that it is held. It may be free even so, see `free`. */
  isHeld(descriptor: number | undefined): boolean {
    const four = Buffer.alloc(4);
    return (
      descriptor !== undefined &&
      works(() => fs.readSync(descriptor, four, 0, 4, 0)) &&
      four.toString('latin1') === 'held'
    );
  }

  close(descriptor: number | undefined): void {
    if (descriptor !== undefined) works(() => fs.closeSync(descriptor));
  }

  /**
   * Creates the file of a generation held by this process; false if it exists already. A full disk creates an empty
   * file, which `letGo` must free.
   */
  create(number: number, letGo: () => void): boolean {
    if (number > lastNumber) throw unlikely(this.file(lastNumber));
    const line = `held ${JSON.stringify(thisProcess())}\n`; // determined before a file without it exists
    try {
      this.#made = openNew(this.file(number));
    } catch (error) {
      if (errno(error) === 'EEXIST') return false;
      throw error;
    }
    try {
      fs.writeSync(this.#made, line);
      return true;
    } catch (error) {
      letGo();
      throw error;
    }
  }

  /** Lets the next process pass a generation of this one; false if the disk rejects every way of recording that. */
  free(number: number): boolean {
    const file = this.file(number);
    const write = (descriptor: number) => fs.writeSync(descriptor, 'free', 0); // four bytes over `held`: never written partially
    const made = this.#made;
    this.#made = undefined;
    return (
      works(() => (made === undefined ? useNow(file, 'change', write) : closing(made, write))) ||
      works(() => fs.utimesSync(file, freeTime / 1_000, freeTime / 1_000)) ||
      works(() => createNow(this.file(number + 1), write))
    );
  }

  /** Writes a heartbeat of the holder. */
  touch(number: number): void {
    const now = new Date();
    works(() => fs.utimesSync(this.file(number), now, now)); // if it was swept, `assertHeld` informs the holder
  }

  /**
   * Deletes the generations that the holder has passed; those that cannot be deleted now are left to the next holder.
   */
  sweep(held: number, all: readonly number[]): void {
    for (const number of all) if (number <= held - kept) works(() => fs.unlinkSync(this.file(number)));
  }
}

/** Text of an open file, up to the maximum length of a record. */
function beginning(descriptor: number): string {
  const buffer = Buffer.alloc(longestText);
  return buffer.toString('utf8', 0, fs.readSync(descriptor, buffer, 0, longestText, 0));
}

/** Whether an operation succeeded, or its file was passed by others in the meantime. */
function works(operation: () => void): boolean {
  try {
    operation();
    return true;
  } catch (error) {
    return errno(error) === 'ENOENT' || errno(error) === 'EEXIST';
  }
}

const unlikely = (file: string): StoreError =>
  new StoreError(
    'damaged',
    `The lock ${file} has a number that no lock ever reaches. Delete it while no program uses the history.`,
    { file },
  );
