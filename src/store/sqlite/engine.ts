/** A value of a table. Whole numbers too large for JavaScript are text. */
export type Cell = string | number | Uint8Array | null;
export type DatabaseRow = Readonly<Record<string, Cell>>;

/** An open database, of which only copies are ever opened. What SQLite refuses is thrown as its own error. */
export interface DatabaseConnection {
  readonly rows: (sql: string, values: readonly (string | number)[]) => IterableIterator<DatabaseRow>;
  readonly close: () => void;
}

/** A way to read SQLite. */
export interface Engine {
  /** As tests and messages name it. */
  readonly name: 'node' | 'wasm';
  readonly open: (path: string) => DatabaseConnection;
}

/** What comes before the first query: a log is read without the shared memory that not every engine has. */
export const preparation =
  'PRAGMA locking_mode = EXCLUSIVE; PRAGMA query_only = ON; PRAGMA trusted_schema = OFF;';

/** A row as an engine gives it. */
export function rowOf(row: unknown): DatabaseRow {
  const cells = typeof row === 'object' && row !== null ? Object.entries(row) : [];
  return Object.fromEntries(cells.map(([name, value]: [string, unknown]) => [name, cellOf(value)]));
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'bigint') return BigInt.asIntN(53, value) === value ? Number(value) : value.toString();
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value instanceof Uint8Array ? value : null;
}

/** SQLite of this Node.js, which has it from 22.13 on; undefined where it has none. */
export function nodeEngine(): Engine | undefined {
  const { DatabaseSync } = nodeSqlite() ?? {};
  return DatabaseSync && { name: 'node', open: (path) => connect(new DatabaseSync(path)) };
}

function connect(database: NodeDatabase): DatabaseConnection {
  database.exec(preparation);
  return {
    *rows(sql, values) {
      const statement = database.prepare(sql);
      statement.setReadBigInts(true);
      for (const row of statement.iterate(...values)) yield rowOf(row);
    },
    close: () => database.close(),
  };
}

/** Of `node:sqlite`, whose types come with later versions, what is used here. */
interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => NodeDatabase;
}

interface NodeDatabase {
  readonly exec: (sql: string) => void;
  readonly prepare: (sql: string) => NodeStatement;
  readonly close: () => void;
}

interface NodeStatement {
  readonly setReadBigInts: (enabled: boolean) => void;
  readonly iterate: (...values: readonly (string | number)[]) => Iterable<unknown>;
}

const isSqlite = (module: unknown): module is NodeSqlite =>
  typeof module === 'object' && module !== null && 'DatabaseSync' in module;

/** Loading it makes Node.js warn on standard error, once, that it may change; nobody who reads that can do anything. */
function nodeSqlite(): NodeSqlite | undefined {
  const warn = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    const module: unknown =
      'getBuiltinModule' in process ? process.getBuiltinModule('node:sqlite') : undefined;
    return isSqlite(module) ? module : undefined;
  } finally {
    process.emitWarning = warn;
  }
}
