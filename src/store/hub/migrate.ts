import { StoreError } from '../base/core.ts';
import { whileMigrating } from './hubErrors.ts';
import { migrations, type Migration } from './schema.ts';
import type { HubConnection } from './types.ts';

/** Of the advisory lock under which schemas are made: any number that no other program takes. */
const migrationLock = 7_148_320_655_093n;

/**
 * Brings the schema of a hub to the newest version that is known here, and gives how many migrations that took. Any number
 * of clients may do so at once. Throws `disabled` where a newer client has brought it further, and with the problem `engine` where the
 * database does not know all of it.
 */
export async function migrate(
  connection: HubConnection,
  known: readonly Migration[] = migrations,
): Promise<number> {
  const made = connection.transaction(async () => {
    await connection.query('select pg_catalog.pg_advisory_xact_lock($1)', [String(migrationLock)]);
    const version = (await schemaVersion(connection)) ?? (await begin(connection));
    const missing = known.filter((migration) => migration.version > version);
    assertKnown(version, known);
    for (const migration of missing) {
      for (const statement of migration.statements) await connection.query(statement);
      await connection.query('update history_hub.schema_version set version = $1', [migration.version]);
    }
    return missing.length;
  });
  return made.catch((error: unknown) => {
    throw whileMigrating(error);
  });
}

/**
 * Sees to it that the schema of a hub is one that this client can work with: throws `disabled` for a newer one, `not_found`
 * where the hub was not set up, or not since a newer client is in use.
 */
export async function checkSchema(
  connection: HubConnection,
  known: readonly Migration[] = migrations,
): Promise<void> {
  const version = await schemaVersion(connection);
  if (version !== undefined) assertKnown(version, known);
  if (version === newest(known)) return;
  throw new StoreError(
    'not_found',
    version === undefined
      ? 'The database is not set up as a hub, or you were not let in. Run mcp-history-store team setup, or ask who set it up to invite you.'
      : `The hub has the schema ${version}, this program works with ${newest(known)}. Whoever set it up runs mcp-history-store team setup once more.`,
  );
}

const newest = (known: readonly Migration[]): number => known.at(-1)?.version ?? 0;

function assertKnown(version: number, known: readonly Migration[]): void {
  if (version <= newest(known)) return;
  throw new StoreError(
    'disabled',
    `The hub has the schema ${version}, this program knows those up to ${newest(known)}: update MCP History Store here.`,
    { schema: version, known: newest(known) },
  );
}

/** Undefined where there is none, or not for this person. */
async function schemaVersion(connection: HubConnection): Promise<number | undefined> {
  const visible = `select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'history_hub' and c.relname = 'schema_version'
    and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')`;
  if ((await connection.query(visible)).length === 0) return undefined;
  const [row] = await connection.query('select version from history_hub.schema_version');
  return Number(row?.version ?? 0);
}

async function begin(connection: HubConnection): Promise<number> {
  await connection.query('create schema if not exists history_hub');
  await connection.query('create table history_hub.schema_version (version int not null)');
  await connection.query('insert into history_hub.schema_version values (0)');
  return 0;
}
