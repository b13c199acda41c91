import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { StoreError } from '../../../src/disk/base/core.ts';
import { assertState } from '../../clientLog.ts';
import { cases } from './faults/cases.ts';
import { kindNames, onFaultyDisk, onSoundDisk, type KindName, type Outcome } from './faults/faultyDisk.ts';
import { putBack } from './faults/snapshot.ts';
import { ageExports, assertSound, stateOf, withTrial, type Trial } from './faults/trial.ts';
import { many, user, withStore } from './withStore.ts';

/**
 * `FAULTS=all` (npm run test:faults) fails every operation of everything; without it, one in so many, in each case and of
 * each kind, but only in one in three of their pairs; `FAULTS=few` (npm run check) in one in five.
 */
const everything = process.env.FAULTS === 'all';
const stride = everything ? 1 : 37;
const share = everything ? 1 : process.env.FAULTS === 'few' ? 5 : 3;

/** Fails what finishes the interrupted, too, one operation later each time, until it comes to its end. */
async function failRecovery({ fixture: { root, open }, one }: Trial, kind: KindName): Promise<void> {
  for (let at = everything ? 1 : 7; ; at += everything ? 1 : 11) {
    ageExports(root);
    const { ended } = await onFaultyDisk(root, { kind, at }, () => one.next(open(), root));
    if (!ended) return;
  }
}

/** Whether a log took a line and then nothing more, not even that it is cut off: whoever adds it again finds it once. */
const isLastLine = ({ failed }: Outcome): boolean =>
  failed !== undefined && ['sync', 'write'].includes(failed.what) && failed.path.endsWith('.jsonl');

/** Fails the operation with this number; tells how many there are. */
async function attempt(trial: Trial, kind: KindName, at: number): Promise<number> {
  const { fixture, one, done, files } = trial;
  const { root, open } = fixture;
  putBack(root, files);
  const store = open();
  const outcome = await onFaultyDisk(root, { kind, at }, () => one.run(store, root));
  const { operations, error, ended } = outcome;
  const after = await stateOf(one, open(), root);
  const where = `at ${at} of ${operations}, ${ended ? 'ended' : error === undefined ? 'told as done' : inspect(error)}`;
  const isDoubtful = error !== undefined && isLastLine(outcome);
  const told = ended || isDoubtful ? 'nothing' : error === undefined ? 'done' : 'failed';
  assertState(after, trial, told, where);
  if (error !== undefined && !ended) assert.ok(error instanceof StoreError, where);
  if (isDoubtful && after === done) {
    await onSoundDisk(root, () => one.run(store, root));
    assert.equal(await stateOf(one, open(), root), done, `${where}, run again`);
  }
  if (ended) await failRecovery(trial, kind);
  const mayBeNameless = /^a (?:kill|power cut)/.test(kind);
  await assertSound(trial, [ended ? open() : store, open()], mayBeNameless).catch((thrown: unknown) => {
    throw new Error(`${where}: ${String(thrown)}`, { cause: thrown });
  });
  return operations;
}

describe('a disk that fails', () => {
  for (const [number, one] of cases.entries())
    for (const kind of kindNames.filter((_, nth) => (number + nth) % share === 0))
      it(`at any operation of ${one.title}: ${kind}`, () =>
        withTrial(one, async (trial) => {
          const first = everything ? 1 : 1 + ((number * 7 + kind.length * 3) % stride);
          const failures: string[] = [];
          let operations = first;
          for (let at = first; at <= operations + 1 && failures.length < 10; at += stride)
            try {
              operations = await attempt(trial, kind, at);
            } catch (error) {
              failures.push(String(error));
              operations = Math.max(operations, at);
            }
          assert.equal(failures.length, 0, failures.join('\n'));
        }));
});

describe('a full disk', () => {
  it('is told as such, and saving goes on when there is space', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', many(2));
      const { error } = await onFaultyDisk(root, { at: 1, kind: 'no space once' }, () =>
        store.dialogs.save('d', [user('x')]),
      );
      assert.ok(error instanceof StoreError);
      assert.equal(error.code, 'storage');
      assert.match(error.message, /^The disk is full\. Free some space and try again\./);
      await store.dialogs.save('d', [user('y')]);
      assert.equal((await store.dialogs.stats('d')).messages, 3);
    }));

  it('keeps a damaged file where it is, and says so', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', many(2));
      fs.writeFileSync(join(root, '.chat-history/d/messages.json'), '{');
      const whole = { recentTurns: 10, includeSummary: true, includeMessages: true };
      const { value } = await onFaultyDisk(root, { at: 1, kind: 'no space from then on' }, () =>
        store.dialogs.detail('d', whole),
      );
      assert.match(JSON.stringify(value), /"file":"messages.json","keptAs":"messages.json"/);
    }));
});

describe('work on a disk that never answers', () => {
  it('leaves the disk of all others as it is', () =>
    withStore(async ({ store, root, open }) => {
      const endless = { hang: (): void => undefined };
      const hanging = onFaultyDisk(root, { at: 1, kind: 'errors from then on' }, async () => {
        await open()
          .dialogs.save('d', [user('x')])
          .catch(() => undefined);
        await new Promise<void>((resolve) => (endless.hang = resolve));
      });
      await store.dialogs.save('d', [user('y')]);
      const other = await onFaultyDisk(root, { at: 0, kind: 'a kill' }, () =>
        store.dialogs.save('d', [user('z')]),
      );
      assert.equal(other.error, undefined);
      assert.equal((await store.dialogs.stats('d')).messages, 2);
      endless.hang();
      await hanging;
    }));
});
