import { basename, dirname, join } from 'node:path';
import { ownHistory } from '../../disk/base/projectFolder.ts';
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
    .filter((copy) => basename(copy.root) !== place && !isThere(copy) && isWorthKeeping(copy))
    .sort((a, b) => b.followedAt - a.followedAt);
}

/**
 * Returns the copies that may be restored into a project: those of histories that were in its folder, and, if there
 * are none, those of lost histories of clones with the same `origin`.
 */
export async function copiesToRestore(machine: Machine, history: string): Promise<readonly HistoryCopy[]> {
  const own = lostCopies(machine, history);
  if (own.length > 0) return own;
  const origin = await originOf(dirname(history));
  if (origin === undefined) return [];
  const place = projectName(history)?.place;
  return allCopies(machine)
    .filter((copy) => copy.origin === origin && copy.place !== place && !isWithOriginal(copy))
    .filter(isWorthKeeping)
    .sort((a, b) => b.followedAt - a.followedAt);
}

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

/** Reports whether a copy has anything that people or agents made. */
const isWorthKeeping = ({ root, bytes }: HistoryCopy): boolean =>
  bytes > 0 && (dialogFolders(ownHistory(root)).length > 0 || hasOther(ownHistory(root)));

const hasOther = (history: string): boolean =>
  [archivesFolder, memoriesFolder, sessionsFolder].some(
    (name) => (entriesNow(join(history, name)) ?? []).length > 0,
  );
