import { basename, dirname, join } from 'node:path';
import { ownHistory, realFolder } from '../../disk/base/projectFolder.ts';
import type { Machine } from '../../disk/base/stateFolder.ts';
import { entriesNow } from '../../disk/files/folders.ts';
import { withStoreErrors } from '../../disk/files/failure.ts';
import { tryLock } from '../../disk/files/lock.ts';
import { machineFolder, projectName } from '../../disk/files/projectId.ts';
import { isTaken } from '../../disk/files/way.ts';
import { StoreError } from '../../disk/base/core.ts';
import { archivesFolder } from '../archive/names.ts';
import { memoriesFolder } from '../memory/memoryLog.ts';
import { sessionsFolder } from '../sessions/recordings.ts';
import { allCopies, copiesOfPath, folderOfPath, lockOfPath } from './copyNotes.ts';
import { dialogFolders, isContained, isWithOriginal, originOf, removeCopy } from './copyPlaces.ts';
import type { HistoryCopy } from './types.ts';

/** Path of a file that is in a history while a copy is restored into it. */
export const restoringMark = (history: string): string => join(history, machineFolder, 'restoring.json');

/**
 * Returns the copies of histories that were in a project's folder and are gone, the one followed last first. Costs one
 * look where none is.
 */
export function lostCopies(machine: Machine, history: string): readonly HistoryCopy[] {
  const copies = copiesOfPath(folderOfPath(machine, dirname(history)));
  if (copies.length === 0) return [];
  const place = projectName(history)?.place;
  const isHalfRestored = isTaken(restoringMark(history));
  const isThere = (copy: HistoryCopy) => !isHalfRestored && isContained(copy, history);
  return copies
    .filter((copy) => basename(copy.root) !== place && isWorthKeeping(copy) && !isThere(copy))
    .sort(newestFirst);
}

/**
 * Returns the copies to offer in a project: those of histories that were in its folder, and, if there are none and it
 * has no history or an empty one, those of clones with the same `origin` whose folders are gone. Reads one folder
 * if there is no copy, and runs git only if a folder is gone. `isEmpty`: whether the history was empty before a save.
 */
export async function offeredCopies(
  machine: Machine,
  history: string,
  isEmpty = isEmptyHistory(history),
): Promise<readonly HistoryCopy[]> {
  const own = lostCopies(machine, history);
  if (own.length > 0 || !isEmpty) return own;
  const gone = ofClones(machine, history).filter(({ path }) => realFolder(path) === undefined);
  return withOrigin(gone, history);
}

/**
 * Returns the copies that may be restored into a project: those of histories that were in its folder, also of a working
 * tree that shares another history now, and, if there are none, those of lost histories of clones with the same
 * `origin`.
 */
export async function copiesToRestore(
  machine: Machine,
  root: string,
  history: string,
): Promise<readonly HistoryCopy[]> {
  const own = [...lostCopies(machine, history), ...lostTree(machine, root, history)];
  return own.length > 0 ? own.sort(newestFirst) : withOrigin(ofClones(machine, history), history);
}

/** Copies of a working tree that was removed, added again, and now shares the history of the main one. */
function lostTree(machine: Machine, root: string, history: string): readonly HistoryCopy[] {
  if (dirname(history) === root) return [];
  const copies = copiesOfPath(folderOfPath(machine, root));
  return copies.filter((copy) => !isWithOriginal(copy) && isWorthKeeping(copy));
}

/** Copies of histories that are lost, and have an `origin`. */
function ofClones(machine: Machine, history: string): readonly HistoryCopy[] {
  const place = projectName(history)?.place;
  return allCopies(machine).filter(
    (copy) =>
      copy.origin !== undefined && copy.place !== place && !isWithOriginal(copy) && isWorthKeeping(copy),
  );
}

/** Returns the copies with the `origin` of a project, the one followed last first. */
async function withOrigin(copies: readonly HistoryCopy[], history: string): Promise<readonly HistoryCopy[]> {
  if (copies.length === 0) return [];
  const origin = await originOf(dirname(history));
  if (origin === undefined) return [];
  return copies.filter((copy) => copy.origin === origin).sort(newestFirst);
}

const newestFirst = (a: HistoryCopy, b: HistoryCopy): number => b.followedAt - a.followedAt;

/** Reports whether a copy is that of a history that was in a project's folder. */
export const isOfFolder = (machine: Machine, { root }: HistoryCopy, history: string): boolean =>
  dirname(root) === folderOfPath(machine, dirname(history));

/** Deletes a copy for good. Throws `not_found` without one of this id, `busy` while it is followed. */
export function deleteCopy(machine: Machine, id: string): Promise<HistoryCopy> {
  return withStoreErrors(async () => {
    const copy = copyOfId(allCopies(machine), id);
    const done = await tryLock(lockOfPath(dirname(copy.root)), async () => {
      await removeCopy(copy);
      return true;
    });
    if (done) return copy;
    throw new StoreError('busy', 'Another process is working on this copy. Try again.', { id });
  });
}

/** Returns the copy with an id. Throws `not_found`. */
export function copyOfId(copies: readonly HistoryCopy[], id: string): HistoryCopy {
  const copy = copies.find((known) => known.id === id);
  if (copy) return copy;
  throw new StoreError('not_found', `There is no copy ${JSON.stringify(id.slice(0, 100))}.`, { id });
}

/** Reports whether a copy has anything that people or agents made, and can be read. */
const isWorthKeeping = ({ root, bytes }: HistoryCopy): boolean =>
  bytes > 0 && isReadable(() => !isEmptyHistory(ownHistory(root)));

/** Evaluates a condition of a copy; false where something else is in the place of its folders. */
function isReadable(condition: () => boolean): boolean {
  try {
    return condition();
  } catch {
    return false; // the search for others goes on
  }
}

/** Reports whether a history has nothing that people or agents made, or is missing. */
const isEmptyHistory = (history: string): boolean =>
  dialogFolders(history).length === 0 &&
  [archivesFolder, memoriesFolder, sessionsFolder].every(
    (name) => (entriesNow(join(history, name)) ?? []).length === 0,
  );
