import { basename, dirname, join, resolve } from 'node:path';
import { entriesOfForeign, foreignText, kindOfForeign, realForeign } from '../files/foreign.ts';
import { isAtOrBelow } from './paths.ts';

/** Maximum size of git's files about a worktree. Bytes. */
const maxBytes = 64 * 1024;

/**
 * Returns the worktree of a folder, the main one, and the others of the repository, without running git. `folder` is
 * without links. Files in `.git` could falsely claim the sessions of other projects: a tree counts only if both ends
 * name each other, as git writes them, and if this one is not inside it.
 */
export async function worktreesOf(folder: string): Promise<string[]> {
  const git = await gitOf(folder);
  if (git === undefined) return [];
  const { top, common } = git;
  if (common === undefined) return [top];
  const trees = [top];
  if (basename(common) === '.git') trees.push(dirname(common));
  for (const { name } of byName(await entriesOfForeign(join(common, 'worktrees')))) {
    const entry = join(common, 'worktrees', name);
    const tree = await treeOf(entry);
    if (tree !== undefined && (await ownEntry(tree)) === (await realForeign(entry))) trees.push(tree);
  }
  return trees.filter((tree) => tree === top || !isAtOrBelow(top, tree));
}

const byName = (entries: readonly { readonly name: string }[] = []) =>
  [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));

/** A worktree and, if known, the folder with what all trees of its repository share. */
interface Git {
  readonly top: string;
  readonly common: string | undefined;
}

/** Finds the worktree that contains a folder. */
async function gitOf(folder: string): Promise<Git | undefined> {
  for (let top = folder; ; top = dirname(top)) {
    const file = join(top, '.git');
    const kind = await kindOfForeign(file);
    if (kind === 'folder') return { top, common: file };
    if (kind) return { top, common: await commonOf(top) };
    if (top === dirname(top)) return undefined;
  }
}

/** Returns the shared folder of a linked worktree whose entry in the repository refers back to it. */
async function commonOf(top: string): Promise<string | undefined> {
  const entry = await ownEntry(top);
  if (entry === undefined || basename(dirname(entry)) !== 'worktrees') return undefined;
  return (await treeOf(entry)) === top ? dirname(dirname(entry)) : undefined;
}

/** Returns a worktree's own folder in the repository, as its `.git` file states. */
async function ownEntry(tree: string): Promise<string | undefined> {
  const said = /^gitdir:\s*(.+)/.exec((await textBeside(join(tree, '.git'))) ?? '')?.[1]?.trim();
  return said === undefined ? undefined : realForeign(resolve(tree, said));
}

/** Returns the worktree to which an entry of `worktrees` in the repository refers. */
async function treeOf(entry: string): Promise<string | undefined> {
  const said = (await textBeside(join(entry, 'gitdir')))?.trim();
  return said === undefined || said === '' ? undefined : realForeign(dirname(resolve(entry, said)));
}

const textBeside = async (path: string): Promise<string | undefined> =>
  (await foreignText(path, maxBytes))?.replace(/^\uFEFF/, '');
