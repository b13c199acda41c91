import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { openStore } from '../../../../src/store/store.ts';
import type { Store } from '../../../../src/store/types.ts';
import { TestClock, withStore } from '../withStore.ts';

export interface Clone {
  readonly root: string;
  readonly store: Store;
  readonly clock: TestClock;
  readonly git: (...args: string[]) => string;
  /** Commits all that git sees, and sends it. */
  readonly send: () => void;
  /** What git would commit, paths from the top. */
  readonly offered: () => string[];
  /** The file of an item. */
  readonly path: (file: string) => string;
}

export function clone(root: string, author: string): Clone {
  const clock = new TestClock();
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  for (const [key, value] of [
    ['user.name', author],
    ['user.email', 'a@example.org'],
    ['core.quotepath', 'off'],
    ['pull.rebase', 'false'],
  ] as const)
    git('config', key, value);
  return {
    root,
    clock,
    git,
    store: openStore(root, { clock, language: 'en' }),
    send: () => {
      git('add', '--all');
      git('commit', '--quiet', '--message', 'Share');
      git('push', '--quiet', 'origin', 'HEAD:main');
    },
    offered: () =>
      git('status', '--porcelain', '--untracked-files=all', '-z')
        .split('\0')
        .filter((line) => line !== '')
        .map((line) => line.slice(3)),
    path: (file) => join(root, '.chat-history/shared', file),
  };
}

/** Two clones of one repository, in folders whose names hold a space and Chinese. */
export const withClones = (test: (ann: Clone, bo: Clone) => Promise<void>): Promise<void> =>
  withStore(async ({ root }) => {
    const origin = join(root, 'origin.git');
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', origin]);
    const folders = ['ann 安', 'bo 博'].map((name) => join(root, name));
    const [ann, bo] = folders.map((folder, n) => {
      execFileSync('git', ['clone', '--quiet', origin, folder], { stdio: 'ignore' });
      return clone(folder, ['Ann', 'Bo 博'][n] ?? '');
    });
    assert.ok(ann && bo);
    ann.git('commit', '--quiet', '--allow-empty', '--message', 'Begin');
    ann.git('push', '--quiet', 'origin', 'HEAD:main');
    bo.git('pull', '--quiet', 'origin', 'main');
    await test(ann, bo);
  });
