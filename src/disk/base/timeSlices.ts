import { setImmediate as breathe, setTimeout as rest } from 'node:timers/promises';

/** The event loop runs after this long. Milliseconds. */
const sliceMs = 8;
/** Long enough for pending work to end, so that the process can exit. Milliseconds. */
const restMs = 2;

/** Keeps long work from blocking: `pause` waits for the event loop once the current slice is used up. */
export class TimeSlices {
  readonly #signal: AbortSignal | undefined;
  readonly #ref: () => boolean;
  #started = performance.now();

  /** While `ref` is false, a process that waits for nothing else may exit during a pause. */
  constructor(signal?: AbortSignal, { ref = true }: { readonly ref?: boolean | (() => boolean) } = {}) {
    this.#signal = signal;
    this.#ref = typeof ref === 'boolean' ? () => ref : ref;
  }

  /** Whether it is time to pause. */
  get isOver(): boolean {
    return performance.now() - this.#started > sliceMs;
  }

  /** Passes pieces on, with pauses between them. */
  async *between<T>(pieces: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
    for await (const piece of pieces) {
      yield piece;
      await this.pause();
    }
  }

  throwIfAborted(): void {
    this.#signal?.throwIfAborted();
  }

  /** Throws the abort reason of the signal. */
  async pause(): Promise<void> {
    if (!this.isOver) return;
    await (this.#ref() ? breathe() : rest(restMs, undefined, { ref: false }));
    this.throwIfAborted();
    this.#started = performance.now();
  }
}
