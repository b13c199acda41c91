import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { lockProgram, type Change } from './lockModel/program.ts';
import { Scheduler } from './lockModel/scheduler.ts';
import { story, written } from './lockModel/story.ts';

/** `FAULTS=all` (npm run test:faults) plays many stories, and those that must find what is wrong with other locks. */
const everything = process.env.FAULTS === 'all';
/** The same stories at every run; `LOCK_SEED` gives others. */
const seed = Number(process.env.LOCK_SEED ?? 20_261_122);

/** Plays the stories that are written down and then others, so many in all, of three processes that run the lock, with a change; tells what is wrong in the first where something is. */
async function play(numRuns: number, change?: Change): Promise<string | undefined> {
  const folder = fs.mkdtempSync(join(tmpdir(), 'lock-'));
  const scheduler = new Scheduler(folder, await lockProgram(change));
  try {
    const property = fc.property(story, (told) => void scheduler.play(told));
    const run = fc.check(property, {
      seed,
      numRuns,
      examples: written.map((each) => [each]),
      endOnFailure: true,
    });
    return run.failed ? `${JSON.stringify(run.counterexample)}: ${String(run.errorInstance)}` : undefined;
  } finally {
    await scheduler.end();
    fs.rmSync(folder, { recursive: true });
  }
}

/** What is said of a story in which something is. */
const wrong = /WRONG: |no end|waited/;

describe('three processes with a lock', function () {
  this.timeout(3_600_000);

  it('are never in it together, lose nothing and get on, whatever fails and whoever dies', async () => {
    const found = await play(everything ? 4_000 : 30);
    if (found !== undefined) process.stderr.write(`${found}\n`); // mocha would tell it after all others, which take an hour
    assert.equal(found, undefined);
  });

  it('tell the same story again, however busy the machine is', async () => {
    const folder = fs.mkdtempSync(join(tmpdir(), 'lock-'));
    const scheduler = new Scheduler(folder, await lockProgram());
    try {
      for (const told of fc.sample(story, { seed, numRuns: 5 }))
        assert.equal(scheduler.play(told), scheduler.play(told));
    } finally {
      await scheduler.end();
      fs.rmSync(folder, { recursive: true });
    }
  });

  const foundAtOnce: readonly (readonly [string, Change])[] = [
    ['does not think of who passed it for that', [' && performance.now() - began < namelessMs', '']],
  ];
  const mistakes: readonly (readonly [string, Change])[] = [
    ['takes a number that is not the highest any more', ['held = all.at(-1) === next &&', 'held =']],
    ['deletes the highest number', ['closing(made, write)', 'fs.unlinkSync(file)']],
    ['takes the living for dead', ['return state.start === owner.start && !state.ended;', 'return false;']],
    ['takes a dead process for another one', ['return state.start === owner.start && !', 'return !']],
    ['passes those who have not said who they are', ['return silentMs > namelessMs', 'return true']],
    ['keeps a number that it did not get', ['if (!held) release(generations, next);', '']],
    ['releases only once', ['if (generations.free(held)) return true;', 'return generations.free(held);']],
    ['makes a number that is there', ['O_RDWR | O_CREAT | O_EXCL | guarded', 'O_RDWR | O_CREAT | guarded']],
    [
      'counts the time in which the machine slept',
      ['Math.min(now - this.#looked, longestLookMs)', 'now - this.#looked'],
    ],
    [
      'fails with its release',
      [
        '  if (generations.free(held)) return true;',
        "  if (generations.free(held)) return true;\n  throw new Error('EIO: injected');",
      ],
    ],
  ];
  for (const [what, change] of foundAtOnce)
    it(`tell a lock that ${what}, at once`, async () => {
      assert.match((await play(written.length, change)) ?? 'nothing is wrong', wrong);
    });
  if (everything)
    for (const [what, change] of mistakes)
      it(`tell a lock that ${what}`, async () => {
        assert.match((await play(4_000, change)) ?? 'nothing is wrong', wrong);
      });
});
