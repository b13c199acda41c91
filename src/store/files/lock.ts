import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../base/errors.ts';
import { silentLog, type Log } from '../base/log.ts';
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
/** More time than this between two looks, the machine slept. Milliseconds. */
const longestLookMs = 800;
/** How often a release that the disk refused is tried again. Milliseconds. */
const againMs = 100;

export interface Lease {
  /** Throws `busy` when another process has taken the lock over; call it right before every rename that commits. */
  assertHeld(): void;
  /** Tells the log what does not fail the change. */
  warn(message: string): void;
}

const queues = new Map<string, Promise<unknown>>();

/** Files of generations that this process has let go of, but the disk does not know it yet. */
const unreleased = new Set<string>();

/** Runs `work` while holding the lock at `folder` (created as needed), against all other processes and calls. */
export async function withLock<T>(
  folder: string,
  work: (lease: Lease) => Promise<T>,
  log: Log = silentLog,
): Promise<T> {
  const before = queues.get(folder) ?? Promise.resolve();
  const mine = () => underLock(folder, work, log);
  const turn = before.then(mine, mine);
  queues.set(folder, turn);
  try {
    return await turn;
  } finally {
    if (queues.get(folder) === turn) queues.delete(folder);
  }
}

async function underLock<T>(folder: string, work: (lease: Lease) => Promise<T>, log: Log): Promise<T> {
  makeFolderNow(folder);
  const generations = new Generations(folder);
  const held = await acquire(generations);
  const heartbeat = setInterval(() => generations.touch(held), heartbeatMs);
  heartbeat.unref();
  try {
    return await work({
      assertHeld() {
        if (generations.highest() !== held)
          throw new StoreError('busy', 'The lock was taken over while this process was paused. Try again.');
      },
      warn: (message) => log.warn(message),
    });
  } finally {
    clearInterval(heartbeat);
    release(generations, held);
  }
}

async function acquire(generations: Generations): Promise<number> {
  const holder = new Watch();
  let waited = 0;
  for (let looked = performance.now(); ;) {
    const current = generations.highest();
    const state = generations.read(current);
    const silentMs = holder.silence(`${current} ${state.mark}`);
    const passable = unreleased.has(generations.file(current)) || isPassable(state, silentMs);
    if (passable && take(generations, current + 1)) return current + 1;
    // Of time in which the machine slept only this much is counted: the holder slept as well.
    waited += Math.min(performance.now() - looked, longestLookMs);
    looked = performance.now();
    if (waited > patienceMs) throw outOfPatience(state);
    await sleep(randomInt(1, 4));
  }
}

/** How long what a holder shows has stayed the same. */
class Watch {
  #mark = '';
  #since = 0;
  #looks = 0;

  /** Milliseconds since another mark was seen. Looks are counted, too: while the machine slept, nobody could show life. */
  silence(mark: string): number {
    if (mark !== this.#mark) {
      this.#mark = mark;
      this.#since = performance.now();
      this.#looks = 0;
    }
    this.#looks++;
    return this.#looks > 10 ? performance.now() - this.#since : 0;
  }
}

function isPassable({ free, owner }: Generation, silentMs: number): boolean {
  if (free) return true;
  if (owner === undefined) return silentMs > namelessMs;
  return !(isAlive(owner) ?? silentMs <= silenceMs);
}

/** Makes a generation; false where somebody else was quicker, or ahead by more than one. */
function take(generations: Generations, next: number): boolean {
  if (!generations.create(next, () => release(generations, next))) return false;
  let all: number[] = [];
  try {
    all = generations.list();
  } finally {
    if (all.at(-1) !== next) release(generations, next);
  }
  generations.sweep(next, all);
  return all.at(-1) === next;
}

/** Never fails: what was done under the lock is done, and nobody may have to wait for this process to end. */
function release(generations: Generations, held: number): void {
  if (generations.free(held)) return;
  const file = generations.file(held);
  unreleased.add(file);
  const again = setInterval(() => {
    if (!generations.free(held)) return;
    clearInterval(again);
    unreleased.delete(file);
  }, againMs);
  again.unref();
}

const outOfPatience = ({ owner }: Generation): StoreError =>
  new StoreError(
    'busy',
    `Another process (${owner ? `number ${owner.pid}` : 'unknown'}) has held the lock for ${patienceMs / 1_000} seconds. Try again, or end that process.`,
  );
