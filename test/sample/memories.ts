import type { NewMemory } from '../../src/history/memory/types.ts';

/** A memory of the sample workspace. */
export interface SampleMemory extends NewMemory {
  /** How long ago it was stored. */
  readonly hoursAgo: number;
}

/** What agents and people keep in mind about the tea shop. */
export const sampleMemories: readonly SampleMemory[] = [
  {
    content:
      'Tax is rounded **once per order**, on the sum of the lines, so that it agrees with the payment provider to the cent.\n\nSee `src/pricing.js:8`; the test is _tax is rounded on the sum of the lines_.',
    tags: ['pricing', 'tax'],
    type: 'decision',
    metadata: { agent: 'claude-code', dialog: 'checkout-rounding' },
    hoursAgo: 3,
  },
  {
    content: 'A discount is rounded once per line, before the tax of the order is computed.',
    tags: ['pricing'],
    type: 'decision',
    metadata: { agent: 'claude-code', dialog: 'checkout-rounding' },
    hoursAgo: 5,
  },
  {
    content: 'Prices are whole cents everywhere; rates of tax and discount are thousandths.',
    tags: ['pricing', 'conventions'],
    type: 'fact',
    hoursAgo: 27,
  },
  {
    content: '对账只按支付 ID 匹配，不再比较金额和日期；合并结算的记录先拆分再匹配。',
    tags: ['对账', '结算'],
    type: 'decision',
    metadata: { agent: 'codex', dialog: '支付对账' },
    hoursAgo: 30,
  },
  {
    content:
      'Sort settlements by `(settled_on, id)`: two of them may share a date, and then the order is random.',
    tags: ['tests', '结算'],
    type: 'error',
    metadata: { agent: 'gemini-cli', dialog: 'flaky-settlement-test' },
    hoursAgo: 5 * 24,
  },
  {
    content: 'Ask 杭州茗香 for stable article numbers before the next import is changed.',
    tags: ['suppliers', 'todo'],
    type: 'task',
    hoursAgo: 9 * 24,
  },
  {
    content:
      'A price that moves by more than 20 % is held back until a person has confirmed it; the import must be done before the shop opens at 07:00.',
    tags: ['suppliers', 'conventions'],
    type: 'fact',
    metadata: { agent: 'claude-code', dialog: 'nightly-price-import' },
    hoursAgo: 40 * 24,
  },
  {
    content: 'The sandbox of the payment provider: <https://sandbox.pay.example/docs>, reset every Monday.',
    tags: ['payments'],
    type: 'reference',
    hoursAgo: 80 * 24,
  },
];

/** One that was forgotten and can come back. */
export const forgottenMemory: SampleMemory = {
  content: 'The shop opens at 08:00.',
  tags: ['suppliers'],
  hoursAgo: 100 * 24,
};
