import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isObject, type Lease } from '../base/core.ts';
import { makeIgnoredFolder } from './ignored.ts';
import { WrongContent } from './json.ts';
import { moveAside, readSmall, writeSmall } from './smallFile.ts';
import { withLock } from './lock.ts';
import { isTaken, lstatOwn } from './way.ts';

/** The project's id, the same on all machines; moves with its history, also into a clone. */
const projectFile = 'project.json';
/** Id of this folder, valid on the machine that created it; not in a clone, but in a moved or copied folder. */
export const machineFolder = '.machine';
const placeFile = 'place.json';

/**
 * Identity of a history. Anyone who created the folder could have written it, so it only shows which project is
 * meant.
 */
export interface ProjectName {
  /** A UUID. */
  readonly id: string;
  /** A UUID shared only by folders that were moved or copied from one another. */
  readonly place?: string;
}

/** Identity of the project of a history; undefined if it has none yet, or none that can be read. */
export function projectName(history: string): ProjectName | undefined {
  try {
    return ownProjectName(history);
  } catch {
    return undefined; // on a disk that is not available, or not accessible to this user
  }
}

/** `projectName` for a history that is to be changed: errors of the disk are thrown. */
export function ownProjectName(history: string): ProjectName | undefined {
  const id = readUuids(join(history, projectFile), idOnly)?.id;
  if (id === undefined) return undefined;
  const { project, place } = readUuids(placePath(history), placeFields) ?? {};
  return { id, ...(project === id && place !== undefined && { place }) };
}

/** Histories known to this process to have an identity. */
const named = new Set<string>();

/**
 * Gives a history an identity if it has none. Anything in its place that cannot be read is moved aside, except a
 * dialog that an older version stored there: that history stays without an identity.
 */
export async function ensureProjectName(history: string, lock: () => string): Promise<void> {
  const file = join(history, projectFile);
  if (named.has(history) && isTaken(file) && isTaken(placePath(history))) return;
  if (lstatOwn(file)?.isDirectory()) return;
  const known = () => readUuids(file, idOnly)?.id;
  const placed = () => readUuids(placePath(history), placeFields);
  if (known() === undefined || placed() === undefined)
    await withLock(lock(), async (lease) => {
      // A damaged identity is restored.
      const id = known() ?? placed()?.project ?? randomUUID();
      if (known() === undefined) await write(file, { id }, idOnly, lease);
      if (placed() === undefined) await writePlace(history, { id, place: randomUUID() }, lease);
    });
  named.add(history);
}

/** Gives a history another project id, or its folder another id of its own. */
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

/** Creates the folder for data of this machine only; anything else in its place is moved aside. */
export async function makeMachineFolder(history: string, lease: Lease): Promise<void> {
  const folder = join(history, machineFolder);
  if (lstatOwn(folder)?.isDirectory() === false) await moveAside(folder, lease);
  await makeIgnoredFolder(folder);
}

/**
 * The fields of a small JSON file, all of which must be UUIDs; undefined if they are not, or if the file cannot be
 * read.
 */
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

/** Whether a value is a UUID in the form that is written: lower case, so that an id has only one file name. */
export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
