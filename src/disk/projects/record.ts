import { defined, isObject } from '../base/core.ts';
import { WrongContent } from '../files/json.ts';
import { isUuid } from '../files/projectId.ts';
import { isFolderPath, isSamePath } from './paths.ts';

/**
 * Why a folder is in a project's record: its history was `opened` there and is known to be this project; it was a
 * worktree (`tree`) of the repository; a person `added` it; or a history of this id was opened there and its identity
 * is `unclear`.
 */
const folderKinds = ['opened', 'tree', 'added', 'unclear'] as const;
export type FolderKind = (typeof folderKinds)[number];

/** A folder of a project on this machine. */
export interface KnownFolder {
  /** Absolute, on this system or, for a container, on another. */
  readonly path: string;
  readonly kind: FolderKind;
  /** When the project was last seen there. Milliseconds. */
  readonly seen: number;
  /** The person was asked and did not answer. */
  readonly asked?: true;
}

/** What a machine knows of a project. */
export interface ProjectRecord {
  /** Values of `ProjectName.place` in the folders known to be this project. */
  readonly places: readonly string[];
  readonly folders: readonly KnownFolder[];
}

/** Maximum folders of each kind; the most recently seen are kept, and a person cannot add more. */
export const maxFolders = 100;
const maxPlaces = 20;
/** Maximum characters of a path. */
const maxPathLength = 4_096;

/** Parses a record, which must be of this project. */
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
  if (typeof path !== 'string' || path.length > maxPathLength || !isFolderPath(path))
    throw new WrongContent('a folder without an absolute path');
  return { path, kind, seen, ...defined({ asked: asked === true ? (true as const) : undefined }) };
}

/** Formats a project's record, reduced to what parsing accepts. */
export function formatRecord(id: string, { places, folders }: ProjectRecord): string {
  const newest = [...folders].sort((a, b) => b.seen - a.seen);
  const kept = folderKinds.flatMap((kind) =>
    newest.filter((folder) => folder.kind === kind).slice(0, maxFolders),
  );
  return `${JSON.stringify({ v: 1, project: id, places: places.slice(-maxPlaces), folders: kept }, undefined, 2)}\n`;
}

/** Returns the record with the entry of the folder's path replaced. */
export function withFolder(
  record: ProjectRecord,
  folder: KnownFolder,
  platform: NodeJS.Platform,
): ProjectRecord {
  return { ...record, folders: [...withoutFolder(record, folder.path, platform).folders, folder] };
}

/** Returns the record without the entry of a path. */
export function withoutFolder(record: ProjectRecord, path: string, platform: NodeJS.Platform): ProjectRecord {
  return { ...record, folders: record.folders.filter((known) => !isSamePath(known.path, path, platform)) };
}
