/** A value in a table. Integers too large for JavaScript are text. */
export type Cell = string | number | Uint8Array | null;
export type DatabaseRow = Readonly<Record<string, Cell>>;

/** An open database, always a copy. Throws SQLite's own errors. */
export interface DatabaseConnection {
  readonly rows: (sql: string, values: readonly (string | number)[]) => IterableIterator<DatabaseRow>;
  readonly close: () => void;
}

/** An implementation of SQLite. */
export interface Engine {
  /** Name in tests and messages. */
  readonly name: 'node' | 'wasm';
  readonly open: (path: string) => DatabaseConnection;
}

/**
 * Statements before the first query; they let a write-ahead log be read without shared memory, which not every engine
 * has.
 */
export const preparation =
  'PRAGMA locking_mode = EXCLUSIVE; PRAGMA query_only = ON; PRAGMA trusted_schema = OFF;';

/** Converts an engine's row. */
export function rowOf(row: unknown): DatabaseRow {
  const cells = typeof row === 'object' && row !== null ? Object.entries(row) : [];
  return Object.fromEntries(cells.map(([name, value]: [string, unknown]) => [name, cellOf(value)]));
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'bigint') return BigInt.asIntN(53, value) === value ? Number(value) : value.toString();
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value instanceof Uint8Array ? value : null;
}

/** SQLite of this Node.js, present from 22.13 on; undefined if missing. */
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

/** The parts of `node:sqlite` used here, whose types come with later versions. */
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

/** Loads the module without Node.js's warning on standard error that it may change, which no reader could act on. */
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
