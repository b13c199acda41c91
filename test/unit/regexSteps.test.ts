import assert from 'node:assert/strict';
import { countSteps } from '../regexSteps.ts';

const steps = (pattern: RegExp, text: string): number => countSteps(() => pattern.test(text)).total;

/** How much more a text costs that is three times as long. */
const growth = (pattern: RegExp, piece: string, count = 300): number =>
  steps(pattern, piece.repeat(3 * count)) / steps(pattern, piece.repeat(count));

describe('the steps of regular expressions', () => {
  it('grow with a text, with its square, or with every character', () => {
    assert.ok(growth(/ab/, 'aa') < 3.1);
    assert.ok(growth(/a+b/, 'a') > 8);
    assert.ok(growth(/(?:x|y)*z/, 'xy', 100) > 8);
    assert.ok(growth(/(?<=a+)b/, 'a') > 8);
    assert.ok(steps(/^(a+)+$/, `${'a'.repeat(18)}!`) > 2 ** 18);
  });

  it('are bounded by what a repetition may take at most', () => {
    assert.ok(growth(/[ab]{1,20}c/, 'ab') < 3.1);
    assert.ok(growth(/(?<!a)a{1,900}b/, 'a', 100) < 3.1);
  });

  it('are those of every way to use an expression', () => {
    const text = 'a-1 b-22 c-333';
    const uses: readonly (() => unknown)[] = [
      () => /\w-(?<n>\d+)$/.test(text),
      () => [...text.matchAll(/\b\d{2,}?/g)],
      () => text.replace(/(?=\d)(?:1|22|333)(?! c)/g, '$&'),
      () => text.split(/\s/),
      () => text.search(/[^\w\s-]|\B3/),
      () => /(?:a-)?1?? B\x2d\u0032/i.exec(text),
      () => /^.+(?:-\d{1,3}){1,2}$/su.test(text),
    ];
    for (const use of uses) assert.ok(countSteps(use).total > 0, String(use));
  });

  it('are not counted of what is not known, and nothing is counted afterwards', () => {
    assert.throws(() => countSteps(() => /(a)\1/.test('aa')), /not known in a pattern/);
    assert.ok(/(a)\1/.test('aa'));
  });
});
