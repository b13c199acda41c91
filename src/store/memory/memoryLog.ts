import { lockFolder } from '../files/ignored.ts';
import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { basename, join } from 'node:path';
import { newline } from '../files/lines.ts';
import { errno, isoTime, type Lease } from '../base/core.ts';
import { appendLines } from '../files/appendLines.ts';
import { tidy } from '../files/tidy.ts';
import { copySynced, writeAtomic, writeSynced } from '../files/atomic.ts';
import { readOnlyError, withStoreErrors } from '../files/failure.ts';
import { makeFolder, sweep } from '../files/folders.ts';
import { ensureHistoryFolder } from '../files/historyFolder.ts';
import { withLock } from '../files/lock.ts';
import { openToRead, type FileHandle } from '../files/open.ts';
import { fileAt, folderAt } from '../files/way.ts';
import type { StoreContext } from '../base/context.ts';
import { formatRecord, parseRecord, type LogRecord } from './records.ts';
import { MemoryState } from './state.ts';
import { memoriesFolder } from './places.ts';

const logName = 'memories.jsonl';
/** Lines that say nothing any more are taken out once they are more than the others, and more than this. */
const keptStaleLines = 200;
/** How much of what was read last is compared with the file, to see that it only grew. Bytes. */
const comparedBytes = 256;

/** What a change works with. */
export interface HeldLog {
  readonly state: MemoryState;
  /** Adds records in one write. Resolves once the disk has them. */
  readonly append: (records: readonly LogRecord[]) => Promise<void>;
  /** For other files in the folder. */
  readonly lease: Lease;
}

/** `.memory/memories.jsonl`: the append log of the memories, and what it comes to, kept up to date as it grows. */
export class MemoryLog {
  readonly file: string;
  readonly folder: string;
  readonly #context: StoreContext;
  #state = new MemoryState();
  #mark = '';
  #inode = 0;
  /** Bytes up to the last line feed that were taken in, and the last of them. */
  #read = 0;
  #end = Buffer.alloc(0);
  #reading: Promise<unknown> = Promise.resolve();

  constructor(context: StoreContext) {
    this.#context = context;
    this.folder = join(context.folder, memoriesFolder);
    this.file = join(this.folder, logName);
  }

  /** The memories as of now, without the lock. The state is brought up to date in place by later readings. */
  read(): Promise<MemoryState> {
    return withStoreErrors(() => this.#readInTurn());
  }

  /** Runs `work` under the lock of the memories, with their newest state. */
  async change<T>(work: (held: HeldLog) => Promise<T>): Promise<T> {
    const { folder, isReadOnly, log, wrote } = this.#context;
    if (isReadOnly()) throw readOnlyError(folder);
    const result = await withStoreErrors(async () => {
      await ensureHistoryFolder(folder);
      await this.#makeFolder();
      return withLock(lockFolder(folder, memoriesFolder), (lease) => this.#changeHeld(lease, work), log);
    });
    wrote(memoriesFolder);
    return result;
  }

  async #changeHeld<T>(lease: Lease, work: (held: HeldLog) => Promise<T>): Promise<T> {
    await sweep(this.folder);
    const state = await this.#readInTurn();
    const append = async (records: readonly LogRecord[]): Promise<void> => {
      if (records.length === 0) return;
      if (state.torn) this.#context.log.warn(`the last line of ${this.file} was torn and is cut off`);
      await appendLines(this.file, records.map(formatRecord), lease);
      await this.#readInTurn().catch(() => undefined); // the next reading takes them in
    };
    const result = await work({ state, append, lease });
    if (state.staleLines > keptStaleLines && state.staleLines > state.lines / 2)
      await tidy(this.#context.log, `compact ${this.file}`, () => this.#compact(lease));
    return result;
  }

  /** Writes the log anew without lines that say nothing any more. What could not be read is kept in a copy. */
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

  async #makeFolder(): Promise<void> {
    if (folderAt(this.folder)) return;
    await makeFolder(this.folder);
    // Where history is shared through git, merging takes the lines of both sides.
    await writeSynced(join(this.folder, '.gitattributes'), '*.jsonl merge=union\n').catch(
      (error: unknown) => {
        if (errno(error) !== 'EEXIST') throw error; // another process was as quick
      },
    );
  }

  #readInTurn(): Promise<MemoryState> {
    const turn = this.#reading.then(() => this.#readNew());
    this.#reading = turn.catch(() => undefined);
    return turn;
  }

  async #readNew(): Promise<MemoryState> {
    const now = fileAt(this.file);
    if (now && markOf(now) === this.#mark) return this.#state;
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
    this.#mark = markOf(stat);
    this.#inode = stat.ino;
  }

  #forget(): void {
    this.#state.clear();
    this.#mark = '';
    this.#read = 0;
    this.#end = Buffer.alloc(0);
  }

  /** Whether the file still begins with what was read, as far as its last bytes tell. */
  async #hasGrown(handle: FileHandle): Promise<boolean> {
    const bytes = await readFrom(handle, this.#read - this.#end.length, this.#end.length);
    return bytes.equals(this.#end);
  }

  #takeIn(bytes: Buffer): void {
    const whole = bytes.lastIndexOf(newline) + 1;
    this.#state.takeLines(bytes.toString('utf8', 0, whole).split('\n'));
    this.#read += whole;
    this.#end = Buffer.concat([this.#end, bytes.subarray(0, whole)]).subarray(-comparedBytes);
    // A line that was torn says nothing; one whose line feed a person forgot does.
    const last = parseRecord(bytes.toString('utf8', whole));
    if (last) this.#state.take(last);
    this.#state.torn = last === undefined && whole < bytes.length;
  }
}

const markOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

async function readFrom(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
