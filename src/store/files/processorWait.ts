import fs from 'node:fs';

const threads = '/proc/self/task';

/** How long threads of this process were ready to run while the machine ran others. Only Linux tells; elsewhere it is 0. */
export class ProcessorWait {
  readonly #before = waits();

  /** Of the thread that waited most since this was made. Milliseconds. */
  get ms(): number {
    const each = [...waits()].map(([id, ms]) => ms - (this.#before.get(id) ?? 0));
    return Math.max(0, ...each.filter(Number.isFinite));
  }
}

/** By the number of each thread. Milliseconds. */
function waits(): ReadonlyMap<string, number> {
  try {
    const read = (id: string): number =>
      Number(fs.readFileSync(`${threads}/${id}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
    return new Map(fs.readdirSync(threads).map((id) => [id, read(id)]));
  } catch {
    return new Map(); // another system, or a thread that has just ended
  }
}
