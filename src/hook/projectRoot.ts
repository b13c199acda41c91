import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, parse } from 'node:path';
import { StoreError } from '../store/errors.ts';
import { historyFolder } from '../store/paths.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The folder whose history a session in `cwd` belongs to. `CODEX_HISTORY_ROOT` wins, as in the server; then the
 * nearest folder, up to the root of the git repository, that has a history; then `CLAUDE_PROJECT_DIR`, the root of
 * the repository, and `cwd` itself. Throws `invalid_argument` where that is no project.
 */
export function findProjectRoot(cwd: string, env: Environment): string {
  const base = env.CODEX_HISTORY_ROOT;
  if (base !== undefined && isAbsolute(base)) return base;
  const above = foldersUpTo(cwd);
  const given = folder(env.CLAUDE_PROJECT_DIR);
  const candidates = given === undefined ? above : [...above, given];
  const found = candidates.find((path) => isProject(path) && existsSync(historyFolder(path)));
  const root = found ?? given ?? above.at(-1);
  if (root !== undefined && isProject(root)) return root;
  throw new StoreError(
    'invalid_argument',
    `${cwd} is no project folder to keep a history in. Start the agent in a project.`,
    { cwd },
  );
}

/** `cwd` and the folders above it up to the root of its git repository; `cwd` alone outside of one. */
function foldersUpTo(cwd: string): string[] {
  const start = folder(cwd);
  if (start === undefined) return [];
  const folders = [start];
  for (let path = start; ; path = dirname(path)) {
    if (path !== start) folders.push(path);
    if (existsSync(join(path, '.git'))) return folders;
    if (path === dirname(path)) return [start];
  }
}

/** The folder with its links resolved, undefined for what is none. */
function folder(path: string | undefined): string | undefined {
  if (path === undefined || !isAbsolute(path)) return undefined;
  try {
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined; // gone, or closed to this user
  }
}

/** Neither the root of the file system nor the home directory. */
function isProject(path: string): boolean {
  return path !== parse(path).root && path !== folder(homedir());
}
