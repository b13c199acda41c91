import { homeFolder } from '../disk/base/stateFolder.ts';
import { statSync } from 'node:fs';
import { isAbsolute, parse, resolve } from 'node:path';
import { keepSettings } from '../history/capture/settings.ts';
import type { KeepSettings } from '../history/capture/types.ts';
import { StoreError, type Log } from '../disk/base/core.ts';
import { languageFromEnvironment, secretsFromEnvironment, systemClock } from '../disk/base/context.ts';
import { limitsFromEnvironment } from '../disk/base/limits.ts';
import { isTooWide, projectOf, realFolder } from '../disk/base/projectFolder.ts';
import { thisMachine } from '../disk/base/stateFolder.ts';
import { baseOf, elsewhereOf, keptApart } from '../disk/files/projectHistory.ts';
import { noteLocation } from '../disk/projects/projectFolders.ts';
import { openStore } from '../store/store.ts';
import type { Store, StoreOptions } from '../store/types.ts';
import type { Workspace } from '../history/sessions/types.ts';

/** The project a command works in. */
export interface CliProject {
  /** Absolute, links resolved. */
  readonly root: string;
  readonly store: Store;
  readonly workspace: Workspace;
  /** Which sessions are kept automatically, and the format of archives. */
  readonly keep: KeepSettings;
}

/**
 * Opens the project at `folder`, else at the working folder, with the settings of the environment, like the server.
 * Throws `invalid_argument` for other folders.
 */
export function openProject(folder: string | undefined, log: Log, evenOff = false): CliProject {
  const { root, base, options, workspace } = storePlace(folder, log);
  return {
    root,
    store: openStore(base, { ...options, evenOff }),
    workspace,
    keep: keepSettings(process.env, log),
  };
}

/** Takes what this machine kept of a folder, as of the home folder, into the history that the person made there since. */
export async function takeEarlier({ root, workspace: { places } }: CliProject, log: Log): Promise<void> {
  if (process.env.CODEX_HISTORY_ROOT || keptApart(root, places) === undefined) return;
  const { takeKept } = await import('../store/takeOver.ts');
  await takeKept(places, root, { log, secrets: () => secretsFromEnvironment(process.env, log) });
}

/** Notes where the project is, as the server and hooks do, so that its sessions are found after a move. */
export const noteProject = ({ root, workspace }: CliProject, log: Log): Promise<void> =>
  noteLocation({ machine: workspace.places, clock: systemClock, log }, root);

/** Returns the project for `openProject`, the folder with its history, and the store's options. */
export function storePlace(folder: string | undefined, log: Log) {
  const root = anyRoot(folder);
  const places = { home: homeFolder(), env: process.env, platform: process.platform };
  const workspace: Workspace = { folders: [root], places };
  const secrets = secretsFromEnvironment(process.env, log);
  const options: StoreOptions = {
    log,
    limits: limitsFromEnvironment(process.env, log),
    workspace: () => workspace,
    language: languageFromEnvironment(process.env, 'en'),
    secrets: () => secrets,
    elsewhere: elsewhereOf(root, places),
    envFolders: () => [root],
  };
  return { root, base: historyBase(root, folder !== undefined), options, workspace };
}

/** Returns the folder with the history: that of the root, unless `CODEX_HISTORY_ROOT` names another. */
function historyBase(root: string, isNamed: boolean): string {
  const base = process.env.CODEX_HISTORY_ROOT ?? '';
  if (base !== '' && isAbsolute(base)) return base;
  if (base === '') return isNamed && !isTooWide(root, homeFolder()) ? root : baseOf(root, thisMachine());
  throw new StoreError(
    'invalid_argument',
    `CODEX_HISTORY_ROOT is ${JSON.stringify(base)}; set it to an absolute path, or unset it.`,
  );
}

/** Returns the given folder, else the project of the working folder or, where that is none, the folder itself. */
function anyRoot(folder: string | undefined): string {
  const path = resolve(folder ?? '.');
  const found = folder === undefined ? projectOf(path, homeFolder()) : undefined;
  if (found !== undefined) return found;
  if (!isFolder(path)) throw noFolder(folder ?? path);
  const root = realFolder(path) ?? path;
  const home = realFolder(homeFolder()) ?? homeFolder();
  if (root === home || root === parse(root).root || !isTooWide(root, home)) return root;
  throw refuse(`${root} contains the home folder; change into a project, or name one with --project.`);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false; // its name is too long, or it is not accessible to this user
  }
}

const noFolder = (folder: string): StoreError =>
  refuse(`--project ${JSON.stringify(folder.slice(0, 200))} is not a folder that can be opened.`);

/**
 * Returns the given project, links resolved, else that of the working folder. Throws `invalid_argument` for other
 * folders.
 */
export function rootOf(folder: string | undefined): string {
  const home = homeFolder();
  if (folder === undefined) {
    const root = projectOf(process.cwd(), home);
    if (root !== undefined) return root;
    throw refuse(`${process.cwd()} is not a project. Change into one, or name one with --project.`);
  }
  const path = resolve(folder);
  if (!isFolder(path)) throw noFolder(folder);
  const root = realFolder(path) ?? path;
  if (!isTooWide(root, home)) return root;
  throw refuse(`--project ${JSON.stringify(folder)} is or contains the home folder; name one project.`);
}

/**
 * Returns the project for commands that concern a person: the home folder if the working folder is not a project, as
 * in a new terminal.
 */
export function rootOrHome(folder: string | undefined): string {
  const home = homeFolder();
  return folder === undefined ? (projectOf(process.cwd(), home) ?? home) : rootOf(folder);
}

const refuse = (message: string): StoreError => new StoreError('invalid_argument', message);
