import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lease, type Log, silentLog, StoreError } from '../base/core.ts';
import { makeFolderNow } from './folders.ts';
import { Generations, type Generation } from './generations.ts';
import { assertLockUsable } from './historyFormat.ts';
import { isAlive } from './owner.ts';

/*
 * A lock between processes, without a lock file that two waiting processes could both take over.
 *
 * A lock is a folder of numbered generations. A process holds the lock if it exclusively created the next number and
 * then still finds it to be the highest; the highest file is never deleted, only marked `free` on release, so no
 * number is ever used twice. A generation whose holder died is passed by creating the next one. A holder that was
 * only suspended learns from `assertHeld`, called right before it commits, that it has been passed.
 */

/** A holder touches its file this often as a heartbeat. Milliseconds. */
const heartbeatMs = 200;
/**
 * A holder whose process cannot be checked counts as dead after this long without a heartbeat: longer than programs
 * compute without a pause, including an editor full of extensions. Milliseconds.
 */
const silenceMs = 10_000;
/**
 * A process records its identity right after creating a file; a file without it that did not change for this long has
 * no owner. Milliseconds.
 */
const namelessMs = 800;
/** After waiting this long for a living holder, the caller gets an error. Milliseconds. */
const patienceMs = 30_000;
/**
 * If more time than this passes between two checks, during which the machine may have been suspended, only this much
 * counts. Milliseconds.
 */
const longestLookMs = 200;
/** For this long only the holder's own file is checked repeatedly, then everything known about it. Milliseconds. */
const glancesMs = 20;
/** Interval of retries of a release that the disk rejected. Milliseconds. */
const againMs = 100;

const queues = new Map<string, Promise<unknown>>();

/** Files of generations that this process has released, but that the disk could not record yet. */
const unreleased = new Set<string>();

/**
 * For each lock, the number that this process released last, which is tried before the folder is listed. If others
 * have held the lock since, creating the next one, or finding it to be the highest, fails as for any slow process.
 */
const released = new Map<string, number>();

/** Runs `work` while holding the lock at `folder` (created as needed), exclusive of all other processes and calls. */
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

/**
 * `withLock`, unless another process holds the lock: then nothing is run, and the result is undefined. A dead holder
 * is passed.
 */
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

/** Whether waiting for the lock ends with an error; called for each check while another process holds it. */
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
    // A later version that raises the format does so before it changes what a lock protects.
    assertLockUsable(folder);
    return await work({
      turn: held,
      assertHeld() {
        if (generations.highest() !== held) throw takenOver();
      },
      warn: (message) => log.warn(message),
      log,
    });
  } catch (error) {
    throw mayFollowFromPassing(error) && wasPassed(generations, held) ? takenOver(error) : error;
  } finally {
    clearInterval(heartbeat);
    if (release(generations, held)) released.set(folder, held);
    else released.delete(folder);
  }
}

/**
 * Whether an error may be caused by another holder that swept, moved, created or replaced what this one was about to
 * use.
 */
const mayFollowFromPassing = (error: unknown): boolean =>
  !(error instanceof StoreError) || error.code === 'not_found';

function wasPassed(generations: Generations, held: number): boolean {
  try {
    return generations.highest() !== held;
  } catch {
    return false; // the first error is reported
  }
}

const takenOver = (cause?: unknown): StoreError =>
  new StoreError('busy', 'The lock was taken over while this process was paused. Try again.', {}, { cause });

/** The number after the last one of this process, if it is the next one. */
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

/** Waits until a holder has released the lock, or may be silent: waiting should cost the holder little. */
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

/**
 * Measures time by checks: while the machine was suspended, no process could write heartbeats or release anything.
 */
class Watch {
  #mark = '';
  #looked = performance.now();
  #silentMs = 0;
  #waitedMs = 0;

  /** How long the holder's mark has not changed. */
  get silentMs(): number {
    return this.#silentMs;
  }

  /** Since the start of waiting. */
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

/** Whether the holder is known to be alive: by its process, or because it wrote a heartbeat during this wait. */
const isShownAlive = ({ owner }: Generation, { waitedMs, silentMs }: Watch): boolean =>
  (owner !== undefined && isAlive(owner) === true) || waitedMs > silentMs + longestLookMs;

function isPassable({ free, owner }: Generation, silentMs: number): boolean {
  if (free) return true;
  if (owner === undefined) return silentMs > namelessMs;
  return !(isAlive(owner) ?? silentMs <= silenceMs);
}

/**
 * Creates a generation; false if another process was quicker, or ahead by more than one, or may be about to pass it.
 */
function take(generations: Generations, next: number): boolean {
  const began = performance.now();
  if (!generations.create(next, () => release(generations, next))) return false;
  let all: number[] = [];
  let held = false;
  try {
    all = generations.list();
    // Suspended for this long, it may have been taken for ownerless by a process that is about to create the next
    // one.
    held = all.at(-1) === next && performance.now() - began < namelessMs;
  } finally {
    if (!held) release(generations, next);
  }
  generations.sweep(next, all);
  return held;
}

/**
 * Never throws: what was done under the lock is done, and no other process should have to wait for this one to end.
 * False if the disk rejects the release for now; it is then retried.
 */
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
