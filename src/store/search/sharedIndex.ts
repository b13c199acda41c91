import type { StoreContext } from '../base/context.ts';
import { TimeSlices } from '../base/timeSlices.ts';
import { lockFolder } from '../files/ignored.ts';
import { tryLock } from '../files/lock.ts';
import { folderAt } from '../files/way.ts';
import { IndexUpdater } from './indexUpdater.ts';
import type { TextIndex } from './textIndex.ts';
import type { Freshness, Prepared, SearchSource, SourceKind } from './types.ts';

/** The index is written when nobody has searched for so long. Milliseconds. */
const quietMs = 1_000;
/** So long an index is made before anybody searches; what it lacks then, the first search adds. Milliseconds. */
const preparingMs = 60_000;
/** Of the lock that one process holds that makes the index before it is asked for. */
const lockName = '.search';

/** The index of one store: brought up to date for each search, and shared with other processes. */
export class SharedIndex {
  readonly #context: StoreContext;
  readonly #updater: IndexUpdater;
  /** One refresh or write at a time. */
  #queue: Promise<unknown> = Promise.resolve();
  #writing: NodeJS.Timeout | undefined;
  #preparing: AbortController | undefined;

  constructor(sources: readonly SearchSource[], context: StoreContext) {
    this.#context = context;
    this.#updater = new IndexUpdater(sources, context);
  }

  /** What is missing in the index of what these sources have (of all by default), as sentences. */
  notes(kinds?: readonly SourceKind[]): readonly string[] {
    return this.#updater.notes(kinds);
  }

  /** How many items of these sources (of all by default) are still being read. */
  pending(kinds?: readonly SourceKind[]): number {
    return this.#updater.pending(kinds);
  }

  /** The index as of now. A search that is aborted leaves the refresh to the next one; one that prepares gives way. */
  refreshed(freshness: Freshness, signal?: AbortSignal): Promise<TextIndex> {
    this.#preparing?.abort();
    const refresh = this.#next(() => this.#updater.refresh(new TimeSlices(), freshness));
    void refresh.finally(() => this.#writeLater()).catch(() => undefined); // told to whoever asked for it
    return aborting(refresh, signal);
  }

  /** Writes what was read, where that would save other processes time: for a process that is about to end. */
  keep(): Promise<void> {
    clearTimeout(this.#writing);
    return this.#next(() => this.#write(new TimeSlices()));
  }

  /** What it promises stands at `SearchStore`. */
  async prepare(signal: AbortSignal): Promise<Prepared> {
    const { folder, isReadOnly, log } = this.#context;
    if (isReadOnly() || signal.aborted || folderAt(folder) === undefined) return 'nothing';
    if (await this.#updater.isShared()) return 'there';
    const turn = async (): Promise<Prepared> =>
      (await this.#updater.isShared()) ? 'there' : this.#next(() => this.#make(signal));
    return (await tryLock(lockFolder(folder, lockName), turn, log)) ?? 'elsewhere';
  }

  /** Where somebody searches meanwhile, that goes on with what is made by then. */
  async #make(signal: AbortSignal): Promise<Prepared> {
    const stop = new AbortController();
    const end = (): void => stop.abort();
    const late = setTimeout(end, preparingMs);
    late.unref();
    signal.addEventListener('abort', end, { once: true });
    this.#preparing = stop;
    try {
      await this.#updater.refresh(new TimeSlices(undefined, { ref: false }), 'recent', stop.signal);
    } finally {
      this.#preparing = undefined;
      clearTimeout(late);
      signal.removeEventListener('abort', end);
    }
    if (signal.aborted) return 'nothing';
    await this.#write(new TimeSlices(undefined, { ref: false }));
    return 'made';
  }

  /** What the refresh read is written down when there is nothing else to do; a process need not stay for it. */
  #writeLater(): void {
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => {
      const write = this.#next(() => this.#write(new TimeSlices(undefined, { ref: false })));
      write.catch(() => undefined); // told by the updater
    }, quietMs);
    this.#writing.unref();
  }

  async #write(slices: TimeSlices): Promise<void> {
    if (this.#updater.isWorthWriting) await this.#updater.write(slices);
  }

  #next<R>(work: () => Promise<R>): Promise<R> {
    const done = this.#queue.catch(() => undefined).then(work); // told to whoever asked for it
    this.#queue = done;
    return done;
  }
}

/** Waits for work that goes on, but no longer than until the signal. */
function aborting<R>(work: Promise<R>, signal: AbortSignal | undefined): Promise<R> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      try {
        signal.throwIfAborted();
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
