import { basename, dirname, join, resolve } from 'node:path';
import { entriesOfForeign, foreignText, kindOfForeign, realForeign } from '../files/foreign.ts';
import { isAtOrBelow } from './paths.ts';

/** What `.git` says of itself fits into far less. Bytes. */
const maxBytes = 64 * 1024;

/**
 * The working tree a folder is in, the main one, and the others of the repository, found without running git. `folder`
 * is without links. What `.git` says was written by whoever made the folder, and would claim the sessions of other
 * projects; so each tree counts that says the same of itself, as git writes it at both ends, and none that this one
 * lies in.
 */
export async function workingTrees(folder: string): Promise<string[]> {
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

/** A working tree, and the folder where its repository keeps what all trees share, if it is known. */
interface Git {
  readonly top: string;
  readonly common: string | undefined;
}

/** The working tree around a folder. */
async function gitOf(folder: string): Promise<Git | undefined> {
  for (let top = folder; ; top = dirname(top)) {
    const file = join(top, '.git');
    const kind = await kindOfForeign(file);
    if (kind === 'folder') return { top, common: file };
    if (kind) return { top, common: await commonOf(top) };
    if (top === dirname(top)) return undefined;
  }
}

/** Of a working tree that is not the main one, whose entry at the repository names it in turn. */
async function commonOf(top: string): Promise<string | undefined> {
  const entry = await ownEntry(top);
  if (entry === undefined || basename(dirname(entry)) !== 'worktrees') return undefined;
  return (await treeOf(entry)) === top ? dirname(dirname(entry)) : undefined;
}

/** Where the `.git` file of a working tree says that its repository keeps what is of this tree alone. */
async function ownEntry(tree: string): Promise<string | undefined> {
  const said = /^gitdir:\s*(.+)/.exec((await textBeside(join(tree, '.git'))) ?? '')?.[1]?.trim();
  return said === undefined ? undefined : realForeign(resolve(tree, said));
}

/** The working tree that the repository says an entry of its `worktrees` is of. */
async function treeOf(entry: string): Promise<string | undefined> {
  const said = (await textBeside(join(entry, 'gitdir')))?.trim();
  return said === undefined || said === '' ? undefined : realForeign(dirname(resolve(entry, said)));
}

const textBeside = async (path: string): Promise<string | undefined> =>
  (await foreignText(path, maxBytes))?.replace(/^\uFEFF/, '');
