import assert from 'node:assert/strict';
import { plainSecrets } from '../../../../src/store/secrets/secrets.ts';
import { tokens } from './tokens.ts';

/** Length of a text that repeats the beginning of a secret. Characters. */
const length = 300_000;
/** Processor time that masking may take of it, half of which a quiet machine needs. Milliseconds. */
const withinMs = 150;
const beginnings = [3, 4, 6, 8, 12, 20, 30];
const others = [
  '<private>',
  '<private',
  '-----BEGIN PRIVATE KEY-----',
  '://a:',
  '://',
  '@',
  '=',
  ': ',
  'password=',
  'eyJ',
];

/** The least processor time of a few tries. Milliseconds. */
function costOf(text: string): number {
  let least = Infinity;
  for (let n = 0; n < 5 && least > withinMs; n++) {
    const before = process.cpuUsage();
    plainSecrets.text(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

describe('masking takes time in proportion to a text', () => {
  it('whatever beginning of a secret is repeated in it', () => {
    const all = [...tokens().flatMap(({ text }) => beginnings.map((end) => text.slice(0, end))), ...others];
    const slow = [...new Set(all)].flatMap((piece) => {
      const cost = costOf(piece.repeat(Math.ceil(length / piece.length)));
      return cost > withinMs ? [`${piece}: ${Math.round(cost)} ms`] : [];
    });
    assert.deepEqual(slow, []);
  });
});
