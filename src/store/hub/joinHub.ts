import { StoreError } from '../base/core.ts';
import type { HubProject } from './members.ts';
import { checkSchema, migrate } from './migrate.ts';
import { isSameOrigin } from './origin.ts';
import type { HubConnection } from './types.ts';
import { makeVectors } from './vectorSchema.ts';

/**
 * Makes or updates the schema where that is needed and this role may, with a place for vectors where the database can have
 * one; gives how many migrations that took.
 */
export async function prepareHub(connection: HubConnection): Promise<number> {
  const made = await migrated(connection);
  await connection.query(makeVectors);
  return made;
}

async function migrated(connection: HubConnection): Promise<number> {
  try {
    await checkSchema(connection);
    return 0;
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'not_found') throw error;
    return migrate(connection);
  }
}

/** Those of a person's projects in a hub that come from the same repository, which a clone is to be one with. */
export const ofSameOrigin = (
  projects: readonly HubProject[],
  origin: string | undefined,
): readonly HubProject[] =>
  origin === undefined
    ? []
    : projects.filter(({ remote }) => remote !== undefined && isSameOrigin(remote, origin));
