import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreError } from '../../../src/disk/base/core.ts';
import { maxDatabaseBytes } from '../../../src/disk/files/databaseCopy.ts';
import { dropCopies, withDatabase } from '../../../src/disk/sqlite/database.ts';
import { nodeEngine, type Cell, type Engine, type DatabaseRow } from '../../../src/disk/sqlite/engine.ts';
import { wasmEngine } from '../../../src/disk/sqlite/portable.ts';
import { eventually } from '../../eventually.ts';
import { makeDatabase, nodeWithSqlite, startDatabaseProcess } from './databases.ts';

const engines = [nodeEngine(), wasmEngine].filter((engine) => engine !== undefined);
const notes = 'CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB)';
const readNotes = (path: string, engine?: Engine) =>
  withDatabase(
    path,
    (database) => Array.from(database.rows('SELECT text FROM notes ORDER BY id'), ({ text }) => text),
    engine,
  );

/** A temporary folder of its own, in which nothing may be left. */
async function withFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const usual = process.env.TMPDIR;
  const folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'databases 数据 ')));
  const scratch = join(folder, 'tmp');
  fs.mkdirSync(scratch);
  process.env.TMPDIR = scratch;
  try {
    await test(folder);
    await dropCopies();
    assert.deepEqual(
      fs.readdirSync(scratch).filter((name) => !name.startsWith('tsx')),
      [],
    );
  } finally {
    await dropCopies();
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** What would show that somebody locked, wrote or opened a database. */
const traces = (path: string) =>
  ['', '-wal', '-shm', '-journal']
    .filter((ending) => fs.existsSync(path + ending))
    .map((ending) => {
      const { mtimeNs, size, ino } = fs.statSync(path + ending, { bigint: true });
      return { ending, mtimeNs, size, ino, bytes: fs.readFileSync(path + ending).toString('base64') };
    });

/** As much into one table as into the other, in one transaction over many pages. */
function fill(letter: string): string {
  const rows = (table: string) =>
    `INSERT INTO ${table} WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) SELECT printf('%.*c', 200, '${letter}') FROM n`;
  return `BEGIN; ${rows('one')}; UPDATE one SET text = text; ${rows('two')}; UPDATE two SET text = text; COMMIT`;
}

const counts = (path: string) =>
  withDatabase(path, ({ rows }) => {
    const of = (table: string) => [
      ...rows(`SELECT substr(text, 1, 1) AS text, count(*) AS n FROM ${table} GROUP BY 1 ORDER BY 1`),
    ];
    const state = [...rows('SELECT integrity_check AS state FROM pragma_integrity_check')];
    return { one: of('one'), two: of('two'), state };
  });

/** Runs `work`; when it has copied its first file, it waits until `meanwhile` is done. */
async function afterFirstCopy<T>(meanwhile: () => Promise<string>, work: () => Promise<T>): Promise<T> {
  const { copyFile } = fs.promises;
  let first = true;
  fs.promises.copyFile = async (...args) => {
    await copyFile(...args);
    if (first) assert.equal(await meanwhile(), 'done');
    first = false;
  };
  try {
    return await work();
  } finally {
    fs.promises.copyFile = copyFile;
  }
}

describe('databases of other programs', () => {
  for (const engine of engines)
    it(`are read with ${engine.name}, at places with Chinese names`, () =>
      withFolder(async (folder) => {
        const path = join(folder, '会话 #1', 'sessions.db');
        makeDatabase(path, notes, {
          notes: [{ text: '你好 🙂', bytes: Buffer.from([0, 255]) }, { text: null }],
        });
        const rows = await withDatabase(
          path,
          ({ rows }) => [
            ...rows('SELECT *, 9007199254740993 AS large, 1.5 AS half FROM notes WHERE id < ?', 3),
          ],
          engine,
        );
        assert.deepEqual(
          rows,
          [
            { id: 1, text: '你好 🙂', bytes: new Uint8Array([0, 255]), large: '9007199254740993', half: 1.5 },
            { id: 2, text: null, bytes: null, large: '9007199254740993', half: 1.5 },
          ].map((row) =>
            engine.name === 'wasm' ? row : { ...row, bytes: row.bytes && new Uint8Array(row.bytes) },
          ),
        );
      }));

  it('that another process writes are read with what was committed, and neither locked nor written', async function () {
    if (nodeWithSqlite() === undefined) this.skip();
    for (const engine of engines)
      await withFolder(async (folder) => {
        const path = join(folder, 'sessions.db');
        const agent = await startDatabaseProcess(path);
        try {
          await agent.run(
            `PRAGMA wal_autocheckpoint = 0; ${notes}; INSERT INTO notes (text) VALUES ('in the database')`,
          );
          await agent.run('PRAGMA wal_checkpoint(TRUNCATE)');
          await agent.run("INSERT INTO notes (text) VALUES ('in the log')");
          await agent.run("BEGIN IMMEDIATE; INSERT INTO notes (text) VALUES ('not committed')");
          const before = traces(path);
          assert.deepEqual(
            before.map(({ ending }) => ending),
            ['', '-wal', '-shm'],
          );
          assert.deepEqual(await readNotes(path, engine), ['in the database', 'in the log']);
          assert.deepEqual(traces(path), before);
          // While the copy is open, the agent does what needs everybody else to let go.
          const held: Cell | undefined = await withDatabase(
            path,
            async ({ rows }) => {
              const list: Iterator<DatabaseRow> = rows('SELECT text FROM notes')[Symbol.iterator]();
              list.next();
              assert.equal(
                await agent.run(
                  'COMMIT; PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA journal_mode = DELETE',
                ),
                'done',
              );
              return (list.next() as IteratorYieldResult<DatabaseRow>).value.text;
            },
            engine,
          );
          assert.equal(held, 'in the log');
          await eventually('the new row', async () =>
            (await readNotes(path, engine)).includes('not committed'),
          );
        } finally {
          await agent.end();
        }
      });
  });

  for (const [when, meanwhile] of [
    ['and its log written back', `${fill('c')}; PRAGMA wal_checkpoint(PASSIVE)`],
    ['and its log begun anew', `${fill('c')}; PRAGMA wal_checkpoint(RESTART); ${fill('d')}`],
    ['and its log removed', `${fill('c')}; PRAGMA journal_mode = DELETE; ${fill('d')}`],
  ] as const)
    it(`that are written ${when} while they are copied are read as they stood at one moment`, async function () {
      if (nodeWithSqlite() === undefined) this.skip();
      await withFolder(async (folder) => {
        const path = join(folder, 'sessions.db');
        const agent = await startDatabaseProcess(path);
        try {
          await agent.run(`CREATE TABLE one (text TEXT); CREATE TABLE two (text TEXT); ${fill('a')}`);
          await agent.run('PRAGMA wal_checkpoint(TRUNCATE)');
          await agent.run(fill('b'));
          const copies = await afterFirstCopy(
            () => agent.run(meanwhile),
            () => counts(path),
          );
          const letters = meanwhile.includes("'d'") ? 'abcd' : 'abc';
          const expected = Array.from(letters, (text) => ({ text, n: 300 }));
          assert.deepEqual(copies, { one: expected, two: expected, state: [{ state: 'ok' }] });
        } finally {
          await agent.end();
        }
      });
    });

  it('are copied once for calls that follow each other, and again when they changed', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'sessions.db');
      makeDatabase(path, notes, { notes: [{ text: 'one' }] });
      await Promise.all([readNotes(path), readNotes(path), readNotes(path)]);
      assert.equal(fs.readdirSync(join(folder, 'tmp')).length, 1);
      makeDatabase(path, 'DROP TABLE notes; ' + notes, { notes: [{ text: 'two' }] });
      await eventually('the change', async () => (await readNotes(path)).includes('two'));
    }));

  it('that cannot be read are named', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'sessions.db');
      const refused = (code: string, words: RegExp) => (error: StoreError) => {
        assert.equal(error.code, code);
        assert.match(error.message, words);
        assert.ok(error.message.includes(path));
        return true;
      };
      await assert.rejects(readNotes(path), refused('not_found', /no database/));
      for (const engine of engines) {
        fs.writeFileSync(
          path,
          'this is no database, but it is as long as the header of one would have to be: a hundred bytes or more',
        );
        await assert.rejects(readNotes(path, engine), refused('damaged', /not a database/));
        makeDatabase(`${path}.2`, notes, {
          notes: Array.from({ length: 200 }, () => ({ text: 'x'.repeat(500) })),
        });
        fs.renameSync(`${path}.2`, path);
        fs.truncateSync(path, 9_000);
        await dropCopies();
        await assert.rejects(readNotes(path, engine), refused('damaged', /SQLite/));
        fs.rmSync(path);
        fs.writeFileSync(path, '');
        await dropCopies();
        await assert.rejects(readNotes(path, engine), refused('damaged', /no such table/));
        await assert.rejects(
          withDatabase(path, ({ requireColumns }) => requireColumns('notes', 'id'), engine),
          refused('damaged', /no table notes.*newer version/),
        );
        fs.rmSync(path);
        makeDatabase(path, 'CREATE TABLE notes (id, texts)');
        await dropCopies();
        await assert.rejects(
          withDatabase(path, ({ requireColumns }) => requireColumns('notes', 'id', 'text'), engine),
          refused('damaged', /has no text/),
        );
      }
      await dropCopies();
      fs.truncateSync(path, maxDatabaseBytes + 1);
      await assert.rejects(readNotes(path), refused('storage', /2\.0 GB/));
    }));

  it('leave nothing behind, also where a process was killed while it read one', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'sessions.db');
      makeDatabase(path, notes);
      const { pid } = spawnSync(process.execPath, ['-e', '']);
      const scratch = join(folder, 'tmp');
      await readNotes(path);
      const [own = ''] = fs.readdirSync(scratch);
      const [dead, alive] = [pid, process.ppid].map((owner) =>
        join(scratch, own.replace(/-\d+-\w+$/, `-${owner}-abcdef`)),
      );
      for (const left of [dead!, alive!]) fs.mkdirSync(left);
      await dropCopies();
      await readNotes(path);
      assert.deepEqual([fs.existsSync(dead!), fs.existsSync(alive!)], [false, true]);
      fs.rmdirSync(alive!);
    }));

  it('are read without a word on standard error', function () {
    const node = nodeWithSqlite();
    if (node === undefined) this.skip();
    const script = `require(${JSON.stringify(join(__dirname, '../../../src/disk/sqlite/engine.ts'))}).nodeEngine().open(':memory:').close(); console.log('read')`;
    const { stdout, stderr } = spawnSync(node, ['--require', 'tsx/cjs', '-e', script], { encoding: 'utf8' });
    assert.deepEqual([stdout.trim(), stderr], ['read', '']);
  });
});
