import { basename, dirname, join } from 'node:path';
import { ownHistory } from '../../disk/base/projectFolder.ts';
import { gitSetting } from '../../disk/base/git.ts';
import type { Machine } from '../../disk/base/stateFolder.ts';
import { entriesNow, makeFolder, moveTo, removeTree } from '../../disk/files/folders.ts';
import { bytesNow } from '../../disk/files/open.ts';
import { projectName, type ProjectName } from '../../disk/files/projectId.ts';
import { readSmall } from '../../disk/files/smallFile.ts';
import { tidy } from '../../disk/files/failure.ts';
import { isTaken } from '../../disk/files/way.ts';
import { dialogFile, parseDialogFile } from '../dialogs/dialogFile.ts';
import { backupsFolder, isSealedPart, openPart } from '../dialogs/layout.ts';
import { sharedFolder } from '../shared/types.ts';
import { allCopies, copiesOfPath, copyAt } from './copyNotes.ts';
import type { CopyContext, HistoryCopy } from './types.ts';

/** A copy that was not followed for this long may make room for others. Milliseconds. */
const idleMs = 7 * 24 * 60 * 60 * 1_000;

/** Reports whether the history that a copy follows is still where it was. */
export const isWithOriginal = ({ path, place, root }: HistoryCopy): boolean =>
  basename(root) === place && projectName(ownHistory(path))?.place === place;

/** Names of the dialogs' folders in a history. */
export const dialogFolders = (history: string): readonly string[] =>
  (entriesNow(history) ?? []).flatMap((entry) =>
    entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== sharedFolder ? [entry.name] : [],
  );

/**
 * Moves the copy of a history that was moved, or that got another name, to where it belongs now. Returns it;
 * undefined if there is none.
 */
export async function adoptCopy(
  machine: Machine,
  {
    root,
    name,
    history,
  }: { readonly root: string; readonly name: Required<ProjectName>; readonly history: string },
): Promise<HistoryCopy | undefined> {
  if (isTaken(root)) return undefined; // its note is damaged: all is compared
  const moved = allCopies(machine).find((copy) => copy.place === name.place && isLeft(copy));
  const renamed = copiesOfPath(dirname(root)).find((copy) => isLeft(copy) && isContained(copy, history));
  const found = moved ?? renamed;
  if (found === undefined) return undefined;
  await makeFolder(dirname(root));
  await moveTo(found.root, root);
  const { id: project, place } = name;
  const copy = copyAt(root);
  return copy && { ...copy, project, place, path: dirname(history) };
}

const isLeft = (copy: HistoryCopy): boolean => basename(copy.root) === copy.place && !isWithOriginal(copy);

/** Reports whether a history has the same dialogs as a copy, so that they differ in their name only. */
export function isContained({ root }: HistoryCopy, history: string): boolean {
  const copied = dialogFolders(ownHistory(root));
  return (
    copied.length > 0 &&
    copied.every((name) => isSameDialog(join(ownHistory(root), name), join(history, name)))
  );
}

/**
 * Reports whether a folder contains the dialog of a copy: created at the same time or, if that is unknown, with the
 * same beginning. A dialog whose messages were deleted by hand is not the same.
 */
export function isSameDialog(copy: string, dialog: string): boolean {
  const [first, second] = [beginningOf(copy), beginningOf(dialog)];
  return first !== undefined && first === second && (isHollow(copy) || !isHollow(dialog));
}

/** Reports whether the folder of a dialog has neither messages nor backups, to which `clear` moves them. */
export const isHollow = (dialog: string): boolean =>
  !(entriesNow(dialog) ?? []).some(
    ({ name }) => name === openPart || isSealedPart(name) || name === backupsFolder,
  );

/** Time when the dialog in a folder was created; undefined in one of an older version. Milliseconds. */
export const createdAt = (dialog: string): number | undefined =>
  readSmall(join(dialog, dialogFile), parseDialogFile)?.createdAt;

/** Bytes by which dialogs of older versions are compared. */
const beginningBytes = 4_096;

/** Text by which the dialog in a folder is recognized; undefined in an empty one. */
export function beginningOf(folder: string): string | undefined {
  const created = createdAt(folder);
  if (created !== undefined) return String(created);
  const oldest =
    (entriesNow(folder) ?? [])
      .map(({ name }) => name)
      .filter(isSealedPart)
      .sort()[0] ?? openPart;
  return bytesNow(join(folder, oldest))?.subarray(0, beginningBytes).toString('base64');
}

/**
 * Returns how many bytes the copy in a folder may have. Where there is no room, drops copies of histories that are
 * still there and were not changed for a week, never the last copy of a history.
 */
export async function makeRoom(context: CopyContext, root: string, maxBytes: number): Promise<number> {
  const others = allCopies(context.machine).filter((copy) => copy.root !== root);
  const own = copyAt(root)?.bytes ?? 0;
  let taken = others.reduce((sum, { bytes }) => sum + bytes, 0);
  const idle = others.filter(
    (copy) => context.clock.now() - copy.followedAt > idleMs && isWithOriginal(copy),
  );
  for (const copy of idle.sort((a, b) => a.followedAt - b.followedAt)) {
    if (taken + own < maxBytes) break;
    taken -= copy.bytes;
    context.log.warn(`the copy of the history in ${copy.path} was deleted to make room for others`);
    await tidy(context.log, `delete ${copy.root}`, () => removeCopy(copy));
  }
  return maxBytes - taken;
}

/** Deletes a copy, as a whole for all who look. */
export async function removeCopy({ root }: Pick<HistoryCopy, 'root'>): Promise<void> {
  const going = `${root}.tmp`;
  await removeTree(going);
  await moveTo(root, going);
  await removeTree(going);
}

/** No address is longer; each copy's note has one. Characters. */
const maxOrigin = 4_096;
/** An absolute path, or an address with a host or a drive. */
const absolute = /^(?:[/\\]|[^/\\]+:)/;

/**
 * Address of a repository's `origin` without user and password; undefined if there is none, or only a relative path,
 * which another repository may have for another one.
 */
export async function originOf(folder: string): Promise<string | undefined> {
  const address = (await gitSetting(folder, 'remote.origin.url'))?.trim() ?? '';
  if (address.length > maxOrigin || !absolute.test(address)) return undefined;
  return address.replace(/^(\w[\w+.-]*:\/\/)[^/]*@/, '$1');
}
