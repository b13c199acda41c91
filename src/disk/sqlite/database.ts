import { errno, StoreError, errorMessage } from '../base/core.ts';
import { copyDatabase, databaseMark } from '../files/databaseCopy.ts';
import { makeScratch, removeScratch } from '../files/scratch.ts';
import { nodeEngine, type Cell, type DatabaseConnection, type Engine, type DatabaseRow } from './engine.ts';

/** Time after which an unused copy is removed. Milliseconds. */
const idleMs = 5_000;
/**
 * Minimum interval between copies, as a multiple of the time a copy took; bounds the cost for a database in constant
 * use to a twentieth.
 */
const restFactor = 20;

/** A snapshot of another program's database. */
export interface Database {
  /** Path of the original. */
  readonly path: string;
  /** `databaseMark` at the time of the snapshot. */
  readonly fingerprint: string;
  /** Yields the rows of a query; only valid while `withDatabase` runs. */
  readonly rows: (sql: string, ...values: readonly (string | number)[]) => Iterable<DatabaseRow>;
  /** Throws if a table lacks one of the columns, so the form is unknown; callers must check the columns they read. */
  readonly requireColumns: (table: string, ...columns: readonly string[]) => void;
  /** Returns the names of all tables. */
  readonly tables: () => ReadonlySet<string>;
  /** Returns the columns of a table; none if it does not exist. */
  readonly columns: (table: string) => ReadonlySet<string>;
}

/**
 * Runs `use` with a copy of a database that another program may be using; the original is neither locked nor written.
 *
 * Consecutive calls share a copy while the database is unchanged or the copy is recent. Throws `not_found`, `storage`
 * and `busy` as `copyDatabase` does, and `damaged` if SQLite cannot read it.
 */
export async function withDatabase<T>(
  path: string,
  use: (database: Database) => T | Promise<T>,
  engine?: Engine,
): Promise<T> {
  const copy = await sharedCopy(path, engine ?? (await usualEngine()));
  copy.users++;
  try {
    return await use(copy.database);
  } catch (error) {
    throw asDamage(error, path);
  } finally {
    copy.users--;
    retire(copy);
  }
}

interface Copy {
  readonly folder: string;
  readonly connection: DatabaseConnection;
  readonly database: Database;
  /** Time until which it is used even if the database changed. Milliseconds of `performance.now()`. */
  readonly freshUntil: number;
  users: number;
  /** True once a newer copy exists. */
  replaced?: true;
  idle?: NodeJS.Timeout;
}

/** Newest copy of each database, by engine and path. */
const copies = new Map<string, Promise<Copy>>();
/** Open copies. */
const live = new Set<Copy>();

/** Returns an up-to-date copy, made if needed. */
async function sharedCopy(path: string, engine: Engine): Promise<Copy> {
  const key = `${engine.name} ${path}`;
  const making = copies.get(key);
  const known = await making?.catch(() => undefined);
  if (copies.get(key) !== making) return sharedCopy(path, engine); // another waiting caller has started a new copy
  if (known && live.has(known) && (known.database.fingerprint === databaseMark(path) || isFresh(known)))
    return known;
  const next = makeCopy(path, engine);
  copies.set(key, next);
  if (known) {
    known.replaced = true;
    retire(known);
  }
  return next;
}

const isFresh = ({ freshUntil }: Copy): boolean => performance.now() < freshUntil;

async function makeCopy(path: string, engine: Engine): Promise<Copy> {
  const began = performance.now();
  const folder = await makeScratch();
  try {
    const fingerprint = databaseMark(path) ?? '';
    const connection = engine.open(await copyDatabase(path, folder));
    const freshUntil = performance.now() + (performance.now() - began) * restFactor;
    const copy = {
      folder,
      connection,
      database: databaseOf(connection, path, fingerprint),
      freshUntil,
      users: 0,
    };
    live.add(copy);
    return copy;
  } catch (error) {
    await removeScratch(folder);
    throw asDamage(error, path);
  }
}

/** Closes an unused copy: at once if a newer one exists, else after a delay. */
function retire(copy: Copy): void {
  clearTimeout(copy.idle);
  if (copy.users > 0) return;
  copy.idle = setTimeout(() => void dispose(copy), copy.replaced ? 0 : idleMs);
  copy.idle.unref();
}

async function dispose(copy: Copy): Promise<void> {
  clearTimeout(copy.idle);
  if (copy.users > 0 || !live.delete(copy)) return;
  copy.connection.close();
  await removeScratch(copy.folder).catch(() => undefined); // swept by a later process
}

/** Removes all unused copies now, for callers that cannot wait for their timeout. */
export async function dropCopies(): Promise<void> {
  await Promise.allSettled(copies.values());
  await Promise.all(Array.from(live, dispose));
}

function databaseOf(connection: DatabaseConnection, path: string, fingerprint: string): Database {
  const columns = (table: string) => {
    const rows = connection.rows('SELECT name FROM pragma_table_info(?)', [table]);
    return new Set(Array.from(rows, ({ name }) => textOf(name)));
  };
  const tables = () => {
    const rows = connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'", []);
    return new Set(Array.from(rows, ({ name }) => textOf(name)));
  };
  const requireColumns = (table: string, ...wanted: readonly string[]) => {
    const known = columns(table);
    const lacking = wanted.filter((column) => !known.has(column));
    if (lacking.length === 0) return;
    const what =
      known.size === 0 ? `it has no table ${table}` : `its table ${table} has no ${lacking.join(', ')}`;
    throw new StoreError(
      'damaged',
      `${path} is of a form that is not known (${what}): a newer version of its program wrote it?`,
      { path, form: what },
    );
  };
  return {
    path,
    fingerprint,
    tables,
    columns,
    requireColumns,
    rows: (sql, ...values) => connection.rows(sql, values),
  };
}

/** The engine of this process: Node.js's if it has one. */
let chosen: Promise<Engine> | undefined;

const usualEngine = (): Promise<Engine> => (chosen ??= findEngine());

const findEngine = async (): Promise<Engine> => nodeEngine() ?? (await portable()).wasmEngine;

/** Loads the module with what this Node.js lacks. Throws `disabled` if it is missing, as in plugins. */
export async function portable(): Promise<typeof import('./portable.ts')> {
  try {
    return await import('./portable.ts');
  } catch (error) {
    throw new StoreError(
      'disabled',
      `Sessions in databases cannot be read here: use Node.js 22.15 or newer. (${errorMessage(error)})`,
    );
  }
}

/** Converts SQLite's error about an unreadable file to `damaged` with the file's name. */
function asDamage(error: unknown, path: string): unknown {
  const code = errno(error);
  const isSqlite = code === 'ERR_SQLITE_ERROR' || (error instanceof Error && error.name === 'SQLite3Error');
  if (!isSqlite || !(error instanceof Error)) return error;
  return new StoreError(
    'damaged',
    `${path} cannot be read as a database (SQLite: ${error.message}).`,
    { path },
    { cause: error },
  );
}

/** Returns the text of a cell, including UTF-8 bytes; empty for null and other bytes. */
export function textOf(cell: Cell | undefined): string {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return String(cell);
  return cell ? Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('utf8') : '';
}
