import assert from 'node:assert/strict';
import { plainSecrets } from '../../../../src/disk/secrets/secrets.ts';
import { countSteps } from '../../../regexSteps.ts';
import { tokens } from './tokens.ts';

/** Length of a text that repeats the beginning of a secret. Characters. */
const length = 3_000;
/**
 * Looks of regular expressions at a character of it, all together: most take 200, as some 410 patterns look where they
 * may begin. One that goes back from every place to the end, or to where it stops at last, takes thousands.
 */
const stepsEach = 420;
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
  `DB_PASSWORD='${'a'.repeat(400)}!S1' `,
  `password: "a${'()'.repeat(200)}!1" `,
  `password: "#${'a1_'.repeat(130)}!" `,
  `DB_PASSWORD=${'<'.repeat(400)}a1B!\n`,
  `redis://${'@'.repeat(190)}:${'@:'.repeat(140)} `,
  `Cookie: a=${'=1'.repeat(1_990)}\n`,
  `Cookie: a=${'.'.repeat(3_980)}x\n`,
  `token:${' \n'.repeat(30)}\`\`\`${' \n'.repeat(30)}x `,
  `token:\n${'aB1'.repeat(170)}" `,
  `password: >- #${'   '.repeat(30)}\n  `,
  `password: |\n${`  ${'a1'.repeat(250)}\n`.repeat(41)}  a" `,
  `password: |\n${'  a1b2c3d4\n'.repeat(100)}`,
  `password: |${' '.repeat(60)}${'a1'.repeat(300)}`,
  'token: |\n',
  'token:\n```a\n',
  `Bearer A.${'.'.repeat(1_990)}= `,
];

/** The pieces whose repetition costs more than a text may, with what looks most often. */
function costlyOf(pieces: readonly string[], textLength = length): readonly string[] {
  return pieces.flatMap((piece) => {
    const text = piece.repeat(Math.ceil(textLength / piece.length));
    const { total, by } = countSteps(() => plainSecrets.text(text));
    if (total <= stepsEach * text.length) return [];
    const [most] = [...by].reduce((a, b) => (b[1] > a[1] ? b : a));
    return [
      `${piece.slice(0, 60)}: ${Math.round(total / text.length)} looks at each character, most by ${most}`,
    ];
  });
}

describe('masking', () => {
  // From then on, a table tells where a secret may begin; making it is no cost of a text.
  before(() => plainSecrets.text('x'.repeat(300_000)));

  it('looks at each character a limited number of times where a text repeats the beginning of a secret', () => {
    const begun = new Set(tokens().flatMap(({ text }) => beginnings.map((end) => text.slice(0, end))));
    assert.ok(begun.size > 1_000);
    assert.deepEqual(costlyOf([...begun, ...others], length / 2), []); // enough for what goes back to the end
  });

  it('looks at each character a limited number of times where a text repeats a value with a name', () => {
    assert.deepEqual(costlyOf(namedValues), []);
  });
});
