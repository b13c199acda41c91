/** The files of the sample project, by path: a small order service for a tea shop. */
export const projectFiles: Readonly<Record<string, string>> = {
  'README.md': `# harbor-tea

Orders, prices and nightly price lists of a small tea shop.

    npm test
`,
  'package.json': `${JSON.stringify(
    {
      name: 'harbor-tea',
      version: '2.3.1',
      private: true,
      type: 'module',
      scripts: { test: 'node --test' },
    },
    null,
    2,
  )}\n`,
  'src/pricing.js': `/** Prices are whole cents; rates are thousandths. */
export function lineTotal({ unitPrice, quantity, discountRate = 0 }) {
  const gross = unitPrice * quantity;
  return gross - Math.round((gross * discountRate) / 1000);
}

/** The tax of an order is rounded once, on the sum, so that it agrees with the payment provider. */
export function orderTotal(lines, taxRate) {
  const net = lines.reduce((sum, line) => sum + lineTotal(line), 0);
  const tax = Math.round((net * taxRate) / 1000);
  return { net, tax, currency: 'EUR' };
}
`,
  'src/refund.js': `/** The parts of an order that are given back; the last one takes what is left of the cents. */
export function refund(line, { share, isLast, paid, refunded }) {
  const round = Math.round;
  return isLast ? paid - refunded : round(line.total * share);
}
`,
  'CHANGELOG.md': `## 2.4

- Tax is rounded once, on the sum of an order.
- Prices show the currency of the shop.
`,
  'src/priceList.js': `/** Reads a supplier's price list: \`sku;name;cents\`, one article per line. */
export function parsePriceList(text) {
  return text
    .split('\\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line, index) => {
      const [sku, name, cents] = line.split(';');
      if (!/^\\d+$/.test(cents ?? '')) throw new Error(\`line \${index + 1}: \${cents} is no price in cents\`);
      return { sku, name, unitPrice: Number(cents) };
    });
}
`,
  'src/reconcile.js': `/** Pairs our orders with the provider's settlements by payment id. */
export function reconcile(orders, settlements) {
  const settled = new Map(settlements.map((settlement) => [settlement.paymentId, settlement]));
  return orders
    .map((order) => ({ order, settlement: settled.get(order.paymentId) }))
    .filter(({ order, settlement }) => settlement?.amount !== order.total);
}
`,
  'test/pricing.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineTotal, orderTotal } from '../src/pricing.js';

test('a discount is rounded once per line', () => {
  assert.equal(lineTotal({ unitPrice: 333, quantity: 3, discountRate: 105 }), 894);
});

test('tax is rounded on the sum of the lines', () => {
  const lines = [
    { unitPrice: 105, quantity: 1 },
    { unitPrice: 105, quantity: 1 },
  ];
  assert.equal(orderTotal(lines, 70).tax, 15);
});
`,
};
