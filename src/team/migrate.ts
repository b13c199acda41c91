import { StoreError } from '../disk/base/core.ts';
import { whileMigrating } from './hubErrors.ts';
import { migrations, type Migration } from './schema.ts';
import type { HubConnection } from './types.ts';

/** Key of the advisory lock for schema changes: an arbitrary number no other program uses. */
const migrationLock = 7_148_320_655_093n;

/**
 * Updates the schema to the newest version known here and returns the number of migrations. Safe to call from several
 * clients at once. Throws `disabled` if a newer client has updated it further, and the problem `engine` if the
 * database lacks a feature.
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
 * Checks that this client can work with the hub's schema. Throws `disabled` for a newer one, `not_found` for a
 * missing or outdated one.
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

/** Returns undefined if there is no schema or this person may not use it. */
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
