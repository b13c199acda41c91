import { errno } from '../../disk/base/core.ts';
import { textOf, withDatabase, type Database } from '../../disk/sqlite/database.ts';
import { shapeOfName, type HoldsSecret } from './shape.ts';

/** A table of a database of which nothing is known. */
export interface TableShape {
  readonly table: string;
  /** Its columns in their order, each with its type. */
  readonly columns: readonly string[];
  /** Missing if they cannot be counted. */
  readonly rows?: number;
}

/** Bounds of what is shown. */
const [maxTables, maxColumns] = [100, 100] as const;

/** Returns the tables of a database, without anything of their rows. */
export const tablesOf = (path: string, holdsSecret: HoldsSecret): Promise<readonly TableShape[]> =>
  withDatabase(path, (database) =>
    [...database.tables()].slice(0, maxTables).map((name) => tableOf(database, name, holdsSecret)),
  );

function tableOf(database: Database, name: string, holdsSecret: HoldsSecret): TableShape {
  const rows = rowsIn(database, name);
  const found = [...database.rows('SELECT name, type FROM pragma_table_info(?)', name)];
  const columns = found.slice(0, maxColumns).map(({ name: column, type }) => {
    const shown = shapeOfName(textOf(column), holdsSecret);
    return `${shown} ${typeShape(textOf(type))}`.trim();
  });
  const rest = found.length - columns.length;
  return {
    table: shapeOfName(name, holdsSecret),
    columns: rest > 0 ? [...columns, `<${rest} columns>`] : columns,
    ...(rows !== undefined && { rows }),
  };
}

/** Counts rows; some tables need modules that are not here. */
function rowsIn(database: Database, name: string): number | undefined {
  try {
    const [row] = database.rows(`SELECT count(*) AS n FROM "${name.replaceAll('"', '""')}"`);
    return typeof row?.n === 'number' ? row.n : undefined;
  } catch (error) {
    if (errno(error) === undefined && !(error instanceof Error && error.name === 'SQLite3Error')) throw error;
    return undefined;
  }
}

const sqlTypes =
  /^(?:(?:BIG|SMALL|TINY|MEDIUM)?INT(?:EGER)?|TEXT|BLOB|REAL|NUMERIC|BOOLEAN|DATE|DATETIME|TIMESTAMP|JSON|ANY|FLOAT|DOUBLE|(?:VAR)?CHAR|DECIMAL)(?:\(\d{1,4}\))?$/i;

const typeShape = (type: string): string =>
  type === '' || sqlTypes.test(type) ? type : `<text ${type.length}>`;
