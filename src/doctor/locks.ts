import { basename, join } from 'node:path';
import { projectsState } from '../store/base/stateFolder.ts';
import { StoreError } from '../store/base/core.ts';
import { entriesOf } from '../store/files/folders.ts';
import { Generations, type Generation } from '../store/files/generations.ts';
import { isAlive, type Owner } from '../store/files/owner.ts';
import { tryLock } from '../store/files/lock.ts';
import { peek } from '../store/files/way.ts';
import { note, ok, problem, text } from './findings.ts';
import { historyOf } from './place.ts';
import type { Check, RepairableFinding, Patient, Repair } from './types.ts';

/** Who holds a lock shows several times a second that it lives. After this it is stopped, or dead. Milliseconds. */
const silentMs = 10_000;

/** Who holds the locks of the history, and of what this machine knows of projects. */
export const locksCheck: Check = {
  id: 'locks',
  title: text('Locks', '锁'),
  withinMs: 5_000,
  run: async (patient) => {
    const history = historyOf(patient);
    const inHistory = history === undefined ? [] : await foldersIn(join(history, '.locks'));
    const state = projectsState(patient.machine);
    const folders = [...inHistory, ...(await foldersIn(state)).filter((path) => basename(path) === '.lock')];
    const found = folders.flatMap((folder) => stateOf(folder, patient));
    const free = text('Nobody holds a lock.', '没有锁被占用。');
    return found.length > 0 ? found : [ok('locks.free', free, { data: { locks: folders.length } })];
  },
};

/** Whether a process that is known to live holds the lock of a folder of the history. */
export function isHeldNow(history: string, base: string): boolean {
  const folder = join(history, '.locks', base);
  if (peek(folder)?.isDirectory() !== true) return false;
  const generations = new Generations(folder);
  const { free, owner } = generations.read(generations.highest());
  return !free && owner !== undefined && isAlive(owner) === true;
}

const foldersIn = async (folder: string): Promise<string[]> =>
  ((await entriesOf(folder)) ?? [])
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));

function stateOf(folder: string, patient: Patient): readonly RepairableFinding[] {
  const generations = new Generations(folder);
  const number = generations.highest();
  const generation = generations.read(number);
  if (generation.free) return [];
  const changedAt = peek(generations.file(number))?.mtimeMs ?? Infinity;
  return [held(folder, generation, Math.max(0, patient.clock.now() - changedAt))];
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
        `Process ${owner.pid} holds the lock ${lock} and has shown no sign of life for ${seconds} seconds. Let it go on, or end it.`,
        `进程 ${owner.pid} 持有锁 ${lock}，已 ${seconds} 秒没有动静。请让其继续或将其结束。`,
      ),
      about,
    );
  const who = owner === undefined ? ['A process', '某个进程'] : [`Process ${owner.pid}`, `进程 ${owner.pid}`];
  return note(
    'lock.held',
    text(`${who[0]} holds the lock ${lock} right now.`, `${who[1]}正持有锁 ${lock}。`),
    about,
  );
}

/** Nobody is kept waiting by it: whoever needs the lock next passes it. */
const dead = (folder: string, lock: string, owner: Owner | undefined): RepairableFinding =>
  note(
    'lock.dead',
    text(
      `A process that is gone${owner ? ` (${owner.pid})` : ''} left the lock ${lock}.`,
      `已结束的进程${owner ? `（${owner.pid}）` : ''}留下了锁 ${lock}。`,
    ),
    { subject: folder, data: { lock, ...(owner && { pid: owner.pid }) }, repair: releasing(folder) },
  );

const releasing = (folder: string): Repair => ({
  offer: text('Release the lock.', '释放该锁。'),
  run: async () => {
    if ((await tryLock(folder, () => Promise.resolve(true))) !== true)
      throw new StoreError('busy', 'Another program holds it right now.');
    return text('The lock is released.', '已释放该锁。');
  },
});
