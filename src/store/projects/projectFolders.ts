import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { contains } from '../base/projectFolder.ts';
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
import { isFolderPath, isSamePath, isWithin, plainPath, type FormerFolder } from './paths.ts';
import { maxFolders, withFolder, withoutPath, type KnownFolder, type ProjectRecord } from './record.ts';
import { changeRecord, readRecord, refuseFolder, type RecordContext } from './recordFile.ts';
import {
  isAmong,
  isAroundHome,
  otherTrees,
  standing,
  standingOf,
  statOf,
  usedUntil,
  type Standing,
} from './standing.ts';

/** A folder that names itself as a project which this machine knows from other folders, and may be a copy of it. */
export interface ProjectQuestion {
  /** The folder that asks. */
  readonly folder: string;
  /** The other folders of the project, those seen last first. */
  readonly others: readonly { readonly path: string; readonly isThere: boolean }[];
}

/** It is the project, and its sessions are those of all its folders; it is another one; or nobody wants to say. */
export type ProjectAnswer = 'moved' | 'copy' | 'later';

/** How often it is noted that a project is where it is known to be. Milliseconds. */
const notedEvery = 24 * 60 * 60 * 1_000;

/**
 * The folders whose sessions belong to a project besides its own. Of one that may be a copy there are none, and none where
 * nothing can be read.
 */
export async function formerFolders(machine: Machine, project: string): Promise<readonly FormerFolder[]> {
  try {
    return await foldersBefore(machine, project);
  } catch {
    return []; // a list shows what else there is
  }
}

async function foldersBefore(machine: Machine, project: string): Promise<readonly FormerFolder[]> {
  const name = projectName(historyFolder(project));
  const record = name && readRecord(machine, name.id);
  // Nearly every project has been in one folder only.
  if (!record || record.folders.every(({ path }) => isSamePath(path, project, machine.platform))) return [];
  const { is, others } = await standingOf(machine, project, name, record);
  if (is === 'unclear') return [];
  return Promise.all(
    others.map(async ({ path, kind, seen }) => ({
      path,
      until: kind === 'added' ? Infinity : await usedUntil(path, seen, name.id),
    })),
  );
}

/**
 * Notes that a person, or an agent of theirs, works with a project in a folder; gives what is to be asked first, once. A
 * folder without a history is nothing to note. Cheap where that was noted within a day.
 */
export function projectOpened(around: RecordContext, project: string): Promise<ProjectQuestion | undefined> {
  return withStoreErrors(() => noteOpened(around, project));
}

async function noteOpened(around: RecordContext, project: string): Promise<ProjectQuestion | undefined> {
  const { machine } = around;
  const history = historyFolder(project);
  const before = await standing(machine, project);
  if (before === undefined) return undefined;
  const trees = await otherTrees(machine, before.here);
  if (!isNoted(before, trees, around)) {
    if (before.is !== 'unclear') await nameHere(history, before.name);
    await changeRecord(around, before.name.id, async () => {
      const now = await standing(machine, project);
      return now && noted(now, now.is === 'unclear' ? [] : trees, around);
    });
    for (const tree of trees) await noteTree(around, tree, before);
  }
  const { record, here, is } = before;
  const isAsked = record?.folders.some(({ path, asked }) => asked && isAmong(path, here, machine)) === true;
  return is === 'unclear' && !isAsked ? question(project, before) : undefined;
}

/** What is to be asked of a folder, also where it was asked before. */
export async function projectQuestion(
  machine: Machine,
  project: string,
): Promise<ProjectQuestion | undefined> {
  const now = await standing(machine, project);
  return now?.is === 'unclear' ? question(project, now) : undefined;
}

/** Takes a person's answer to `ProjectQuestion`. A copy gets a name of its own, and has the sessions of its own folder. */
export function answerProject(around: RecordContext, project: string, answer: ProjectAnswer): Promise<void> {
  return withStoreErrors(() => takeAnswer(around, project, answer));
}

async function takeAnswer(around: RecordContext, project: string, answer: ProjectAnswer): Promise<void> {
  const { machine, clock } = around;
  const history = historyFolder(project);
  const now = await standing(machine, project);
  if (now === undefined) return;
  if (answer === 'moved') await nameHere(history, now.name);
  const { place } = projectName(history) ?? {};
  await changeRecord(around, now.name.id, (record = empty) => {
    const [first = project, ...more] = now.here;
    const noted = { path: first, seen: clock.now() };
    const without = now.here.reduce((left, path) => withoutPath(left, path, machine.platform), record);
    if (answer === 'copy') return without;
    if (answer === 'later')
      return withFolder(without, { ...noted, kind: 'unclear', asked: true }, machine.platform);
    const all = [first, ...more].map((path) => ({ ...noted, path, kind: 'opened' as const }));
    return { places: withPlace(without.places, place), folders: [...without.folders, ...all] };
  });
  if (answer !== 'copy') return;
  await renameProject(history, { id: randomUUID(), place: randomUUID() }, projectLock(history));
  await projectOpened(around, project);
}

/** The folders whose sessions belong to a project besides its own, with what is known of each, the last seen first. */
export async function otherFolders(machine: Machine, project: string): Promise<readonly KnownFolder[]> {
  const now = await standing(machine, project);
  if (now === undefined || now.is === 'unclear') return [];
  const trees = await otherTrees(machine, now.here);
  const besides = now.others.filter(({ path }) => !isAmong(path, trees, machine));
  return besides.sort((a, b) => b.seen - a.seen);
}

/**
 * Adds a folder by hand, which need not be there any more; the project gets a history where it has none, as that is what
 * names it. Throws `invalid_argument` for what is no folder of a project's work, and while it is unclear which project
 * this is.
 */
export function addFolder(around: RecordContext, project: string, path: string): Promise<void> {
  return withStoreErrors(() => takeFolder(around, project, path));
}

async function takeFolder(around: RecordContext, project: string, path: string): Promise<void> {
  const { machine, clock } = around;
  const folder = await checkedFolder(machine, project, path);
  await ensureHistoryFolder(historyFolder(project));
  await projectOpened(around, project);
  const now = await standing(machine, project);
  if (now === undefined || now.is === 'unclear')
    throw refuseFolder(project, 'may be a copy of another project: say first whether it is.');
  await changeRecord(around, now.name.id, (record = empty) => {
    const others = withoutPath(record, folder, machine.platform);
    if (others.folders.filter(({ kind }) => kind === 'added').length >= maxFolders)
      throw refuseFolder(folder, `is one too many: ${maxFolders} folders were added. Remove some first.`);
    return withFolder(others, { path: folder, kind: 'added', seen: clock.now() }, machine.platform);
  });
}

/** Takes a folder from a project, whoever added it. */
export async function removeFolder(around: RecordContext, project: string, path: string): Promise<void> {
  const name = ownProjectName(historyFolder(project));
  if (name === undefined) return;
  const without = (record: ProjectRecord | undefined) =>
    record && withoutPath(record, path, around.machine.platform);
  await withStoreErrors(() => changeRecord(around, name.id, without));
}

const empty: ProjectRecord = { places: [], folders: [] };

/** Whether the record says all of this already. */
function isNoted(
  { record, name, here, is }: Standing,
  trees: readonly string[],
  { machine, clock }: RecordContext,
): boolean {
  if (record === undefined) return false;
  const since = clock.now() - notedEvery;
  const known = (path: string, kinds: readonly KnownFolder['kind'][]) =>
    record.folders.some(
      (folder) =>
        isSamePath(folder.path, path, machine.platform) && folder.seen > since && kinds.includes(folder.kind),
    );
  if (is === 'unclear') return here.every((path) => known(path, ['unclear']));
  if (name.place === undefined || !record.places.includes(name.place)) return false;
  return (
    here.every((path) => known(path, ['opened', 'tree'])) &&
    trees.every((path) => known(path, ['opened', 'tree', 'added']))
  );
}

/** The record that says where the project is now. */
function noted(
  { record = empty, name, here, is }: Standing,
  trees: readonly string[],
  { machine, clock }: RecordContext,
) {
  const { platform } = machine;
  const seen = clock.now();
  const kindOf = (path: string): KnownFolder | undefined =>
    record.folders.find((known) => isSamePath(known.path, path, platform));
  const asHere = (path: string): KnownFolder => {
    const before = kindOf(path);
    if (is === 'unclear') return { path, kind: 'unclear', seen, ...(before?.asked && { asked: true }) };
    return { path, kind: is === 'tree' && before?.kind !== 'opened' ? 'tree' : 'opened', seen };
  };
  const asTree = (path: string): KnownFolder => ({ path, kind: kindOf(path)?.kind ?? 'tree', seen });
  const places = is === 'unclear' ? record.places : withPlace(record.places, name.place);
  return [...here.map(asHere), ...trees.map(asTree)].reduce<ProjectRecord>(
    (left, folder) => withFolder(left, folder, platform),
    { ...record, places },
  );
}

const withPlace = (places: readonly string[], place: string | undefined): readonly string[] =>
  place === undefined || places.includes(place) ? places : [...places, place];

/** Notes a folder as a working tree of another project, that of its repository, which outlives it. */
async function noteTree(around: RecordContext, project: string, { name, here }: Standing): Promise<void> {
  const { machine, clock } = around;
  const main = await standing(machine, project);
  if (main?.record === undefined || main.is === 'unclear' || main.name.id === name.id) return;
  const [path = ''] = here;
  const noted = main.record.folders.find((known) => isSamePath(known.path, path, machine.platform));
  if (noted && noted.seen > clock.now() - notedEvery) return;
  await changeRecord(around, main.name.id, (record = empty) =>
    withFolder(record, { path, kind: noted?.kind ?? 'tree', seen: clock.now() }, machine.platform),
  );
}

/** Sees to it that the folder has a `place` for the name of its project. */
async function nameHere(history: string, { id, place }: ProjectName): Promise<void> {
  if (place !== undefined) return;
  await ensureProjectName(history, () => projectLock(history));
  if (projectName(history)?.place === undefined)
    await renameProject(history, { id, place: randomUUID() }, projectLock(history));
}

async function question(project: string, { others }: Standing): Promise<ProjectQuestion> {
  const opened = others.filter(({ kind }) => kind === 'opened');
  const shown = [...(opened.length > 0 ? opened : others)].sort((a, b) => b.seen - a.seen);
  const all = shown.map(async ({ path }) => ({ path, isThere: (await statOf(path)) !== undefined }));
  return { folder: project, others: await Promise.all(all) };
}

/** The folder that a person adds, in plain form and without links. */
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
