import { StoreError } from '../disk/base/core.ts';
import { whileMigrating } from './hubErrors.ts';
import { migrations, oldestSchema, type Migration } from './schema.ts';
import type { HubConnection } from './types.ts';

/** Key of the advisory lock for making the schema: an arbitrary number no other program uses. */
const migrationLock = 7_148_320_655_093n;

/** Which versions of the schema a hub has, and works with. Each program knows those up to one. */
interface HubSchema {
  /** Up to which it was migrated. */
  readonly newest: number;
  /** Programs that know this version may read. */
  readonly readers: number;
  /** Programs that know this version may write; those of 0.1.0 work with this one only. */
  readonly writers: number;
}

/** What a program may do with a hub. */
export type SchemaUse = 'read' | 'write';

/**
 * Updates the schema to the newest version known here and returns the number of migrations. Safe to call from several
 * clients at once. Throws `disabled` if a newer client has changed it so that this one must be updated, and the
 * problem `engine` if the database lacks a feature.
 */
export async function migrate(
  connection: HubConnection,
  known: readonly Migration[] = migrations,
): Promise<number> {
  const made = connection.transaction(async () => {
    const before = (await lockedSchema(connection)) ?? (await begin(connection));
    useOf(before, known);
    const missing = known.filter(({ version }) => version > before.newest);
    for (const migration of missing) {
      for (const statement of migration.statements) await connection.query(statement);
      await note(connection, migration);
    }
    return missing.length;
  });
  return made.catch((error: unknown) => {
    throw whileMigrating(error);
  });
}

/**
 * Keeps others from changing the schema until the transaction ends, and returns its state. People cannot hold the lock
 * of the table, as they can that of a number.
 */
async function lockedSchema(connection: HubConnection): Promise<HubSchema | undefined> {
  if (!(await hasSchema(connection)))
    await connection.query('select pg_catalog.pg_advisory_xact_lock($1)', [String(migrationLock)]);
  // Nothing is read of the table before, as two readers would wait for one another where it is altered.
  if (!(await hasSchema(connection))) return undefined;
  // Some engines that are like PostgreSQL lock no tables.
  await connection.query(
    `do $$ begin lock table history_hub.schema_version in exclusive mode;
      exception when feature_not_supported then perform pg_catalog.pg_advisory_xact_lock(${migrationLock}); end $$`,
  );
  return hubSchema(connection);
}

/** Notes that a migration was made. The columns of the range came with version 4. */
async function note(connection: HubConnection, { version, for: range }: Migration): Promise<void> {
  const { readers, writers } = range ?? { readers: version, writers: version };
  if (version < 4) await connection.query('update history_hub.schema_version set version = $1', [version]);
  else
    await connection.query(
      `update history_hub.schema_version
       set newest = $1, readers = greatest(readers, $2), version = greatest(version, $3)`,
      [version, readers, writers],
    );
}

/**
 * Updates the schema where this program needs it or this person may. Returns the number of migrations; throws as
 * `migrate` does.
 */
export async function updateSchema(
  connection: HubConnection,
  known: readonly Migration[] = migrations,
): Promise<number> {
  const schema = await hubSchema(connection);
  if (schema !== undefined) {
    useOf(schema, known);
    if (schema.newest >= newestOf(known)) return 0;
    if (schema.newest >= oldestSchema && !(await isKeeper(connection))) return 0;
  }
  return migrate(connection, known);
}

/** Reports whether this person may change the schema. */
export async function isKeeper(connection: HubConnection): Promise<boolean> {
  const sql = `select pg_catalog.pg_has_role(nspowner, 'usage') as is_keeper
    from pg_catalog.pg_namespace where nspname = 'history_hub'`;
  const [row] = await connection.query(sql);
  return row?.is_keeper === true;
}

/**
 * Returns what this program may do with the hub. Throws `disabled` if it must be updated first, `not_found` if the
 * schema is missing or too old.
 */
export async function checkSchema(
  connection: HubConnection,
  known: readonly Migration[] = migrations,
): Promise<SchemaUse> {
  const schema = await hubSchema(connection);
  if (schema === undefined)
    throw new StoreError(
      'not_found',
      'The database is not set up as a hub, or you were not let in. Run mcp-history-store team setup, or ask who set it up to invite you.',
    );
  if (schema.newest < oldestSchema)
    throw new StoreError(
      'not_found',
      `The hub has the schema ${schema.newest}, this program works with those from ${oldestSchema} on. Whoever set it up runs mcp-history-store team setup once more.`,
    );
  return useOf(schema, known);
}

const newestOf = (known: readonly Migration[]): number => known.at(-1)?.version ?? 0;

/** Throws `disabled` if a program that knows these migrations may not even read. */
function useOf({ newest, readers, writers }: HubSchema, known: readonly Migration[]): SchemaUse {
  const here = newestOf(known);
  if (here >= writers) return 'write';
  if (here >= readers) return 'read';
  throw new StoreError(
    'disabled',
    `The hub has the schema ${newest}, this program knows those up to ${here}: update MCP History Store here.`,
    { schema: newest, known: here },
  );
}

/** The error of a program that may read, when it is to send. */
export const readsOnly = (): StoreError =>
  new StoreError(
    'disabled',
    'The hub was updated: this program may still read it, and sends nothing. Update MCP History Store here.',
  );

/** Reports whether there is a schema that this person may use. */
async function hasSchema(connection: HubConnection): Promise<boolean> {
  const visible = `select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'history_hub' and c.relname = 'schema_version'
    and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')`;
  return (await connection.query(visible)).length > 0;
}

/** Returns undefined if there is no schema or this person may not use it. */
async function hubSchema(connection: HubConnection): Promise<HubSchema | undefined> {
  if (!(await hasSchema(connection))) return undefined;
  const [row] = await connection.query('select * from history_hub.schema_version');
  const writers = Number(row?.version ?? 0);
  return { writers, newest: Number(row?.newest ?? writers), readers: Number(row?.readers ?? writers) };
}

async function begin(connection: HubConnection): Promise<HubSchema> {
  await connection.query('create schema if not exists history_hub');
  await connection.query('create table history_hub.schema_version (version int not null)');
  await connection.query('insert into history_hub.schema_version values (0)');
  return { newest: 0, readers: 0, writers: 0 };
}
