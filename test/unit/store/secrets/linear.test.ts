import assert from 'node:assert/strict';
import { plainSecrets } from '../../../../src/store/secrets/secrets.ts';
import { tokens } from './tokens.ts';

/** Length of a text that repeats the beginning of a secret. Characters. */
const length = 300_000;
/** Processor time below which growth cannot be told. Milliseconds. */
const withinMs = 150;
/** How much longer three times the text may take: in proportion 3, by the square 9. */
const mostGrowth = 7;
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
  it('whatever beginning of a secret is repeated in it', function () {
    this.timeout(1_200_000);
    const all = [...tokens().flatMap(({ text }) => beginnings.map((end) => text.slice(0, end))), ...others];
    const slow = [...new Set(all)].flatMap((piece) => {
      const times = (characters: number) => costOf(piece.repeat(Math.ceil(characters / piece.length)));
      const cost = times(length);
      return cost > withinMs && cost > mostGrowth * times(length / 3)
        ? [`${piece}: ${Math.round(cost)} ms`]
        : [];
    });
    assert.deepEqual(slow, []);
  });
});
