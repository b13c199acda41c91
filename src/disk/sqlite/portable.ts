import { decompress } from 'fzstd';
import { Database } from 'node-sqlite3-wasm';
import { preparation, rowOf, type DatabaseConnection, type Engine } from './engine.ts';

/* Features that a Node.js may lack, in a bundle of their own (`dist/portable.js`), loaded only if needed. */

/** Decompresses zstd. Throws on other bytes. */
export const unzstd = (bytes: Uint8Array): Uint8Array => decompress(bytes);

/** SQLite as WebAssembly, for a Node.js without it. Reads files in place, without loading them into memory. */
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
