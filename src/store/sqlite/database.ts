import { errno, StoreError } from '../base/core.ts';
import { copyDatabase, databaseMark } from '../files/databaseCopy.ts';
import { makeScratch, removeScratch } from '../files/scratch.ts';
import { nodeEngine, type Cell, type DatabaseConnection, type Engine, type DatabaseRow } from './engine.ts';

/** A copy that nobody uses is removed after this. Milliseconds. */
const idleMs = 5_000;
/** A database is not copied again before so many times what its copy took, so that one that is always written costs a twentieth of the time. */
const restFactor = 20;

/** A database of another program, as it stood at one moment. */
export interface Database {
  /** Where the program keeps it. */
  readonly path: string;
  /** `databaseMark` of that moment. */
  readonly mark: string;
  /** The rows a query gives, one after the other, as long as `withDatabase` runs. */
  readonly rows: (sql: string, ...values: readonly (string | number)[]) => Iterable<DatabaseRow>;
  /** Refuses a database of a form that is not known: whoever reads a table names the columns it takes. */
  readonly need: (table: string, ...columns: readonly string[]) => void;
  /** The columns of a table; none where there is no such table. */
  readonly columns: (table: string) => ReadonlySet<string>;
}

/**
 * Runs `use` with a copy of a database that another program may be using: nothing of it is locked or written. Calls
 * that come one after the other share a copy as long as the database is unchanged, and for a while when it was copied
 * just before. Throws `not_found`, `storage` and `busy` as `copyDatabase` does, `damaged` for what SQLite cannot read.
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
  /** Until when it serves although the database changed. Milliseconds of `performance.now()`. */
  readonly freshUntil: number;
  users: number;
  /** A newer one took its place. */
  replaced?: true;
  idle?: NodeJS.Timeout;
}

/** The newest copy of each database, by engine and path. */
const copies = new Map<string, Promise<Copy>>();
/** Those that are open. */
const live = new Set<Copy>();

/** A copy that is up to date; made where there is none. */
async function sharedCopy(path: string, engine: Engine): Promise<Copy> {
  const key = `${engine.name} ${path}`;
  const making = copies.get(key);
  const known = await making?.catch(() => undefined);
  if (copies.get(key) !== making) return sharedCopy(path, engine); // somebody who waited as well has begun to make one
  if (known && live.has(known) && (known.database.mark === databaseMark(path) || isFresh(known)))
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
    const mark = databaseMark(path) ?? '';
    const connection = engine.open(await copyDatabase(path, folder));
    const freshUntil = performance.now() + (performance.now() - began) * restFactor;
    const copy = { folder, connection, database: databaseOf(connection, path, mark), freshUntil, users: 0 };
    live.add(copy);
    return copy;
  } catch (error) {
    await removeScratch(folder);
    throw asDamage(error, path);
  }
}

/** Closes a copy nobody uses: at once where another took its place, else after a while. */
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
  await removeScratch(copy.folder).catch(() => undefined); // the next process sweeps it
}

/** Removes all copies that nobody uses now, for whoever cannot wait until they go by themselves. */
export async function dropCopies(): Promise<void> {
  await Promise.allSettled(copies.values());
  await Promise.all(Array.from(live, dispose));
}

function databaseOf(connection: DatabaseConnection, path: string, mark: string): Database {
  const columns = (table: string) => {
    const rows = connection.rows('SELECT name FROM pragma_table_info(?)', [table]);
    return new Set(Array.from(rows, ({ name }) => textOf(name)));
  };
  const need = (table: string, ...wanted: readonly string[]) => {
    const known = columns(table);
    const lacking = wanted.filter((column) => !known.has(column));
    if (lacking.length === 0) return;
    const what =
      known.size === 0 ? `it has no table ${table}` : `its table ${table} has no ${lacking.join(', ')}`;
    throw new StoreError(
      'damaged',
      `${path} is of a form that is not known (${what}): a newer version of its program wrote it?`,
      {
        path,
      },
    );
  };
  return { path, mark, columns, need, rows: (sql, ...values) => connection.rows(sql, values) };
}

/** The engine of this process: that of Node.js where it has one. */
let chosen: Promise<Engine> | undefined;

const usualEngine = (): Promise<Engine> => (chosen ??= findEngine());

const findEngine = async (): Promise<Engine> => nodeEngine() ?? (await portable()).wasmEngine;

/** What this Node.js lacks. Throws `disabled` where it is not there: a plugin comes without it. */
export async function portable(): Promise<typeof import('./portable.ts')> {
  try {
    return await import('./portable.ts');
  } catch (error) {
    throw new StoreError(
      'disabled',
      `Sessions in databases cannot be read here: use Node.js 22.15 or newer. (${String(error)})`,
    );
  }
}

/** What SQLite says of a file that it cannot read, with the file's name. */
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

/** The text of a cell: of bytes that are UTF-8, too; empty for what is neither text nor number. */
export function textOf(cell: Cell | undefined): string {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return String(cell);
  return cell ? Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('utf8') : '';
}
