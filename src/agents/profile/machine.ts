import { join } from 'node:path';

/** The environment in which agents' folders are found; a value, so that tests need no real home. */
export interface Places {
  /** Absolute path of the person's home folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The `User` folder of the running VS Code; if missing, the usual ones are searched. */
  readonly vscodeUserFolder?: string;
}

/** The machine whose agents are connected. */
export interface AgentMachine extends Pick<Places, 'home' | 'env' | 'platform'> {
  /** The user data folder of the running editor; that of VS Code by default. */
  readonly editorFolder?: string;
}

/** For the user in all projects, or for all users of one. */
export const scopes = ['user', 'project'] as const;
export type Scope = (typeof scopes)[number];

/** The project of rules and of entries of the scope `project`, and the machine. */
export interface Around {
  /** Absolute. */
  readonly project: string;
  readonly machine: AgentMachine;
}

/** Finds a folder on a machine. */
export type FolderOf = (machine: AgentMachine) => string;

/** Returns the folder in a variable such as `$CLAUDE_CONFIG_DIR` or `$CODEX_HOME`, else the one below home. */
export function homeOf(
  { env, home }: Pick<Places, 'env' | 'home'>,
  variable: string,
  folder: string,
): string {
  const set = env[variable]?.trim();
  return set === undefined || set === '' ? join(home, folder) : set;
}

/** A folder in the home folder, unless a variable names another one. */
export const inHome =
  (variable: string | undefined, ...path: readonly string[]): FolderOf =>
  (machine) =>
    variable === undefined ? join(machine.home, ...path) : homeOf(machine, variable, join(...path));

/** A program's folder among the configurations. */
export const inConfig =
  (name: string): FolderOf =>
  ({ home, env }) =>
    join(env.XDG_CONFIG_HOME ?? join(home, '.config'), name);

/** The user data folder of VS Code, or of the editor based on it that is running. */
export const editorFolder: FolderOf = (machine) => machine.editorFolder ?? usualEditorFolder(machine);

/** A folder of an extension of that editor. */
export const inEditor =
  (extension: string): FolderOf =>
  (machine) =>
    join(editorFolder(machine), 'globalStorage', extension);

/** The user data folder of programs on Windows. */
export const inAppData: FolderOf = ({ home, env }) => env.APPDATA ?? join(home, 'AppData', 'Roaming');

function usualEditorFolder(machine: AgentMachine): string {
  const { home, env, platform } = machine;
  if (platform === 'win32') return join(inAppData(machine), 'Code', 'User');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Code', 'User');
  return join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'Code', 'User');
}
