import type { Roots, Places } from './agent.ts';
import fs from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { entriesOf } from './places.ts';
import { readBeside } from './whole.ts';

/** Finds the roots of a folder without running git. */
export async function rootsOf(places: Places, folder: string): Promise<Roots> {
  const given = resolve(folder);
  const real = await realPath(given);
  const repository = await repositoryOf(real);
  // A home folder under version control does not own all that happens in it.
  const tooWide = new Set([resolve(places.home), await realPath(resolve(places.home)), resolve('/')]);
  const folders = [...new Set([given, real, ...repository.filter((root) => !tooWide.has(root))])];
  const sameCase = caseOf(places.platform);
  const prefixes = folders.map(sameCase);
  const isInside = (path: string) => prefixes.some((root) => isAtOrBelow(sameCase(path), root));
  const known = new Map<string, boolean>();
  const include = async (cwd: string) => {
    const answer = known.get(cwd) ?? (isInside(resolve(cwd)) || isInside(await realPath(resolve(cwd))));
    known.set(cwd, answer);
    return answer;
  };
  return { folders, include };
}

/** Paths as the file system of a platform tells them apart. */
const caseOf = (platform: Places['platform']) => (path: string) =>
  platform === 'win32' || platform === 'darwin' ? path.toLowerCase() : path;

function isAtOrBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** The path without links, or as it is where it leads nowhere (any more). */
async function realPath(path: string): Promise<string> {
  return fs.realpath(path).catch(() => path); // a folder of old sessions may be gone
}

/**
 * The working tree a folder is in, the main one, and the others of the repository. What `.git` says was written by
 * whoever made the folder, and would claim the sessions of other projects; so each tree counts that says the same of
 * itself, as git writes it at both ends, and none that this one lies in.
 */
async function repositoryOf(folder: string): Promise<string[]> {
  const git = await gitOf(folder);
  if (git === undefined) return [];
  const { top, common } = git;
  if (common === undefined) return [top];
  const trees = [top];
  if (basename(common) === '.git') trees.push(dirname(common));
  for (const { name } of await entriesOf(join(common, 'worktrees'))) {
    const entry = join(common, 'worktrees', name);
    const tree = await treeOf(entry);
    if (tree !== undefined && (await ownEntry(tree)) === (await realPath(entry))) trees.push(tree);
  }
  return trees.filter((tree) => tree === top || !isAtOrBelow(top, tree));
}

/** A working tree, and the folder where its repository keeps what all trees share, if it is known. */
interface Git {
  readonly top: string;
  readonly common: string | undefined;
}

/** The working tree around a folder. */
async function gitOf(folder: string): Promise<Git | undefined> {
  for (let top = folder; ; top = dirname(top)) {
    const file = join(top, '.git');
    const stat = await fs.lstat(file).catch(() => undefined); // no repository here: look further up
    if (stat?.isDirectory()) return { top, common: file };
    if (stat) return { top, common: await commonOf(top) };
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
  const said = /^gitdir:\s*(.+)/.exec((await readBeside(join(tree, '.git'))) ?? '')?.[1]?.trim();
  return said === undefined ? undefined : realPath(resolve(tree, said));
}

/** The working tree that the repository says an entry of its `worktrees` is of. */
async function treeOf(entry: string): Promise<string | undefined> {
  const said = (await readBeside(join(entry, 'gitdir')))?.trim();
  return said === undefined || said === '' ? undefined : realPath(dirname(resolve(entry, said)));
}
