import assert from 'node:assert/strict';
import { daysOf, firstSince } from '../../../src/extension/panes/timeline.ts';

const at = (day: number, hour: number): number => new Date(2026, 1, day, hour).getTime();

/** A timeline that counts what is read of it. */
function timelineOf(times: readonly number[]) {
  const read: number[] = [];
  const timeAt = (position: number): number => {
    read.push(position);
    return times[position] ?? Number.NaN;
  };
  return { total: times.length, timeAt, read };
}

describe('the days of a conversation', () => {
  it('are those with messages, newest first, with the place of the first one', async () => {
    const days = await daysOf(timelineOf([at(1, 23), at(3, 0), at(3, 9), at(3, 23), at(28, 12)]), 10);
    assert.deepEqual(
      days.map(({ from, first, messages }) => [new Date(from).getDate(), first, messages]),
      [
        [28, 4, 1],
        [3, 1, 3],
        [1, 0, 1],
      ],
    );
    assert.deepEqual(await daysOf(timelineOf([]), 10), []);
  });

  it('are found by reading few of 100,000 messages, and no more than are wanted', async () => {
    const times = Array.from({ length: 100_000 }, (_, n) => at(1, 0) + n * 60_000);
    const timeline = timelineOf(times);
    const days = await daysOf(timeline, 5);
    assert.equal(days.length, 5);
    assert.ok(timeline.read.length < 5 * 20, `${timeline.read.length}`);
  });

  it('end also where times go back', async () => {
    const days = await daysOf(timelineOf([at(9, 1), at(2, 1), at(8, 1), at(2, 2)]), 10);
    assert.equal(days.at(-1)?.first, 0);
    assert.equal(
      days.reduce((sum, { messages }) => sum + messages, 0),
      4,
    );
  });

  it('have a time also where a message has none', async () => {
    for (const wrong of [Number.NaN, 1e300])
      assert.deepEqual(await daysOf(timelineOf([at(1, 1), wrong]), 10), [{ from: 0, first: 0, messages: 2 }]);
  });

  it('begin where a time is, or at the end', async () => {
    const timeline = timelineOf([at(1, 1), at(2, 1), at(3, 1)]);
    assert.deepEqual(
      await Promise.all([0, at(2, 0), at(2, 1), at(9, 0)].map((time) => firstSince(timeline, time))),
      [0, 1, 1, 2],
    );
  });
});
