import { homedir } from 'node:os';
import { secretsFromEnvironment, type StoreContext } from '../disk/base/context.ts';
import type { Log } from '../disk/base/core.ts';
import type { Environment } from '../disk/base/limits.ts';
import { projectOf } from '../disk/base/projectFolder.ts';
import { contextOf } from '../disk/context.ts';
import { findProjectRoot } from './projectRoot.ts';

interface Programs {
  readonly env: Environment;
  readonly log: Log;
}

/** The context for the history of a session in `cwd`. Throws as `findProjectRoot` does. */
export const openContext = (cwd: string, programs: Programs): StoreContext =>
  contextIn(findProjectRoot(cwd, programs.env), cwd, programs);

/** The context for the history in a folder, which need not be the project. */
export function contextIn(root: string, cwd: string, { env, log }: Programs): StoreContext {
  const secrets = secretsFromEnvironment(env, log);
  const envFolders = [...new Set([root, projectOf(cwd, homedir()) ?? root])];
  return contextOf(root, { log, secrets: () => secrets, envFolders: () => envFolders });
}
