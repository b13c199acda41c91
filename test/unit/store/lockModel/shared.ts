/*
 * What the threads of the model share. A thread plays a process; it stops before each operation on the lock's files and
 * goes on when the scheduler says so, and how.
 */

export const processCount = 3;

/** What a process can see of others: all of it; their numbers but not when they began, as without `/proc`; nothing, on other machines. */
export const sights = ['all', 'numbers', 'nothing'] as const;
export type Sight = (typeof sights)[number];

/** What a process is doing. */
export const running = 0;
export const atOperation = 1;
export const idle = 2;

/** The first words of what processes do with the files of a lock. */
export const verbs = [
  ...(['begins', 'lists', 'makes', 'opens', 'reads', 'writes', 'closes', 'touches', 'deletes'] as const),
  ...(['looks', 'asks'] as const),
] as const;
export type Verb = (typeof verbs)[number];

/** What becomes of the operation a process stands at. */
export const done = 0;
export const refused = 1;
export const torn = 2;
export const killed = 3;

export const codes = ['EIO', 'EPERM', 'EBUSY', 'ENOSPC'] as const;

export class Shared {
  readonly buffers: readonly SharedArrayBuffer[];
  readonly state: Int32Array;
  /** Which of the verbs the operation is that a process stands at. */
  readonly verb: Int32Array;
  readonly answer: Int32Array;
  readonly code: Int32Array;
  /** The number of the living process, 0 without one, and when it began. */
  readonly pid: Int32Array;
  readonly start: Int32Array;
  /** The generation under which a process is at work, else 0. */
  readonly inside: Int32Array;
  /** Whether a process stands between its last look at the lock and its writing. */
  readonly writing: Int32Array;
  /** `entered`: the last generation that came to work. `written`: the number that is counted up. */
  readonly counts: Int32Array;
  /** Whether a process came to its end. */
  readonly finished: Int32Array;
  /** `now`: milliseconds. Then the time of the next timer of each process. */
  readonly times: Float64Array;

  constructor(buffers: readonly SharedArrayBuffer[] = []) {
    const sizes = Array.from({ length: 10 }, () => 4 * 8);
    this.buffers =
      buffers.length > 0 ? buffers : [...sizes, 8 * 8].map((size) => new SharedArrayBuffer(size));
    const ints = this.buffers.map((buffer) => new Int32Array(buffer));
    [
      this.state,
      this.verb,
      this.answer,
      this.code,
      this.pid,
      this.start,
      this.inside,
      this.writing,
      this.counts,
      this.finished,
    ] = ints as [
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
    ];
    this.times = new Float64Array(this.buffers[10]!);
  }
}

export const entered = 0;
export const written = 1;
export const enough = 2;
export const step = 3;
export const wrong = 4;

export const now = 0;
export const wall = 1;
export const nextTimer = 2;

export interface Begin {
  readonly folder: string;
  readonly sight: Sight;
  readonly seed: number;
}

export type Order = { readonly begin: Begin } | { readonly order: 'timer' | 'kill' | 'trace' };
