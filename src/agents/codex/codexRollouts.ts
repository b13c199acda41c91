import { basename, dirname, join } from 'node:path';
import { foreignFileNow, statForeignNow } from '../../disk/files/foreign.ts';
import { inMemory } from '../../disk/files/inMemory.ts';
import { foldersOf, sessionFilesOf } from '../reading/places.ts';

const packedEnding = '.zst';
const id = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
const namePattern = new RegExp(`^rollout-(.*?)-?(?:(${id})(?:_(${id}))?)?\\.jsonl(?:\\.zst)?$`, 'i');

/** A file of a thread, by its name: `rollout-<time>-<thread>[_<rollout>].jsonl[.zst]`. */
export interface Rollout {
  readonly path: string;
  /** Time at which it was begun, in a form that sorts. */
  readonly time: string;
  /** Id of the thread; undefined in names of another form. */
  readonly thread: string | undefined;
  /** Id of its own, of a file in which a thread goes on from an earlier one. */
  readonly rollout: string | undefined;
}

/** Parses the name of a rollout. */
export function rolloutOf(path: string): Rollout {
  const [, time = '', thread, rollout] = namePattern.exec(basename(path)) ?? [];
  return { path, time, thread: thread?.toLowerCase(), rollout: rollout?.toLowerCase() };
}

/** Whether a rollout is packed. */
export const isPacked = (path: string): boolean => path.endsWith(packedEnding);

/** Path of a rollout whether it was packed or unpacked since; the plain file is the newer of both. */
export function presentPath(path: string): string {
  const plain = isPacked(path) ? path.slice(0, -packedEnding.length) : path;
  if (foreignFileNow(plain)) return plain;
  return foreignFileNow(plain + packedEnding) ? plain + packedEnding : path;
}

/** Finds the rollouts in a home of Codex or a clone, without packed ones beside their plain file. */
export async function rolloutsIn(home: string): Promise<Rollout[]> {
  const days: string[] = [];
  for (const year of await foldersOf(join(home, 'sessions')))
    for (const month of await foldersOf(year)) days.push(...(await foldersOf(month)));
  const found: Rollout[] = [];
  for (const folder of [...days, join(home, 'archived_sessions')]) found.push(...(await rolloutsAt(folder)));
  return found;
}

/** Rollouts by folder; there may be thousands in one, and each session asks for those around it. */
const known = inMemory<readonly Rollout[]>(1_000);
/** A folder that changed just now may change again without another time. Milliseconds. */
const settledMs = 2_000;

/** Finds the rollouts in a folder, without packed ones beside their plain file. */
export async function rolloutsAt(folder: string): Promise<readonly Rollout[]> {
  const changedAt = folderChange(folder);
  const before = known.get(folder, String(changedAt));
  if (before) return before;
  const found = await rolloutsNow(folder);
  const isSettled = changedAt !== undefined && Date.now() - changedAt > settledMs;
  return isSettled ? known.set(folder, String(changedAt), found) : found;
}

/** Time of a folder's last change, milliseconds; undefined if there is none. */
function folderChange(folder: string): number | undefined {
  try {
    return statForeignNow(folder).mtimeMs;
  } catch {
    return undefined; // listed as empty
  }
}

async function rolloutsNow(folder: string): Promise<readonly Rollout[]> {
  const paths = await sessionFilesOf(folder, /^rollout-.*\.jsonl(?:\.zst)?$/);
  const plain = new Set(paths);
  return paths
    .filter((path) => !isPacked(path) || !plain.has(path.slice(0, -packedEnding.length)))
    .map(rolloutOf);
}

/** Finds the rollouts in the home of one of them; in its folder where that is no home. */
export async function rolloutsAround(path: string): Promise<readonly Rollout[]> {
  const home = homeAround(path);
  return home === undefined ? rolloutsAt(dirname(path)) : rolloutsIn(home);
}

/** Returns the home of a rollout: two levels up from the archived ones, five from the others. */
export function homeAround(path: string): string | undefined {
  const folder = dirname(path);
  if (basename(folder) === 'archived_sessions') return dirname(folder);
  const sessions = dirname(dirname(dirname(folder)));
  return basename(sessions) === 'sessions' ? dirname(sessions) : undefined;
}

/** Returns the newest rollout of each thread, in the order of the rollouts. */
export function newestOfThreads(rollouts: readonly Rollout[]): readonly Rollout[] {
  const newest = new Map<string, Rollout>();
  for (const rollout of rollouts) {
    const key = rollout.thread ?? rollout.path;
    const known = newest.get(key);
    if (!known || isNewer(rollout, known)) newest.set(key, rollout);
  }
  return rollouts.filter((rollout) => newest.get(rollout.thread ?? rollout.path) === rollout);
}

/**
 * Whether a rollout was begun after another, or is the plain one of two copies. Times in names are whole seconds; ids
 * within one sort by time, and a thread's first file has none of its own.
 */
export function isNewer(one: Rollout, other: Rollout): boolean {
  if (one.time !== other.time) return one.time > other.time;
  const [own = '', its = ''] = [one.rollout, other.rollout];
  return own === its ? isPacked(other.path) && !isPacked(one.path) : own > its;
}
