import { setImmediate as breathe } from 'node:timers/promises';

/** The event loop gets its turn after this long. Milliseconds. */
const sliceMs = 8;

/** Keeps long work from blocking: `pause` waits for the event loop once the present slice is used up. */
export class Slices {
  readonly #signal: AbortSignal | undefined;
  #started = performance.now();

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Whether it is time to pause. */
  get isOver(): boolean {
    return performance.now() - this.#started > sliceMs;
  }

  throwIfAborted(): void {
    this.#signal?.throwIfAborted();
  }

  /** Throws what the signal was aborted with. */
  async pause(): Promise<void> {
    if (!this.isOver) return;
    await breathe();
    this.throwIfAborted();
    this.#started = performance.now();
  }
}
