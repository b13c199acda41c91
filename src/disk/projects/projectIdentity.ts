import { resolve } from 'node:path';
import { historyFolder } from '../files/projectHistory.ts';
import type { Machine } from '../base/stateFolder.ts';
import { realForeign, statForeign } from '../files/foreign.ts';
import { ownProjectName, projectName, type ProjectName } from '../files/projectId.ts';
import { isFileRoot, isSamePath, isWithin, type FormerFolder } from './paths.ts';
import type { KnownFolder, ProjectRecord } from './record.ts';
import { readRecord } from './recordFile.ts';
import { worktreesOf } from './worktrees.ts';

/** A folder's relation to the project whose id it has. */
export interface ProjectIdentity {
  readonly name: ProjectName;
  /** The folder's path, as given and without links. */
  readonly paths: readonly string[];
  readonly record: ProjectRecord | undefined;
  /** The project's other folders, without unclear ones. */
  readonly others: readonly KnownFolder[];
  /** `known`: this is the project. `tree`: a worktree of its repository. `unclear`: possibly a copy or a forgery. */
  readonly status: 'known' | 'tree' | 'unclear';
}

/** Identifies the project of a folder; undefined if its history has no name. */
export async function identifyProject(
  machine: Machine,
  project: string,
): Promise<ProjectIdentity | undefined> {
  const name = ownProjectName(historyFolder(project));
  return name && identifyNamed(machine, project, name, readRecord(machine, name.id));
}

/**
 * Identifies the project of a named folder, whose id anyone may have written. The folder is the project if it was
 * known here before, or has a `place` that only moving and copying preserve, and no other folder has it too.
 */
async function identifyNamed(
  machine: Machine,
  project: string,
  name: ProjectName,
  record: ProjectRecord | undefined,
): Promise<ProjectIdentity> {
  const named = resolve(project);
  const real = await realForeign(named);
  const paths = [...new Set([real, named])];
  const folders = record?.folders ?? [];
  const others = folders.filter(({ path, kind }) => kind !== 'unclear' && !isIncluded(path, paths, machine));
  const identity = (status: ProjectIdentity['status']): ProjectIdentity => ({
    name,
    paths,
    record,
    others,
    status,
  });
  if (others.length === 0) return identity('known');
  const entry = folders.find(({ path }) => isIncluded(path, paths, machine));
  if (name.place !== undefined && record?.places.includes(name.place)) {
    if (entry?.kind === 'opened' || entry?.kind === 'tree') return identity('known');
    return identity((await hasCopy(others, real, name.id)) ? 'unclear' : 'known');
  }
  const trees = await otherTrees(machine, paths);
  if (others.every(({ path }) => isIncluded(path, trees, machine))) return identity(entry ? 'known' : 'tree');
  return identity(trees.some((tree) => isProject(tree, name.id, record)) ? 'tree' : 'unclear');
}

/** Reports whether a worktree of the same repository is known to be the project. */
function isProject(tree: string, id: string, record: ProjectRecord | undefined): boolean {
  const name = projectName(historyFolder(tree));
  return name?.id === id && name.place !== undefined && record?.places.includes(name.place) === true;
}

/**
 * Reports whether the project still exists in another folder it was opened in, other than this one under another
 * path.
 */
async function hasCopy(others: readonly KnownFolder[], folder: string, id: string): Promise<boolean> {
  const own = await statIfPresent(folder);
  for (const { path, kind } of others) {
    // Worktrees of a repository share one history and are not copies of each other.
    if (historyFolder(path) === historyFolder(folder)) continue;
    if (kind !== 'opened' || projectName(historyFolder(path))?.id !== id) continue;
    const other = await statIfPresent(path);
    if (other && !(own?.ino === other.ino && own.dev === other.dev)) return true;
  }
  return false;
}

/** Returns until when a folder was this project's: if another project is there now, until its folder was created. */
async function usedUntil(path: string, seen: number, id: string): Promise<number> {
  const there = await statIfPresent(path);
  if (!there?.isDirectory() || projectName(historyFolder(path))?.id === id) return Infinity;
  return Math.max(seen, there.birthtimeMs);
}

/** Returns the stat of a path that may be someone else's; undefined if inaccessible. */
export const statIfPresent = (path: string) => statForeign(path).catch(() => undefined);

/** Reports whether a folder is in a list. */
export const isIncluded = (path: string, folders: readonly string[], { platform }: Machine): boolean =>
  folders.some((folder) => isSamePath(folder, path, platform));

/**
 * Returns the repository's other worktrees, except those that are not projects, such as a home folder under version
 * control.
 */
export async function otherTrees(machine: Machine, paths: readonly string[]): Promise<string[]> {
  const [real = ''] = paths;
  const trees = await worktreesOf(real);
  return trees.filter((tree) => !isIncluded(tree, paths, machine) && !isAroundHome(tree, machine));
}

/** Reports whether a folder is the home folder or contains it, and thus is not a project. */
export const isAroundHome = (folder: string, { home, platform }: Machine): boolean =>
  isFileRoot(folder) || isWithin(home, folder, platform);

/**
 * Returns a project's other folders whose sessions belong to it; none for a possible copy, or if nothing can be read.
 */
export async function formerFolders(machine: Machine, project: string): Promise<readonly FormerFolder[]> {
  try {
    return await otherSessionFolders(machine, project);
  } catch {
    return []; // show the other sessions at least
  }
}

async function otherSessionFolders(machine: Machine, project: string): Promise<readonly FormerFolder[]> {
  const name = projectName(historyFolder(project));
  const record = name && readRecord(machine, name.id);
  // Most projects have been in one folder only.
  if (!record || record.folders.every(({ path }) => isSamePath(path, project, machine.platform))) return [];
  const { status, others } = await identifyNamed(machine, project, name, record);
  if (status === 'unclear') return [];
  return Promise.all(
    others.map(async ({ path, kind, seen }) => ({
      path,
      until: kind === 'added' ? Infinity : await usedUntil(path, seen, name.id),
    })),
  );
}
