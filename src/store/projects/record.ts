import { defined, isObject } from '../base/core.ts';
import { WrongContent } from '../files/json.ts';
import { isUuid } from '../files/projectId.ts';
import { isFolderPath, isSamePath } from './paths.ts';

/**
 * Why a folder stands in the record of a project: a history of this id was `opened` there, and it is known to be this
 * project; it was a working `tree` of its repository; a person `added` it; or a history of this id was opened there,
 * and nobody said yet which project it is (`unclear`).
 */
export const folderKinds = ['opened', 'tree', 'added', 'unclear'] as const;
export type FolderKind = (typeof folderKinds)[number];

/** A folder of a project on this machine. */
export interface KnownFolder {
  /** Absolute, on this system or, of a container, on another one. */
  readonly path: string;
  readonly kind: FolderKind;
  /** When the project was last seen there. Milliseconds. */
  readonly seen: number;
  /** The person was asked, and gave no answer. */
  readonly asked?: true;
}

/** What a machine knows of a project. */
export interface ProjectRecord {
  /** How the folders that are known to be this project name themselves, see `ProjectName.place`. */
  readonly places: readonly string[];
  readonly folders: readonly KnownFolder[];
}

/** Of each kind so many folders are kept, those that were seen last; a person adds no more. */
export const maxFolders = 100;
const maxPlaces = 20;
/** Longer than any path. Characters. */
const longestPath = 4_096;

/** The record in a file, which must be of this project. */
export const parseRecord =
  (id: string) =>
  (value: unknown): ProjectRecord => {
    if (!isObject(value) || value.v !== 1) throw new WrongContent('no record of a project');
    if (value.project !== id) throw new WrongContent('the record of another project');
    const { places, folders } = value;
    if (!Array.isArray(places) || places.length > maxPlaces || !places.every(isUuid))
      throw new WrongContent('places are no UUIDs');
    if (!Array.isArray(folders) || folders.length > maxFolders * folderKinds.length)
      throw new WrongContent('folders are not a list, or too many');
    return { places, folders: folders.map(parseFolder) };
  };

function parseFolder(value: unknown): KnownFolder {
  if (!isObject(value)) throw new WrongContent('a folder is not an object');
  const { path, seen, asked } = value;
  const kind = folderKinds.find((known) => known === value.kind);
  if (kind === undefined || typeof seen !== 'number' || !Number.isFinite(seen))
    throw new WrongContent('a folder without kind or time');
  if (typeof path !== 'string' || path.length > longestPath || !isFolderPath(path))
    throw new WrongContent('a folder without an absolute path');
  return { path, kind, seen, ...defined({ asked: asked === true ? (true as const) : undefined }) };
}

/** The text of the file of a project, cut down to what is read again. */
export function formatRecord(id: string, { places, folders }: ProjectRecord): string {
  const newest = [...folders].sort((a, b) => b.seen - a.seen);
  const kept = folderKinds.flatMap((kind) =>
    newest.filter((folder) => folder.kind === kind).slice(0, maxFolders),
  );
  return `${JSON.stringify({ v: 1, project: id, places: places.slice(-maxPlaces), folders: kept }, undefined, 2)}\n`;
}

/** The record with a folder in place of what stood there of its path. */
export function withFolder(
  record: ProjectRecord,
  folder: KnownFolder,
  platform: NodeJS.Platform,
): ProjectRecord {
  return { ...record, folders: [...withoutPath(record, folder.path, platform).folders, folder] };
}

/** The record without what stands there of a path. */
export function withoutPath(record: ProjectRecord, path: string, platform: NodeJS.Platform): ProjectRecord {
  return { ...record, folders: record.folders.filter((known) => !isSamePath(known.path, path, platform)) };
}
