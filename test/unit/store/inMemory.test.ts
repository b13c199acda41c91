import assert from 'node:assert/strict';
import { inMemory } from '../../../src/disk/files/inMemory.ts';

describe('values in memory', () => {
  it('gives what was made of a file as long as its fingerprint stays', () => {
    const cache = inMemory<string>();
    assert.equal(cache.set('a', '1', 'one'), 'one');
    assert.deepEqual(
      [cache.get('a', '1'), cache.get('a', '2'), cache.get('b', '1')],
      ['one', undefined, undefined],
    );
    cache.set('a', '2', 'two');
    assert.deepEqual([cache.get('a', '1'), cache.get('a', '2')], [undefined, 'two']);
  });

  it('forgets of too many files those that were remembered first', () => {
    const cache = inMemory<number>(2);
    cache.set('a', '1', 1);
    cache.set('b', '1', 2);
    cache.set('a', '2', 3);
    cache.set('c', '1', 4);
    assert.deepEqual([cache.get('a', '2'), cache.get('b', '1'), cache.get('c', '1')], [3, undefined, 4]);
  });
});
