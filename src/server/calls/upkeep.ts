import type { Clock } from '../../store/base/clock.ts';
import type { Log } from '../../store/base/log.ts';
import type { Store } from '../../store/store.ts';

/** A store is looked after at most this often. Milliseconds. */
const pauseMs = 60 * 60 * 1_000;

/** Does what is due in a store, beside the calls it gets: there is no timer that would keep the process alive. */
export class Upkeep {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #last = new WeakMap<Store, number>();

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** To be called with each call. Returns at once; what fails is logged, and tried again with a later call. */
  tend(store: Store): void {
    const now = this.#clock.now();
    if (Math.abs(now - (this.#last.get(store) ?? -Infinity)) < pauseMs) return;
    this.#last.set(store, now);
    store.memories.care.consolidateIfDue().then(
      (done) => {
        if (done) this.#log.info(`memories were consolidated as scheduled: ${done.archived.length} archived`);
      },
      (error: unknown) => this.#log.warn(`the scheduled consolidation failed: ${String(error)}`),
    );
  }
}
