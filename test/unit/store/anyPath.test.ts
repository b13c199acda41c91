import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOfUrl, withoutLongPrefix } from '../../../src/disk/base/anyPath.ts';
import { ProjectPaths, resolvedPath } from '../../../src/insight/changes/eventPaths.ts';
import { shortPath } from '../../../src/history/facts/paths.ts';
import { isSamePath, isWithin, plainPath } from '../../../src/disk/projects/paths.ts';
import { mentionsRoots } from '../../../src/agents/reading/mentionsRoots.ts';
import { fileChunks } from '../../../src/agents/reading/whole.ts';

describe('paths of any system', () => {
  it('are read from addresses: of a drive, of a share, and below the root', () => {
    const read = [
      ...['file:///a%20b/c', 'file:///c%3A/p/a.ts', 'file:///C:/p/a.ts', 'file://localhost/a'],
      ...['file://server/share/p%20q/a.ts', 'FILE:///a', 'file:///100%'],
    ].map(pathOfUrl);
    assert.deepEqual(read, [
      ...['/a b/c', 'c:/p/a.ts', 'C:/p/a.ts', '/a'],
      ...['\\\\server\\share\\p q\\a.ts', '/a', '/100%'],
    ]);
    for (const text of ['/a', 'C:\\a', 'src/a.ts', 'http://server/a', 'file:', 'file://server'])
      assert.equal(pathOfUrl(text), undefined, text);
  });

  it('are the same with and without the prefix of long ones, on drives and shares', () => {
    for (const [long, plain] of [
      ['\\\\?\\C:\\p\\a', 'C:\\p\\a'],
      ['\\\\?\\UNC\\server\\share\\p', '\\\\server\\share\\p'],
      ['\\\\.\\pipe\\a', '\\\\.\\pipe\\a'],
      ['/a', '/a'],
    ] as const)
      assert.equal(withoutLongPrefix(long), plain);
    assert.equal(plainPath('\\\\?\\UNC\\server\\share\\p\\'), '\\\\server\\share\\p');
    for (const path of [
      '\\\\SERVER\\share\\p',
      '//server/share/p'.replaceAll('/', '\\'),
      '\\\\?\\UNC\\server\\share\\p',
    ])
      assert.ok(isSamePath(path, '\\\\server\\share\\p', 'win32'), path);
    assert.ok(isWithin('\\\\?\\C:\\p\\src', 'c:\\p', 'win32'));
    assert.ok(isWithin('\\\\server\\share\\p\\src', '\\\\server\\share\\', 'win32'));
    assert.ok(!isWithin('\\\\server\\shared\\p', '\\\\server\\share', 'win32'));
  });

  it('are found below a project on a share, however they are written', () => {
    const paths = new ProjectPaths(['\\\\server\\share\\p'], 'win32');
    for (const path of [
      '\\\\server\\share\\p\\src\\a.ts',
      '\\\\SERVER\\Share\\p\\src\\a.ts',
      '\\\\?\\UNC\\server\\share\\p\\src\\a.ts',
      'file://server/share/p/src/a.ts',
      '//server/share/p/src/a.ts',
      'src\\a.ts',
    ])
      assert.equal(paths.below(resolvedPath(path, '\\\\server\\share\\p')), 'src/a.ts', path);
    const onDrive = new ProjectPaths(['C:\\p'], 'win32');
    for (const path of ['c:\\p\\a.ts', '\\\\?\\C:\\p\\a.ts', 'file:///c%3A/p/a.ts'])
      assert.equal(onDrive.below(resolvedPath(path, 'C:\\p')), 'a.ts', path);
  });

  it('are shown from the folder of their session', () => {
    const cwd = '\\\\server\\share\\p';
    assert.equal(shortPath('\\\\server\\share\\p\\src\\a.ts', cwd), 'src/a.ts');
    assert.equal(shortPath('\\\\?\\UNC\\server\\share\\p\\src\\a.ts', cwd), 'src/a.ts');
    assert.equal(shortPath('\\\\server\\other\\a.ts', cwd), '//server/other/a.ts');
    assert.equal(shortPath('C:\\a.ts', cwd), 'C:/a.ts');
    assert.equal(shortPath('\\\\?\\C:\\p\\a.ts', 'C:\\p'), 'a.ts');
  });

  it('are recognised in transcripts, also as addresses of shares and of encoded drives', async () => {
    const folder = await fs.mkdtemp(join(tmpdir(), 'paths '));
    const file = join(folder, 'session.jsonl');
    const mentions = async (text: string, root: string): Promise<boolean> => {
      const line = JSON.stringify({ uri: text });
      await fs.writeFile(file, line);
      return mentionsRoots(fileChunks(file), line.length, [root], 'win32');
    };
    try {
      assert.ok(await mentions('file://server/share/p/a.ts', '\\\\server\\share\\p'));
      assert.ok(await mentions('\\\\server\\share\\p\\a.ts', '\\\\server\\share\\p'));
      assert.ok(!(await mentions('file://server/share/pq', '\\\\server\\share\\p')));
      assert.ok(await mentions('file:///c%3A/p/a.ts', 'C:\\p'));
      assert.ok(await mentions('file:///C:/p', 'C:\\p'));
    } finally {
      await fs.rm(folder, { recursive: true });
    }
  });
});
