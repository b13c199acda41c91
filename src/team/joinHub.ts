import type { HubProject } from './members.ts';
import { isKeeper, updateSchema } from './migrate.ts';
import { limitPeople } from './peopleLimits.ts';
import type { HubConnection } from './types.ts';
import { makeVectors } from './vectorSchema.ts';
import { git } from '../disk/base/git.ts';

/**
 * Creates or updates the schema, the table of vectors where supported, and limits of people, as far as this role may.
 * Returns the number of migrations.
 */
export async function prepareHub(connection: HubConnection): Promise<number> {
  const made = await updateSchema(connection);
  await connection.query(makeVectors);
  if (await isKeeper(connection)) await connection.query(limitPeople);
  return made;
}

/** Returns a person's hub projects that come from the same repository, which a clone should join. */
export const ofSameOrigin = (
  projects: readonly HubProject[],
  origin: string | undefined,
): readonly HubProject[] =>
  origin === undefined
    ? []
    : projects.filter(({ remote }) => remote !== undefined && isSameOrigin(remote, origin));

/** Returns the git origin of a folder, without credentials; undefined without one. */
export async function originOf(folder: string): Promise<string | undefined> {
  const origin = (await git(folder, ['remote', 'get-url', 'origin']))?.trim() ?? '';
  return origin === '' ? undefined : origin.replace(/^(\w[\w+.-]*:\/\/)[^/]*@/, '$1');
}

/** Reports whether two git addresses (https, ssh) name the same repository. */
export const isSameOrigin = (one: string, other: string): boolean =>
  repositoryOf(one) === repositoryOf(other);

/** Extracts host and path, e.g. `example.com/a/shop` from `git@example.com:a/shop.git`. */
const repositoryOf = (origin: string): string =>
  origin
    .replace(/^\w[\w+.-]*:\/\//, '')
    .replace(/^[^/@]*@/, '')
    .replace(/^([^/:]+):(?:\d+\/|\/)?/, '$1/')
    .replace(/\/?(?:\.git)?\/?$/, '')
    .toLowerCase();
