import assert from 'node:assert/strict';
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { projectOf } from '../../../src/disk/base/projectFolder.ts';

/** Runs with a folder that holds a home directory with these folders in it. */
function withHome(folders: readonly string[], run: (home: string) => void): void {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'project 项目 ')));
  try {
    for (const folder of folders) mkdirSync(join(base, 'home', folder), { recursive: true });
    run(join(base, 'home'));
  } finally {
    rmSync(base, { recursive: true });
  }
}

describe('the project of a folder', () => {
  it('is the nearest folder with a history, else the top of the working tree, else the folder itself', () =>
    withHome(
      [
        'app/.git',
        'app/src/deep',
        'app/part/.chat-history',
        'app/part/src',
        'notes/.chat-history',
        'notes/a/b',
        'plain/a',
      ],
      (home) => {
        const found = (path: string) => projectOf(join(home, path), home);
        const cases = {
          'app/src/deep': 'app',
          'app/part/src': 'app/part',
          app: 'app',
          'notes/a/b': 'notes',
          'plain/a': 'plain/a',
        };
        for (const [from, project] of Object.entries(cases))
          assert.equal(found(from), join(home, project), from);
      },
    ));

  it('is the top of a working tree whose .git is a file', () =>
    withHome(['tree/src'], (home) => {
      writeFileSync(join(home, 'tree/.git'), 'gitdir: /elsewhere');
      assert.equal(projectOf(join(home, 'tree/src'), home), join(home, 'tree'));
    }));

  it('is never the home directory or what contains it, though they have a history and a repository', () =>
    withHome(['.git', '.chat-history', 'a/b', '../.chat-history'], (home) => {
      for (const folder of [home, dirname(home), parse(home).root])
        assert.equal(projectOf(folder, home), undefined);
      assert.equal(projectOf(join(home, 'a/b'), home), join(home, 'a/b'));
    }));

  it('is looked for where a link leads', () =>
    withHome(['app/.git', 'app/src'], (home) => {
      symlinkSync(join(home, 'app/src'), join(home, 'link'), 'junction');
      symlinkSync(home, join(home, 'app/home'), 'junction');
      assert.equal(projectOf(join(home, 'link'), home), join(home, 'app'));
      assert.equal(projectOf(join(home, 'app/home'), home), undefined);
    }));

  it('is not what a program keeps in a hidden folder of the home directory, unless that is a project', () =>
    withHome(['.agent/chats/1', '.config/editor/.git', '.config/editor/lua'], (home) => {
      assert.equal(projectOf(join(home, '.agent/chats/1'), home), undefined);
      assert.equal(projectOf(join(home, '.config/editor/lua'), home), join(home, '.config/editor'));
    }));

  it('is no file, nothing that is not there, and no relative path', () =>
    withHome(['a'], (home) => {
      writeFileSync(join(home, 'file'), '');
      for (const path of [join(home, 'file'), join(home, 'none'), 'a', '', `${home}\0`])
        assert.equal(projectOf(path, home), undefined, path);
    }));

  (process.getuid?.() === 0 ? it : it.skip)('is not claimed by what another user put above it', () =>
    withHome(
      ['shared/.chat-history', 'shared/.git', 'shared/mine/src', 'theirs/.git', 'theirs/src'],
      (home) => {
        for (const name of ['shared/.chat-history', 'shared/.git', 'theirs/.git', 'theirs/src'])
          chownSync(join(home, name), 65_534, 65_534);
        assert.equal(projectOf(join(home, 'shared/mine/src'), home), join(home, 'shared/mine/src'));
        assert.equal(projectOf(join(home, 'theirs/src'), home), join(home, 'theirs'));
      },
    ),
  );
});
