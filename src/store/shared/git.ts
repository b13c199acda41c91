import { userInfo } from 'node:os';
import { join } from 'node:path';
import { git, gitSetting, pathFrom, topOf } from '../base/git.ts';

/** So many versions of a file are looked through for its last text. */
const mostVersions = 50;

/** Who works here: the name that git gives commits, else that of the account. */
export async function authorIn(folder: string): Promise<string | undefined> {
  const name = (await gitSetting(folder, 'user.name'))?.trim() ?? '';
  if (name !== '') return name;
  try {
    return userInfo().username;
  } catch {
    return undefined; // an account without a name, as in containers
  }
}

/** Whether git knows a file, so that others may have it. */
export const isTracked = async (folder: string, file: string): Promise<boolean> =>
  (await git(folder, ['--literal-pathspecs', 'ls-files', '--error-unmatch'], [join(folder, file)])) !==
  undefined;

/** Whether a folder belongs to a repository. */
export const isInRepository = (folder: string): boolean => topOf(folder) !== undefined;

/** The rule by which git leaves a path out (`file:line:pattern`); undefined where it does not, and where there is no repository. */
export async function ignoredBy(folder: string, path: string): Promise<string | undefined> {
  const [rule = ''] = (await git(folder, ['check-ignore', '-v'], [join(folder, path)]))?.split('\t') ?? [];
  return rule === '' ? undefined : rule;
}

/** What a file said before it said that it was withdrawn; undefined where the repository does not know. */
export async function textBefore(
  folder: string,
  file: string,
  isWithdrawn: (text: string) => boolean,
): Promise<string | undefined> {
  const [top, path] = [topOf(folder), join(folder, file)];
  if (top === undefined) return undefined;
  const versions = await git(
    folder,
    ['--literal-pathspecs', 'rev-list', `--max-count=${mostVersions}`, 'HEAD'],
    [path],
  );
  for (const version of versions?.split('\n').filter((line) => line !== '') ?? []) {
    const text = await git(folder, ['cat-file', 'blob', `${version}:${pathFrom(top, folder, path)}`]);
    if (text !== undefined && !isWithdrawn(text)) return text;
  }
  return undefined;
}
