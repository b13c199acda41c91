import { homeOf, type Places } from '../profile/machine.ts';
import type { Roots } from './agent.ts';
import type { Dirent } from 'node:fs';
import fs from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { entriesOfForeignNow, foreignFileNow, foreignStatNow } from '../../disk/files/foreign.ts';

/** Folders of VS Code, its builds and the editors made from it, among the configurations. */
const editors = [
  ...['Code', 'Code - Insiders', 'Code - Exploration', 'Code - OSS', 'VSCodium', 'VSCodium - Insiders'],
  ...['Cursor', 'Windsurf', 'Positron'],
];

/** Folders below home of the servers that editors run on other machines, in containers and in WSL. */
const servers = [
  ...['.vscode-server', '.vscode-server-insiders', '.vscode-server-oss', '.vscode-remote'],
  ...['.vscodium-server', '.cursor-server', '.windsurf-server', '.openvscode-server'],
];

/** The `User` folders of VS Code: of the running one, if any, and of the usual installations, whichever program asks. */
export function userFolders(places: Places): string[] {
  const { vscodeUserFolder: running } = places;
  const portable = places.env.VSCODE_PORTABLE?.trim() ?? '';
  const usual = [
    ...editors.map((name) => join(configFolder(places), name, 'User')),
    ...servers.map((name) => join(places.home, name, 'data', 'User')),
    join(homeOf(places, 'XDG_DATA_HOME', join('.local', 'share')), 'code-server', 'User'),
    ...(portable === '' ? [] : [join(portable, 'user-data', 'User')]),
  ];
  return running === undefined ? usual : [...new Set([running, ...usual])];
}

/** Folder in which editors keep user data. */
export function configFolder({ home, env, platform }: Places): string {
  if (platform === 'win32') return env.APPDATA ?? join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return env.XDG_CONFIG_HOME ?? join(home, '.config');
}

/** Folder in which programs keep data of this machine only. */
export function dataFolder({ home, env, platform }: Places): string {
  if (platform === 'win32') return env.LOCALAPPDATA ?? join(home, 'AppData', 'Local');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return env.XDG_DATA_HOME ?? join(home, '.local', 'share');
}

/**
 * Lists a folder by name; empty if it is missing or unreadable, so that other programs' folders do not hide the rest.
 * Synchronous reads take a fifth of the time for a folder for each of a thousand sessions.
 */
export async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = entriesOfForeignNow(folder);
  await Promise.resolve();
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What names match. */
type NamePattern = Pick<RegExp, 'test'>;

/**
 * Paths of the files in a folder whose names match; `x.json` is left out if its successor `x.jsonl` exists. Called per
 * session for the folder of all sessions, so only matching names are sorted. Links count as what they lead to, but not
 * in a project, which may be a clone of anybody (`links: false`). `packed: true` adds those that are only there packed in
 * a way the pattern does not know.
 */
export async function filesOf(
  folder: string,
  pattern: NamePattern,
  { links = true, packed = false } = {},
): Promise<string[]> {
  const entries = entriesOfForeignNow(folder);
  await Promise.resolve();
  const isFile = (entry: Dirent) =>
    entry.isFile() || (links && isLink(entry) && kindAt(folder, entry) === 'file');
  const names = new Set(entries.filter(isFile).map(({ name }) => name));
  const found = [...names].filter((name) => pattern.test(name) && !names.has(`${name}l`));
  const sealed = packed ? onlyPacked(found, names, pattern) : [];
  return pathsIn(folder, [...found, ...sealed].sort());
}

/** Finds packed files whose unpacked names match and were not found. */
function onlyPacked(found: readonly string[], names: ReadonlySet<string>, pattern: NamePattern): string[] {
  const candidates = [...names].filter(
    (name) => isPacked(name) && !pattern.test(name) && pattern.test(unpackedName(name)),
  );
  const known = new Set(candidates.length === 0 ? [] : found.map(unpackedName));
  return candidates.filter((name) => !known.has(unpackedName(name)));
}

/** Paths of the sessions in a folder, also of packed ones that cannot be read. */
export const sessionFilesOf = (folder: string, pattern: RegExp): Promise<string[]> =>
  filesOf(folder, pattern, { packed: true });

/** Path of the session of this name in a folder, also if it is packed; undefined if there is none. */
export async function sessionFileIn(folder: string, name: string): Promise<string | undefined> {
  const isOf = { test: (other: string) => other === name };
  return fileIn(folder, name) ?? (await filesOf(folder, isOf, { packed: true }))[0];
}

const longestPacking = '.lzma'.length;
const packing = /\.(?:7z|br|bz2|gz|lz4|lzma|sz|xz|zip|zst)$/i;

/** Whether a file of this name was packed by a program. */
export const isPacked = (name: string): boolean => packing.test(name.slice(-longestPacking));

/** Removes the ending of a packed file from a name; leaves other names unchanged. */
export const unpackedName = (name: string): string => name.replace(packing, '');

/** Path of a file by its exact name, at a fraction of the cost of listing the folder; undefined if there is none. */
export function fileIn(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  return foreignFileNow(path) && path;
}

/** The distinct folders of the roots, with links resolved. */
export async function ownFolders({ folders }: Roots): Promise<readonly string[]> {
  const real = await Promise.all(folders.map((folder) => fs.realpath(folder).catch(() => folder)));
  return folders.filter((_, n) => real.indexOf(real[n] ?? '') === n);
}

/** Paths of the subfolders of a folder, also by links. */
export async function foldersOf(folder: string): Promise<string[]> {
  const entries = await entriesOf(folder);
  const isFolder = (entry: Dirent) =>
    entry.isDirectory() || (isLink(entry) && kindAt(folder, entry) === 'folder');
  return pathsIn(
    folder,
    entries.filter(isFolder).map(({ name }) => name),
  );
}

/** Paths of what is in a folder. Normalizes the folder once: that takes longer than all else of a path. */
function pathsIn(folder: string, names: readonly string[]): string[] {
  const start = join(folder, sep);
  return names.map((name) => start + name);
}

const isLink = (entry: Dirent): boolean => entry.isSymbolicLink();

/** What a link leads to: people move the folders of their agents. */
function kindAt(folder: string, { name }: Dirent): 'file' | 'folder' | undefined {
  const stat = foreignStatNow(join(folder, name));
  return stat?.isFile() === true ? 'file' : stat?.isDirectory() === true ? 'folder' : undefined;
}

/** Makes the folder name for a working folder in the style of Claude Code, before cutting. */
export const dashed = (cwd: string): string => cwd.replace(/[^A-Za-z0-9]/g, '-');

export interface NamedFolder {
  /** Absolute path. */
  readonly folder: string;
  /** Whether the name is a root's, not only one with the same beginning. */
  readonly likely: boolean;
}

/**
 * Finds the folders in `parent` that may belong to the roots, folders below them, or chats without a workspace, by
 * their names.
 *
 * `nameOf` makes names from working folders; several paths share one, and names over `maxLength` are cut with a suffix.
 */
export async function* namedFolders(
  parent: string,
  { folders, scratch }: Roots,
  { nameOf = dashed, maxLength = Infinity } = {},
): AsyncGenerator<NamedFolder> {
  const wanted = folders.map((root) => nameOf(root).toLowerCase()); // drive letters of Windows come in both cases
  const around = [...wanted, nameOf(scratch).toLowerCase()];
  for (const folder of await foldersOf(parent)) {
    const name = basename(folder).toLowerCase();
    const cut = (root: string) => root.length > maxLength && name.startsWith(root.slice(0, maxLength));
    const likely = wanted.includes(name);
    if (likely || around.some((root) => name.startsWith(`${root}-`) || cut(root))) yield { folder, likely };
  }
}
