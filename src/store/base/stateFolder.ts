import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The machine of a person, as a value, so that tests need no real home. */
export interface Machine {
  /** Absolute path of the person's home folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** The machine that this process runs on, as an environment describes it. */
export const thisMachine = (env: Machine['env'] = process.env): Machine => ({
  home: homedir(),
  env,
  platform: process.platform,
});

/** Says in which folder the state of a person is kept, instead of the usual one of the system. */
export const stateVariable = 'HISTORY_STATE_HOME';

const product = 'mcp-history-store';

/** Below the folder of a person's state: what is known of projects on this machine, in no project. */
export const projectsStateName = join(product, 'projects');

/** Beside it: what agents are told to start, and what their configuration held before. */
export const launcherStateName = join(product, 'bin');

/**
 * Where this machine keeps what it knows of a person's projects: `HISTORY_STATE_HOME`, `XDG_STATE_HOME`, or what the
 * system has for the state of programs, and in it `mcp-history-store/projects`. A path that is not absolute is ignored.
 */
export const projectsState = (machine: Machine): string => join(stateHome(machine), projectsStateName);

/** Beside it: the program that agents start, and what their configuration held before. */
export const launcherState = (machine: Machine): string => join(stateHome(machine), launcherStateName);

/** Beside it: the token for requests over HTTP, where the person gave none. */
export const tokenState = (machine: Machine): string => join(stateHome(machine), product, 'http-token');

function stateHome({ home, env, platform }: Machine): string {
  const set = [env[stateVariable], env.XDG_STATE_HOME].find((folder) => isAbsolute(folder?.trim() ?? ''));
  return set?.trim() ?? usualFolder(home, env, platform);
}

function usualFolder(home: string, env: Machine['env'], platform: NodeJS.Platform): string {
  if (platform === 'win32') return env.LOCALAPPDATA ?? join(home, 'AppData', 'Local');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return join(home, '.local', 'state');
}
