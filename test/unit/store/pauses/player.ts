import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Cells of the shared memory: after how many operations the thread pauses, and whether it may go on. */
export const stops = 0;
export const goesOn = 1;

/** What a process is to do: what a case does, by its number, in a project. */
export interface Order {
  readonly root: string;
  readonly number: number;
  readonly what: 'prepare' | 'run' | 'next' | 'state';
  /** Pattern of the operation to pause before: the function with its first two arguments. */
  readonly before?: string;
}

/** The outcome of what may be done or not. */
export const unsure = 'unsure';

/** How an order came to its end: `done`, `unsure`, or the code of an error. */
export interface Ended {
  readonly outcome: string;
  /** The error, or the state. */
  readonly text?: string;
}

/** A process has paused, or ended its order. */
export type Answer = { readonly still: true } | Ended;

/** More operations than any order has. */
const never = 2 ** 30;

/** A process that a thread plays, which runs only while it is waited for. */
export class Player {
  readonly #shared = new Int32Array(new SharedArrayBuffer(8));
  readonly #thread: Worker;
  /** Whether it can be ordered about. */
  readonly begun: Promise<unknown>;

  constructor(program: string, index: number) {
    this.#thread = new Worker(program, { workerData: { index, buffer: this.#shared.buffer } });
    this.begun = this.#answer();
  }

  /** Begins an order, and pauses before the operation with that number, from 1, or of that pattern. */
  begin(order: Order, before: number | string = never): Promise<Answer> {
    Atomics.store(this.#shared, stops, typeof before === 'number' ? before : never);
    this.#thread.postMessage(typeof before === 'number' ? order : { ...order, before });
    return this.#answer();
  }

  /** Resumes a paused process. */
  goOn(before = never): Promise<Answer> {
    Atomics.store(this.#shared, stops, before);
    Atomics.store(this.#shared, goesOn, 1);
    Atomics.notify(this.#shared, goesOn);
    return this.#answer();
  }

  async end(): Promise<void> {
    await this.#thread.terminate();
  }

  /** Operations it has done since it began or went on. */
  get operations(): number {
    return never - Atomics.load(this.#shared, stops);
  }

  async #answer(): Promise<Answer> {
    const [answer] = (await once(this.#thread, 'message')) as [Answer];
    return answer;
  }
}
