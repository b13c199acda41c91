import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { Database as WasmDatabase } from 'node-sqlite3-wasm';
import { nodeEngine } from '../../../src/disk/sqlite/engine.ts';
import { canInstallEditor } from '../../editor/editorInstall.ts';
import { installNode } from '../../editor/nodePrograms.ts';

/** Makes a database as an agent does; `tables` are its SQL, `rows` what each table holds. */
export function makeDatabase(
  path: string,
  tables: string,
  rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {},
): void {
  fs.mkdirSync(dirname(path), { recursive: true });
  const database = new WasmDatabase(path);
  database.exec(`BEGIN; ${tables}`);
  for (const [table, list] of Object.entries(rows))
    for (const row of list) {
      const names = Object.keys(row);
      const places = names.map(() => '?').join(', ');
      database.run(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`,
        Object.values(row) as string[],
      );
    }
  database.exec('COMMIT');
  database.close();
}

interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => WritableDatabase;
}

/** A database that is open for writing. */
export interface WritableDatabase {
  readonly exec: (sql: string) => void;
  readonly prepare: (sql: string) => { readonly run: (...values: unknown[]) => unknown };
  readonly close: () => void;
}

/** `node:sqlite`, in a process whose Node.js has it. */
export const nodeSqlite = (): NodeSqlite => process.getBuiltinModule('node:sqlite') as unknown as NodeSqlite;

/** Opens a database as an agent that runs does: what it writes is in the log alone. */
export async function withLog(
  path: string,
  body: (database: WritableDatabase) => Promise<void>,
): Promise<void> {
  const database = new (nodeSqlite().DatabaseSync)(path);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
    await body(database);
  } finally {
    database.close();
  }
}

/** Adds rows to tables, or puts them in the place of those with the same keys. */
export function putRows(
  database: WritableDatabase,
  rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>,
): void {
  for (const [table, list] of Object.entries(rows))
    for (const row of list) {
      const names = Object.keys(row);
      const places = names.map(() => '?').join(', ');
      const sql = `INSERT OR REPLACE INTO ${table} (${names.join(', ')}) VALUES (${places})`;
      database.prepare(sql).run(...Object.values(row));
    }
}

/** A Node.js that has SQLite itself, if there is one here. */
export const nodeWithSqlite = (): string | undefined =>
  nodeEngine() ? process.execPath : canInstallEditor ? installNode(22) : undefined;

/** Another process that has a database open. */
export interface DatabaseProcess {
  readonly child: ChildProcess;
  /** Runs SQL there; gives `done`, or what it threw. */
  readonly run: (sql: string) => Promise<string>;
  readonly end: () => Promise<void>;
}

export async function startDatabaseProcess(path: string): Promise<DatabaseProcess> {
  const child = fork(join(__dirname, 'databaseProcess.ts'), [path], {
    execPath: nodeWithSqlite() ?? process.execPath,
    execArgv: ['--no-warnings', '--require', 'tsx/cjs'],
  });
  await once(child, 'message');
  const run = async (sql: string) => {
    child.send(sql);
    const [answer] = (await once(child, 'message')) as [string];
    return answer;
  };
  const end = async () => {
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  };
  return { child, run, end };
}
