import type { Places } from './agent.ts';
import type { Dirent } from 'node:fs';
import fs from 'node:fs/promises';
import { join } from 'node:path';

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

function configFolder({ home, env, platform }: Places): string {
  if (platform === 'win32') return env.APPDATA ?? join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return env.XDG_CONFIG_HOME ?? join(home, '.config');
}

/** The entries of a folder that may be there, by name; none where it is not, or may not be read. */
export async function entriesOf(folder: string): Promise<Dirent[]> {
  // Other programs' folders: what cannot be read there is as good as absent, and must not hide the rest.
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => []);
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

/** The paths of the folders in a folder. */
export async function foldersOf(folder: string): Promise<string[]> {
  const entries = await entriesOf(folder);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}
