import assert from 'node:assert/strict';
import { plainLines } from '../../src/disk/text/containText.ts';
import { wellFormed, wellFormedJson } from '../../src/disk/text/wellFormed.ts';
import { seeded } from '../seeded.ts';

const pieces = [
  'a',
  '中',
  '😀',
  '\ud83d',
  '\ude00',
  '\\',
  '"',
  '\\ud83d',
  '\\\\ud83d',
  '\n',
  '\u202e',
  '\u2028',
];

/** The text as UTF-8 has it. */
const whole = (text: string): string => Buffer.from(text).toString();

describe('texts that leave the store', () => {
  const random = seeded(7);
  const text = (): string =>
    Array.from(
      { length: 1 + Math.floor(random() * 8) },
      () => pieces[Math.floor(random() * pieces.length)],
    ).join('');

  it('are well-formed Unicode, in values, names and JSON within, and the same otherwise', () => {
    for (let n = 0; n < 2_000; n++) {
      const first = text();
      const value = { list: [first, { [text()]: text() }], json: JSON.stringify({ a: [first] }), n };
      const cleaned = wellFormed(value);
      assert.doesNotMatch(JSON.stringify(cleaned), /(?<!\\)(?:\\\\)*\\ud[89a-f]/);
      assert.deepEqual(cleaned.list[0], whole(first));
      assert.deepEqual(JSON.parse(cleaned.json), { a: [whole(first)] });
    }
  });

  it('are not changed where nothing is wrong', () => {
    const value = { text: 'a \\ud83d 😀', json: JSON.stringify({ a: '\\ud83d' }), pair: '"\\ud83d\\ude00"' };
    assert.deepEqual(wellFormed(value), value);
    assert.equal(
      wellFormedJson(String.raw`["\ud83d\ude00","\\ud83d"]`),
      String.raw`["\ud83d\ude00","\\ud83d"]`,
    );
    assert.equal(
      wellFormedJson(String.raw`["\ud83dx","\\\ude00"]`),
      String.raw`["` + '\ufffdx","\\\\\ufffd"]',
    );
  });

  it('have lines without what changes how others are read', () => {
    assert.equal(plainLines('a\u202eb\nc\u0007\u2028d\ud83d\u200b👩‍👧\t\ufeff'), 'a b\nc  d\ufffd 👩‍👧  ');
  });
});
