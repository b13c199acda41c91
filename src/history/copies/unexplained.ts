import { join } from 'node:path';
import { changeMark } from '../../disk/files/changeLog.ts';
import { trashFolder } from '../../disk/files/trash.ts';
import { beginningOf, createdAt, dialogFolders, isHollow } from './copyPlaces.ts';

/** Known changes since the copy was current. */
export interface Since {
  /** Whether the log of changes records a deletion. */
  readonly isNoted: boolean;
  /** Marks of the dialogs to compare with the copy; the others need only exist. */
  readonly changed: ReadonlySet<string> | 'all';
}

/**
 * Reports whether a history lost at least half of its copy's dialogs, or one was replaced by another of the same name,
 * as by a checkout of a branch with a history. A loss that the trash or the log of changes explains does not count.
 */
export function isUnexplained(history: string, copy: string, { isNoted, changed }: Since): boolean {
  if (isNoted) return false;
  const copied = dialogFolders(copy);
  const there = new Set(dialogFolders(history));
  const lossOf = (name: string): Loss => {
    if (!there.has(name)) return 'gone';
    const isCompared = changed === 'all' || changed.has(changeMark(name));
    return isCompared ? lossIn(join(copy, name), join(history, name)) : 'nothing';
  };
  const losses = new Map(copied.map((name) => [name, lossOf(name)]));
  const isLost = (name: string): boolean => (losses.get(name) ?? 'nothing') !== 'nothing';
  if (!copied.some(isLost)) return false;
  const isKept = (name: string): boolean => losses.has(name) && !isLost(name);
  const moved = [...there].filter((name) => !isKept(name)).map((name) => join(history, name));
  const lost = without(copied.filter(isLost), copy, [...moved, ...trashed(history)]);
  return lost.length * 2 >= copied.length || lost.some((name) => losses.get(name) === 'replaced');
}

type Loss = 'nothing' | 'gone' | 'replaced';

function lossIn(copy: string, dialog: string): Loss {
  const [before, now] = [createdAt(copy), createdAt(dialog)];
  if (before !== undefined && now !== undefined && before !== now) return 'replaced';
  return isHollow(dialog) && !isHollow(copy) ? 'gone' : 'nothing';
}

/** Dialogs of a copy without those that are in other folders now, as they were renamed or deleted. */
function without(names: readonly string[], copy: string, folders: readonly string[]): readonly string[] {
  const elsewhere = folders.filter((folder) => !isHollow(folder)).map(beginningOf);
  return names.filter((name) => {
    const beginning = beginningOf(join(copy, name));
    const at = beginning === undefined ? -1 : elsewhere.indexOf(beginning);
    if (at >= 0) elsewhere.splice(at, 1);
    return at < 0;
  });
}

/** Folders of items in the trash; those of dialogs have the dialogs' files. */
const trashed = (history: string): readonly string[] =>
  dialogFolders(join(history, trashFolder)).map((id) => join(history, trashFolder, id));
