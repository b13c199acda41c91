import { join } from 'node:path';
import type { Machine } from '../store/base/stateFolder.ts';

/** The machine whose agents are connected. */
export interface AgentMachine extends Machine {
  /** Where the editor that runs keeps what belongs to the person; that of VS Code unless said otherwise. */
  readonly editorFolder?: string;
}

/** For the person in all projects, or for everybody in one. */
export const scopes = ['user', 'project'] as const;
export type Scope = (typeof scopes)[number];

/** The project that rules and entries of the scope `project` are for, and the machine. */
export interface Around {
  /** Absolute. */
  readonly project: string;
  readonly machine: AgentMachine;
}

type FolderOf = (machine: AgentMachine) => string;

/** A folder in the home folder, unless a variable names another one. */
export const inHome =
  (variable: string | undefined, ...path: readonly string[]): FolderOf =>
  ({ home, env }) =>
    (variable === undefined ? undefined : env[variable]) ?? join(home, ...path);

/** A folder among the configurations of programs. */
export const inConfig =
  (name: string): FolderOf =>
  ({ home, env }) =>
    join(env.XDG_CONFIG_HOME ?? join(home, '.config'), name);

/** The folder in which VS Code, or the editor of its kind that runs, keeps what belongs to a person. */
export const editorFolder: FolderOf = (machine) => machine.editorFolder ?? usualEditorFolder(machine);

/** A folder of an extension of that editor. */
export const inEditor =
  (extension: string): FolderOf =>
  (machine) =>
    join(editorFolder(machine), 'globalStorage', extension);

/** Where programs on Windows keep what belongs to a person. */
export const inAppData: FolderOf = ({ home, env }) => env.APPDATA ?? join(home, 'AppData', 'Roaming');

function usualEditorFolder(machine: AgentMachine): string {
  const { home, env, platform } = machine;
  if (platform === 'win32') return join(inAppData(machine), 'Code', 'User');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Code', 'User');
  return join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'Code', 'User');
}
