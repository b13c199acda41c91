import { homeFolder } from '../disk/base/stateFolder.ts';
import type { Environment } from '../disk/base/limits.ts';
import { existsSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { transcriptFacts } from '../agents/reading/transcriptFacts.ts';
import { StoreError } from '../disk/base/core.ts';
import { projectOf, realFolder } from '../disk/base/projectFolder.ts';
import { thisMachine } from '../disk/base/stateFolder.ts';
import { historySwitch } from '../disk/files/historySwitch.ts';
import { baseOf, hasHistory, historyFolder } from '../disk/files/projectHistory.ts';

/**
 * Finds the folder whose history a session belongs to: `CODEX_HISTORY_ROOT`, as in the server, else the project of the
 * session, else, as in the home folder, a folder of this machine. `firstFolder` reads the first folder of its
 * transcript. Throws `invalid_argument` where `cwd` is no folder.
 */
export function findProjectRoot(cwd: string, env: Environment, firstFolder?: FirstFolder): string {
  const root = sharedRoot(env) ?? projectOfSession(cwd, env, firstFolder);
  if (root !== undefined) return root;
  const folder = realFolder(cwd);
  if (folder !== undefined) return baseOf(folder, thisMachine(env));
  throw new StoreError(
    'invalid_argument',
    `${cwd} is not a project folder to keep a history in. Start the agent in a project.`,
    { cwd },
  );
}

/** The folder of the history that all projects share, if any. */
export function sharedRoot({ CODEX_HISTORY_ROOT: base }: Environment): string | undefined {
  return base !== undefined && isAbsolute(base) ? base : undefined;
}

/**
 * Finds the project of a session: of `CLAUDE_PROJECT_DIR`, else of the first folder of its transcript, else of the
 * folder its agent works in, which may have wandered.
 */
export function projectOfSession(
  cwd: string,
  env: Environment,
  firstFolder: FirstFolder = () => undefined,
): string | undefined {
  const projectIn = (folder: string | undefined) => (folder === undefined ? undefined : projectAt(folder));
  return projectIn(env.CLAUDE_PROJECT_DIR) ?? projectIn(firstFolder()) ?? projectAt(cwd);
}

type FirstFolder = () => string | undefined;

/** The project of a folder; of a deleted one that of the nearest folder that is left, if it has a history. */
export function projectAt(folder: string): string | undefined {
  if (!isAbsolute(folder) || existsSync(folder)) return projectOf(folder, homeFolder());
  let left = dirname(folder);
  while (!existsSync(left) && left !== dirname(left)) left = dirname(left);
  const project = projectOf(left, homeFolder());
  return project !== undefined && hasHistory(project) ? project : undefined;
}

/** The folder an agent works in, by its input; that of the hook where the input names none that was ever a project's. */
export function workingFolder({ cwd }: { readonly cwd?: string }, here: { readonly cwd: string }): string {
  if (cwd === undefined) return here.cwd;
  return existsSync(cwd) || projectAt(cwd) !== undefined ? cwd : here.cwd;
}

/** The first folder in the transcript that an input names, if that holds the session. */
export function firstFolderOf({ transcript, session }: NamedTranscript): string | undefined {
  const facts = transcript === undefined ? undefined : transcriptFacts(transcript);
  return facts && (session === undefined || facts.holds(session) !== false) ? facts.folder : undefined;
}

/** Whether history is turned off in the project that an input is about; false where it is about none. */
export function isOff(
  input: NamedTranscript & { readonly cwd?: string },
  { cwd: here, env }: { readonly cwd: string; readonly env: Environment },
): boolean {
  const cwd = workingFolder(input, { cwd: here });
  const firstFolder = () => firstFolderOf(input);
  try {
    const root = findProjectRoot(cwd, env, firstFolder);
    const project = projectOfSession(cwd, env, firstFolder) ?? root;
    return historySwitch(project, { history: historyFolder(root), env }).mode === 'off';
  } catch (error) {
    if (error instanceof StoreError) return false; // what needs the project reports it
    throw error;
  }
}

interface NamedTranscript {
  readonly transcript?: string;
  readonly session?: string;
}
