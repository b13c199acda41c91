import { userInfo } from 'node:os';
import { runProgram } from '../base/runProgram.ts';

/** Git answers at once, or the disk is asleep. Milliseconds. */
const withinMs = 4_000;
/** So many versions of a file are looked through for its last text. */
const mostVersions = 50;

/** Runs git in a folder; what a repository configures is not run. Undefined where it fails, or there is no git. */
async function git(folder: string, ...args: string[]): Promise<string | undefined> {
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0' };
  const { code, stdout } = await runProgram('git', ['-c', 'core.fsmonitor=false', ...args], {
    ...{ cwd: folder, env, withinMs },
  });
  return code === 0 ? stdout : undefined;
}

/** Who works here: the name that git gives commits, else that of the account. */
export async function authorIn(folder: string): Promise<string | undefined> {
  const name = (await git(folder, 'config', '--get', 'user.name'))?.trim() ?? '';
  if (name !== '') return name;
  try {
    return userInfo().username;
  } catch {
    return undefined; // an account without a name, as in containers
  }
}

/** Whether git knows a file, so that others may have it. */
export const isTracked = async (folder: string, file: string): Promise<boolean> =>
  (await git(folder, 'ls-files', '--error-unmatch', '--', file)) !== undefined;

/** Whether a folder belongs to a repository. */
export const isInRepository = async (folder: string): Promise<boolean> =>
  (await git(folder, 'rev-parse', '--is-inside-work-tree'))?.trim() === 'true';

/** The rule by which git leaves a path out (`file:line:pattern`); undefined where it does not, and where there is no repository. */
export async function ignoredBy(folder: string, path: string): Promise<string | undefined> {
  const [rule = ''] = (await git(folder, 'check-ignore', '-v', '--', path))?.split('\t') ?? [];
  return rule === '' ? undefined : rule;
}

/** What a file said before it said that it was withdrawn; undefined where the repository does not know. */
export async function textBefore(
  folder: string,
  file: string,
  isWithdrawn: (text: string) => boolean,
): Promise<string | undefined> {
  const versions = await git(folder, 'log', '--format=%H', `--max-count=${mostVersions}`, '--', file);
  for (const version of versions?.split('\n').filter((line) => line !== '') ?? []) {
    const text = await git(folder, 'show', `${version}:./${file}`);
    if (text !== undefined && !isWithdrawn(text)) return text;
  }
  return undefined;
}
