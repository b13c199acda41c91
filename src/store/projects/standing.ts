import { resolve } from 'node:path';
import { historyFolder } from '../files/projectHistory.ts';
import type { Machine } from '../base/stateFolder.ts';
import { realForeign, statForeign } from '../files/foreign.ts';
import { ownProjectName, projectName, type ProjectName } from '../files/projectId.ts';
import { isFileRoot, isSamePath, isWithin } from './paths.ts';
import type { KnownFolder, ProjectRecord } from './record.ts';
import { readRecord } from './recordFile.ts';
import { workingTrees } from './workingTrees.ts';

/** How a folder stands to the project that it says it is. */
export interface Standing {
  readonly name: ProjectName;
  /** How the folder is spelled, as given and without links. */
  readonly here: readonly string[];
  readonly record: ProjectRecord | undefined;
  /** The other folders of the project, but for those nobody is sure of. */
  readonly others: readonly KnownFolder[];
  /** `known`: the project is here. `tree`: a working tree of its repository. `unclear`: it may be a copy, or a forgery. */
  readonly is: 'known' | 'tree' | 'unclear';
}

/** How a folder stands to its project; undefined where its history has no name. */
export async function standing(machine: Machine, project: string): Promise<Standing | undefined> {
  const name = ownProjectName(historyFolder(project));
  return name && standingOf(machine, project, name, readRecord(machine, name.id));
}

/**
 * Anybody may write the id of a project into a folder. The folder is the project where it was known here before or holds
 * what only moving and copying bring along (`place`), and no other folder has that as well.
 */
export async function standingOf(
  machine: Machine,
  project: string,
  name: ProjectName,
  record: ProjectRecord | undefined,
): Promise<Standing> {
  const named = resolve(project);
  const real = await realForeign(named);
  const here = [...new Set([real, named])];
  const folders = record?.folders ?? [];
  const others = folders.filter(({ path, kind }) => kind !== 'unclear' && !isAmong(path, here, machine));
  const is = (what: Standing['is']): Standing => ({ name, here, record, others, is: what });
  if (others.length === 0) return is('known');
  const entry = folders.find(({ path }) => isAmong(path, here, machine));
  if (name.place !== undefined && record?.places.includes(name.place)) {
    if (entry?.kind === 'opened' || entry?.kind === 'tree') return is('known');
    return is((await hasCopy(others, real, name.id)) ? 'unclear' : 'known');
  }
  const trees = await otherTrees(machine, here);
  if (others.every(({ path }) => isAmong(path, trees, machine))) return is(entry ? 'known' : 'tree');
  return is(trees.some((tree) => isProject(tree, name.id, record)) ? 'tree' : 'unclear');
}

/** Whether a working tree of the same repository is known to be the project. */
function isProject(tree: string, id: string, record: ProjectRecord | undefined): boolean {
  const name = projectName(historyFolder(tree));
  return name?.id === id && name.place !== undefined && record?.places.includes(name.place) === true;
}

/** Whether the project is still in another folder it was opened in, which is not this one under another path. */
async function hasCopy(others: readonly KnownFolder[], here: string, id: string): Promise<boolean> {
  const own = await statOf(here);
  for (const { path, kind } of others) {
    // Working trees of a repository share one history, and are no copies of one another.
    if (historyFolder(path) === historyFolder(here)) continue;
    if (kind !== 'opened' || projectName(historyFolder(path))?.id !== id) continue;
    const other = await statOf(path);
    if (other && !(own?.ino === other.ino && own.dev === other.dev)) return true;
  }
  return false;
}

/** Until when a folder was this project's: where another one is there now, since that was made. */
export async function usedUntil(path: string, seen: number, id: string): Promise<number> {
  const there = await statOf(path);
  if (!there?.isDirectory() || projectName(historyFolder(path))?.id === id) return Infinity;
  return Math.max(seen, there.birthtimeMs);
}

/** What lies at a path of others; undefined where nothing does that can be looked at. */
export const statOf = (path: string) => statForeign(path).catch(() => undefined);

/** Whether a folder is one of these. */
export const isAmong = (path: string, folders: readonly string[], { platform }: Machine): boolean =>
  folders.some((folder) => isSamePath(folder, path, platform));

/** The other working trees of the repository, but for those that are no project: a home folder under version control. */
export async function otherTrees(machine: Machine, here: readonly string[]): Promise<string[]> {
  const [real = ''] = here;
  const trees = await workingTrees(real);
  return trees.filter((tree) => !isAmong(tree, here, machine) && !isAroundHome(tree, machine));
}

/** Whether a folder is no project: it is the home folder, or holds it. */
export const isAroundHome = (folder: string, { home, platform }: Machine): boolean =>
  isFileRoot(folder) || isWithin(home, folder, platform);
