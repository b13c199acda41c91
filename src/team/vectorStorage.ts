import type { Note } from '../disk/base/texts.ts';
import type { VectorsState } from './clientTypes.ts';
import type { HubConnection } from './types.ts';
import type { EmbeddingProvider } from '../history/embeddings/embeddings.ts';

/** Where a hub stores vectors. */
export interface VectorStorage {
  /** Schema of the extension, quoted for SQL. */
  readonly schema: string;
  /** Id of the table, which changes when it is recreated. */
  readonly table: string;
}

const storages = new WeakMap<HubConnection, Promise<VectorStorage | undefined>>();

/** Returns where the hub stores vectors, if this person may use them. Queried once per connection. */
export function vectorStorage(connection: HubConnection): Promise<VectorStorage | undefined> {
  const known = storages.get(connection) ?? queryStorage(connection);
  storages.set(connection, known);
  known.catch(() => storages.delete(connection));
  return known;
}

async function queryStorage(connection: HubConnection): Promise<VectorStorage | undefined> {
  const [row] = await connection.query(`
    select pg_catalog.quote_ident(n.nspname) as schema, c.oid::text as table
    from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
    join pg_catalog.pg_namespace h on h.nspname = 'history_hub'
    join pg_catalog.pg_class c on c.relnamespace = h.oid and c.relname = 'vectors'
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'vector' and not a.attisdropped
    where e.extname = 'vector' and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')`);
  return row && { schema: String(row.schema), table: String(row.table) };
}

/** Returns what the database lacks for searching by meaning. */
export async function vectorsState(connection: HubConnection): Promise<VectorsState> {
  if ((await vectorStorage(connection)) !== undefined) return 'on';
  const [row] = await connection.query(`
    select exists (select from pg_catalog.pg_extension where extname = 'vector') as created,
      exists (select from pg_catalog.pg_available_extensions where name = 'vector') as available`);
  return row?.created === true ? 'table' : row?.available === true ? 'creation' : 'extension';
}

/**
 * Returns the name under which vectors of a model compare in a hub, regardless of the server; undefined without a
 * name. Ollama treats a name without a tag as `latest`.
 */
export function hubModel({ model }: Pick<EmbeddingProvider, 'model'>): string | undefined {
  const name = model.trim().replace(/:latest$/, '');
  return name === '' || name.length > 200 ? undefined : name;
}

/** Without a name, vectors of different models would be mixed. */
export const unnamedModel: Note = (say) =>
  say(
    'The hub is searched by words only: set HISTORY_EMBEDDINGS_MODEL to the name of the model, by which vectors of colleagues are known.',
  );

/** Formats a vector for the database, with all significant digits. */
export const vectorText = (vector: Float32Array): string =>
  `[${Array.from(vector, (value) => Number(value.toPrecision(8))).join(',')}]`;
