import type { Environment } from '../disk/base/limits.ts';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { StoreError } from '../disk/base/core.ts';
import { projectOf } from '../disk/base/projectFolder.ts';
import { hasHistory } from '../disk/files/projectHistory.ts';

/**
 * Finds the folder whose history a session in `cwd` belongs to: `CODEX_HISTORY_ROOT`, as in the server; the project of
 * `cwd` if it has a history; the project of `CLAUDE_PROJECT_DIR`; the project of `cwd`. Throws `invalid_argument` for
 * none.
 */
export function findProjectRoot(cwd: string, env: Environment): string {
  const base = env.CODEX_HISTORY_ROOT;
  if (base !== undefined && isAbsolute(base)) return base;
  const own = projectOf(cwd, homedir());
  if (own !== undefined && hasHistory(own)) return own;
  const root = projectOf(env.CLAUDE_PROJECT_DIR ?? '', homedir()) ?? own;
  if (root !== undefined) return root;
  throw new StoreError(
    'invalid_argument',
    `${cwd} is not a project folder to keep a history in. Start the agent in a project.`,
    { cwd },
  );
}
