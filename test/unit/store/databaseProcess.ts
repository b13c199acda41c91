// A process of its own that has a database open, as its agent would: runs each SQL it is sent, and answers.
import { nodeSqlite } from './databases.ts';

const database = new (nodeSqlite().DatabaseSync)(process.argv[2] ?? '');
database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');

process.on('disconnect', () => process.exit());
process.on('message', (sql: string) => {
  try {
    database.exec(sql);
    process.send?.('done');
  } catch (error) {
    process.send?.(String(error));
  }
});
process.send?.('ready');
