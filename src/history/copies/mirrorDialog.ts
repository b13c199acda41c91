import { join } from 'node:path';
import { itemFile, moveTo, namesIn } from '../../disk/files/folders.ts';
import { linkHeld } from '../../disk/files/placeNew.ts';
import { folderAt, isTaken, lstatOwn } from '../../disk/files/way.ts';
import { backupsFolder, isSealedPart, openPart, pendingFile } from '../dialogs/layout.ts';
import { isUnfinished } from './copiedNames.ts';
import type { TreeMirror } from './mirrorTree.ts';

/*
 * A dialog may change while it is copied, since a save waits for nothing. Its files are copied in an order that keeps
 * the copy readable, and the dialog is checked again before its newest messages replace older ones.
 */

/** No change of several steps takes this long. Milliseconds. */
const changeMs = 10 * 60_000;

/**
 * Makes the copy of a dialog current. Returns false if the dialog changed meanwhile, or is being changed: then the
 * copy has an older state, and the dialog has to be visited again.
 */
export async function mirrorDialog(mirror: TreeMirror, from: string, to: string): Promise<boolean> {
  const before = await look(from, mirror.now);
  if (before === undefined) return true; // moved or deleted since, which is found when all is compared
  if (before.isBusy) return false;
  const isUnchanged = async () => (await look(from, mirror.now))?.state === before.state;
  if (folderAt(to) === undefined) return mirror.stageItem(from, to, isUnchanged);
  await mirrorParts(mirror, before.parts, { from, to });
  const isNewPart = (name: string) => isSealedPart(name) && !before.parts.includes(name);
  await mirror.add(from, to, (name) => name === openPart || isNewPart(name));
  if (!(await mirror.replace(join(from, openPart), join(to, openPart), isUnchanged))) return false;
  await mirror.findGone(from, to);
  return isUnchanged();
}

interface Look {
  /** Changes when a part is sealed, and when messages or backups are replaced. */
  readonly state: string;
  /** Names of the sealed parts, oldest first. */
  readonly parts: readonly string[];
  /** Whether a change is under way, or was interrupted. */
  readonly isBusy: boolean;
}

async function look(folder: string, now: number): Promise<Look | undefined> {
  if (folderAt(folder) === undefined) return undefined;
  const names = (await namesIn(folder)).filter((name) => !isUnfinished(name)).sort();
  const backups = lstatOwn(join(folder, backupsFolder));
  return {
    state: JSON.stringify([names, backups?.mtimeMs]),
    parts: names.filter(isSealedPart),
    isBusy: [pendingFile, itemFile].some((name) => isRecent(join(folder, name), now)),
  };
}

/** Reports whether a note of a change is there and its process may still be at work; else it belongs to the state. */
function isRecent(note: string, now: number): boolean {
  const stat = lstatOwn(note);
  return stat !== undefined && Math.abs(now - stat.mtimeMs) < changeMs;
}

/** Adds sealed parts as the store seals them: the open part becomes the sealed one before a newer one replaces it. */
async function mirrorParts(
  mirror: TreeMirror,
  parts: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const open = join(to, openPart);
  for (const part of parts) {
    const copy = join(to, part);
    if (isTaken(copy) || !isTaken(open)) continue; // a file like any other
    if (!(await mirror.replace(join(from, part), open, () => true, 'always'))) return;
    if (!(await linkHeld(open, copy, mirror.lease))) await moveTo(open, copy);
  }
}
