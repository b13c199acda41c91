import { lockFolder } from '../../disk/files/ignored.ts';
import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { newline } from '../../disk/files/lines.ts';
import { isoTime, type Lease } from '../../disk/base/core.ts';
import { appendLines, takeBackDoubtful, mergeByLines } from '../../disk/files/appendLines.ts';
import { copySynced, writeAtomic } from '../../disk/files/atomic.ts';
import { withStoreErrors, tidy } from '../../disk/files/failure.ts';
import { readOnlyError } from '../../disk/files/readOnly.ts';
import { makeFolder, sweep } from '../../disk/files/folders.ts';
import { fingerprintOf } from '../../disk/files/fingerprint.ts';
import { ensureHistoryFolder } from '../../disk/files/historyFolder.ts';
import { withLock } from '../../disk/files/lock.ts';
import { openToRead, type FileHandle } from '../../disk/files/open.ts';
import { trashKeptMs } from '../../disk/files/trash.ts';
import { fileAt } from '../../disk/files/way.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { formatRecord, recordsIn, type LogRecord } from './records.ts';
import { MemoryState } from './state.ts';

/** The folder of memories in a history. */
export const memoriesFolder = '.memory';

const logName = 'memories.jsonl';
/** Outdated lines are removed once they outnumber the current ones and this limit. */
const keptStaleLines = 200;
/** Length of the last part read that is compared to detect appends. Bytes. */
const comparedBytes = 256;

/** The tools of a change. */
export interface HeldLog {
  readonly state: MemoryState;
  /** Appends records in one write and resolves once they are on disk. */
  readonly append: (records: readonly LogRecord[]) => Promise<void>;
  /** The lease of the lock, for other files in the folder. */
  readonly lease: Lease;
}

/** `.memory/memories.jsonl`: the append-only log of the memories and its current state. */
export class MemoryLog {
  readonly file: string;
  readonly folder: string;
  readonly #context: StoreContext;
  #state = new MemoryState();
  #fingerprint = '';
  #inode = 0;
  /** Bytes read up to the last line feed, and the last of them. */
  #read = 0;
  #end = Buffer.alloc(0);
  #reading: Promise<unknown> = Promise.resolve();

  constructor(context: StoreContext) {
    this.#context = context;
    this.folder = join(context.folder, memoriesFolder);
    this.file = join(this.folder, logName);
  }

  /** Reads the current memories without the lock. Later reads update the state in place. */
  read(): Promise<MemoryState> {
    return withStoreErrors(() => this.#readInTurn());
  }

  /** Runs `work` under the lock of the memories, with their latest state. */
  async change<T>(work: (held: HeldLog) => Promise<T>): Promise<T> {
    const { folder, isReadOnly, log, wrote } = this.#context;
    if (isReadOnly()) throw readOnlyError(folder);
    const result = await withStoreErrors(async () => {
      await ensureHistoryFolder(folder);
      await makeFolder(this.folder);
      return withLock(lockFolder(folder, memoriesFolder), (lease) => this.#changeHeld(lease, work), log);
    });
    wrote(memoriesFolder);
    return result;
  }

  async #changeHeld<T>(lease: Lease, work: (held: HeldLog) => Promise<T>): Promise<T> {
    await sweep(this.folder, lease);
    await takeBackDoubtful(this.file, lease);
    await mergeByLines(this.file, '*.jsonl', lease);
    const state = await this.#readInTurn();
    const append = async (records: readonly LogRecord[]): Promise<void> => {
      if (records.length === 0) return;
      if (state.torn) this.#context.log.warn(`the last line of ${this.file} was torn and is cut off`);
      await appendLines(this.file, records.map(formatRecord), lease);
      await this.#readInTurn().catch(() => undefined); // the next read includes them
    };
    const result = await work({ state, append, lease });
    const isStale = state.staleLines > keptStaleLines && state.staleLines > state.lines / 2;
    if (isStale || this.#hasDropped(state))
      await tidy(this.#context.log, `compact ${this.file}`, () => this.#compact(lease));
    return result;
  }

  /** Removes the texts of memories that can no longer be restored, as the trash dropped them. */
  async dropDeleted(): Promise<void> {
    if (this.#hasDropped(await this.read())) await this.change(() => Promise.resolve());
  }

  #hasDropped(state: MemoryState): boolean {
    return state.hasTextDeletedBefore(this.#context.clock.now() - trashKeptMs);
  }

  /** Rewrites the log without outdated lines, after copying a log with unreadable ones. */
  async #compact(lease: Lease): Promise<void> {
    const state = this.#state;
    if (state.unreadable > 0) await this.#copyAside();
    const lines = state.records(this.#context.clock.now()).map((record) => `${formatRecord(record)}\n`);
    await writeAtomic(this.file, lines.join(''), lease);
    await this.#readInTurn();
  }

  async #copyAside(): Promise<void> {
    const time = isoTime(this.#context.clock.now()).replace(/[-:]|\.\d+/g, '');
    const copy = `${this.file}.damaged-${time}-${randomBytes(2).toString('hex')}`;
    await copySynced(this.file, copy);
    this.#context.log.warn(`${logName} has lines that cannot be read; it is kept as ${basename(copy)}`);
  }

  #readInTurn(): Promise<MemoryState> {
    const turn = this.#reading.then(() => this.#readNew());
    this.#reading = turn.catch(() => undefined);
    return turn;
  }

  async #readNew(): Promise<MemoryState> {
    const now = fileAt(this.file);
    if (now && fingerprintOf(now) === this.#fingerprint) return this.#state;
    const handle = await openToRead(this.file);
    try {
      if (handle) await this.#readFile(handle);
      else this.#forget();
    } finally {
      await handle?.close();
    }
    return this.#state;
  }

  async #readFile(handle: FileHandle): Promise<void> {
    const stat = await handle.stat();
    if (stat.ino !== this.#inode || !(await this.#hasGrown(handle))) this.#forget();
    this.#takeIn(await readFrom(handle, this.#read, Math.max(0, stat.size - this.#read)));
    this.#fingerprint = fingerprintOf(stat);
    this.#inode = stat.ino;
  }

  #forget(): void {
    this.#state.clear();
    this.#fingerprint = '';
    this.#read = 0;
    this.#end = Buffer.alloc(0);
  }

  /** Reports whether the file still begins with what was read, judging by the last bytes. */
  async #hasGrown(handle: FileHandle): Promise<boolean> {
    const bytes = await readFrom(handle, this.#read - this.#end.length, this.#end.length);
    return bytes.equals(this.#end);
  }

  #takeIn(bytes: Buffer): void {
    const whole = bytes.lastIndexOf(newline) + 1;
    this.#state.takeLines(bytes.toString('utf8', 0, whole).split('\n'));
    this.#read += whole;
    this.#end = Buffer.concat([this.#end, bytes.subarray(0, whole)]).subarray(-comparedBytes);
    // A torn line is ignored; a valid one without a line feed counts.
    const last = whole < bytes.length ? recordsIn(bytes.toString('utf8', whole)) : undefined;
    for (const record of last?.records ?? []) this.#state.take(record);
    this.#state.torn = last !== undefined && last.torn > 0;
  }
}

async function readFrom(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
