import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Limiter } from '../../../src/extension/dialogs/limiter.ts';

describe('the limiter', () => {
  it('runs at most so many at a time, all of them, in order, also after failures', async () => {
    const limiter = new Limiter(3);
    const started: number[] = [];
    const running = { now: 0, most: 0 };
    const task = (index: number) => async (): Promise<number> => {
      started.push(index);
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      await pause(index % 4);
      running.now -= 1;
      if (index % 5 === 0) throw new Error(`task ${index}`);
      return index;
    };
    const all = Array.from({ length: 40 }, (_, index) => index);
    const results = await Promise.allSettled(all.map((index) => limiter.run(task(index))));
    assert.equal(running.most, 3);
    assert.deepEqual(started, all);
    assert.equal(results.filter(({ status }) => status === 'rejected').length, 8);
    assert.equal(await limiter.run(task(1)), 1);
  });
});
