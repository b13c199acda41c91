import { parseRecord, type LogRecord } from './records.ts';
import type { Memory } from './types.ts';

/** How long the log remembers that a memory was deleted, so that an old branch does not bring it back. Milliseconds. */
const deletionsKeptMs = 180 * 24 * 60 * 60 * 1_000;

/** What the lines of the log come to. */
export class MemoryState {
  /** By hash, archived ones too. */
  readonly memories: ReadonlyMap<string, Memory>;
  /** Whether the last line was begun and not ended. */
  torn = false;
  readonly #memories = new Map<string, Memory>();
  /** When each hash was last written or deleted. */
  readonly #times = new Map<string, number>();
  #lines = 0;
  #unreadable = 0;

  constructor() {
    this.memories = this.#memories;
  }

  /** Lines of the log. */
  get lines(): number {
    return this.#lines;
  }

  /** Lines that are no record. */
  get unreadable(): number {
    return this.#unreadable;
  }

  /** Lines that a newer one of the same memory has made void, or that cannot be read. */
  get staleLines(): number {
    return this.#lines - this.#times.size;
  }

  clear(): void {
    this.#memories.clear();
    this.#times.clear();
    this.#lines = 0;
    this.#unreadable = 0;
    this.torn = false;
  }

  takeLines(lines: readonly string[]): void {
    for (const line of lines) {
      if (line.trim() === '') continue;
      this.#lines++;
      const record = parseRecord(line);
      if (record) this.take(record);
      else this.#unreadable++;
    }
  }

  take(record: LogRecord): void {
    const hash = record.op === 'put' ? record.memory.hash : record.hash;
    if (record.at < (this.#times.get(hash) ?? -Infinity)) return; // from another branch, and older
    this.#times.set(hash, record.at);
    if (record.op === 'delete') {
      this.#memories.delete(hash);
      return;
    }
    this.#memories.set(hash, record.memory);
  }

  /** A record that counts as the newest of its memory, whatever the clock says. `now` in milliseconds. */
  put(memory: Memory, now: number): LogRecord {
    return { op: 'put', at: this.#next(memory.hash, now), memory };
  }

  /** As `put`, of a deletion. */
  delete(hash: string, now: number): LogRecord {
    return { op: 'delete', at: this.#next(hash, now), hash };
  }

  /** What the log has to say, oldest first: a record for each memory, and for each that was deleted lately. */
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
