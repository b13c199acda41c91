import { userInfo } from 'node:os';
import { join } from 'node:path';
import { git, gitSetting, pathFrom } from '../../disk/base/git.ts';
import { topOf } from '../../disk/base/projectFolder.ts';

/** Maximum number of a file's versions searched for its last text. */
const maxVersions = 50;

/** Returns the author's name: the one git uses for commits, else the account's. */
export async function authorIn(folder: string): Promise<string | undefined> {
  const name = (await gitSetting(folder, 'user.name'))?.trim() ?? '';
  if (name !== '') return name;
  try {
    return userInfo().username;
  } catch {
    return undefined; // an account without a name, as in containers
  }
}

/** Reports whether git tracks a file, so that others may have it. */
export const isTracked = async (folder: string, file: string): Promise<boolean> =>
  (await git(folder, ['--literal-pathspecs', 'ls-files', '--error-unmatch'], [join(folder, file)])) !==
  undefined;

/** Reports whether a folder is in a repository. */
export const isInRepository = (folder: string): boolean => topOf(folder) !== undefined;

/**
 * Returns the rule that makes git ignore a path (`file:line:pattern`); undefined without one or without a repository.
 */
export async function ignoredBy(folder: string, path: string): Promise<string | undefined> {
  const [rule = ''] = (await git(folder, ['check-ignore', '-v'], [join(folder, path)]))?.split('\t') ?? [];
  return rule === '' ? undefined : rule;
}

/** Returns a file's last text before it was withdrawn; undefined if the repository does not have it. */
export async function textBefore(
  folder: string,
  file: string,
  isWithdrawn: (text: string) => boolean,
): Promise<string | undefined> {
  const [top, path] = [topOf(folder), join(folder, file)];
  if (top === undefined) return undefined;
  const versions = await git(
    folder,
    ['--literal-pathspecs', 'rev-list', `--max-count=${maxVersions}`, 'HEAD'],
    [path],
  );
  for (const version of versions?.split('\n').filter((line) => line !== '') ?? []) {
    const text = await git(folder, ['cat-file', 'blob', `${version}:${pathFrom(top, folder, path)}`]);
    if (text !== undefined && !isWithdrawn(text)) return text;
  }
  return undefined;
}
