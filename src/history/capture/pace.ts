import { realPause, type Clock } from '../../disk/base/context.ts';

/** The share of a core that may be used is one divided by this. */
export const paceShare = 5;
/** Shorter pauses are postponed and added to later ones. Milliseconds. */
const minPauseMs = 20;

/** Limits background work to a fifth of a core by pauses between its slices. */
export class Pace {
  readonly #clock: Clock;
  #worked = process.cpuUsage();
  #began: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#began = clock.now();
  }

  /**
   * Pauses until the process's CPU time since the start of the work is a fifth of the elapsed time, or the signal
   * aborts. Other work of the process counts too: when it is busy, this can wait.
   */
  async rest(signal: AbortSignal | undefined): Promise<void> {
    const { user, system } = process.cpuUsage(this.#worked);
    const ms = ((user + system) / 1_000) * paceShare - (this.#clock.now() - this.#began);
    if (ms >= minPauseMs) await (this.#clock.pause?.(ms, signal) ?? realPause(ms, signal));
    else if (ms < 0) this.#begin(); // unused time does not accumulate
  }

  #begin(): void {
    this.#worked = process.cpuUsage();
    this.#began = this.#clock.now();
  }
}
