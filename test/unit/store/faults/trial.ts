import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { Generations } from '../../../../src/disk/files/generations.ts';
import { isAlive } from '../../../../src/disk/files/owner.ts';
import type { Store } from '../../../../src/store/types.ts';
import { holds } from '../../../eventually.ts';
import { withStore, type StoreFixture } from '../withStore.ts';
import type { Case } from './cases.ts';
import { onSoundDisk } from './faultyDisk.ts';
import { filesBelow, type Files } from './snapshot.ts';

/** Of the one only whether it is there counts; the other is what was deleted, of whatever form. */
const unparsed = /\.history\.json$|[/\\]content\.json$/;

/** One way to write, with what is there before and after it on a disk that works. */
export interface Trial {
  readonly fixture: StoreFixture;
  readonly one: Case;
  readonly before: string;
  readonly done: string;
  readonly files: Files;
}

export const stateOf = async ({ state }: Case, store: Store, root: string): Promise<string> =>
  JSON.stringify(await onSoundDisk(root, () => state(store, root)));

/** After whatever happened, here and for others: the next write works, nothing temporary or half-done is left. */
export async function assertSound(
  { fixture: { root, open }, one, before, done }: Trial,
  stores: readonly Store[],
  mayBeNameless: boolean,
): Promise<void> {
  ageExports(root);
  await withoutWaiting(async () => {
    for (const each of stores) await onSoundDisk(root, () => one.next(each, root));
  });
  const after = await stateOf(one, open(), root);
  assert.ok(after === before || after === done, `after the next write: ${after}`);
  // A store that has just searched may be writing its index, under a name for the time being.
  await holds(() => assertWhole(root));
  // What the disk did not let it say is said again a moment later.
  await holds(() => assertFree(root, mayBeNameless));
}

/** Runs `work` where time need not pass: nobody shows life. */
export async function withoutWaiting(work: () => Promise<void>): Promise<void> {
  let time = performance.now();
  performance.now = () => (time += 20);
  try {
    await work();
  } finally {
    Reflect.deleteProperty(performance, 'now');
  }
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
function assertFree(root: string, mayBeNameless: boolean): void {
  const locks = join(root, '.chat-history/.locks');
  for (const name of fs.existsSync(locks) ? fs.readdirSync(locks) : []) {
    if (name.startsWith('.gitignore')) continue;
    const generations = new Generations(join(locks, name));
    const { free, owner } = generations.read(generations.highest());
    const dead = owner ? isAlive(owner) === false : mayBeNameless;
    assert.ok(free || dead, `${name} is held`);
  }
}

/** What an export that died left in the project goes when it is so old that nobody can be writing it. */
export function ageExports(root: string): void {
  for (const name of fs.readdirSync(root)) if (name.endsWith('.tmp')) fs.utimesSync(join(root, name), 0, 0);
}

/** Runs `test` with the states and files before and after a case on a disk that works. */
export async function withTrial(one: Case, test: (trial: Trial) => Promise<void>): Promise<void> {
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
