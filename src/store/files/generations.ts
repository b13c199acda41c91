import fs from 'node:fs';
import { join } from 'node:path';
import { errno, StoreError } from '../base/core.ts';
import { closing, createNow, openNew, openNow, useNow } from './open.ts';
import { parseOwner, thisProcess, type Owner } from './owner.ts';

/** Passed generations kept, so that one listing of the folder can never miss all of them. */
const kept = 3;
/** No lock is ever taken so often: what has a higher number was not made by a lock. */
const lastNumber = 999_999_999_999;
/** What a file holds of its owner is far shorter. Bytes. */
const longestText = 4_096;
/** Dates a file that is free although nothing could be written into it; no sign of life has this time. Milliseconds. */
const freeTime = Date.UTC(2001, 0, 1);

/** What the file of a generation tells of its holder. */
export interface Generation {
  readonly free: boolean;
  /** Unknown where the holder has not got round to saying who it is, and where what it said is damaged. */
  readonly owner?: Owner | undefined;
  /** Differs whenever the holder showed a sign of life. */
  readonly mark: string;
}

const free: Generation = { free: true, mark: '' };

/** The numbered files of a lock, in its folder. */
export class Generations {
  readonly #folder: string;
  /** The file that was made, open until it is free. */
  #made: number | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The absolute path of a generation's file. */
  file(number: number): string {
    return join(this.#folder, String(number).padStart(9, '0'));
  }

  /** The numbers of all generations on disk, ascending. */
  list(): number[] {
    return fs
      .readdirSync(this.#folder)
      .filter((name) => /^(?:\d{9}|[1-9]\d{9,11})$/.test(name))
      .map(Number)
      .sort((a, b) => a - b);
  }

  /** The highest number on disk, 0 without any. */
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
    return generation ?? { free: false, mark: 'gone' }; // passed meanwhile; look again
  }

  /** A descriptor by which `isHeld` looks at a generation; undefined where there is none to be had. */
  open(number: number): number | undefined {
    let descriptor: number | undefined;
    works(() => (descriptor = openNow(this.file(number))));
    return descriptor;
  }

  /** Whether the file of a generation says that it is held. It may be free all the same, see `free`. */
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
   * Makes the file of a generation that this process holds; false where it exists already. A full disk makes an empty file,
   * which `letGo` is to free.
   */
  create(number: number, letGo: () => void): boolean {
    if (number > lastNumber) throw unlikely(this.file(lastNumber));
    const line = `held ${JSON.stringify(thisProcess())}\n`; // known before there is a file without it
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

  /** Lets the next one pass a generation of this process; false where the disk refuses every way to say so. */
  free(number: number): boolean {
    const file = this.file(number);
    const write = (descriptor: number) => fs.writeSync(descriptor, 'free', 0); // four bytes over `held`: never half written
    const made = this.#made;
    this.#made = undefined;
    return (
      works(() => (made === undefined ? useNow(file, 'change', write) : closing(made, write))) ||
      works(() => fs.utimesSync(file, freeTime / 1_000, freeTime / 1_000)) ||
      works(() => createNow(this.file(number + 1), write))
    );
  }

  /** Shows a sign of life of the holder. */
  touch(number: number): void {
    const now = new Date();
    works(() => fs.utimesSync(this.file(number), now, now)); // where it was swept, `assertHeld` tells the holder
  }

  /** Deletes what the holder of a generation has passed; what cannot be deleted now is the next one's. */
  sweep(held: number, all: readonly number[]): void {
    for (const number of all) if (number <= held - kept) works(() => fs.unlinkSync(this.file(number)));
  }
}

/** The text of an open file, as far as it can be ours. */
function beginning(descriptor: number): string {
  const buffer = Buffer.alloc(longestText);
  return buffer.toString('utf8', 0, fs.readSync(descriptor, buffer, 0, longestText, 0));
}

/** Whether an operation came to its end, or what it is about was passed by others meanwhile. */
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
