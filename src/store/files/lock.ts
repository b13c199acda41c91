import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lease, type Log, silentLog, StoreError } from '../base/core.ts';
import { makeFolderNow } from './folders.ts';
import { Generations, type Generation } from './generations.ts';
import { isAlive } from './owner.ts';

/*
 * A lock between processes, without a lock file that two waiters could both take over.
 *
 * A lock is a folder of numbered generations. Whoever exclusively creates the next number and then still
 * finds it to be the highest holds the lock; the highest file is never deleted, only marked `free` on
 * release, so no number is ever handed out twice. A generation whose holder died is passed by creating the
 * next one. A holder that was only paused learns from `assertHeld`, called right before it commits, that it
 * has been passed.
 */

/** A holder shows that it lives by touching its file this often. Milliseconds. */
const heartbeatMs = 200;
/**
 * A holder is dead that cannot be told by its process and did not touch its file for this long: longer than programs
 * compute without a pause, an editor full of extensions included. Milliseconds.
 */
const silenceMs = 10_000;
/** Whoever made a file says at once who it is; a nameless one that did not change for this long is nobody's. Milliseconds. */
const namelessMs = 800;
/** After this long of waiting for a living holder the caller is told. Milliseconds. */
const patienceMs = 30_000;
/** Of more time than this between two looks, in which the machine may have slept, this much is counted. Milliseconds. */
const longestLookMs = 200;
/** Of so long only a holder's own file is looked at again and again, and then all that can be known of it. Milliseconds. */
const glancesMs = 20;
/** How often a release that the disk refused is tried again. Milliseconds. */
const againMs = 100;

const queues = new Map<string, Promise<unknown>>();

/** Files of generations that this process has let go of, but the disk does not know it yet. */
const unreleased = new Set<string>();

/**
 * Of each lock the number that this process released last, which is tried before the folder is listed. Where others had the
 * lock since, making the next one, or finding it to be the highest, fails as it does for whoever was slow.
 */
const released = new Map<string, number>();

/** Runs `work` while holding the lock at `folder` (created as needed), against all other processes and calls. */
export async function withLock<T>(
  folder: string,
  work: (lease: Lease) => Promise<T>,
  log: Log = silentLog,
): Promise<T> {
  const before = queues.get(folder) ?? Promise.resolve();
  const mine = () => underLock(folder, { work, log }, outOfPatience);
  const turn = before.then(mine, mine);
  queues.set(folder, turn);
  try {
    return await turn;
  } finally {
    if (queues.get(folder) === turn) queues.delete(folder);
  }
}

/** The same, unless somebody holds the lock: then nothing is run, and the result is undefined. A dead holder is passed. */
export async function tryLock<T>(
  folder: string,
  work: (lease: Lease) => Promise<T>,
  log: Log = silentLog,
): Promise<T | undefined> {
  if (queues.has(folder)) return undefined;
  const taken = new StoreError('busy', 'Another process holds the lock.');
  const turn = underLock(folder, { work, log }, (state, watch) =>
    isShownAlive(state, watch) ? taken : undefined,
  );
  queues.set(folder, turn);
  try {
    return await turn;
  } catch (error) {
    if (error === taken) return undefined;
    throw error;
  } finally {
    if (queues.get(folder) === turn) queues.delete(folder);
  }
}

/** Whether waiting for the lock ends with an error, looked at again and again while somebody else holds it. */
type Refuse = (state: Generation, watch: Watch) => StoreError | undefined;

const outOfPatience: Refuse = ({ owner }, { waitedMs }) =>
  waitedMs <= patienceMs
    ? undefined
    : new StoreError(
        'busy',
        `Another process (${owner ? `number ${owner.pid}` : 'unknown'}) has held the lock for ${patienceMs / 1_000} seconds. Try again, or end that process.`,
      );

interface LockedWork<T> {
  readonly work: (lease: Lease) => Promise<T>;
  readonly log: Log;
}

async function underLock<T>(folder: string, { work, log }: LockedWork<T>, refuse: Refuse): Promise<T> {
  makeFolderNow(folder);
  const generations = new Generations(folder);
  const held = takeNext(generations, released.get(folder)) ?? (await acquire(generations, refuse));
  const heartbeat = setInterval(() => generations.touch(held), heartbeatMs);
  heartbeat.unref();
  try {
    return await work({
      turn: held,
      assertHeld() {
        if (generations.highest() !== held)
          throw new StoreError('busy', 'The lock was taken over while this process was paused. Try again.');
      },
      warn: (message) => log.warn(message),
    });
  } finally {
    clearInterval(heartbeat);
    if (release(generations, held)) released.set(folder, held);
    else released.delete(folder);
  }
}

/** The number after the last one of this process, where that is the next to be taken. */
const takeNext = (generations: Generations, last: number | undefined): number | undefined =>
  last !== undefined && generations.read(last).free && take(generations, last + 1) ? last + 1 : undefined;

async function acquire(generations: Generations, refuse: Refuse): Promise<number> {
  const watch = new Watch();
  for (;;) {
    const current = generations.highest();
    const state = generations.read(current);
    watch.look(`${current} ${state.mark}`);
    const passable = unreleased.has(generations.file(current)) || isPassable(state, watch.silentMs);
    if (passable && take(generations, current + 1)) return current + 1;
    const refusal = refuse(state, watch);
    if (refusal) throw refusal;
    await glance(generations, current);
  }
}

/** Waits until a holder says that it is done, or may have become silent: whoever waits takes little from whoever works. */
async function glance(generations: Generations, current: number): Promise<void> {
  const descriptor = generations.open(current);
  const began = performance.now();
  try {
    do await sleep(randomInt(1, 4));
    while (performance.now() - began < glancesMs && generations.isHeld(descriptor));
  } finally {
    generations.close(descriptor);
  }
}

/** Measures time by looks: while the machine slept, nobody could show life or release anything. */
class Watch {
  #mark = '';
  #looked = performance.now();
  #silentMs = 0;
  #waitedMs = 0;

  /** How long what a holder shows has stayed the same. */
  get silentMs(): number {
    return this.#silentMs;
  }

  /** Since the beginning. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  look(mark: string): void {
    const now = performance.now();
    const passed = Math.min(now - this.#looked, longestLookMs);
    this.#looked = now;
    this.#waitedMs += passed;
    this.#silentMs = mark === this.#mark ? this.#silentMs + passed : 0;
    this.#mark = mark;
  }
}

/** Whether the holder is known to live: by its process, or since it showed a sign of life while it was watched. */
const isShownAlive = ({ owner }: Generation, { waitedMs, silentMs }: Watch): boolean =>
  (owner !== undefined && isAlive(owner) === true) || waitedMs > silentMs + longestLookMs;

function isPassable({ free, owner }: Generation, silentMs: number): boolean {
  if (free) return true;
  if (owner === undefined) return silentMs > namelessMs;
  return !(isAlive(owner) ?? silentMs <= silenceMs);
}

/** Makes a generation; false where somebody else was quicker, or ahead by more than one, or may be about to pass it. */
function take(generations: Generations, next: number): boolean {
  const began = performance.now();
  if (!generations.create(next, () => release(generations, next))) return false;
  let all: number[] = [];
  let held = false;
  try {
    all = generations.list();
    // Stopped meanwhile for so long, it may have been seen as nobody's by one who is to make the next.
    held = all.at(-1) === next && performance.now() - began < namelessMs;
  } finally {
    if (!held) release(generations, next);
  }
  generations.sweep(next, all);
  return held;
}

/** Never fails: what was done under the lock is done, and nobody may have to wait for this process to end. False where it takes longer. */
function release(generations: Generations, held: number): boolean {
  if (generations.free(held)) return true;
  const file = generations.file(held);
  unreleased.add(file);
  const again = setInterval(() => {
    if (!generations.free(held)) return;
    clearInterval(again);
    unreleased.delete(file);
  }, againMs);
  again.unref();
  return false;
}
