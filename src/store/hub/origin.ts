import { git } from '../base/git.ts';

/** Where the repository of a folder comes from, without a name or password in it; undefined where that is nowhere. */
export async function originOf(folder: string): Promise<string | undefined> {
  const origin = (await git(folder, ['remote', 'get-url', 'origin']))?.trim() ?? '';
  return origin === '' ? undefined : origin.replace(/^(\w[\w+.-]*:\/\/)[^/]*@/, '$1');
}

/** Whether two addresses of git lead to one repository, whichever way they take (https, ssh). */
export const isSameOrigin = (one: string, other: string): boolean =>
  repositoryOf(one) === repositoryOf(other);

/** Host and path, e.g. `example.com/a/shop` of `git@example.com:a/shop.git`. */
const repositoryOf = (origin: string): string =>
  origin
    .replace(/^\w[\w+.-]*:\/\//, '')
    .replace(/^[^/@]*@/, '')
    .replace(/^([^/:]+):(?:\d+\/|\/)?/, '$1/')
    .replace(/\/?(?:\.git)?\/?$/, '')
    .toLowerCase();
