import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isObject, type Lease } from '../base/core.ts';
import { makeIgnoredFolder } from './ignored.ts';
import { WrongContent } from './json.ts';
import { moveAside, readSmall, writeSmall } from './smallFile.ts';
import { withLock } from './lock.ts';
import { isTaken, peek } from './way.ts';

/** What a project is called by all machines; goes wherever its history goes, also into a clone. */
const projectFile = 'project.json';
/** What this one folder is called, on the machine that made it; in no clone, but in a moved and in a copied folder. */
export const machineFolder = '.machine';
const placeFile = 'place.json';

/** How a history names itself. Whoever made the folder wrote it, so it proves nothing but which project is meant. */
export interface ProjectName {
  /** A UUID. */
  readonly id: string;
  /** A UUID that only folders know which came out of one another by moving or copying. */
  readonly place?: string;
}

/** The name of the project of a history; undefined where it has none yet, or none that can be read. */
export function projectName(history: string): ProjectName | undefined {
  try {
    return ownProjectName(history);
  } catch {
    return undefined; // on a disk that is away, or closed to this user
  }
}

/** The same for a history that is to be changed: what the disk refuses is thrown. */
export function ownProjectName(history: string): ProjectName | undefined {
  const id = readUuids(join(history, projectFile), idOnly)?.id;
  if (id === undefined) return undefined;
  const { project, place } = readUuids(placePath(history), placeFields) ?? {};
  return { id, ...(project === id && place !== undefined && { place }) };
}

/** Histories that this process has found to have a name. */
const named = new Set<string>();

/**
 * Gives a history a name where it has none; what is in its place and cannot be read is put aside, but for a dialog that
 * an older version kept there: that history goes without a name.
 */
export async function ensureProjectName(history: string, lock: () => string): Promise<void> {
  const file = join(history, projectFile);
  if (named.has(history) && isTaken(file) && isTaken(placePath(history))) return;
  if (peek(file)?.isDirectory()) return;
  const known = () => readUuids(file, idOnly)?.id;
  const placed = () => readUuids(placePath(history), placeFields);
  if (known() === undefined || placed() === undefined)
    await withLock(lock(), async (lease) => {
      // What is damaged is named as before.
      const id = known() ?? placed()?.project ?? randomUUID();
      if (known() === undefined) await write(file, { id }, idOnly, lease);
      if (placed() === undefined) await writePlace(history, { id, place: randomUUID() }, lease);
    });
  named.add(history);
}

/** Gives a history another name, or the folder another one of its project. */
export async function renameProject(
  history: string,
  name: Required<ProjectName>,
  lock: string,
): Promise<void> {
  await withLock(lock, async (lease) => {
    await write(join(history, projectFile), { id: name.id }, idOnly, lease);
    await writePlace(history, name, lease);
  });
}

const idOnly = ['id'] as const;
const placeFields = ['project', 'place'] as const;
const placePath = (history: string): string => join(history, machineFolder, placeFile);

async function writePlace(
  history: string,
  { id, place }: Required<ProjectName>,
  lease: Lease,
): Promise<void> {
  await makeMachineFolder(history, lease);
  await write(placePath(history), { project: id, place }, placeFields, lease);
}

/** Makes the folder of what concerns this machine only; what stands in its place is moved out of the way. */
export async function makeMachineFolder(history: string, lease: Lease): Promise<void> {
  const folder = join(history, machineFolder);
  if (peek(folder)?.isDirectory() === false) await moveAside(folder, lease);
  await makeIgnoredFolder(folder);
}

/** The fields of a small JSON file, all of which must be UUIDs; undefined where they are not, or nothing can be read. */
const readUuids = <Field extends string>(
  file: string,
  fields: readonly Field[],
): Readonly<Record<Field, string>> | undefined => readSmall(file, (value) => uuidsOf(value, fields));

const write = (file: string, fields: object, read: readonly string[], lease: Lease): Promise<void> =>
  writeSmall(file, fields, (value) => uuidsOf(value, read), lease);

function uuidsOf<Field extends string>(value: unknown, fields: readonly Field[]): Record<Field, string>;
function uuidsOf(value: unknown, fields: readonly string[]): Record<string, string> {
  if (!isObject(value)) throw new WrongContent('not an object');
  return Object.fromEntries(fields.map((field) => [field, uuidOf(value[field], field)]));
}

function uuidOf(value: unknown, field: string): string {
  if (isUuid(value)) return value;
  throw new WrongContent(`${field} is no UUID`);
}

/** Whether a value is a UUID in the form that is written: lower case, so that it is one name of one file. */
export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
