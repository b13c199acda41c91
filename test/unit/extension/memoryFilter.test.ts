import assert from 'node:assert/strict';
import { matchesFilter } from '../../../src/extension/memory/memoryFilter.ts';

const memory = {
  content: 'Tax is rounded once, in src/pricing.ts（对账按支付 ID 匹配）',
  hash: 'abc123',
  type: 'decision',
  tags: ['billing'],
  metadata: {},
  createdAt: 0,
  updatedAt: 0,
};

describe('the filter of memories', () => {
  for (const typed of [
    'ro',
    'round ta',
    'tax on',
    'ROUNDING the tax',
    'pricing.ts',
    'bill',
    'dec',
    'abc1',
    '支付',
    'the',
  ])
    if (typed === 'the')
      it('asks for a common word where nothing else is typed', () =>
        assert.ok(!matchesFilter(memory, typed)));
    else it(`shows it for “${typed}”`, () => assert.ok(matchesFilter(memory, typed)));

  for (const typed of ['tax xyz', 'ounded', 'ricing', '结算'])
    it(`hides it for “${typed}”`, () => assert.ok(!matchesFilter(memory, typed)));
});
