import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { defined, isObject, timeOfNumber, type Lease } from '../../disk/base/core.ts';
import { realFolder } from '../../disk/base/projectFolder.ts';
import { projectsState, type Machine } from '../../disk/base/stateFolder.ts';
import type { LogPosition } from '../../disk/files/changeLog.ts';
import { entriesNow, temporarySuffix } from '../../disk/files/folders.ts';
import { WrongContent } from '../../disk/files/json.ts';
import { isUuid } from '../../disk/files/projectId.ts';
import { readSmall, writeSmall } from '../../disk/files/smallFile.ts';
import type { CopyNote, HistoryCopy } from './types.ts';

/*
 * Copies are in the person's own state folder, `projects/copies/<path>/<place>`, where `<path>` is a digest of the
 * project's path, so that the copies of a project that lost its history are found by that alone. A copy contains a
 * `.chat-history`, which can be opened like that of a project, and a note about it.
 */

const noteFile = 'copy.json';
/** Lock of all copies of a path. */
const lockName = '.lock';

/** Folder of all copies. */
export const copiesFolder = (machine: Machine): string => join(projectsState(machine), 'copies');

/** Folder of the copies of the histories that a project's folder has had. */
export function folderOfPath(machine: Machine, root: string): string {
  const path = realFolder(root) ?? root;
  const ignoresCase = machine.platform === 'win32' || machine.platform === 'darwin';
  const digest = createHash('sha256').update(ignoresCase ? path.toLowerCase() : path);
  return join(copiesFolder(machine), digest.digest('hex').slice(0, 16));
}

export const lockOfPath = (folder: string): string => join(folder, lockName);

/** All copies on this machine, in no order. */
export const allCopies = (machine: Machine): readonly HistoryCopy[] =>
  foldersIn(copiesFolder(machine)).flatMap((name) => copiesOfPath(join(copiesFolder(machine), name)));

/** The copies in a folder of `folderOfPath`. */
export const copiesOfPath = (folder: string): readonly HistoryCopy[] =>
  foldersIn(folder).flatMap((name) => readableCopy(join(folder, name)) ?? []);

/** The copy in a folder; undefined also where it belongs to another user. */
export function readableCopy(root: string): HistoryCopy | undefined {
  try {
    return copyAt(root);
  } catch {
    return undefined; // the search for others goes on
  }
}

/** The copy in a folder; undefined if it has no readable note. */
export function copyAt(root: string): HistoryCopy | undefined {
  const note = readSmall(join(root, noteFile), parseNote);
  return note && { ...note, root, id: idOf(root) };
}

/** Writes the note of a copy. */
export const writeNote = (root: string, note: CopyNote, lease: Lease): Promise<void> =>
  writeSmall(join(root, noteFile), fieldsOf(note), parseNote, lease);

/** Names a copy in a few characters that do not change while it stays where it is. */
const idOf = (root: string): string => createHash('sha256').update(root).digest('hex').slice(0, 8);

/** Names of the folders in a folder; none where something else is in its place, or it cannot be read. */
function foldersIn(folder: string): readonly string[] {
  try {
    return (entriesNow(folder) ?? []).flatMap((entry) =>
      entry.isDirectory() && !entry.name.startsWith('.') && !entry.name.endsWith(temporarySuffix)
        ? [entry.name]
        : [],
    );
  } catch {
    return []; // the doctor reports it; the search for others goes on
  }
}

const fieldsOf = ({ position, ...note }: CopyNote): object => defined({ ...note, position: { ...position } });

function parseNote(value: unknown): CopyNote {
  if (!isObject(value) || value.v !== 1) throw new WrongContent('no note of a copy');
  const { project, place, path, origin, bytes, isFull } = value;
  const [followedAt, comparedAt] = [timeOfNumber(value.followedAt), timeOfNumber(value.comparedAt)];
  if (!isUuid(project) || !isUuid(place)) throw new WrongContent('a copy of no project');
  if (typeof path !== 'string' || typeof bytes !== 'number')
    throw new WrongContent('a copy without path or size');
  if (followedAt === undefined || comparedAt === undefined) throw new WrongContent('a copy without times');
  return {
    ...{ project, place, path, bytes, followedAt, comparedAt },
    position: positionOf(value.position),
    ...(typeof origin === 'string' && { origin }),
    ...(isFull === true && { isFull }),
  };
}

function positionOf(value: unknown): LogPosition {
  const { begins, read } = isObject(value) ? value : {};
  return typeof begins === 'string' && typeof read === 'number' ? { begins, read } : { begins: '', read: 0 };
}
