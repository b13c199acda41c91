import { join } from 'node:path';
import { type Log, errorMessage } from '../disk/base/core.ts';
import type { Machine } from '../disk/base/stateFolder.ts';
import { moveTo, removeTree } from '../disk/files/folders.ts';
import { ensureHistoryFolder } from '../disk/files/historyFolder.ts';
import { lockFolder } from '../disk/files/ignored.ts';
import { withLock } from '../disk/files/lock.ts';
import { projectName } from '../disk/files/projectId.ts';
import { historyFolder, isApart, keptApart, linkedTree } from '../disk/files/projectHistory.ts';
import { assertChangeable, locksFolder } from '../disk/files/historyFormat.ts';
import { mergeHistory } from '../team/mergeHistory.ts';
import { openHubHistory } from './hubHistory.ts';
import { readRecord } from '../disk/projects/recordFile.ts';
import type { StoreOptions } from './types.ts';

/** New name of the locks folder of a merged history: without locks, a history is not in use. */
const takenOver = '.taken-over';

/**
 * Merges the separate history of a linked git worktree into that of the main one: messages, summaries, snapshots,
 * memories, archives and recordings. Replaces and deletes nothing, and skips what was merged before. From then on the
 * worktree shares the history. Returns the main worktree; undefined if there is nothing to merge.
 */
export async function takeOver(root: string, options: StoreOptions = {}): Promise<string | undefined> {
  const tree = linkedTree(root);
  if (tree?.apart !== 'own history') return undefined;
  const { main, branch } = tree;
  await merge({ from: root, to: main, branch, isDue: () => isApart(root) }, options);
  return main;
}

/**
 * Merges what this machine kept of a folder that was no project, as the home folder, like `takeOver` into the history
 * that a person made there since. Logs errors, after which it stays apart.
 */
export async function takeKept(
  machine: Machine,
  root: string,
  options: StoreOptions & { readonly log: Log },
): Promise<void> {
  const isDue = (): boolean => keptApart(root, machine) !== undefined;
  const from = keptApart(root, machine);
  if (from === undefined) return;
  await merge({ from, to: root, branch: undefined, isDue }, options).catch((error: unknown) => {
    options.log.warn(`what was kept of ${root} in ${from} stays there: ${errorMessage(error)}`);
  });
}

interface Merging {
  /** Folders with a history. */
  readonly from: string;
  readonly to: string;
  /** Noted in messages. */
  readonly branch: string | undefined;
  /** Whether another process has not merged it meanwhile. */
  readonly isDue: () => boolean;
}

async function merge(
  { from: apart, to: main, branch, isDue }: Merging,
  options: StoreOptions,
): Promise<void> {
  const to = openHubHistory(main, options).local;
  await ensureHistoryFolder(to.context.folder);
  // Prevents two agents that start at once from merging everything twice.
  await withLock(lockFolder(to.context.folder, '.take-over'), async () => {
    if (!isDue()) return;
    const from = openHubHistory(apart, { ...options, isReadOnly: () => true }).local;
    const { folder } = from.context;
    assertChangeable(folder);
    const both = { from, to, branch };
    await mergeHistory(both);
    await removeTree(join(folder, takenOver));
    await moveTo(join(folder, locksFolder), join(folder, takenOver));
    await mergeHistory(both); // what a process saved there in between
  });
}

/**
 * Merges a worktree's history like `takeOver` if it was written on this machine, leaving one that came with a branch
 * to the person. Logs errors, after which the worktree keeps its history.
 */
export async function takeOwn(
  machine: Machine,
  root: string,
  options: StoreOptions & { readonly log: Log },
): Promise<string | undefined> {
  const name = projectName(historyFolder(root));
  if (name?.place === undefined || readRecord(machine, name.id)?.places.includes(name.place) !== true)
    return undefined;
  return takeOver(root, options).catch((error: unknown) => {
    options.log.warn(`the history of ${root} stays apart, and is deleted with it: ${errorMessage(error)}`);
    return undefined;
  });
}
