import fs from 'node:fs';

/**
 * How long threads of a process, by default this one, were ready to run while the machine ran others. Only Linux
 * provides this; elsewhere it is 0.
 */
export class ProcessorWait {
  readonly #threads: string;
  readonly #before: ReadonlyMap<string, number>;

  constructor(pid: number | 'self' = 'self') {
    this.#threads = `/proc/${pid}/task`;
    this.#before = waits(this.#threads);
  }

  /** Of the thread that waited most since construction. Milliseconds. */
  get ms(): number {
    const each = [...waits(this.#threads)].map(([id, ms]) => ms - (this.#before.get(id) ?? 0));
    return Math.max(0, ...each.filter(Number.isFinite));
  }
}

/** By the number of each thread. Milliseconds. */
function waits(threads: string): ReadonlyMap<string, number> {
  try {
    const read = (id: string): number =>
      Number(fs.readFileSync(`${threads}/${id}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
    return new Map(fs.readdirSync(threads).map((id) => [id, read(id)]));
  } catch {
    return new Map(); // another system, or a thread that has just ended
  }
}
