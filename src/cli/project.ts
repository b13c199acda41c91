import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { keepSettings } from '../store/capture/settings.ts';
import type { KeepSettings } from '../store/capture/types.ts';
import { StoreError, type Log } from '../store/base/core.ts';
import { languageFromEnvironment, secretsFromEnvironment } from '../store/base/context.ts';
import { limitsFromEnvironment } from '../store/base/limits.ts';
import { isTooWide, projectOf, realFolder } from '../store/base/projectFolder.ts';
import { openStore } from '../store/store.ts';
import type { Store, StoreOptions } from '../store/types.ts';
import type { Workspace } from '../store/sessions/types.ts';

/** The project a command works in. */
export interface CliProject {
  /** Absolute, links resolved. */
  readonly root: string;
  readonly store: Store;
  readonly workspace: Workspace;
  /** Which sessions are kept without being asked for, and how archives look. */
  readonly keep: KeepSettings;
}

/**
 * The project at `folder`, else that of the working folder, with the settings of the environment, as the server takes
 * them. Throws `invalid_argument` for what is no project.
 */
export function openProject(folder: string | undefined, log: Log): CliProject {
  const { root, base, options, workspace } = storePlace(folder, log);
  return { root, store: openStore(base, options), workspace, keep: keepSettings(process.env, log) };
}

/** The project that `openProject` opens, the folder that holds its history, and how its store works. */
export function storePlace(folder: string | undefined, log: Log) {
  const root = rootOf(folder);
  const places = { home: homedir(), env: process.env, platform: process.platform };
  const workspace: Workspace = { folders: [root], places };
  const secrets = secretsFromEnvironment(process.env, log);
  const options: StoreOptions = {
    ...{ log, limits: limitsFromEnvironment(process.env, log), workspace: () => workspace },
    language: languageFromEnvironment(process.env, 'en'),
    secrets: () => secrets,
  };
  return { root, base: baseOf(root), options, workspace };
}

/** Where the history is: in the project, unless `CODEX_HISTORY_ROOT` names another folder. */
function baseOf(root: string): string {
  const base = process.env.CODEX_HISTORY_ROOT ?? '';
  if (base === '' || isAbsolute(base)) return base || root;
  throw new StoreError(
    'invalid_argument',
    `CODEX_HISTORY_ROOT is ${JSON.stringify(base)}; set it to an absolute path, or unset it.`,
  );
}

/** The project that a person names, links resolved, else that of the working folder. Throws `invalid_argument` for what is none. */
export function rootOf(folder: string | undefined): string {
  const home = homedir();
  if (folder === undefined) {
    const root = projectOf(process.cwd(), home);
    if (root !== undefined) return root;
    throw refuse(`${process.cwd()} is not a project. Change into one, or name one with --project.`);
  }
  const path = resolve(folder);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw refuse(`--project ${JSON.stringify(folder)} is not a folder.`);
  const root = realFolder(path) ?? path;
  if (!isTooWide(root, home)) return root;
  throw refuse(`--project ${JSON.stringify(folder)} is or contains the home folder; name one project.`);
}

/**
 * The project for what concerns a person and not a project: the home folder where the working folder is none, as the one
 * a terminal opens in.
 */
export function rootOrHome(folder: string | undefined): string {
  const home = homedir();
  return folder === undefined ? (projectOf(process.cwd(), home) ?? home) : rootOf(folder);
}

const refuse = (message: string): StoreError => new StoreError('invalid_argument', message);
