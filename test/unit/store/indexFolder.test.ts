import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '../../../src/disk/base/core.ts';
import {
  copyDatabase,
  databaseMark,
  databaseStat,
  maxDatabaseBytes,
} from '../../../src/disk/files/databaseCopy.ts';
import {
  forgetWords,
  formName,
  readDerived,
  sweepIndex,
  writeDerived,
} from '../../../src/disk/files/indexFolder.ts';
import { indexFolder } from '../../../src/disk/files/ignored.ts';
import { WrongContent } from '../../../src/disk/files/json.ts';
import { tree, withStore } from './withStore.ts';

const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new WrongContent('no text');
  return value;
};

/** Runs a test with a history and a file of its `.index/`. */
const withIndex = (test: (index: { history: string; file: string }) => Promise<void>) =>
  withStore(async ({ store: { folder } }) => {
    fs.mkdirSync(folder);
    await test({ history: folder, file: join(indexFolder(folder), 'parts', 'known.json') });
  });

describe('what can be made again from other files', () => {
  it('is read as it was written, and kept out of git', () =>
    withIndex(async ({ history, file }) => {
      await writeDerived(file, '"一"');
      await writeDerived(file, '"二"');
      assert.equal(await readDerived(file, textOf, silentLog), '二');
      assert.deepEqual(await tree(history), {
        '.index/.gitignore': '*\n',
        '.index/parts/known.json': '"二"',
      });
    }));

  it('is nothing where it is missing or damaged; where it cannot be read, the log says so', () =>
    withIndex(async ({ file }) => {
      const warnings: string[] = [];
      const log = { ...silentLog, warn: (text: string) => void warnings.push(text) };
      const readIt = () => readDerived(file, textOf, log);
      assert.equal(await readIt(), undefined);
      for (const bad of ['', '{', '7']) {
        await writeDerived(file, bad);
        assert.equal(await readIt(), undefined, bad);
      }
      assert.equal(warnings.join(), '');
      fs.rmSync(file);
      fs.mkdirSync(file);
      assert.equal(await readIt(), undefined);
      assert.ok(warnings.every((text) => text.startsWith(`cannot read ${file}, which is made again: `)));
    }));

  it('leaves nothing half written where it cannot be put in its place', () =>
    withIndex(async ({ file }) => {
      await writeDerived(join(file, 'below'), 'a folder is there now');
      await assert.rejects(writeDerived(file, '"x"'));
      assert.deepEqual(fs.readdirSync(join(file, '..')), ['known.json']);
    }));

  it('is swept of what was left unfinished for a minute, and of all that older versions kept there', () =>
    withIndex(async ({ history }) => {
      const index = indexFolder(history);
      const now = Date.now();
      const kept = [
        'given.jsonl',
        'secrets',
        'changes.log',
        'sessions/a.log',
        'search/segments.json',
        'sessions.9/a.json',
        'search.9/segments.json',
        'x.1.tmp',
      ];
      const gone = [
        ...[
          'transcripts.json',
          'transcripts-0123abcd.json',
          'recordings.json',
          'archives.json',
          'capture.json',
        ],
        ...[
          'dialogs.jsonl',
          'figures.jsonl',
          'sessions/a.json',
          'dialogs/d.json',
          'facts/a-ready.json',
          'facts/a-start.json',
          'facts/a-start.json.begun',
        ],
        ...[
          'changes/sessions.log',
          'compacted/a.json',
          'old.1.tmp',
          'sessions/old.1.tmp',
          'facts.9/old.1.tmp',
        ],
      ];
      for (const name of [...kept, ...gone]) await writeDerived(join(index, name), '"x"');
      for (const name of gone.filter((each) => each.endsWith('.tmp')))
        fs.utimesSync(join(index, name), now / 1_000 - 100, now / 1_000 - 100);
      await sweepIndex(history, now);
      assert.deepEqual(
        Object.keys(await tree(index)).sort(),
        ['.gitignore', ...kept].sort((one, other) => (one < other ? -1 : 1)),
      );
      await sweepIndex(join(history, 'none'), now);
    }));

  it('stays where other versions wrote it, until another one has it and they did not write for thirty days', () =>
    withIndex(async ({ history }) => {
      const index = indexFolder(history);
      const [now, day] = [Date.now(), 24 * 60 * 60 * 1_000];
      const ages: Readonly<Record<string, number>> = {
        ...{ 'figures.5.log': 29, 'figures.6.log': 0, 'figures.log': 31 },
        ...{ 'search.8/segments.json': 31, 'search.9/segments.json': 40, 'search.10/segments.json': 1 },
        ...{ 'facts.7/a.log': 90, 'transcripts-0123abcd.9.log': 90, 'transcripts.10.log': 0 },
        ...{ 'changes.log': 90, 'given.jsonl': 90, secrets: 90, 'embeddings-0123.bin': 90 },
      };
      for (const [name, days] of Object.entries(ages)) {
        await writeDerived(join(index, name), '"x"');
        const time = (now - days * day) / 1_000;
        fs.utimesSync(join(index, name.split('/')[0] ?? ''), time, time);
      }
      await sweepIndex(history, now);
      const gone = ['figures.log', 'search.8/segments.json', 'search.9/segments.json'];
      assert.deepEqual(
        Object.keys(await tree(index)).sort(),
        ['.gitignore', ...Object.keys(ages).filter((name) => !gone.includes(name))].sort(),
      );
    }));

  it('goes where it holds words that were masked, and only that', () =>
    withIndex(async ({ history, file }) => {
      const words = ['dialogs', 'search'].flatMap((name) => [name, formName(name, 1), formName(name, 99)]);
      for (const each of [file, ...words.map((name) => join(indexFolder(history), name, 'x.json'))])
        await writeDerived(each, '"x"');
      await forgetWords(history, silentLog);
      assert.deepEqual(Object.keys(await tree(history)).sort(), [
        '.index/.gitignore',
        '.index/parts/known.json',
      ]);
      await forgetWords(history, silentLog);
    }));
});

describe('a copy of a database of others', () => {
  it('has what its log and its journal hold, and the database stays as it was', () =>
    withStore(async ({ root }) => {
      const [database, folder] = [join(root, '数据.db'), join(root, 'copy')];
      fs.mkdirSync(folder);
      fs.writeFileSync(database, 'database');
      fs.writeFileSync(`${database}-journal`, 'journal');
      const before = [databaseMark(database), databaseStat(database)];
      const copy = await copyDatabase(database, folder);
      assert.deepEqual(await tree(folder), { 'copy.db': 'database', 'copy.db-journal': 'journal' });
      fs.rmSync(`${database}-journal`);
      fs.writeFileSync(`${database}-wal`, 'log');
      assert.equal(await copyDatabase(database, folder), copy);
      assert.deepEqual(await tree(folder), { 'copy.db': 'database', 'copy.db-wal': 'log' });
      assert.equal(databaseStat(database)?.size, 'database'.length + 'log'.length);
      assert.notDeepEqual([databaseMark(database), databaseStat(database)], before);
    }));

  it('is refused where there is no database, and where that is too large to be read', () =>
    withStore(async ({ root }) => {
      const database = join(root, 'large.db');
      assert.deepEqual([databaseMark(database), databaseStat(database)], [undefined, undefined]);
      await assert.rejects(copyDatabase(database, root), {
        code: 'not_found',
        message: `There is no database at ${database}.`,
      });
      fs.writeFileSync(database, '');
      fs.truncateSync(database, maxDatabaseBytes + 1); // takes no room on the disk
      await assert.rejects(copyDatabase(database, root), {
        code: 'storage',
        message: `${database} is 2.0 GB; databases over 2 GB are not read. Delete old sessions in its program.`,
      });
    }));
});
