import { homeFolder } from '../base/stateFolder.ts';
import fs from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import {
  isThere,
  isTooWide,
  ownHistory,
  projectOf,
  realFolder,
  realOf,
  topOf,
} from '../base/projectFolder.ts';
import { machineBase, type Machine } from '../base/stateFolder.ts';
import { foreignTextNow } from './foreign.ts';
import { locksFolder } from './historyFormat.ts';

/*
 * Location of a project's history: in the project, except for a linked working tree of git, which may be deleted
 * without asking and shares the history of its main working tree. git is not run; its files at both ends record the
 * link.
 */

/** Maximum size of `.git` and similar files, which are far smaller. Bytes. */
const maxBytes = 64 * 1024;

/** A linked working tree of git. */
export interface LinkedTree {
  /** Absolute path, with links resolved, of the folder whose history it shares: usually the main working tree. */
  readonly main: string;
  /** The checked-out branch; undefined for a commit without a branch. */
  readonly branch: string | undefined;
  /** Why it has a history of its own nevertheless. */
  readonly apart?: 'own history' | 'not writable' | 'gone';
}

/** Path of the history folder of a project, which may be missing. */
export function historyFolder(projectRoot: string): string {
  const linked = linkedTree(projectRoot);
  return ownHistory(linked && linked.apart === undefined ? linked.main : projectRoot);
}

/**
 * Folder in which the history of a root lies: the root, but for what is no project, as the home folder, a folder of
 * this machine until a person makes a history there.
 */
export const baseOf = (root: string, machine: Machine): string =>
  isThere(ownHistory(root)) || projectOf(root, machine.home) !== undefined
    ? root
    : machineBase(root, machine);

/** The history folder of this machine for what programs read of a root, as long as that has no history. */
export const elsewhereOf = (root: string, machine: Machine): string =>
  ownHistory(machineBase(realFolder(root) ?? root, machine));

/**
 * The folder of this machine with what was kept of a root before a person made a history there; undefined where there is
 * none, or where it was merged.
 */
export function keptApart(root: string, machine: Machine): string | undefined {
  const kept = machineBase(root, machine);
  return isThere(join(ownHistory(kept), locksFolder)) && isThere(ownHistory(root)) ? kept : undefined;
}

/**
 * Whether a folder, with links resolved, is the home folder and may be read as a project: `anywhere` is for what makes
 * no history there; all else needs one that a person made.
 */
export const isServedHome = (folder: string, home: string, anywhere: boolean): boolean =>
  folder === (realFolder(home) ?? home) && (anywhere || isThere(ownHistory(folder)));

/** Whether a project already has a history, in any state. */
export const hasHistory = (project: string): boolean => isThere(historyFolder(project));

/** Whether a linked working tree has a history of its own, which can be merged into that of its main one. */
export const isApart = (project: string): boolean => linkedTree(project)?.apart === 'own history';

/**
 * Data of a folder that is a linked working tree, or lies in one and shares the history of the same folder in the main
 * one; undefined for all others, and if the two ends do not agree.
 */
export function linkedTree(root: string): LinkedTree | undefined {
  const top = isThere(join(root, '.git')) ? root : topOf(root);
  const link = top === undefined ? undefined : linkOf(top);
  if (top === undefined || link === undefined) return undefined;
  const { branch } = link;
  const main = top === root ? link.main : join(link.main, relative(top, realOf(root)));
  if (realFolder(main) !== main) return { main, branch, apart: 'gone' };
  if (isThere(join(ownHistory(root), locksFolder))) return { main, branch, apart: 'own history' };
  return isWritable(main) ? { main, branch } : { main, branch, apart: 'not writable' };
}

/** The folder that a working tree is linked to; it is missing where its repository is. */
function linkOf(top: string): Pick<LinkedTree, 'main' | 'branch'> | undefined {
  const named = entryOf(top);
  const entry = named === undefined ? undefined : realFolder(named);
  if (named === undefined || entry === undefined) return goneTree(named);
  const tree = realFolder(top);
  if (!isEntry(entry) || tree === undefined || treeOf(entry) !== tree) return undefined;
  const main = mainOf(dirname(dirname(entry)));
  if (main === undefined || main === tree || !isOwnedAlike(main, tree)) return undefined;
  const branch = /^ref: refs\/heads\/(.+)$/.exec(textOf(join(entry, 'HEAD')) ?? '')?.[1];
  return { main, branch };
}

/** A tree whose repository is missing: it was deleted, or cannot be seen from here, as in a container. */
function goneTree(entry: string | undefined): Pick<LinkedTree, 'main' | 'branch'> | undefined {
  const main = entry !== undefined && isEntry(entry) ? mainOf(dirname(dirname(entry))) : undefined;
  return main === undefined || isThere(main) ? undefined : { main, branch: undefined };
}

const isEntry = (path: string): boolean => basename(dirname(path)) === 'worktrees';

/** Path of the entry of a working tree in the repository named by its `.git` file. */
function entryOf(root: string): string | undefined {
  const file = join(root, '.git');
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const said = /^gitdir:\s*(.+)$/.exec(textOf(file) ?? '')?.[1];
  return said === undefined ? undefined : resolve(root, said);
}

/** The working tree that an entry names. */
function treeOf(entry: string): string | undefined {
  const said = textOf(join(entry, 'gitdir'));
  return said === undefined || said === '' ? undefined : realFolder(dirname(resolve(entry, said)));
}

/**
 * The folder whose history a repository uses: its main working tree; for a bare repository the folder around it if its
 * name is hidden, else the repository itself, as others may be beside it. Undefined for a submodule, and for a folder
 * that is not a project.
 */
function mainOf(common: string): string | undefined {
  if (common.includes(`${sep}.git${sep}`)) return undefined;
  const main = basename(common).startsWith('.') ? dirname(common) : common;
  return isTooWide(main, homeFolder()) ? undefined : main;
}

/** Whether two folders have the same owner, or the first belongs to the user of this process. */
function isOwnedAlike(one: string, other: string): boolean {
  const owner = fs.statSync(one, { throwIfNoEntry: false })?.uid;
  return owner === process.getuid?.() || owner === fs.statSync(other, { throwIfNoEntry: false })?.uid;
}

function isWritable(main: string): boolean {
  const history = ownHistory(main);
  try {
    fs.accessSync(isThere(history) ? history : main, fs.constants.W_OK);
    return true;
  } catch {
    return false; // read-only, or not accessible to this user
  }
}

const textOf = (path: string): string | undefined =>
  foreignTextNow(path, maxBytes)
    ?.replace(/^\uFEFF/, '')
    .trim();
