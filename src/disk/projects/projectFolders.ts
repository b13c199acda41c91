import { errorMessage } from '../base/core.ts';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { contains } from '../base/projectFolder.ts';
import { historySwitch } from '../files/historySwitch.ts';
import { historyFolder } from '../files/projectHistory.ts';
import type { Machine } from '../base/stateFolder.ts';
import { realForeign } from '../files/foreign.ts';
import { withStoreErrors } from '../files/failure.ts';
import { ensureHistoryFolder, projectLock } from '../files/historyFolder.ts';
import {
  ensureProjectName,
  ownProjectName,
  projectName,
  renameProject,
  type ProjectName,
} from '../files/projectId.ts';
import { isFolderPath, isSamePath, isWithin, plainPath } from './paths.ts';
import { maxFolders, withFolder, withoutFolder, type KnownFolder, type ProjectRecord } from './record.ts';
import { changeRecord, refuseFolder, type RecordContext } from './recordFile.ts';
import {
  isIncluded,
  isAroundHome,
  otherTrees,
  identifyProject,
  statIfPresent,
  type ProjectIdentity,
} from './projectIdentity.ts';

/** A folder with the id of a project known from other folders, of which it may be a copy. */
export interface ProjectQuestion {
  /** The folder in question. */
  readonly folder: string;
  /** The project's other folders, most recently seen first. */
  readonly others: readonly { readonly path: string; readonly isThere: boolean }[];
}

/**
 * It is the same project, sharing the sessions of all folders; a copy, which becomes another project; or undecided.
 */
export type ProjectAnswer = 'moved' | 'copy' | 'later';

/** How often a known location of a project is noted again. Milliseconds. */
const noteIntervalMs = 24 * 60 * 60 * 1_000;

/**
 * Notes that a project is used in a folder and returns the question to ask first, once. Ignores a folder without a
 * history. Cheap if it was noted within a day.
 */
export function projectOpened(context: RecordContext, project: string): Promise<ProjectQuestion | undefined> {
  return withStoreErrors(() => noteOpened(context, project));
}

/**
 * Notes where a project is, so that its sessions are found after a move. A failure is only logged: the next program
 * tries again.
 */
export async function noteLocation(context: RecordContext, project: string): Promise<void> {
  try {
    await projectOpened(context, project);
  } catch (error) {
    context.log.warn(`cannot note where this project is: ${errorMessage(error)}`);
  }
}

async function noteOpened(context: RecordContext, project: string): Promise<ProjectQuestion | undefined> {
  const { machine } = context;
  const history = historyFolder(project);
  if (historySwitch(project, { history, env: machine.env }).mode === 'off') return undefined;
  const before = await identifyProject(machine, project);
  if (before === undefined) return undefined;
  const trees = await otherTrees(machine, before.paths);
  if (!isNoted(before, trees, context)) {
    if (before.status !== 'unclear') await ensurePlace(history, before.name);
    await changeRecord(context, before.name.id, async () => {
      const now = await identifyProject(machine, project);
      return now && noted(now, now.status === 'unclear' ? [] : trees, context);
    });
    for (const tree of trees) await noteTree(context, tree, before);
  }
  const { record, paths, status } = before;
  const isAsked =
    record?.folders.some(({ path, asked }) => asked && isIncluded(path, paths, machine)) === true;
  return status === 'unclear' && !isAsked ? question(project, before) : undefined;
}

/** Returns the question about a folder, even if it was asked before. */
export async function projectQuestion(
  machine: Machine,
  project: string,
): Promise<ProjectQuestion | undefined> {
  const now = await identifyProject(machine, project);
  return now?.status === 'unclear' ? question(project, now) : undefined;
}

/**
 * Applies the answer to a `ProjectQuestion`. A copy gets a name of its own and only the sessions of its own folder.
 */
export function answerProject(context: RecordContext, project: string, answer: ProjectAnswer): Promise<void> {
  return withStoreErrors(() => takeAnswer(context, project, answer));
}

async function takeAnswer(context: RecordContext, project: string, answer: ProjectAnswer): Promise<void> {
  const { machine, clock } = context;
  const history = historyFolder(project);
  const now = await identifyProject(machine, project);
  if (now === undefined) return;
  if (answer === 'moved') await ensurePlace(history, now.name);
  const { place } = projectName(history) ?? {};
  await changeRecord(context, now.name.id, (record = empty) => {
    const [first = project, ...more] = now.paths;
    const noted = { path: first, seen: clock.now() };
    const without = now.paths.reduce((left, path) => withoutFolder(left, path, machine.platform), record);
    if (answer === 'copy') return without;
    if (answer === 'later')
      return withFolder(without, { ...noted, kind: 'unclear', asked: true }, machine.platform);
    const all = [first, ...more].map((path) => ({ ...noted, path, kind: 'opened' as const }));
    return { places: withPlace(without.places, place), folders: [...without.folders, ...all] };
  });
  if (answer !== 'copy') return;
  await renameProject(history, { id: randomUUID(), place: randomUUID() }, projectLock(history));
  await projectOpened(context, project);
}

/** Returns a project's other folders with what is known of each, most recently seen first. */
export async function otherFolders(machine: Machine, project: string): Promise<readonly KnownFolder[]> {
  const now = await identifyProject(machine, project);
  if (now === undefined || now.status === 'unclear') return [];
  const trees = await otherTrees(machine, now.paths);
  const others = now.others.filter(({ path }) => !isIncluded(path, trees, machine));
  return others.sort((a, b) => b.seen - a.seen);
}

/**
 * Adds a folder, which may no longer exist, creating a history for the project if needed, since that names it. Throws
 * `invalid_argument` for an unsuitable folder, and while the project's identity is unclear.
 */
export function addFolder(context: RecordContext, project: string, path: string): Promise<void> {
  return withStoreErrors(() => takeFolder(context, project, path));
}

async function takeFolder(context: RecordContext, project: string, path: string): Promise<void> {
  const { machine, clock } = context;
  const folder = await checkedFolder(machine, project, path);
  await ensureHistoryFolder(historyFolder(project));
  await projectOpened(context, project);
  const now = await identifyProject(machine, project);
  if (now === undefined || now.status === 'unclear')
    throw refuseFolder(project, 'may be a copy of another project: say first whether it is.');
  await changeRecord(context, now.name.id, (record = empty) => {
    const others = withoutFolder(record, folder, machine.platform);
    if (others.folders.filter(({ kind }) => kind === 'added').length >= maxFolders)
      throw refuseFolder(folder, `is one too many: ${maxFolders} folders were added. Remove some first.`);
    return withFolder(others, { path: folder, kind: 'added', seen: clock.now() }, machine.platform);
  });
}

/** Removes a folder from a project, however it was added. */
export async function removeFolder(context: RecordContext, project: string, path: string): Promise<void> {
  const name = ownProjectName(historyFolder(project));
  if (name === undefined) return;
  const without = (record: ProjectRecord | undefined) =>
    record && withoutFolder(record, path, context.machine.platform);
  await withStoreErrors(() => changeRecord(context, name.id, without));
}

const empty: ProjectRecord = { places: [], folders: [] };

/** Reports whether the record already contains all of this. */
function isNoted(
  { record, name, paths, status }: ProjectIdentity,
  trees: readonly string[],
  { machine, clock }: RecordContext,
): boolean {
  if (record === undefined) return false;
  const since = clock.now() - noteIntervalMs;
  const known = (path: string, kinds: readonly KnownFolder['kind'][]) =>
    record.folders.some(
      (folder) =>
        isSamePath(folder.path, path, machine.platform) && folder.seen > since && kinds.includes(folder.kind),
    );
  if (status === 'unclear') return paths.every((path) => known(path, ['unclear']));
  if (name.place === undefined || !record.places.includes(name.place)) return false;
  return (
    paths.every((path) => known(path, ['opened', 'tree'])) &&
    trees.every((path) => known(path, ['opened', 'tree', 'added']))
  );
}

/** Returns the record updated with the project's current location. */
function noted(
  { record = empty, name, paths, status }: ProjectIdentity,
  trees: readonly string[],
  { machine, clock }: RecordContext,
) {
  const { platform } = machine;
  const seen = clock.now();
  const kindOf = (path: string): KnownFolder | undefined =>
    record.folders.find((known) => isSamePath(known.path, path, platform));
  const currentFolder = (path: string): KnownFolder => {
    const before = kindOf(path);
    if (status === 'unclear') return { path, kind: 'unclear', seen, ...(before?.asked && { asked: true }) };
    return { path, kind: status === 'tree' && before?.kind !== 'opened' ? 'tree' : 'opened', seen };
  };
  const treeFolder = (path: string): KnownFolder => ({ path, kind: kindOf(path)?.kind ?? 'tree', seen });
  const places = status === 'unclear' ? record.places : withPlace(record.places, name.place);
  return [...paths.map(currentFolder), ...trees.map(treeFolder)].reduce<ProjectRecord>(
    (left, folder) => withFolder(left, folder, platform),
    { ...record, places },
  );
}

const withPlace = (places: readonly string[], place: string | undefined): readonly string[] =>
  place === undefined || places.includes(place) ? places : [...places, place];

/** Notes a folder as a worktree of its repository's main project, which outlives it. */
async function noteTree(
  context: RecordContext,
  project: string,
  { name, paths }: ProjectIdentity,
): Promise<void> {
  const { machine, clock } = context;
  const main = await identifyProject(machine, project);
  if (main?.record === undefined || main.status === 'unclear' || main.name.id === name.id) return;
  const [path = ''] = paths;
  const noted = main.record.folders.find((known) => isSamePath(known.path, path, machine.platform));
  if (noted && noted.seen > clock.now() - noteIntervalMs) return;
  await changeRecord(context, main.name.id, (record = empty) =>
    withFolder(record, { path, kind: noted?.kind ?? 'tree', seen: clock.now() }, machine.platform),
  );
}

/** Ensures that the folder's project name has a `place`. */
async function ensurePlace(history: string, { id, place }: ProjectName): Promise<void> {
  if (place !== undefined) return;
  await ensureProjectName(history, () => projectLock(history));
  if (projectName(history)?.place === undefined)
    await renameProject(history, { id, place: randomUUID() }, projectLock(history));
}

async function question(project: string, { others }: ProjectIdentity): Promise<ProjectQuestion> {
  const opened = others.filter(({ kind }) => kind === 'opened');
  const shown = [...(opened.length > 0 ? opened : others)].sort((a, b) => b.seen - a.seen);
  const all = shown.map(async ({ path }) => ({ path, isThere: (await statIfPresent(path)) !== undefined }));
  return { folder: project, others: await Promise.all(all) };
}

/** Validates a folder that a person adds and returns it normalized, without links. */
async function checkedFolder(machine: Machine, project: string, path: string): Promise<string> {
  const named = path.trim();
  if (!isFolderPath(named))
    throw refuseFolder(named, 'is not an absolute path. Give the whole path of a folder.');
  const folder = plainPath(named);
  if (isAroundHome(folder, machine) || contains(await realForeign(folder), machine.home))
    throw refuseFolder(folder, 'holds the home folder or is it, and is not a folder of one project.');
  if (isWithin(folder, plainPath(resolve(project)), machine.platform))
    throw refuseFolder(folder, 'is in the project itself, whose sessions are listed anyway.');
  return folder;
}
