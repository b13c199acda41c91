import type { HubConnection } from './types.ts';

/**
 * Whether a hub keeps vectors, and what it lacks where not: the extension in the server, the right to have it in this
 * database, or the table, which a `team setup` of who set up the hub makes.
 */
export type VectorsState = 'on' | 'extension' | 'creation' | 'table';

/** Where a hub keeps vectors. */
export interface VectorsPlace {
  /** Of the extension, as SQL names it. */
  readonly schema: string;
  /** Which table it is: one that was made anew is another. */
  readonly table: string;
}

const places = new WeakMap<HubConnection, Promise<VectorsPlace | undefined>>();

/** Where the hub keeps vectors that this person may use; asked once on each connection. */
export function vectorsPlace(connection: HubConnection): Promise<VectorsPlace | undefined> {
  const known = places.get(connection) ?? askPlace(connection);
  places.set(connection, known);
  known.catch(() => places.delete(connection));
  return known;
}

async function askPlace(connection: HubConnection): Promise<VectorsPlace | undefined> {
  const [row] = await connection.query(`
    select pg_catalog.quote_ident(n.nspname) as schema, c.oid::text as table
    from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
    join pg_catalog.pg_namespace h on h.nspname = 'history_hub'
    join pg_catalog.pg_class c on c.relnamespace = h.oid and c.relname = 'vectors'
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'vector' and not a.attisdropped
    where e.extname = 'vector' and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')`);
  return row && { schema: String(row.schema), table: String(row.table) };
}

/** What keeps a hub from being searched by meaning, as far as the database is concerned. */
export async function vectorsState(connection: HubConnection): Promise<VectorsState> {
  if ((await vectorsPlace(connection)) !== undefined) return 'on';
  const [row] = await connection.query(`
    select exists (select from pg_catalog.pg_extension where extname = 'vector') as created,
      exists (select from pg_catalog.pg_available_extensions where name = 'vector') as available`);
  return row?.created === true ? 'table' : row?.available === true ? 'creation' : 'extension';
}
