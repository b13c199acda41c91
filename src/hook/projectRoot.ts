import type { Environment } from '../store/base/limits.ts';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { StoreError } from '../store/base/core.ts';
import { projectOf } from '../store/base/projectFolder.ts';
import { hasHistory } from '../store/files/projectHistory.ts';

/**
 * The folder whose history a session in `cwd` belongs to. `CODEX_HISTORY_ROOT` wins, as in the server; then the
 * project of `cwd` if it has a history; then that of `CLAUDE_PROJECT_DIR`, and that of `cwd` without a history. Throws
 * `invalid_argument` where that is no project.
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
