import assert from 'node:assert/strict';
import { plainSecrets } from '../../../../src/disk/secrets/secrets.ts';
import { tokens } from './tokens.ts';

/** Length of a text that repeats the beginning of a secret. Characters. */
const length = 300_000;
/** Processor time that masking may take of it; where a busy machine needs more, its growth decides. Milliseconds. */
const withinMs = 100;
/** How much longer three times the text may take on a busy machine: in proportion 3, by the square 9; memory shared with other processes has made it 5. */
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

/** Values that are no secrets only at their end, after names that make secrets of others. */
const namedValues = [
  `API_KEY=${'\\'.repeat(30_000)} `,
  `API_KEY=${'a'.repeat(60)}1x `,
  `API_KEY=${'aB'.repeat(40)}1x `,
  `API_KEY=abc1b_${'ab_'.repeat(40)}1a1a1 `,
  `API_KEY=a1${'.'.repeat(500)}x `,
  `Cookie: a=${'=1'.repeat(1_990)}\n`,
  `Cookie: a=${'.'.repeat(3_980)}x\n`,
  `Bearer A.${'.'.repeat(1_990)}= `,
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

/** The pieces that take longer than in proportion when they are repeated, with their processor times. */
function slowOf(pieces: readonly string[]): readonly string[] {
  return pieces.flatMap((piece) => {
    const cost = costOf(piece.repeat(Math.ceil(length / piece.length)));
    if (cost <= withinMs) return [];
    const third = costOf(piece.repeat(Math.ceil(length / 3 / piece.length)));
    return cost > third * mostGrowth || cost > withinMs * mostGrowth
      ? [`${piece}: ${Math.round(cost)} ms, a third of it ${Math.round(third)} ms`]
      : [];
  });
}

describe('masking takes time in proportion to a text', () => {
  const begun = new Set(tokens().flatMap(({ text }) => beginnings.map((end) => text.slice(0, end))));
  const all = [...begun, ...others];
  // Several tests, as a busy machine takes minutes for all.
  for (let at = 0; at < all.length; at += 30)
    it(`that repeats the beginning of a secret, from number ${at}`, () => {
      assert.deepEqual(slowOf(all.slice(at, at + 30)), []);
    });

  it('that repeats a value with a name', () => {
    assert.deepEqual(slowOf(namedValues), []);
  });
});
