import { Decompress, decompress } from 'fzstd';
import { Database } from 'node-sqlite3-wasm';
import { preparation, rowOf, type DatabaseConnection, type Engine } from './engine.ts';

/* Features that a Node.js may lack, in a bundle of their own (`dist/portable.js`), loaded only if needed. */

/** Decompresses zstd. Throws on other bytes. */
export const unzstd = (bytes: Uint8Array): Uint8Array => decompress(bytes);

/** Makes a function that decompresses zstd piece by piece. It throws on other bytes, and where the last piece is cut. */
export function zstdDecoder(take: (bytes: Uint8Array) => void): (piece: Uint8Array, isLast: boolean) => void {
  const decoder = new Decompress(take);
  return (piece, isLast) => {
    decoder.push(piece, isLast);
  };
}

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
