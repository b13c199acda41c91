import assert from 'node:assert/strict';
import { titleIn } from '../../../../src/history/shared/title.ts';
import { fileOf } from '../../../../src/history/shared/sharedFile.ts';

describe('the title of what is shared', () => {
  for (const [text, title] of [
    ['text\n\n# Round `tax` once\n', 'Round tax once'],
    [
      `Customers were charged a cent more than the invoice says. ${'Find out why. '.repeat(9)}`,
      'Customers were charged a cent more than the invoice says.',
    ],
    [`A price that ${'moves '.repeat(30)}`, `A price that ${'moves '.repeat(13)}moves…`],
    ['税'.repeat(150), `${'税'.repeat(100)}…`],
    ['🎉'.repeat(60), '🎉'.repeat(60)],
    [' \n ', undefined],
  ] as const)
    it(`is ${String(title).slice(0, 40)}`, () => assert.equal(titleIn(text), title));

  it('is cut between words in the name of its file', () => {
    const createdAt = Date.UTC(2026, 1, 5);
    const name = (title: string) => fileOf({ id: '20260205-abcdwxyz', title, createdAt });
    assert.equal(
      name('Tax is rounded once per order, on the sum of the lines'),
      '2026-02-05-tax-is-rounded-once-per-order-on-the-sum-of-wxyz.md',
    );
    assert.equal(name('结算按订单'), '2026-02-05-结算按订单-wxyz.md');
  });
});
