import { type Log, errorMessage } from '../../disk/base/core.ts';
import { oneLine } from '../../disk/text/containText.ts';
import type { CalledProject } from '../base/tool.ts';

/** Idle time of a project before its search index is built. Milliseconds. */
const idleMs = 15_000;

/** Builds the search index of a history while the server is idle. Its timer does not keep the process alive. */
export class IndexSchedule {
  readonly #log: Log;
  readonly #closing: AbortSignal;
  readonly #afterMs: number;
  readonly #timers = new WeakMap<CalledProject, NodeJS.Timeout>();
  /** Projects with an index. */
  readonly #done = new WeakSet<CalledProject>();

  constructor(log: Log, closing: AbortSignal, afterMs = idleMs) {
    this.#afterMs = afterMs;
    this.#log = log;
    this.#closing = closing;
  }

  /** Restarts the idle time; call it with each call of a project. Returns immediately. */
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
      this.#log.warn(`the index of the search could not be made: ${oneLine(errorMessage(error))}`);
    }
  }
}
