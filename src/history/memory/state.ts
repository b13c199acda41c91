import { recordsIn, type LogRecord } from './records.ts';
import type { Memory, MemoryFilter } from './types.ts';
import { StoreError } from '../../disk/base/core.ts';
import { matches, newestFirst } from './memory.ts';

/** How long the log keeps a deletion, so that an old branch does not revive the memory. Milliseconds. */
const deletionsKeptMs = 180 * 24 * 60 * 60 * 1_000;

/** The state after all lines of the log. */
export class MemoryState {
  /** By hash, including archived ones. */
  readonly memories: ReadonlyMap<string, Memory>;
  /** Whether the last line is incomplete. */
  torn = false;
  readonly #memories = new Map<string, Memory>();
  /** Time of the latest record per hash. */
  readonly #times = new Map<string, number>();
  /** Hashes whose text is in the log. */
  readonly #written = new Set<string>();
  #lines = 0;
  #unreadable = 0;

  constructor() {
    this.memories = this.#memories;
  }

  /** Number of lines in the log. */
  get lines(): number {
    return this.#lines;
  }

  /** Number of invalid lines. */
  get unreadable(): number {
    return this.#unreadable;
  }

  /** Number of lines that are superseded or invalid. */
  get staleLines(): number {
    return this.#lines - this.#times.size;
  }

  /** Reports whether the log has the text of a memory that was deleted before a time in milliseconds. */
  hasTextDeletedBefore(time: number): boolean {
    for (const [hash, at] of this.#times)
      if (at < time && this.#written.has(hash) && !this.#memories.has(hash)) return true;
    return false;
  }

  clear(): void {
    this.#memories.clear();
    this.#times.clear();
    this.#written.clear();
    this.#lines = 0;
    this.#unreadable = 0;
    this.torn = false;
  }

  takeLines(lines: readonly string[]): void {
    for (const line of lines) {
      if (line.trim() === '') continue;
      const { records, torn } = recordsIn(line);
      this.#lines += records.length + torn;
      this.#unreadable += torn;
      for (const record of records) this.take(record);
    }
  }

  take(record: LogRecord): void {
    const hash = record.op === 'put' ? record.memory.hash : record.hash;
    if (record.op === 'put') this.#written.add(hash);
    if (record.at < (this.#times.get(hash) ?? -Infinity)) return; // from another branch, and older
    this.#times.set(hash, record.at);
    if (record.op === 'delete') {
      this.#memories.delete(hash);
      return;
    }
    this.#memories.set(hash, record.memory);
  }

  /** Creates a record that is the latest of its memory, regardless of the clock. `now`: milliseconds. */
  put(memory: Memory, now: number): LogRecord {
    return { op: 'put', at: this.#next(memory.hash, now), memory };
  }

  /** Like `put`, for a deletion. */
  delete(hash: string, now: number): LogRecord {
    return { op: 'delete', at: this.#next(hash, now), hash };
  }

  /** The compact log, oldest first: one record per memory and per recent deletion. */
  records(now: number): readonly LogRecord[] {
    const records = [...this.#times].flatMap(([hash, at]): LogRecord[] => {
      const memory = this.#memories.get(hash);
      if (memory) return [{ op: 'put', at, memory }];
      return at < now - deletionsKeptMs ? [] : [{ op: 'delete', at, hash }];
    });
    return records.sort((a, b) => a.at - b.at);
  }

  #next(hash: string, now: number): number {
    return Math.max(now, (this.#times.get(hash) ?? -Infinity) + 1);
  }
}

/** Lists the matching memories, newest first. */
export const filterMemories = (state: MemoryState, filter: MemoryFilter): readonly Memory[] =>
  [...state.memories.values()].filter((memory) => matches(memory, filter)).sort(newestFirst);

/** Refuses a filter without a condition, which would select all memories. */
export function checkSelective({ tags = [], type, from, to }: MemoryFilter): void {
  if (tags.length > 0 || type !== undefined || from !== undefined || to !== undefined) return;
  throw new StoreError('invalid_argument', 'Say which memories to delete: give tags, a type or a time.', {
    arguments: ['tags'],
  });
}
