import { Worker } from 'node:worker_threads';
import { ProcessorWait } from '../store/files/processorWait.ts';

/** So long a machine that is busy with other things may add to what is waited. Milliseconds. */
const mostBusyMs = 1_000;

/**
 * Runs a program in a thread of its own and gives the text that it sends back; undefined where it sends none, or not
 * within so many milliseconds, in which the machine was free for it. Whatever that thread is busy with then, this one
 * goes on.
 */
export function textWithin(program: string, data: unknown, withinMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(program, { workerData: data });
    const deadline = new Deadline(withinMs, () => resolve(undefined));
    const end = (text?: string): void => {
      deadline.clear();
      resolve(text);
    };
    worker.once('message', (text: unknown) => end(typeof text === 'string' ? text : undefined));
    worker.once('error', (error) => {
      process.stderr.write(`history error: ${error.message}\n`);
      end();
    });
    worker.once('exit', () => end());
  });
}

/** Calls back after so many milliseconds, and those that the machine was busy with other things. */
class Deadline {
  readonly #began = performance.now();
  readonly #wait = new ProcessorWait();
  #timer: NodeJS.Timeout;

  constructor(withinMs: number, late: () => void) {
    const look = (): void => {
      const busy = Math.min(this.#wait.ms, mostBusyMs);
      const left = withinMs + busy - (performance.now() - this.#began);
      if (left <= 1) late();
      else this.#timer = setTimeout(look, left);
    };
    this.#timer = setTimeout(look, withinMs);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
