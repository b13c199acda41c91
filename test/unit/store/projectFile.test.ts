import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '../../../src/disk/base/core.ts';
import { readProjectFile, writeProjectFile } from '../../../src/disk/files/projectFile.ts';
import { tree, withStore } from './withStore.ts';

const write = (root: string, path: string, text = 'text'): Promise<string> =>
  writeProjectFile(root, path, text, silentLog);

describe('a file that is written into a project', () => {
  it('is told by its path from there, whichever way it was named', () =>
    withStore(async ({ root }) => {
      fs.mkdirSync(join(root, '文档'));
      assert.equal(await write(root, '文档/导出.md', '内容'), join('文档', '导出.md'));
      assert.equal(await write(root, join(root, 'a.JSON')), 'a.JSON');
      assert.equal(await write(root, './文档/../b.txt'), 'b.txt');
      assert.deepEqual(await tree(root), { '文档/导出.md': '内容', 'a.JSON': 'text', 'b.txt': 'text' });
      assert.equal(await readProjectFile(root, '文档/导出.md'), '内容');
    }));

  it('is never in the place of another, and leaves nothing behind where it is refused', () =>
    withStore(async ({ root }) => {
      await write(root, 'a.md', 'first');
      await assert.rejects(write(root, 'a.md', 'second'), {
        code: 'already_exists',
        message: '"a.md" exists already; choose another name.',
        data: { arguments: ['path'] },
      });
      fs.mkdirSync(join(root, 'folder.md'));
      await assert.rejects(write(root, 'folder.md'), { code: 'already_exists' });
      assert.deepEqual(await tree(root), { 'a.md': 'first' });
      assert.deepEqual(fs.readdirSync(root).sort(), ['a.md', 'folder.md']);
    }));

  it('is in no folder that tools keep for themselves, nor in the history', () =>
    withStore(async ({ root }) => {
      for (const folder of ['.git/hooks', '.chat-history/plans', 'src/.private'])
        fs.mkdirSync(join(root, folder), { recursive: true });
      const rows: readonly (readonly [path: string, message: RegExp])[] = [
        ['.git/hooks/x.txt', /leads to ".git", which tools keep for themselves; choose a name without a dot/],
        ['src/.private/x.txt', /leads to ".private"/],
        ['.env.txt', /leads to ".env.txt"/],
        ['.chat-history/plans/x.json', /is in the folder of the history itself; choose another folder\.$/],
      ];
      for (const [path, message] of rows)
        await assert.rejects(write(root, path), { code: 'outside', message });
      assert.deepEqual(await tree(root), {});
    }));

  it('ends as a text does, so that no program takes it for its own', () =>
    withStore(async ({ root }) => {
      for (const path of ['a.sh', 'a', 'a.md.exe', 'package.js'])
        await assert.rejects(write(root, path), {
          code: 'invalid_argument',
          message: `${JSON.stringify(path)} must end in .json, .md, .txt.`,
        });
    }));

  it('lies in a folder that is there, inside of the project, also by links', () =>
    withStore(async ({ root }) => {
      const project = join(root, 'project');
      fs.mkdirSync(join(project, 'inside'), { recursive: true });
      fs.symlinkSync(root, join(project, 'out'));
      fs.symlinkSync(join(project, 'inside'), join(project, 'in'));
      assert.equal(await write(project, 'in/a.md'), join('inside', 'a.md'));
      await assert.rejects(write(project, 'none/a.md'), {
        code: 'not_found',
        message: '"none" does not exist in the project.',
      });
      for (const path of ['out/a.md', '../a.md', join(root, 'a.md'), 'inside/\0.md'])
        await assert.rejects(
          write(project, path),
          ({ code, message }: { code: string; message: string }) =>
            code === 'outside' &&
            message.endsWith(`is outside of the project folder ${project}; give one inside.`),
          path,
        );
      fs.writeFileSync(join(root, 'secret.md'), 'of somebody else');
      await assert.rejects(readProjectFile(project, 'out/secret.md'), { code: 'outside' });
      fs.rmSync(join(root, 'secret.md'));
      await assert.rejects(readProjectFile(project, 'none.md'), { code: 'not_found' });
      assert.deepEqual(Object.keys(await tree(root)), ['project/inside/a.md']);
    }));

  it('takes away what an export that was killed left hours ago, and nothing else', () =>
    withStore(async ({ root }) => {
      const left = [
        'a.md.0123abcd.tmp',
        'new.json.0123abcd.tmp',
        'mine.tmp',
        'a.sh.0123abcd.tmp',
        'a.md.0123.tmp',
      ];
      for (const name of left) fs.writeFileSync(join(root, name), 'left');
      const hoursAgo = Date.now() / 1_000 - 2 * 3_600;
      for (const name of left.filter((each) => !each.startsWith('new')))
        fs.utimesSync(join(root, name), hoursAgo, hoursAgo);
      fs.mkdirSync(join(root, 'b.md.0123abcd.tmp'));
      fs.utimesSync(join(root, 'b.md.0123abcd.tmp'), hoursAgo, hoursAgo);
      await write(root, 'a.md');
      assert.deepEqual(fs.readdirSync(root).sort(), [
        'a.md',
        'a.md.0123.tmp',
        'a.sh.0123abcd.tmp',
        'b.md.0123abcd.tmp',
        'mine.tmp',
        'new.json.0123abcd.tmp',
      ]);
    }));
});
