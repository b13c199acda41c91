import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entriesOf, makeFolder, makeFolderNow, removeFile } from '../../../src/disk/files/folders.ts';
import { makeIgnoredFolder } from '../../../src/disk/files/ignored.ts';
import * as open from '../../../src/disk/files/open.ts';
import { child, fileAt, isTaken, statOwn } from '../../../src/disk/files/way.ts';

const refused = { code: 'outside' };

async function withHistory(test: (history: string, outside: string) => Promise<void>) {
  const root = await fs.mkdtemp(join(tmpdir(), 'own-files-'));
  const history = join(root, '.chat-history');
  await fs.mkdir(history);
  await fs.writeFile(join(root, 'outside'), 'theirs');
  try {
    await test(history, join(root, 'outside'));
  } finally {
    await fs.rm(root, { recursive: true, force: true });
  }
}

/** Every way to open a file that may be there. */
const ways: Record<string, (path: string) => unknown> = {
  'to read': (path) => open.openToRead(path),
  'to change': (path) => open.openToChange(path),
  'to append': (path) => open.openToAppend(path),
  'for its bytes': (path) => open.bytesOf(path),
  'for its bytes now': (path) => open.bytesNow(path),
  'to look at it': (path) => fileAt(path),
};

/** Puts what a hostile repository may hold at a path. */
const kinds: Record<string, (path: string, outside: string) => Promise<unknown> | undefined> = {
  'a link out': (path, outside) => fs.symlink(outside, path),
  'a link in': async (path) => {
    await fs.writeFile(`${path}.real`, 'ours');
    await fs.symlink(`${path}.real`, path);
  },
  'a dangling link': (path, outside) => fs.symlink(`${outside}.new`, path),
  'a folder': (path) => fs.mkdir(path),
  ...(process.platform !== 'win32' && {
    'a pipe': (path) => {
      execFileSync('mkfifo', [path]);
      return undefined;
    },
  }),
};

describe('files of ours', () => {
  for (const [kind, put] of Object.entries(kinds))
    it(`are not opened where ${kind} has their name`, () =>
      withHistory(async (history, outside) => {
        const path = join(history, 'x.json');
        await put(path, outside);
        for (const [way, openIt] of Object.entries(ways))
          await assert.rejects(
            Promise.resolve(path).then(openIt),
            kind.includes('link') ? refused : { code: 'storage' },
            way,
          );
        await assert.rejects(open.createFile(path), { code: 'EEXIST' });
        assert.throws(() => open.createNow(path, () => undefined), { code: 'EEXIST' });
        assert.equal(isTaken(path), true);
        assert.equal(await fs.readFile(outside, 'utf8'), 'theirs');
        assert.ok(!(await fs.readdir(join(history, '..'))).includes('outside.new'));
      }));

  it('are not reached through a linked folder, or the link of a history', () =>
    withHistory(async (history) => {
      const root = join(history, '..');
      await fs.mkdir(join(root, 'theirs/deep'), { recursive: true });
      await fs.writeFile(join(root, 'theirs/deep/x.json'), '[]');
      await fs.symlink(join(root, 'theirs'), join(history, '.index'), 'junction');
      await fs.mkdir(join(root, 'p'));
      await fs.symlink(history, join(root, 'p/.chat-history'), 'junction');
      await fs.writeFile(join(history, 'x.json'), '[]');
      for (const path of [join(history, '.index/deep/x.json'), join(root, 'p/.chat-history/x.json')]) {
        for (const [way, openIt] of Object.entries(ways))
          await assert.rejects(Promise.resolve(path).then(openIt), refused, way);
        await assert.rejects(open.createFile(`${path}.new`), refused);
        assert.throws(() => open.createNow(`${path}.new`, () => undefined), refused);
        await assert.rejects(removeFile(path), refused);
        await assert.rejects(entriesOf(join(path, '..')), refused);
        await assert.rejects(makeFolder(join(path, '../made')), refused);
        assert.throws(() => makeFolderNow(join(path, '../made')), refused);
      }
      assert.deepEqual(await fs.readdir(join(root, 'theirs/deep')), ['x.json']);
    }));

  it('lie in a history folder and nowhere else', () =>
    withHistory(async (history, outside) => {
      for (const path of [outside, `${history}x/y`, join(history, '../outside')]) {
        assert.throws(() => statOwn(path), refused, path);
        await assert.rejects(open.createFile(path), refused, path);
      }
      for (const name of ['', '.', '..', '../x', 'a/b', 'a\\b', 'a\0']) {
        assert.throws(() => child(history, name), refused, name);
      }
      assert.equal(child(history, '..x'), join(history, '..x'));
    }));

  it('are empty where nothing is', () =>
    withHistory(async (history) => {
      const path = join(history, 'd/x.json');
      assert.equal(await open.openToRead(path), undefined);
      assert.equal(await open.openToChange(path), undefined);
      assert.equal(await open.bytesOf(path), undefined);
      assert.equal(open.bytesNow(path), undefined);
      assert.equal(await entriesOf(join(history, 'd')), undefined);
      assert.equal(isTaken(path), false);
    }));

  it('and their folders are for their owner only', async function () {
    if (process.platform === 'win32') this.skip();
    await withHistory(async (history) => {
      await makeFolder(join(history, 'a/b'));
      makeFolderNow(join(history, 'c/d'));
      await makeIgnoredFolder(join(history, '.trash'));
      await (await open.createFile(join(history, 'a/b/x'))).close();
      await (await open.openToAppend(join(history, 'a/b/y'))).close();
      open.createNow(join(history, 'a/b/z'), () => undefined);
      const modes: Record<string, string> = {};
      for (const name of ['a', 'a/b', 'c', 'c/d', '.trash', '.trash/.gitignore', 'a/b/x', 'a/b/y', 'a/b/z'])
        modes[name] = ((await fs.stat(join(history, name))).mode & 0o777).toString(8);
      const { a, 'a/b': b, c, 'c/d': d, '.trash': trash, ...files } = modes;
      assert.deepEqual([a, b, c, d, trash], ['700', '700', '700', '700', '700']);
      assert.deepEqual(new Set(Object.values(files)), new Set(['600']));
    });
  });
});
