import { homedir } from 'node:os';
import { secretsFromEnvironment, type StoreContext } from '../store/base/context.ts';
import type { Log } from '../store/base/core.ts';
import type { Environment } from '../store/base/limits.ts';
import { projectOf } from '../store/base/projectFolder.ts';
import { contextOf } from '../store/context.ts';
import { findProjectRoot } from './projectRoot.ts';

interface Programs {
  readonly env: Environment;
  readonly log: Log;
}

/** What the history of a session in `cwd` is worked with. Throws as `findProjectRoot` does. */
export const openContext = (cwd: string, programs: Programs): StoreContext =>
  contextIn(findProjectRoot(cwd, programs.env), cwd, programs);

/** The same for the history in a folder, which need not be the project. */
export function contextIn(root: string, cwd: string, { env, log }: Programs): StoreContext {
  const secrets = secretsFromEnvironment(env, log);
  const envFolders = [...new Set([root, projectOf(cwd, homedir()) ?? root])];
  return contextOf(root, { log, secrets: () => secrets, envFolders: () => envFolders });
}
