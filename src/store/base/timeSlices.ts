import { setImmediate as breathe, setTimeout as rest } from 'node:timers/promises';

/** The event loop gets its turn after this long. Milliseconds. */
const sliceMs = 8;
/** Long enough for what was begun to end, so that the process can. Milliseconds. */
const restMs = 2;

/** Keeps long work from blocking: `pause` waits for the event loop once the present slice is used up. */
export class TimeSlices {
  readonly #signal: AbortSignal | undefined;
  readonly #ref: boolean;
  #started = performance.now();

  /** With `ref` false a process that waits for nothing else may end in a pause. */
  constructor(signal?: AbortSignal, { ref = true } = {}) {
    this.#signal = signal;
    this.#ref = ref;
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
    await (this.#ref ? breathe() : rest(restMs, undefined, { ref: false }));
    this.throwIfAborted();
    this.#started = performance.now();
  }
}
