import { decompress } from 'fzstd';
import { Database } from 'node-sqlite3-wasm';
import { preparation, rowOf, type DatabaseConnection, type Engine } from './engine.ts';

/*
 * What a Node.js may lack, in a program of its own (`dist/portable.js`), which is loaded only where something is missing.
 */

/** Bytes that zstd compressed. Throws on what it did not. */
export const unzstd = (bytes: Uint8Array): Uint8Array => decompress(bytes);

/** SQLite as WebAssembly, for a Node.js that has none. It reads files where they lie, and holds none in memory. */
export const wasmEngine: Engine = { name: 'wasm', open: (path) => connect(new Database(path)) };

function connect(database: Database): DatabaseConnection {
  database.exec(preparation);
  return {
    *rows(sql, values) {
      const statement = database.prepare(sql);
      try {
        for (const row of statement.iterate([...values])) yield rowOf(row);
      } finally {
        statement.finalize();
      }
    },
    close: () => database.close(),
  };
}
