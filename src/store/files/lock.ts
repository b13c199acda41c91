import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errno, StoreError } from '../errors.ts';
import { isObject } from '../json.ts';
import { makeFolderNow } from './folders.ts';
import { createNow, useNow } from './open.ts';
import { isAlive, thisProcess, type Owner } from './owner.ts';

/*
 * A lock between processes, without a lock file that two waiters could both take over.
 *
 * A lock is a folder of numbered generations. Whoever exclusively creates the next number and then still
 * finds it to be the highest holds the lock; the highest file is never deleted, only marked `free` on
 * release, so no number is ever handed out twice. A generation whose holder died is passed by creating the
 * next one. A holder that was only paused learns from `assertHeld`, called right before it commits, that it
 * has been passed.
 */

/** A holder proves to other machines that it lives by touching its file this often. Milliseconds. */
const heartbeatMs = 200;
/** A holder that cannot be seen as a process and did not touch its file for this long is dead. Milliseconds. */
const silenceMs = 800;
/** After this long of waiting for a living holder the caller is told. Milliseconds. */
const patienceMs = 30_000;
/** Passed generations kept, so that one listing of the folder can never miss all of them. */
const keptGenerations = 3;

export interface Lease {
  /** Throws `busy` when another process has taken the lock over; call it right before every rename that commits. */
  assertHeld(): void;
}

const queues = new Map<string, Promise<unknown>>();

/** Runs `work` while holding the lock at `folder` (created as needed), against all other processes and calls. */
export async function withLock<T>(folder: string, work: (lease: Lease) => Promise<T>): Promise<T> {
  const before = queues.get(folder) ?? Promise.resolve();
  const turn = before.then(
    () => underLock(folder, work),
    () => underLock(folder, work),
  );
  queues.set(folder, turn);
  try {
    return await turn;
  } finally {
    if (queues.get(folder) === turn) queues.delete(folder);
  }
}

async function underLock<T>(folder: string, work: (lease: Lease) => Promise<T>): Promise<T> {
  makeFolderNow(folder);
  const generation = await acquire(folder);
  const file = join(folder, fileName(generation));
  const heartbeat = setInterval(() => touch(file), heartbeatMs);
  heartbeat.unref();
  try {
    return await work({
      assertHeld() {
        if (highest(folder) !== generation)
          throw new StoreError('busy', 'The lock was taken over while this process was paused. Try again.');
      },
    });
  } finally {
    clearInterval(heartbeat);
    release(file);
  }
}

async function acquire(folder: string): Promise<number> {
  let waited = 0;
  let looked = performance.now();
  let seen: { mark: string; since: number; looks: number } | undefined;
  for (;;) {
    const current = highest(folder);
    const state = current === 0 ? freeState : readState(join(folder, fileName(current)));
    if (seen?.mark !== `${current} ${state.mark}`)
      seen = { mark: `${current} ${state.mark}`, since: performance.now(), looks: 0 };
    seen.looks++;
    // Looks are counted too: after the machine slept, time has passed but nobody had a chance to touch anything.
    const silent = seen.looks > 10 && performance.now() - seen.since > silenceMs;
    if (state.free || isDead(state.owner, silent)) {
      if (take(folder, current + 1)) return current + 1;
      continue;
    }
    // Of time in which the machine slept only this much is counted: the holder slept as well.
    waited += Math.min(performance.now() - looked, silenceMs);
    looked = performance.now();
    if (waited > patienceMs)
      throw new StoreError(
        'busy',
        `Another process (${state.owner ? `number ${state.owner.pid}` : 'unknown'}) has held the lock for ${patienceMs / 1_000} seconds. Try again, or end that process.`,
      );
    await sleep(randomInt(1, 4));
  }
}

function isDead(owner: Owner | undefined, silent: boolean): boolean {
  const alive = owner && isAlive(owner);
  return alive === undefined ? silent : !alive;
}

function take(folder: string, generation: number): boolean {
  const file = join(folder, fileName(generation));
  try {
    createNow(file, `held ${JSON.stringify(thisProcess())}\n`);
  } catch (error) {
    if (errno(error) === 'EEXIST') return false;
    throw error;
  }
  const all = generations(folder);
  if (all.at(-1) !== generation) {
    release(file); // somebody was ahead by more than one
    return false;
  }
  for (const old of all) if (old <= generation - keptGenerations) remove(join(folder, fileName(old)));
  return true;
}

interface LockState {
  readonly free: boolean;
  readonly owner?: Owner | undefined;
  /** Differs whenever the holder showed a sign of life. */
  readonly mark: string;
}

const freeState: LockState = { free: true, mark: '' };

function readState(file: string): LockState {
  const state = useNow(file, 'read', (descriptor, { mtimeMs }): LockState => {
    const text = fs.readFileSync(descriptor, 'utf8');
    if (text.startsWith('free')) return freeState;
    return { free: false, owner: parseOwner(text), mark: `${text} ${mtimeMs}` };
  });
  return state ?? { free: false, mark: 'gone' }; // passed meanwhile; look again
}

/** Undefined for a file whose writer has not got round to saying who it is. */
function parseOwner(text: string): Owner | undefined {
  const json = /^held (.*)\n$/.exec(text)?.[1];
  if (json === undefined) return undefined;
  const owner: unknown = JSON.parse(json);
  if (!isObject(owner) || typeof owner.pid !== 'number' || typeof owner.host !== 'string') return undefined;
  return {
    pid: owner.pid,
    host: owner.host,
    start: typeof owner.start === 'string' ? owner.start : undefined,
  };
}

function release(file: string): void {
  // Four bytes over `held`: never half written. Where the file is gone, the lock was passed and swept: free already.
  useNow(file, 'change', (descriptor) => fs.writeSync(descriptor, 'free', 0));
}

function touch(file: string): void {
  try {
    const now = new Date();
    fs.utimesSync(file, now, now);
  } catch {
    // Swept after the lock was taken over; assertHeld tells the holder.
  }
}

function remove(file: string): void {
  try {
    fs.unlinkSync(file);
  } catch (error) {
    if (errno(error) !== 'ENOENT' && errno(error) !== 'EPERM' && errno(error) !== 'EBUSY') throw error; // read by a waiter on Windows: next time
  }
}

const fileName = (generation: number): string => String(generation).padStart(9, '0');

const highest = (folder: string): number => generations(folder).at(-1) ?? 0;

/** The numbers of all generations on disk, ascending. */
function generations(folder: string): number[] {
  return fs
    .readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);
}
