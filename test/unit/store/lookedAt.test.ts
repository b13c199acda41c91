import assert from 'node:assert/strict';
import fs from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookedAtBy, markOfLook } from '../../../src/store/files/lookedAt.ts';

const leftOut = (name: string): boolean => name === 'mine';

describe('what some work looked at', () => {
  let folder = '';
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'looked-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('is every path that it asked for, and tells when another thing lies there', async () => {
    const [file, missing] = [join(folder, 'file'), join(folder, 'missing')];
    await writeFile(file, 'one');
    const work = async () => {
      fs.readFileSync(file);
      await fs.promises.stat(missing).catch(() => undefined);
      return (await fs.promises.readdir(folder)).length;
    };
    const { result, looked } = await lookedAtBy(work, {
      isMeant: (path) => path.startsWith(folder),
      leftOut,
    });
    assert.equal(result, 1);
    assert.deepEqual(
      looked.map(({ path, isListed }) => [path, isListed]),
      [
        [file, false],
        [missing, false],
        [folder, true],
      ],
    );
    const changed = () =>
      looked.filter((one) => one.mark !== markOfLook(one, leftOut)).map(({ path }) => path);
    assert.deepEqual(changed(), []);
    await writeFile(join(folder, 'mine'), '');
    assert.deepEqual(changed(), []);
    await writeFile(file, 'two!');
    assert.deepEqual(changed(), [file]);
    await writeFile(missing, '');
    assert.deepEqual(changed(), [file, missing, folder]);
  });

  it('takes nothing down that comes after it, whether it succeeds or fails', async () => {
    const before = [fs.statSync, fs.promises.readdir, fs.realpathSync.native];
    const fails = () => Promise.reject(new Error('no'));
    await assert.rejects(lookedAtBy(fails, { isMeant: () => true, leftOut }), /^Error: no$/);
    assert.deepEqual([fs.statSync, fs.promises.readdir, fs.realpathSync.native], before);
  });
});
