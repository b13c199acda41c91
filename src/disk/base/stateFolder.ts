import { createHash } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** A user's machine as a value, so that tests need no real home. */
export interface Machine {
  /** Absolute path of the user's home folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** The error for a user without a home folder, as in a container with any user id. */
export class HomeMissing extends Error {
  constructor() {
    const variable = process.platform === 'win32' ? 'USERPROFILE' : 'HOME';
    super(`This user has no home folder: set ${variable} to the absolute path of a folder.`);
  }
}

/**
 * The home folder of the user: that of the environment, else that of the system. An empty or relative one is none.
 * Throws `HomeMissing` where there is none.
 */
export function homeFolder(): string {
  const home = ofSystem(homedir);
  if (isAbsolute(home)) return home;
  const own = ofSystem(() => userInfo().homedir); // may ask a network, so only where it is needed
  if (isAbsolute(own)) return own;
  throw new HomeMissing();
}

/** What the system says; empty where it knows no such user. */
function ofSystem(read: () => string): string {
  try {
    return read();
  } catch {
    return ''; // ENOENT: neither the variable nor an entry of the user
  }
}

/** The machine that this process runs on, as an environment describes it. */
export const thisMachine = (env: Machine['env'] = process.env): Machine => ({
  home: homeFolder(),
  env,
  platform: process.platform,
});

/** Sets the folder of the user's state, instead of the system's usual one. */
export const stateVariable = 'HISTORY_STATE_HOME';

const product = 'mcp-history-store';

/** In the folder of the user's state: data about projects on this machine, outside of them. */
export const projectsStateName = join(product, 'projects');

/** Beside it: the launcher that agents start, and previous contents of their configuration. */
export const launcherStateName = join(product, 'bin');

/**
 * Folder of this machine's data about a user's projects: `HISTORY_STATE_HOME`, `XDG_STATE_HOME`, or the system's
 * folder for the state of programs, and in it `mcp-history-store/projects`. A path that is not absolute is ignored.
 */
export const projectsState = (machine: Machine): string => join(stateHome(machine), projectsStateName);

/** Beside it: the launcher that agents start, and previous contents of their configuration. */
export const launcherState = (machine: Machine): string => join(stateHome(machine), launcherStateName);

/** Beside it: the token for requests over HTTP, if the user set none. */
export const tokenState = (machine: Machine): string => join(stateHome(machine), product, 'http-token');

/**
 * Beside records of projects: a folder for what is kept of a folder that has no history of its own, as for the home
 * folder.
 */
export const machineBase = (root: string, machine: Machine): string =>
  join(projectsState(machine), `folder-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`);

function stateHome({ home, env, platform }: Machine): string {
  const set = [env[stateVariable], env.XDG_STATE_HOME].find((folder) => isAbsolute(folder?.trim() ?? ''));
  return set?.trim() ?? usualFolder(home, env, platform);
}

function usualFolder(home: string, env: Machine['env'], platform: NodeJS.Platform): string {
  if (platform === 'win32') return env.LOCALAPPDATA ?? join(home, 'AppData', 'Local');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return join(home, '.local', 'state');
}
