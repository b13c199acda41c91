import type { SampleDialog } from './dialog.ts';

/** A bug hunt with code, commands and a summary that has every usual section. */
export const checkoutRounding: SampleDialog = {
  name: 'checkout-rounding',
  agent: 'claude-code',
  minutesAgo: 4,
  pace: 6,
  pinned: true,
  turns: [
    [
      'user',
      'Three customers were charged one cent more than the invoice says. Order `A-20817` is one of them. Can you find out where the cent comes from?',
    ],
    [
      'assistant',
      `I replayed the order against \`src/pricing.js\`. The invoice and the payment use **two different roundings**:

| rounding | net | tax 7 % | total |
|---|---:|---:|---:|
| invoice (per line) | 2.10 | 0.14 | **2.24** |
| payment (on the sum) | 2.10 | 0.15 | **2.25** |

Per line, \`1.05 × 7 % = 0.0735\` is rounded down twice; on the sum, \`0.147\` is rounded up once. That is the cent.`,
    ],
    ['user', 'Which one is right?'],
    [
      'assistant',
      `Both are allowed, as long as one order uses one of them. The payment provider rounds on the sum and cannot be configured, so I suggest the same for the invoice:

\`\`\`js
export function orderTotal(lines, taxRate) {
  const net = lines.reduce((sum, line) => sum + lineTotal(line), 0);
  return { net, tax: Math.round((net * taxRate) / 1000), currency: 'EUR' };
}
\`\`\`

The old version was:

\`\`\`diff
-  const tax = lines.reduce((sum, line) => sum + Math.round((lineTotal(line) * taxRate) / 1000), 0);
+  const tax = Math.round((net * taxRate) / 1000);
\`\`\``,
    ],
    ['user', 'Do it, with a test that fails on the old code. Old invoices must keep their numbers.'],
    [
      'assistant',
      `Done. The new test in \`test/pricing.test.js\` fails before the change and passes after it:

\`\`\`console
$ npm test
✔ a discount is rounded once per line (0.9 ms)
✔ tax is rounded on the sum of the lines (0.2 ms)
ℹ pass 2
ℹ fail 0
\`\`\`

Old invoices are safe: \`invoices.total_cents\` is stored when an invoice is issued and never computed again. I checked the 14 places that read it.`,
    ],
    ['user', 'And refunds? They are computed from the lines.'],
    [
      'assistant',
      `Good catch. A partial refund of a line still rounds per line, so refunding **every** line one by one could give back a cent less than was paid. Two ways out:

1. Refund the last line as *paid minus already refunded* (simple, no schema change).
2. Store the share of tax per line when the order is placed.

I would take the first. Shall I write it down as a to-do, so that this change stays small?`,
    ],
    ['user', 'Yes, note it. Save the decision in the summary.'],
  ],
  summary: {
    decisions: [
      'Tax is rounded once, on the sum of the order, as the payment provider does (src/pricing.js, orderTotal).',
      'Issued invoices are never recomputed; total_cents is what was stored.',
    ],
    constraints: [
      'Amounts are whole cents, rates are thousandths; no floating-point money anywhere.',
      'The rounding of the payment provider cannot be configured.',
    ],
    todo: [
      'Refund the last line of an order as paid minus already refunded.',
      'Tell accounting about the three orders that differ by a cent.',
    ],
    issues: ['Refunding all lines one by one can give back one cent less than was paid.'],
    facts: ['Order A-20817: two lines of 1.05 at 7 %, invoice 2.24, charged 2.25.'],
    references: ['src/pricing.js', 'test/pricing.test.js', 'https://en.wikipedia.org/wiki/Rounding'],
  },
  contexts: [
    {
      from: 0,
      title: 'Where the cent comes from',
      reason: 'cause found',
      summary: `Order \`A-20817\`: the invoice rounds tax **per line**, the payment provider **on the sum**. Two lines of 1.05 at 7 % give 2.24 and 2.25.

- The provider cannot be configured.
- Next: round once, on the sum, in \`src/pricing.js\`.`,
    },
    {
      from: 4,
      title: 'Round tax once, on the sum',
      reason: 'done',
      summary: `\`orderTotal\` rounds once, on the sum. \`test/pricing.test.js\` fails on the old code and passes now.

Issued invoices keep their numbers: \`invoices.total_cents\` is never computed again.`,
    },
    { from: 6, title: 'Refunds of single lines' },
  ],
};
