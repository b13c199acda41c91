import { runInThisContext } from 'node:vm';
import { errno } from '../store/base/core.ts';
import { toTerminal } from '../store/text/containText.ts';
import { ProcessorWait } from '../store/files/processorWait.ts';

/** What the program is told that runs in a thread of its own. */
export const inThread = '--in-thread';

/** What it is told when it goes on after its agent has ended. */
export const inBackground = '--in-background';

/** So long a machine that is busy with other things may add to what is waited. Milliseconds. */
const mostBusyMs = 1_000;

/** Threads that nobody waits for any more. */
const leftBehind = new Set<object>();

/** Whether a thread goes on that nobody waits for. */
export const isThreadLeft = (): boolean => leftBehind.size > 0;

/**
 * Runs a program in a thread of its own and gives the text that it sends back; undefined where it sends none, or not
 * within so many milliseconds, in which the machine was free for it. Whatever that thread is busy with then, this one
 * goes on.
 */
export async function textWithin(
  program: string,
  data: unknown,
  withinMs: number,
): Promise<string | undefined> {
  const { Worker } = await import('node:worker_threads'); // which takes a while to load
  return new Promise((resolve) => {
    const worker = new Worker(program, { workerData: data, argv: [inThread] });
    const deadline = new Deadline(withinMs, () => {
      leftBehind.add(worker);
      resolve(undefined);
    });
    const end = (text?: string): void => {
      deadline.clear();
      resolve(text);
    };
    worker.once('message', (text: unknown) => end(typeof text === 'string' ? text : undefined));
    worker.once('error', (error) => {
      process.stderr.write(`history error: ${toTerminal(error.message)}\n`);
      end();
    });
    worker.once('exit', () => end());
  });
}

/** What a promise gives, or undefined where that takes longer than so many milliseconds. */
export function settledWithin<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const deadline = new Deadline(ms, () => resolve(undefined));
    promise.then(resolve, reject).finally(() => deadline.clear());
  });
}

/** Where the work to be done stands while it is done, for a program of one line. */
const place = 'workOfTheHook';

/** Stands for a result that took too long. */
export const tooLate = Symbol('too late');

/**
 * What work gives that never waits, stopped after so many milliseconds in which the machine was free for it: then
 * `tooLate`. A thread of its own, which would stop it as well, takes longer to start than such work takes.
 */
export function doneWithin<T>(work: () => T, ms: number): T | typeof tooLate {
  const began = performance.now();
  const wait = new ProcessorWait();
  const results: T[] = [];
  Reflect.set(globalThis, place, () => void results.push(work()));
  for (let left = ms; left > 1; left = ms + Math.min(wait.ms, mostBusyMs) - (performance.now() - began)) {
    try {
      runInThisContext(`${place}()`, { timeout: Math.ceil(left) });
      break;
    } catch (error) {
      if (errno(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    }
  }
  for (const result of results) return result;
  return tooLate;
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
