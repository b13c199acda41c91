import type { Log } from '../../store/base/core.ts';
import { oneLine } from '../../store/text/containText.ts';
import type { CalledProject } from '../base/tool.ts';

/** So long after the last call of a project the index of its search is made, if there is none. Milliseconds. */
const idleMs = 15_000;

/** Makes the index of a history that nobody has searched while the server has nothing else to do. Its timer keeps no process alive. */
export class PreparingSchedule {
  readonly #log: Log;
  readonly #closing: AbortSignal;
  readonly #afterMs: number;
  readonly #timers = new WeakMap<CalledProject, NodeJS.Timeout>();
  /** Those with an index. */
  readonly #done = new WeakSet<CalledProject>();

  constructor(log: Log, closing: AbortSignal, afterMs = idleMs) {
    this.#afterMs = afterMs;
    this.#log = log;
    this.#closing = closing;
  }

  /** To be called with each call of a project. Returns at once. */
  wait(called: CalledProject): void {
    if (this.#done.has(called) || this.#closing.aborted) return;
    const known = this.#timers.get(called);
    if (known) known.refresh();
    else this.#timers.set(called, setTimeout(() => void this.#prepare(called), this.#afterMs).unref());
  }

  async #prepare(called: CalledProject): Promise<void> {
    this.#timers.delete(called);
    try {
      const { search } = await called.whole();
      const outcome = await search.prepare(this.#closing);
      if (outcome === 'made' || outcome === 'there') this.#done.add(called);
    } catch (error) {
      this.#log.warn(`the index of the search could not be made: ${oneLine(String(error))}`);
    }
  }
}
