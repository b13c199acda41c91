import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { NewFolders } from '../../../src/extension/base/newFolders.ts';
import { eventually } from '../../eventually.ts';

/** Runs with an empty folder and what it was told of that, of which `.locks` is of no interest. */
async function withNewFolders(
  test: (fixture: { folder: string; folders: NewFolders; told: string[]; limits: number[] }) => Promise<void>,
): Promise<void> {
  const base = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'history-folders-')));
  const told: string[] = [];
  const limits: number[] = [];
  const folders = new NewFolders(
    (path) => {
      told.push(relative(base, path));
      return !path.includes('.locks');
    },
    (most) => limits.push(most),
  );
  try {
    await test({ folder: join(base, 'history'), folders, told, limits });
  } finally {
    folders.dispose();
    fs.rmSync(base, { recursive: true, force: true });
  }
}

/** Changes a file until it is told. */
const toldOf = async (told: string[], file: string, path: string): Promise<void> => {
  await eventually(`told of ${path}`, () => {
    fs.appendFileSync(file, 'x');
    return told.includes(path);
  });
  told.length = 0;
};

describe('new folders', () => {
  it('are watched with all that is in them, and what is made in them later', () =>
    withNewFolders(async ({ folder, folders, told }) => {
      const inner = join(folder, 'dialog/contexts/archive');
      fs.mkdirSync(inner, { recursive: true });
      folders.appeared(folder);
      await toldOf(told, join(inner, 'a.json'), 'history/dialog/contexts/archive/a.json');
      fs.mkdirSync(join(folder, 'later/one'), { recursive: true });
      await eventually('told of the folder', () => told.includes('history/later/one'));
      await toldOf(told, join(folder, 'later/one/b.json'), 'history/later/one/b.json');
    }));

  it('are watched again when they were removed and came back', () =>
    withNewFolders(async ({ folder, folders, told }) => {
      fs.mkdirSync(join(folder, 'dialog'), { recursive: true });
      folders.appeared(folder);
      fs.rmSync(join(folder, 'dialog'), { recursive: true });
      fs.mkdirSync(join(folder, 'dialog'));
      await toldOf(told, join(folder, 'dialog/a.json'), 'history/dialog/a.json');
      fs.rmSync(folder, { recursive: true });
      fs.mkdirSync(join(folder, 'dialog'), { recursive: true });
      folders.appeared(folder);
      await toldOf(told, join(folder, 'dialog/a.json'), 'history/dialog/a.json');
    }));

  it('are watched up to a limit, which is told once, and always those of the whole history', () =>
    withNewFolders(async ({ folder, folders, told, limits }) => {
      const name = (index: number) => `d${String(index).padStart(4, '0')}`;
      for (let index = 0; index < 1_200; index++)
        fs.mkdirSync(join(folder, name(index)), { recursive: true });
      fs.mkdirSync(join(folder, '.index'));
      folders.appeared(folder);
      assert.deepEqual(limits, [1_000]);
      for (let index = 2_000; index < 2_010; index++) fs.mkdirSync(join(folder, name(index)));
      await eventually('told of the last one', () => told.includes(`history/${name(2_009)}`));
      await toldOf(told, join(folder, name(2_009), 'a.json'), `history/${name(2_009)}/a.json`);
      await toldOf(told, join(folder, '.index', 'changes.log'), 'history/.index/changes.log');
      await toldOf(told, join(folder, name(900), 'a.json'), `history/${name(900)}/a.json`);
      assert.deepEqual(limits, [1_000]);
    }));

  it('that are of no interest are not looked into, and nothing is told after the end', () =>
    withNewFolders(async ({ folder, folders, told }) => {
      fs.mkdirSync(join(folder, '.locks/d'), { recursive: true });
      fs.mkdirSync(join(folder, 'd'));
      folders.appeared(folder);
      fs.writeFileSync(join(folder, '.locks/d/1'), '');
      await eventually('told of a change beside it', () => {
        fs.appendFileSync(join(folder, 'd/a.json'), 'x');
        return told.includes('history/d/a.json');
      });
      assert.ok(!told.some((path) => path.startsWith('history/.locks/')), told.join());
      told.length = 0;
      folders.dispose();
      fs.rmSync(join(folder, 'd/a.json'));
      folders.appeared(folder);
      assert.deepEqual(told, []);
    }));
});
