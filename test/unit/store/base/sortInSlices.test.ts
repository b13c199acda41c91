import assert from 'node:assert/strict';
import { sortInSlices } from '../../../../src/disk/base/sortInSlices.ts';
import { TimeSlices } from '../../../../src/disk/base/timeSlices.ts';
import { seeded } from '../../../seeded.ts';

interface Item {
  readonly key: number;
  readonly place: number;
}

const itemsOf = (count: number, keys: number, random: () => number): Item[] =>
  Array.from({ length: count }, (_, place) => ({ key: Math.floor(random() * keys), place }));

describe('sorting in slices', () => {
  for (const count of [0, 1, 2, 4_095, 4_096, 4_097, 8_193, 20_000])
    it(`gives ${count} items in order, equal ones as they came`, async () => {
      const random = seeded(count);
      for (const keys of [1, 10, 1_000_000]) {
        const items = itemsOf(count, keys, random);
        const before = [...items];
        const sorted = await sortInSlices(items, (a, b) => a.key - b.key, new TimeSlices());
        assert.deepEqual(
          sorted,
          items.toSorted((a, b) => a.key - b.key || a.place - b.place),
        );
        assert.deepEqual(items, before, 'what was handed in stays');
      }
    });

  it('lets others have their turn meanwhile', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const random = seeded(7);
    const items = itemsOf(200_000, 1_000_000, random);
    const sorted = await sortInSlices(items, (a, b) => a.key - b.key, new TimeSlices());
    clearInterval(timer);
    assert.equal(sorted.length, items.length);
    assert.ok(turns > 0);
  });
});
