import type { StoreContext } from '../../disk/base/context.ts';
import { TimeSlices } from '../../disk/base/timeSlices.ts';
import { lockFolder } from '../../disk/files/ignored.ts';
import { tryLock } from '../../disk/files/lock.ts';
import { folderAt } from '../../disk/files/way.ts';
import { isChangeable } from '../../disk/files/historyFormat.ts';
import { searchName } from './indexFiles.ts';
import { IndexUpdater } from './indexUpdater.ts';
import type { TextIndex } from './textIndex.ts';
import type { Freshness, Note, Prepared, SearchRequest, SearchSource, SourceKind, Waiting } from './types.ts';

/** Idle time after a search before the index is written. Milliseconds. */
const idleMs = 1_000;
/** Limit on preparing an index; the first search adds the rest. Milliseconds. */
const maxPreparingMs = 60_000;
/** Interval of a timer that only has to exist. Milliseconds. */
const aliveMs = 60_000;
/** Name of the lock held by the process that prepares the index; versions with other forms have their own. */
const lockName = `.${searchName}`;

/** Index of one store: refreshed for each search, and shared with other processes. */
export class SharedIndex {
  readonly #context: StoreContext;
  readonly #updater: IndexUpdater;
  /** Serialises refreshes and writes. */
  #queue: Promise<unknown> = Promise.resolve();
  #writing: NodeJS.Timeout | undefined;
  #preparing: AbortController | undefined;

  constructor(sources: readonly SearchSource[], context: StoreContext) {
    this.#context = context;
    this.#updater = new IndexUpdater(sources, context);
  }

  /** Returns what the index lacks of the given sources (default all), as sentences. */
  notes(kinds?: readonly SourceKind[]): readonly Note[] {
    return this.#updater.notes(kinds);
  }

  /** Returns what a search of the given sources (default all) that found nothing looked into, as sentences. */
  looked(request: Pick<SearchRequest, 'dialog'>, kinds?: readonly SourceKind[]): readonly Note[] {
    return this.#updater.looked(request, kinds);
  }

  /** Number of items of the given sources (default all) that are still being read. */
  pending(kinds?: readonly SourceKind[]): number {
    return this.#updater.pending(kinds);
  }

  /**
   * Returns the up-to-date index. If the search is aborted, the refresh continues; a preparation in progress yields to
   * it.
   */
  refreshed(freshness: Freshness, signal?: AbortSignal, waiting?: Waiting): Promise<TextIndex> {
    this.#preparing?.abort();
    const refresh = keptAlive(
      this.#next(() => this.#updater.refresh(new TimeSlices(), freshness, { waiting })),
    );
    void refresh.finally(() => this.#writeLater()).catch(() => undefined); // reported to the caller
    return aborting(refresh, signal);
  }

  /** Writes the additions if they would save other processes time; for a process about to end. */
  keep(): Promise<void> {
    clearTimeout(this.#writing);
    return keptAlive(this.#next(() => this.#write(new TimeSlices())));
  }

  /** See `SearchStore.prepare`. */
  async prepare(signal: AbortSignal): Promise<Prepared> {
    const { folder, isReadOnly, log } = this.#context;
    if (isReadOnly() || signal.aborted || folderAt(folder) === undefined) return 'nothing';
    if (!isChangeable(folder)) return 'nothing'; // its locks may be others
    if (await this.#updater.isShared()) return 'there';
    const turn = async (): Promise<Prepared> =>
      (await this.#updater.isShared()) ? 'there' : this.#next(() => this.#make(signal));
    return (await tryLock(lockFolder(folder, lockName), turn, log)) ?? 'elsewhere';
  }

  /** Builds the index; a concurrent search takes over what exists by then. */
  async #make(signal: AbortSignal): Promise<Prepared> {
    const stop = new AbortController();
    const end = (): void => stop.abort();
    const late = setTimeout(end, maxPreparingMs);
    late.unref();
    signal.addEventListener('abort', end, { once: true });
    this.#preparing = stop;
    try {
      await this.#updater.refresh(new TimeSlices(undefined, { ref: false }), 'recent', {
        enough: stop.signal,
      });
    } finally {
      this.#preparing = undefined;
      clearTimeout(late);
      signal.removeEventListener('abort', end);
    }
    if (signal.aborted) return 'nothing';
    await this.#write(new TimeSlices(undefined, { ref: false }));
    return 'made';
  }

  /** Schedules writing for when the process is idle; a process need not wait for it. */
  #writeLater(): void {
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => {
      const write = this.#next(() => this.#write(new TimeSlices(undefined, { ref: false })));
      write.catch(() => undefined); // logged by the updater
    }, idleMs);
    this.#writing.unref();
  }

  async #write(slices: TimeSlices): Promise<void> {
    if (this.#updater.isWorthWriting) await this.#updater.write(slices);
  }

  #next<R>(work: () => Promise<R>): Promise<R> {
    const done = this.#queue.catch(() => undefined).then(work); // reported to the caller
    this.#queue = done;
    return done;
  }
}

/** Keeps the process alive until work that somebody waits for is done, also behind work that nobody waits for. */
async function keptAlive<R>(work: Promise<R>): Promise<R> {
  const alive = setInterval(() => undefined, aliveMs);
  try {
    return await work;
  } finally {
    clearInterval(alive);
  }
}

/** Waits for work to complete or the signal to abort; the work itself continues. */
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
