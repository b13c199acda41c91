import { join } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { TimeSlices } from '../base/timeSlices.ts';
import { indexFolder, makeIndexFolder, writeDerived } from '../files/derived.ts';
import { filesIn, removeFile } from '../files/folders.ts';
import { appendNow, openToRead } from '../files/open.ts';
import { fileAt, folderAt } from '../files/way.ts';
import { readRow, writeRow, type KeptRow } from './keptRow.ts';
import type { SessionChanges } from './sessionChanges.ts';

const fileName = 'sessions.log';
/** Raised when rows are made differently, so that nothing older is taken over. */
const head = 'changes 2\n';
const newline = 0x0a;
/** What no list names is kept so long: it may be of another folder. Milliseconds. */
const keptMs = 30 * 24 * 60 * 60 * 1_000;
/** The file is written anew where rows that others replaced take up more than those that count, and so much. Bytes. */
const worthwhile = 256 * 1024;

interface Row extends KeptRow {
  readonly line: Buffer;
}

/**
 * What sessions did to files, in one file of `.index/` to which every process adds a line for each session that it
 * reads. A later line of a session takes the place of an earlier one, and one that is torn counts for nothing.
 */
export class KeptChanges {
  readonly #context: StoreContext;
  readonly #folder: string;
  readonly #file: string;
  readonly #rows = new Map<string, Row>();
  /** How much of which file was read. */
  #read = { ino: -1, size: 0 };
  /** Bytes of lines that count for nothing. */
  #dead = 0;
  #isOther = false;

  constructor(context: StoreContext) {
    this.#context = context;
    this.#folder = join(indexFolder(context.folder), 'changes');
    this.#file = join(this.#folder, fileName);
  }

  /** What is kept of a transcript, if it still has this mark. */
  get(path: string, mark: string): SessionChanges | undefined {
    const row = this.#rows.get(path);
    return row?.mark === mark ? row.changes : undefined;
  }

  /** Takes over what other processes have written since. What cannot be read is made again, and the log says why. */
  async refresh(): Promise<void> {
    try {
      const stat = fileAt(this.#file);
      if (stat === undefined) this.#forget(-1);
      else if (stat.ino !== this.#read.ino || stat.size !== this.#read.size) await this.#readOn();
    } catch (error) {
      this.#context.log.warn(`cannot read ${this.#file}, which is made again: ${String(error)}`);
    }
  }

  #forget(ino: number): void {
    this.#rows.clear();
    [this.#read, this.#dead, this.#isOther] = [{ ino, size: 0 }, 0, false];
  }

  async #readOn(): Promise<void> {
    const handle = await openToRead(this.#file);
    if (!handle) return;
    try {
      const { ino, size } = await handle.stat();
      if (ino !== this.#read.ino || size < this.#read.size) this.#forget(ino);
      const from = this.#read.size;
      const bytes = Buffer.allocUnsafeSlow(size - from);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
      const whole = bytes.subarray(0, bytes.lastIndexOf(newline, bytesRead - 1) + 1);
      this.#read = { ino, size: from + whole.length };
      this.#isOther ||= from === 0 && !whole.toString('latin1', 0, head.length).startsWith(head);
      if (!this.#isOther) await this.#take(from === 0 ? whole.subarray(head.length) : whole);
    } finally {
      await handle.close();
    }
  }

  async #take(bytes: Buffer): Promise<void> {
    const slices = new TimeSlices();
    for (let start = 0, end = 0; start < bytes.length; start = end + 1) {
      end = bytes.indexOf(newline, start);
      if (end > start) this.#set(bytes.subarray(start, end));
      await slices.pause();
    }
  }

  #set(line: Buffer): void {
    const row = readRow(line);
    const before = row && this.#rows.get(row.path);
    this.#dead += row ? (before?.line.length ?? 0) : line.length;
    if (row) this.#rows.set(row.path, { ...row, line });
  }

  /** Keeps what a session did, where there is a history to keep it in. */
  async add(path: string, mark: string, changes: SessionChanges): Promise<void> {
    const { folder, isReadOnly, clock } = this.#context;
    if (isReadOnly() || folderAt(folder) === undefined) return;
    const line = Buffer.from(writeRow({ path, mark, keptAt: clock.now(), changes }));
    makeIndexFolder(this.#file);
    this.#set(line);
    if (this.#isOther) {
      await this.#write();
      return;
    }
    // A line that another process was torn from ends where this one begins.
    const text = `\n${line.toString()}\n`;
    const size = appendNow(this.#file, (there) => (there === 0 ? head : '') + text);
    const added = Buffer.byteLength(text) + (size === 0 ? head.length : 0);
    const { ino = -1 } = size === 0 ? (fileAt(this.#file) ?? {}) : this.#read;
    if (size === this.#read.size) this.#read = { ino, size: size + added };
  }

  /** Writes the file anew where much of it counts for nothing, and deletes what is old. `paths` are the sessions there are. */
  async tidy(paths: readonly string[]): Promise<void> {
    if (this.#context.isReadOnly() || folderAt(this.#folder) === undefined) return;
    const before = this.#context.clock.now() - keptMs;
    const listed = new Set(paths);
    const gone = [...this.#rows.values()].filter(({ path, keptAt }) => !listed.has(path) && keptAt < before);
    for (const { path, line } of gone) {
      this.#rows.delete(path);
      this.#dead += line.length;
    }
    const alive = [...this.#rows.values()].reduce((sum, { line }) => sum + line.length, 0);
    if (this.#dead > Math.max(alive, worthwhile)) await this.#write();
    // Of older versions, which kept a file for each session.
    for (const name of (await filesIn(this.#folder)).filter((each) => each.endsWith('.json')))
      await removeFile(join(this.#folder, name));
  }

  async #write(): Promise<void> {
    const lines = [...this.#rows.values()].flatMap(({ line }) => [line, Buffer.of(newline)]);
    await writeDerived(this.#file, Buffer.concat([Buffer.from(head), ...lines]));
    const { ino, size } = fileAt(this.#file) ?? { ino: -1, size: 0 };
    [this.#read, this.#dead, this.#isOther] = [{ ino, size }, 0, false];
  }
}
