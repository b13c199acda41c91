import type { Places, Roots } from './agent.ts';
import type { Dirent } from 'node:fs';
import fs from 'node:fs/promises';
import { basename, join } from 'node:path';
import { entriesOfForeignNow, foreignFileNow } from '../../files/foreign.ts';

/** `$CLAUDE_CONFIG_DIR`, `$CODEX_HOME` or the like, else the folder below home. */
export function homeOf({ env, home }: Places, variable: string, folder: string): string {
  const set = env[variable]?.trim();
  return set === undefined || set === '' ? join(home, folder) : set;
}

const editors = ['Code', 'Code - Insiders', 'VSCodium'];

/** The `User` folders of VS Code: of the running one, or of those usually installed. */
export function userFolders(places: Places): string[] {
  if (places.vscodeUserFolder !== undefined) return [places.vscodeUserFolder];
  const servers = ['.vscode-server', '.vscode-server-insiders'].map((name) =>
    join(places.home, name, 'data', 'User'),
  );
  return [...editors.map((name) => join(configFolder(places), name, 'User')), ...servers];
}

/** Where editors keep what is the person's. */
export function configFolder({ home, env, platform }: Places): string {
  if (platform === 'win32') return env.APPDATA ?? join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return env.XDG_CONFIG_HOME ?? join(home, '.config');
}

/** Where programs keep data of this machine alone. */
export function dataFolder({ home, env, platform }: Places): string {
  if (platform === 'win32') return env.LOCALAPPDATA ?? join(home, 'AppData', 'Local');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return env.XDG_DATA_HOME ?? join(home, '.local', 'share');
}

/**
 * The entries of a folder that may be there, by name; none where it is not, or may not be read: other programs' folders
 * must not hide the rest. A folder for each of a thousand sessions is read in a fifth of the time without waiting.
 */
export async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = entriesOfForeignNow(folder);
  await Promise.resolve();
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The paths of the files of a folder whose names match; of `x.json` and `x.jsonl` only the latter, its successor. */
export async function filesOf(folder: string, pattern: RegExp): Promise<string[]> {
  const entries = await entriesOf(folder);
  const names = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  return [...names]
    .filter((name) => pattern.test(name) && !names.has(`${name}l`))
    .map((name) => join(folder, name));
}

/** The path of a file that is looked for by its name alone, which costs a fraction of listing its folder; undefined where there is none. */
export function fileIn(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  return foreignFileNow(path) && path;
}

/** The folders of the roots, each once, however many names lead to it. */
export async function ownFolders({ folders }: Roots): Promise<readonly string[]> {
  const real = await Promise.all(folders.map((folder) => fs.realpath(folder).catch(() => folder)));
  return folders.filter((_, n) => real.indexOf(real[n] ?? '') === n);
}

/** The paths of the folders in a folder. */
export async function foldersOf(folder: string): Promise<string[]> {
  const entries = await entriesOf(folder);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}

/** The name of a folder for what belongs to a working folder, as Claude Code made it usual, before it is cut. */
export const dashed = (cwd: string): string => cwd.replace(/[^A-Za-z0-9]/g, '-');

export interface NamedFolder {
  /** Absolute path. */
  readonly folder: string;
  /** Whether it has the name of a root, not only one that begins alike. */
  readonly likely: boolean;
}

/**
 * The folders in `parent` whose names, made of working folders by `nameOf`, are those of the roots or may be of folders
 * below them, or of chats that belong to no workspace: several paths have one name, and names longer than `maxLength` are cut with something behind.
 */
export async function* namedFolders(
  parent: string,
  { folders, scratch }: Roots,
  { nameOf = dashed, maxLength = Infinity } = {},
): AsyncGenerator<NamedFolder> {
  const wanted = folders.map((root) => nameOf(root).toLowerCase()); // drives of Windows come in both cases
  const around = [...wanted, nameOf(scratch).toLowerCase()];
  for (const folder of await foldersOf(parent)) {
    const name = basename(folder).toLowerCase();
    const cut = (root: string) => root.length > maxLength && name.startsWith(root.slice(0, maxLength));
    const likely = wanted.includes(name);
    if (likely || around.some((root) => name.startsWith(`${root}-`) || cut(root))) yield { folder, likely };
  }
}
