import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join, relative } from 'node:path';
import { projectsStateName } from '../../../src/disk/base/stateFolder.ts';
import { makeFolder, makeOutermost } from '../../../src/disk/files/folders.ts';
import { assertState } from '../../clientLog.ts';
import { cases } from './faults/cases.ts';
import { crashStates, leftBy, type CrashState } from './faults/crashStates.ts';
import { abandonLocks, onFaultyDisk } from './faults/faultyDisk.ts';
import { syncCase } from './faults/syncCase.ts';
import { putBack, type Files } from './faults/snapshot.ts';
import { assertSound, stateOf, withoutWaiting, withTrial, type Trial } from './faults/trial.ts';
import { user, withStore } from './withStore.ts';

/**
 * `FAULTS=all` (npm run test:faults) opens every state in which a power cut may leave every way to write; without it, some
 * of a few.
 */
const everything = process.env.FAULTS === 'all';
const sampled = 8;
const sampledMoments = 4;
const few = new Set([
  ...['first save', 'save that seals', 'clear', 'summary that is merged', 'rename', 'new context', 'memory'],
  ...['first recording', 'archive of what came later', 'synchronization'],
]);
const tried = [...cases, syncCase].filter(({ title }) => everything || few.has(title));

/** Opens what a power cut left: what was told as done is there, nothing is doubled or damaged, and the next write works. */
async function assertOpens(trial: Trial, { files, isEnd }: CrashState): Promise<void> {
  const { fixture, one, done } = trial;
  const { root, open } = fixture;
  putBack(root, files);
  one.putBack?.();
  abandonLocks(root);
  // With this mark, a history that no file keeps out of git is one that people share.
  if (files.has('.chat-history/.history.json'))
    assert.ok(files.get('.chat-history/.gitignore')?.includes('*'), 'it goes into git');
  await withoutWaiting(async () => {
    const after = await stateOf(one, open(), root);
    const told = isEnd && one.mayBeLost !== true ? 'done' : 'nothing';
    if (told === 'done' || one.inSteps !== true) assertState(after, trial, told, 'before the next write');
  });
  await assertSound(trial, [open()], true);
  if (one.inSteps) assert.equal(await stateOf(one, open(), root), done, 'after the next time');
}

/** Each state with what is wrong with it, of the first few. */
async function failuresOf(trial: Trial, states: readonly CrashState[]): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const [n, state] of states.entries())
    try {
      await assertOpens(trial, state);
    } catch (error) {
      failures.push(`state ${n} of ${states.length}: ${String(error)}\n${shown(state)}`);
      if (failures.length > 3) break;
    }
  return failures;
}

const shown = ({ files }: CrashState): string =>
  [...files].map(([name, bytes]) => `  ${name} ${bytes ? bytes.length : '/'}`).join('\n');

/** Some in the order in which they are, the first and the last among them. */
function sampleOf<T>(all: readonly T[]): readonly T[] {
  const stride = Math.max(1, (all.length - 1) / (sampled - 1));
  return everything ? all : all.filter((_, n) => n === Math.round(Math.round(n / stride) * stride));
}

describe('a power cut', () => {
  for (const one of tried)
    it(`at any moment of ${one.title} leaves a history that opens, with all that was told as done`, () =>
      withTrial(one, async (trial) => {
        const { root, open } = trial.fixture;
        putBack(root, trial.files);
        one.putBack?.();
        const { journal, error } = await onFaultyDisk(root, { kind: 'a kill', at: 0 }, () =>
          one.run(open(), root),
        );
        assert.equal(error, undefined);
        const states = crashStates(journal, everything ? Infinity : sampledMoments);
        if (everything) console.log(`      ${states.length} states`);
        const failures = await failuresOf(trial, sampleOf(states));
        assert.equal(failures.length, 0, failures.join('\n'));
      })).timeout(1_800_000);
});

describe('a sync that fails, of which the disk never makes good what it had', () => {
  /** Fails one sync, does the same again where that was told, and cuts the power; tells whether there was such a sync. */
  async function attempt(trial: Trial, at: number): Promise<boolean> {
    const { fixture, one, files } = trial;
    const { root, open } = fixture;
    putBack(root, files);
    one.putBack?.();
    const store = open();
    const { journal, failed, error } = await onFaultyDisk(root, { kind: 'a sync that loses', at }, () =>
      one.run(store, root).catch(() => one.run(store, root)),
    );
    if (failed === undefined) return false;
    assert.equal(error, undefined);
    const left = { files: leftBy(journal, 'synced'), isEnd: true };
    const failures = await failuresOf(trial, [left]);
    assert.equal(failures.length, 0, `at ${at}, ${failed.path}: ${failures.join('\n')}`);
    return true;
  }

  for (const one of tried)
    it(`is never taken for one that succeeded: ${one.title}`, () =>
      withTrial(one, async (trial) => {
        for (let at = 1; await attempt(trial, at);) at += everything ? 1 : 3;
      })).timeout(1_800_000);
});

describe('folders that the disk does not confirm', () => {
  for (const [what, make, path] of [
    ['in a history', makeFolder, '.chat-history/a/b'],
    ['of a person', makeOutermost, join('home/state', projectsStateName)],
  ] as const)
    it(`are made again until they last, ${what}`, () =>
      withStore(async ({ root }) => {
        const folder = join(root, path);
        const files: Files = new Map([['.chat-history', undefined]]);
        for (let at = 1, isReached = true; isReached; at++) {
          putBack(root, files);
          const outcome = await onFaultyDisk(root, { kind: 'an error once', at }, () =>
            make(folder).catch(() => make(folder)),
          );
          assert.equal(outcome.error, undefined);
          assert.ok(leftBy(outcome.journal, 'synced').has(relative(root, folder)), `at ${at}`);
          isReached = outcome.failed !== undefined;
        }
      }));
});

describe('an ignore file that a power cut emptied', () => {
  it('is written again with the next thing that is put into its folder', () =>
    withStore(async ({ store, open }) => {
      await store.dialogs.save('d', [user('x')]);
      for (const folder of ['.locks', '.index', '.machine'])
        fs.writeFileSync(join(store.folder, folder, '.gitignore'), '');
      const next = open();
      await next.dialogs.save('d', [user('y')]);
      await next.dialogs.setActive('d');
      for (const folder of ['.locks', '.machine'])
        assert.equal(fs.readFileSync(join(store.folder, folder, '.gitignore'), 'utf8'), '*\n', folder);
    }));
});
