import { homeFolder } from '../disk/base/stateFolder.ts';
import { secretsFromEnvironment, type StoreContext } from '../disk/base/context.ts';
import type { Log } from '../disk/base/core.ts';
import type { Environment } from '../disk/base/limits.ts';
import { projectOf } from '../disk/base/projectFolder.ts';
import { contextOf } from '../disk/context.ts';

interface Programs {
  readonly env: Environment;
  readonly log: Log;
}

/** The context for the history in a folder, which need not be the project. */
export function contextIn(root: string, cwd: string, { env, log }: Programs): StoreContext {
  const secrets = secretsFromEnvironment(env, log);
  const envFolders = [...new Set([root, projectOf(cwd, homeFolder()) ?? root])];
  return contextOf(root, { log, secrets: () => secrets, envFolders: () => envFolders });
}
