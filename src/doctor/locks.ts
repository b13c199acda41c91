import { basename, join } from 'node:path';
import { projectsState } from '../disk/base/stateFolder.ts';
import { StoreError } from '../disk/base/core.ts';
import { entriesOf } from '../disk/files/folders.ts';
import { Generations, type Generation } from '../disk/files/generations.ts';
import { isAlive, type Owner } from '../disk/files/owner.ts';
import { tryLock } from '../disk/files/lock.ts';
import { lstatOwn } from '../disk/files/way.ts';
import { note, ok, problem, text } from './findings.ts';
import { historyOf } from './historyFolder.ts';
import type { Check, RepairableFinding, CheckTarget, Repair } from './types.ts';

/**
 * A lock's owner shows signs of life several times a second; after this time it is suspended or dead. Milliseconds.
 */
const silentMs = 10_000;

/** Lists owners of the locks of the history and of the machine's list of projects. */
export const locksCheck: Check = {
  id: 'locks',
  title: text('Locks'),
  withinMs: 5_000,
  run: async (target) => {
    const history = historyOf(target);
    const inHistory = history === undefined ? [] : await foldersIn(join(history, '.locks'));
    const state = projectsState(target.machine);
    const folders = [...inHistory, ...(await foldersIn(state)).filter((path) => basename(path) === '.lock')];
    const found = folders.flatMap((folder) => stateOf(folder, target));
    const free = text('Nobody holds a lock.');
    return found.length > 0 ? found : [ok('locks.free', free, { data: { locks: folders.length } })];
  },
};

/** Reports whether a process known to be alive holds the lock of a history folder. */
export function isHeldNow(history: string, base: string): boolean {
  const folder = join(history, '.locks', base);
  if (lstatOwn(folder)?.isDirectory() !== true) return false;
  const generations = new Generations(folder);
  const { free, owner } = generations.read(generations.highest());
  return !free && owner !== undefined && isAlive(owner) === true;
}

const foldersIn = async (folder: string): Promise<string[]> =>
  ((await entriesOf(folder)) ?? [])
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));

function stateOf(folder: string, target: CheckTarget): readonly RepairableFinding[] {
  const generations = new Generations(folder);
  const number = generations.highest();
  const generation = generations.read(number);
  if (generation.free) return [];
  const changedAt = lstatOwn(generations.file(number))?.mtimeMs ?? Infinity;
  return [held(folder, generation, Math.max(0, target.clock.now() - changedAt))];
}

function held(folder: string, { owner }: Generation, silent: number): RepairableFinding {
  const lock = basename(folder);
  const seconds = Math.round(silent / 1_000);
  const about = {
    subject: folder,
    data: { lock, seconds, ...(owner && { pid: owner.pid, host: owner.host }) },
  };
  const alive = owner === undefined ? undefined : isAlive(owner);
  if (alive === false || (alive === undefined && silent > silentMs)) return dead(folder, lock, owner);
  if (owner !== undefined && silent > silentMs)
    return problem(
      'lock.stuck',
      text(
        'Process {0} holds the lock {1} and has shown no sign of life for {2} seconds. Let it go on, or end it.',
        owner.pid,
        lock,
        seconds,
      ),
      about,
    );
  const who = owner === undefined ? text('A process') : text('Process {0}', owner.pid);
  return note('lock.held', text('{0} holds the lock {1} right now.', who, lock), about);
}

/** Blocks no one: the next process that needs the lock takes it over. */
const dead = (folder: string, lock: string, owner: Owner | undefined): RepairableFinding =>
  note(
    'lock.dead',
    owner
      ? text('A process that is gone ({0}) left the lock {1}.', owner.pid, lock)
      : text('A process that is gone left the lock {0}.', lock),
    { subject: folder, data: { lock, ...(owner && { pid: owner.pid }) }, repair: releasing(folder) },
  );

const releasing = (folder: string): Repair => ({
  offer: text('Release the lock.'),
  run: async () => {
    if ((await tryLock(folder, () => Promise.resolve(true))) !== true)
      throw new StoreError('busy', 'Another program holds it right now.');
    return text('The lock is released.');
  },
});
