import { ProcessorWait } from '../disk/files/processorWait.ts';

/** Maximum extension of a deadline on a busy machine. Milliseconds. */
const maxExtensionMs = 2_000;

/** Calls back after a deadline in milliseconds, extended by the time a process waited for a busy processor. */
export class Deadline {
  readonly #began = performance.now();
  readonly #wait: ProcessorWait;
  #timer: NodeJS.Timeout;

  constructor(pid: number | undefined, withinMs: number, late: () => void) {
    this.#wait = new ProcessorWait(pid);
    const check = (): void => {
      const busy = Math.min(this.#wait.ms, maxExtensionMs);
      const left = withinMs + busy - (performance.now() - this.#began);
      if (left <= 1) late();
      else this.#timer = setTimeout(check, left);
    };
    this.#timer = setTimeout(check, withinMs);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
