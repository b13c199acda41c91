import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import {
  entriesOfForeign,
  entriesOfForeignNow,
  existsForeign,
  foreignFile,
  foreignFileNow,
  foreignText,
  foreignTextNow,
  kindOfForeign,
  openForeign,
  openUnlinked,
  realForeign,
} from '../../../src/disk/files/foreign.ts';
import { withStore } from './withStore.ts';

/** Runs a test in a folder with a file of one line, a folder, links to both, and one that leads nowhere. */
const withFiles = (test: (path: (name: string) => string) => Promise<void>) =>
  withStore(async ({ root }) => {
    const path = (name: string): string => join(root, name);
    fs.writeFileSync(path('文件.txt'), 'text');
    fs.mkdirSync(path('folder'));
    fs.symlinkSync(path('文件.txt'), path('link'));
    fs.symlinkSync(path('folder'), path('folder link'));
    fs.symlinkSync(path('nowhere'), path('broken'));
    await test(path);
  });

describe('files of others', () => {
  it('are looked at through links, and are none where nothing is', () =>
    withFiles(async (path) => {
      for (const name of ['文件.txt', 'link']) {
        assert.equal((await foreignFile(path(name)))?.size, 4);
        assert.equal(foreignFileNow(path(name))?.size, 4);
        assert.equal(await foreignText(path(name)), 'text');
        assert.equal(foreignTextNow(path(name)), 'text');
      }
      for (const name of ['none', 'broken', '文件.txt/below', 'none/below']) {
        assert.equal(await foreignFile(path(name)), undefined, name);
        assert.equal(foreignFileNow(path(name)), undefined, name);
        assert.equal(await foreignText(path(name)), undefined, name);
        assert.equal(foreignTextNow(path(name)), undefined, name);
        assert.equal(await existsForeign(path(name)), false, name);
      }
    }));

  it('are refused with their path where they are no files', () =>
    withFiles(async (path) => {
      const refused = (name: string, what: string) => ({
        code: 'invalid_argument',
        data: { path: path(name) },
        message: `${path(name)} is ${what}; give the path of a file.`,
      });
      for (const name of ['folder', 'folder link']) {
        await assert.rejects(foreignFile(path(name)), refused(name, 'a folder'));
        await assert.rejects(openForeign(path(name)), refused(name, 'a folder'));
        assert.equal(foreignFileNow(path(name)), undefined);
        assert.equal(await foreignText(path(name)), undefined);
        assert.equal(foreignTextNow(path(name)), undefined);
      }
    }));

  it('are never waited for: a pipe that nobody writes to is no file', async function () {
    if (process.platform === 'win32') this.skip();
    await withFiles(async (path) => {
      execFileSync('mkfifo', [path('pipe')]);
      await assert.rejects(openForeign(path('pipe')), /is no regular file/);
      assert.equal(await foreignText(path('pipe')), undefined);
      assert.equal(foreignTextNow(path('pipe')), undefined);
      assert.equal(await openUnlinked(path('pipe')), undefined);
    });
  });

  it('are read up to a size only, whether that is much or little', () =>
    withFiles(async (path) => {
      fs.writeFileSync(path('large'), 'x'.repeat(100_000));
      assert.equal((await foreignText(path('large')))?.length, 100_000);
      assert.equal((await foreignText(path('large'), 100_000))?.length, 100_000);
      assert.equal(await foreignText(path('large'), 99_999), undefined);
      assert.equal(await foreignText(path('文件.txt'), 3), undefined);
      assert.equal(foreignTextNow(path('文件.txt'), 3), undefined);
    }));

  it('of a project are opened only where they are no links', () =>
    withFiles(async (path) => {
      const handle = await openUnlinked(path('文件.txt'));
      assert.equal(await handle?.readFile('utf8'), 'text');
      await handle?.close();
      for (const name of ['link', 'folder', 'broken', 'none'])
        assert.equal(await openUnlinked(path(name)), undefined, name);
    }));

  it('have a kind by their own name, and a path without links where that leads anywhere', () =>
    withFiles(async (path) => {
      const kinds = await Promise.all(
        ['folder', 'folder link', '文件.txt', 'none'].map((name) => kindOfForeign(path(name))),
      );
      assert.deepEqual(kinds, ['folder', 'other', 'other', undefined]);
      assert.equal(await realForeign(path('link')), path('文件.txt'));
      assert.equal(await realForeign(path('broken')), path('broken'));
    }));

  it('are listed where they lie in a folder, and nothing is elsewhere', () =>
    withFiles(async (path) => {
      fs.writeFileSync(path('folder/a'), '');
      for (const name of ['folder', 'folder link']) {
        assert.deepEqual(
          (await entriesOfForeign(path(name)))?.map((entry) => entry.name),
          ['a'],
        );
        assert.deepEqual(
          entriesOfForeignNow(path(name)).map((entry) => entry.name),
          ['a'],
        );
      }
      for (const name of ['none', '文件.txt', 'broken']) {
        assert.equal(await entriesOfForeign(path(name)), undefined);
        assert.deepEqual(entriesOfForeignNow(path(name)), []);
      }
    }));
});
