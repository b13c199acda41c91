import fs from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Places } from './places.ts';
import { readBeside } from './beside.ts';

/**
 * The folders whose sessions belong to a workspace folder: itself, the top of its git repository and the
 * repository's other working trees, each with what is below it.
 */
export interface Roots {
  /** Real paths, and the folder's own as it was given. */
  readonly folders: readonly string[];
  /** Whether a session that ran in `cwd` belongs here. */
  readonly include: (cwd: string) => Promise<boolean>;
}

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

/** The working tree a folder is in, the main one, and the others of the repository. */
async function repositoryOf(folder: string): Promise<string[]> {
  const git = await gitOf(folder);
  if (git === undefined) return [];
  const { top, common } = git;
  const trees = [top];
  if (basename(common) === '.git') trees.push(dirname(common));
  for (const name of await fs.readdir(join(common, 'worktrees')).catch(() => [])) {
    const file = (await readBeside(join(common, 'worktrees', name, 'gitdir')))?.trim();
    if (file !== undefined && file !== '') trees.push(await realPath(dirname(resolve(common, file))));
  }
  return trees;
}

/** The top of the working tree around a folder, and the folder where its repository keeps what all trees share. */
async function gitOf(folder: string): Promise<{ readonly top: string; readonly common: string } | undefined> {
  for (let top = folder; ; top = dirname(top)) {
    const file = join(top, '.git');
    const stat = await fs.stat(file).catch(() => undefined); // no repository here: look further up
    if (stat?.isDirectory()) return { top, common: file };
    if (stat?.isFile()) return { top, common: await commonOf(top, (await readBeside(file)) ?? '') };
    if (top === dirname(top)) return undefined;
  }
}

/** Follows the `.git` file of a working tree that is not the main one. */
async function commonOf(top: string, content: string): Promise<string> {
  const own = resolve(top, /^gitdir:\s*(.+)/.exec(content)?.[1]?.trim() ?? '.git');
  const common = (await readBeside(join(own, 'commondir')))?.trim();
  return common === undefined || common === '' ? own : resolve(own, common);
}
