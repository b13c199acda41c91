import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { StoreError } from '../../../src/store/base/core.ts';
import { Generations } from '../../../src/store/files/generations.ts';
import { isAlive } from '../../../src/store/files/owner.ts';
import type { Store } from '../../../src/store/types.ts';
import { holds } from '../../eventually.ts';
import { cases, type Case } from './faults/cases.ts';
import { kindNames, onFaultyDisk, onSoundDisk, type KindName } from './faults/faultyDisk.ts';
import { filesBelow, putBack } from './faults/snapshot.ts';
import { many, user, withStore, type StoreFixture } from './withStore.ts';

/**
 * `FAULTS=all` (npm run test:faults) fails every operation of everything; without it, one in so many, in each case and of
 * each kind, but only in one in three of their pairs; `FAULTS=few` (npm run check) in one in five.
 */
const everything = process.env.FAULTS === 'all';
const stride = everything ? 1 : 37;
const share = everything ? 1 : process.env.FAULTS === 'few' ? 5 : 3;

/** Of the one only whether it is there counts; the other is what was deleted, of whatever form. */
const unparsed = /\.history\.json$|[/\\]content\.json$/;

interface Trial {
  readonly fixture: StoreFixture;
  readonly one: Case;
  readonly before: string;
  readonly done: string;
  readonly files: ReturnType<typeof filesBelow>;
}

const stateOf = async ({ state }: Case, store: Store, root: string): Promise<string> =>
  JSON.stringify(await onSoundDisk(root, () => state(store, root)));

/** After whatever happened, here and for others: the next write works, nothing temporary or half-done is left. */
async function assertSound(
  { fixture: { root, open }, one, before, done }: Trial,
  store: Store,
  kind: KindName,
): Promise<void> {
  ageExports(root);
  // Where nobody shows life, time need not pass.
  let time = performance.now();
  performance.now = () => (time += 20);
  try {
    for (const each of [store, open()]) await onSoundDisk(root, () => one.next(each, root));
  } finally {
    Reflect.deleteProperty(performance, 'now');
  }
  const after = await stateOf(one, open(), root);
  assert.ok(after === before || after === done, `after the next write: ${after}`);
  // A store that has just searched may be writing its index, under a name for the time being.
  await holds(() => assertWhole(root));
  // What the disk did not let it say is said again a moment later.
  await holds(() => assertFree(root, kind));
}

/** All files are whole, and none is half-done or put aside. */
function assertWhole(root: string): void {
  for (const [name, bytes] of filesBelow(root)) {
    if (bytes === undefined) continue;
    assert.doesNotMatch(name, /\.tmp|\.new-|damaged|pending/);
    const text = bytes.toString('utf8');
    if (name.endsWith('.json') && !unparsed.test(name)) JSON.parse(text);
    // The last line of the log of archives may be torn until the next is added: nothing depends on it.
    const lines = name.endsWith('/log.jsonl') ? text.slice(0, text.lastIndexOf('\n') + 1) : text;
    if (name.endsWith('.jsonl')) for (const line of lines.trimEnd().split('\n')) if (line) JSON.parse(line);
  }
}

/** Other processes wait for no lock; whoever died before its file said who it is costs the next one less than a second. */
function assertFree(root: string, kind: KindName): void {
  const locks = join(root, '.chat-history/.locks');
  for (const name of fs.existsSync(locks) ? fs.readdirSync(locks) : []) {
    if (name.startsWith('.gitignore')) continue;
    const generations = new Generations(join(locks, name));
    const { free, owner } = generations.read(generations.highest());
    const dead = owner ? isAlive(owner) === false : /^a (?:kill|power cut)/.test(kind);
    assert.ok(free || dead, `${name} is held`);
  }
}

/** What an export that died left in the project goes when it is so old that nobody can be writing it. */
function ageExports(root: string): void {
  for (const name of fs.readdirSync(root)) if (name.endsWith('.tmp')) fs.utimesSync(join(root, name), 0, 0);
}

/** Fails what finishes the interrupted, too, one operation later each time, until it comes to its end. */
async function failRecovery({ fixture: { root, open }, one }: Trial, kind: KindName): Promise<void> {
  for (let at = everything ? 1 : 7; ; at += everything ? 1 : 11) {
    ageExports(root);
    const { ended } = await onFaultyDisk(root, { kind, at }, () => one.next(open(), root));
    if (!ended) return;
  }
}

/** Fails the operation with this number; tells how many there are. */
async function attempt(trial: Trial, kind: KindName, at: number): Promise<number> {
  const { fixture, one, before, done, files } = trial;
  const { root, open } = fixture;
  putBack(root, files);
  const store = open();
  const { operations, error, ended } = await onFaultyDisk(root, { kind, at }, () => one.run(store, root));
  const after = await stateOf(one, open(), root);
  const where = `at ${at} of ${operations}, ${ended ? 'ended' : error === undefined ? 'told as done' : inspect(error)}`;
  const possible = ended ? [before, done] : error === undefined ? [done] : [before];
  assert.ok(possible.includes(after), `${where}: ${after === done ? 'it is done' : after}`);
  if (error !== undefined && !ended) assert.ok(error instanceof StoreError, where);
  if (ended) await failRecovery(trial, kind);
  await assertSound(trial, ended ? open() : store, kind).catch((thrown: unknown) => {
    throw new Error(`${where}: ${String(thrown)}`, { cause: thrown });
  });
  return operations;
}

/** Runs `test` with the states and files before and after a case on a disk that works. */
async function withTrial(one: Case, test: (trial: Trial) => Promise<void>): Promise<void> {
  await withStore(async (fixture) => {
    const { root, open } = fixture;
    await onSoundDisk(root, () => Promise.resolve(one.prepare?.(open(), root)));
    const before = await stateOf(one, open(), root);
    const files = filesBelow(root);
    await onSoundDisk(root, () => one.run(open(), root));
    const done = await stateOf(one, open(), root);
    assert.notEqual(before, done);
    await test({ fixture, one, before, done, files });
  });
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
        })).timeout(600_000);
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
