import { realPause, type Clock } from '../base/context.ts';

/** At most one part in so many of a core is used. */
export const paceShare = 5;
/** Shorter pauses are made up for by later ones. Milliseconds. */
const shortestMs = 20;

/** Keeps work that nobody waits for to a fifth of a core, by pauses between its slices. */
export class Pace {
  readonly #clock: Clock;
  #worked = process.cpuUsage();
  #began: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#began = clock.now();
  }

  /**
   * Pauses until the processor time of this process since the work began is a fifth of what went by; the signal ends
   * it. What else the process computes counts as well: where it is busy, this has time.
   */
  async rest(signal: AbortSignal | undefined): Promise<void> {
    const { user, system } = process.cpuUsage(this.#worked);
    const ms = ((user + system) / 1_000) * paceShare - (this.#clock.now() - this.#began);
    if (ms >= shortestMs) await (this.#clock.pause?.(ms, signal) ?? realPause(ms, signal));
    else if (ms < 0) this.#begin(); // time that was not used is not saved up
  }

  #begin(): void {
    this.#worked = process.cpuUsage();
    this.#began = this.#clock.now();
  }
}
