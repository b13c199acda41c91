import fs from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { isTooWide, ownHistory, realFolder } from '../base/projectFolder.ts';
import { foreignTextNow } from './foreign.ts';
import { locksFolder } from './ignored.ts';

/*
 * Where the history of a project lies: in the project, but for a linked working tree of git, which may be deleted without
 * a question and shares the history of its main working tree. git is not asked; its files say so at both ends.
 */

/** What `.git` and its kin say of themselves fits into far less. Bytes. */
const maxBytes = 64 * 1024;

/** A linked working tree of git. */
export interface LinkedTree {
  /** Absolute path, links resolved, of the folder whose history it shares: the main working tree, as a rule. */
  readonly main: string;
  /** What is checked out; undefined for a commit without a branch. */
  readonly branch: string | undefined;
  /** Why it keeps a history of its own all the same. */
  readonly apart?: 'own history' | 'not writable';
}

/** Finds the history folder of a project, which need not exist. */
export function historyFolder(projectRoot: string): string {
  const linked = linkedTree(projectRoot);
  return ownHistory(linked && linked.apart === undefined ? linked.main : projectRoot);
}

/** Whether a project has a history already, whatever state that is in. */
export const hasHistory = (project: string): boolean => isThere(historyFolder(project));

/** Whether a linked working tree has a history of its own, which can be taken into that of its main one. */
export const isApart = (project: string): boolean => linkedTree(project)?.apart === 'own history';

/** What a folder is as a linked working tree; undefined for all others, and where the two ends do not agree. */
export function linkedTree(root: string): LinkedTree | undefined {
  const entry = entryOf(root);
  const tree = entry === undefined ? undefined : realFolder(root);
  if (entry === undefined || tree === undefined || treeOf(entry) !== tree) return undefined;
  const main = mainOf(dirname(dirname(entry)));
  if (main === undefined || main === tree || !isOwnedAlike(main, tree)) return undefined;
  const branch = /^ref: refs\/heads\/(.+)$/.exec(textOf(join(entry, 'HEAD')) ?? '')?.[1];
  if (isThere(join(ownHistory(root), locksFolder))) return { main, branch, apart: 'own history' };
  return isWritable(main) ? { main, branch } : { main, branch, apart: 'not writable' };
}

/** The entry of a working tree in the repository that its `.git` file names. */
function entryOf(root: string): string | undefined {
  const file = join(root, '.git');
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const said = /^gitdir:\s*(.+)$/.exec(textOf(file) ?? '')?.[1];
  const entry = said === undefined ? undefined : realFolder(resolve(root, said));
  return entry !== undefined && basename(dirname(entry)) === 'worktrees' ? entry : undefined;
}

/** The working tree that an entry names in turn. */
function treeOf(entry: string): string | undefined {
  const said = textOf(join(entry, 'gitdir'));
  return said === undefined || said === '' ? undefined : realFolder(dirname(resolve(entry, said)));
}

/**
 * Where a repository keeps its history: in its main working tree, or beside a hidden bare repository; inside of one that
 * is not hidden, as other repositories lie beside it. Undefined for a submodule, and for a folder that is no project.
 */
function mainOf(common: string): string | undefined {
  if (common.includes(`${sep}.git${sep}`)) return undefined;
  const main = basename(common).startsWith('.') ? dirname(common) : common;
  return isTooWide(main, homedir()) ? undefined : main;
}

/** Whether two folders belong to one user, or the first to whoever runs this. */
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
    return false; // read-only, or closed to this user
  }
}

const isThere = (path: string): boolean => {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // closed to this user
  }
};

const textOf = (path: string): string | undefined =>
  foreignTextNow(path, maxBytes)
    ?.replace(/^\uFEFF/, '')
    .trim();
