import assert from 'node:assert/strict';
import { canUnfold } from '../../../src/extension/dialogs/dialogNodes.ts';
import { DialogRows } from '../../../src/extension/dialogs/dialogRows.ts';
import { withStore } from '../store/withStore.ts';

const entries = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    role: (from + index) % 10 === 0 ? ('user' as const) : ('assistant' as const),
    text: String(from + index),
  }));

describe('rows of a dialog', () => {
  it('are those messages that the filter leaves, in windows of any place, also of those that came later', async () => {
    await withStore(async ({ store: { dialogs } }) => {
      await dialogs.save('x', entries(2_500));
      const rows = new DialogRows(dialogs, 'x', ['user']);
      const newest = await rows.window(3);
      assert.deepEqual([newest.offset, newest.total], [247, 250]);
      assert.deepEqual(
        newest.messages.map(({ at, message }) => [at, message.text]),
        [2470, 2480, 2490].map((at) => [at, String(at)]),
      );
      assert.deepEqual(
        (await rows.window(2, 100)).messages.map(({ at }) => at),
        [1000, 1010],
      );
      await dialogs.save('x', entries(20, 2_500));
      assert.equal((await rows.window(1)).total, 252);
      assert.deepEqual([rows.rowOf(20), rows.rowOf(21)], [2, undefined]);
      assert.deepEqual([await rows.rowFrom(21), await rows.rowFrom(2_519)], [3, 251]);
      assert.deepEqual(
        (await rows.messages([2_510, 7])).map(({ message }) => message.text),
        ['7', '2510'],
      );
      assert.equal((await rows.messages()).length, 252);
    });
  });

  it('are all messages without a filter, and begin anew after clear', async () => {
    await withStore(async ({ store: { dialogs } }) => {
      await dialogs.save('x', entries(30));
      const all = new DialogRows(dialogs, 'x');
      assert.deepEqual(
        (await all.window(2)).messages.map(({ at }) => at),
        [28, 29],
      );
      const rows = new DialogRows(dialogs, 'x', ['assistant']);
      assert.equal((await rows.window(1)).total, 27);
      await dialogs.clear('x');
      await dialogs.save('x', entries(3));
      assert.deepEqual(
        (await rows.window(9)).messages.map(({ message }) => message.text),
        ['1', '2'],
      );
    });
  });
});

describe('the row of a dialog', () => {
  it('unfolds only where something stands below it', async () => {
    await withStore(async ({ store: { dialogs } }) => {
      await dialogs.save('x', entries(1));
      const plain = await dialogs.overview('x');
      assert.ok(plain);
      assert.equal(canUnfold(plain, { snapshots: false }), false);
      assert.equal(canUnfold(plain, { snapshots: true }), true);
      assert.equal(canUnfold({ ...plain, damaged: ['a.damaged-1'] }, { snapshots: false }), true);
      assert.equal(canUnfold({ ...plain, hasSummary: true }, { snapshots: false }), true);
      assert.equal(canUnfold(undefined, { snapshots: false }), true);
    });
  });
});
