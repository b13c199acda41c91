import assert from 'node:assert/strict';
import { applied, KnownTexts, numberedLines } from '../../../../src/insight/changes/knownTexts.ts';

describe('the whole text of a file that a session knows', () => {
  it('is read from numbered lines, and from nothing else', () => {
    assert.deepEqual(numberedLines('     1→a\n     2→\tb'), ['a', '\tb']);
    assert.deepEqual(numberedLines('1\ta\n2\t\n'), ['a']);
    assert.deepEqual(numberedLines('  1→a\n\n<system-reminder>\nBe kind.\n</system-reminder>'), ['a']);
    for (const other of [undefined, '', 'a\nb', '     3→a', '     1→a\n     3→c', '     1→a\nand more'])
      assert.equal(numberedLines(other), undefined, String(other));
  });

  it('follows replacements where they can only be meant for one place', () => {
    const piece = (before: string, after: string) => ({ before: before.split('|'), after: after.split('|') });
    assert.deepEqual(applied(['a(1);', 'b'], [piece('1', '2|3')]), ['a(2', '3);', 'b']);
    assert.deepEqual(applied(['a', 'b', 'a'], [piece('a', 'x'), piece('a', 'y')]), ['x', 'b', 'y']);
    assert.equal(applied(['a', 'b', 'a'], [piece('a', 'x')]), undefined);
    assert.equal(applied(['a'], [piece('b', 'x')]), undefined);
    assert.equal(applied(['a'], [{ before: [], after: ['x'] }]), undefined);
  });

  it('is kept of the last files only', () => {
    const texts = new KnownTexts();
    for (let n = 0; n < 60; n++) texts.set(`/p/${n}`, { asked: 1, lines: [] });
    texts.forget('/p/59');
    assert.deepEqual(
      ['/p/0', '/p/30', '/p/59'].map((path) => texts.get(path) !== undefined),
      [false, true, false],
    );
  });
});
