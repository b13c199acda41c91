import assert from 'node:assert/strict';
import { sidesOf } from '../../../src/extension/changes/sides.ts';
import type { Edit } from '../../../src/history/facts/edits.ts';

const texts = (before: string, after: string): Edit => ({ kind: 'texts', path: 'a.ts', before, after });
const patch = (...lines: string[]): Edit => ({ kind: 'patch', path: 'a.ts', patch: lines.join('\n') });

describe('the sides of the diff of a change', () => {
  it('are whole files where every edit can be taken back from what the file holds now', () => {
    const edits = [texts('one', 'two'), texts('two', 'three')];
    assert.deepEqual(sidesOf(edits, 'a\nthree\nb\n'), {
      before: 'a\none\nb\n',
      after: 'a\nthree\nb\n',
      whole: true,
    });
  });

  it('are the texts of the edits where the file no longer has one, or has it twice', () => {
    const edits = [texts('one', 'two'), texts('x', 'y')];
    const fragments = { before: 'one\n⋯\nx', after: 'two\n⋯\ny', whole: false };
    assert.deepEqual(sidesOf(edits, 'two\nz\n'), fragments);
    assert.deepEqual(sidesOf(edits, 'two\ny\ny\n'), fragments);
    assert.deepEqual(sidesOf(edits, undefined), fragments);
  });

  it('leave no empty line behind where lines were added, nor swallow one elsewhere', () => {
    assert.equal(sidesOf([texts('', 'b\nc')], 'a\nb\nc\nd\n').before, 'a\nd\n');
    assert.equal(sidesOf([texts('', 'b')], 'b\n').before, '');
    assert.equal(sidesOf([texts('', 'b')], 'ab\nc\n').before, 'a\nc\n');
  });

  it('never take back where nothing says where: a text that was deleted', () => {
    assert.deepEqual(sidesOf([texts('one', '')], 'a\nb\n'), { before: 'one', after: '', whole: false });
  });

  it('take back patches of every form, lines that look like their headers included', () => {
    const unified = patch(
      ...['--- a/a.ts', '+++ b/a.ts', '@@ -1,4 +1,4 @@', ' a', '--- old', '+++ new', ' ', ''],
    );
    assert.deepEqual(sidesOf([unified], 'a\n++ new\n\nb\n'), {
      before: 'a\n-- old\n\nb\n',
      after: 'a\n++ new\n\nb\n',
      whole: true,
    });
    const codex = patch(
      '*** Update File: a.ts',
      '@@ function x',
      ' a',
      '-b',
      '+c',
      '',
      ' d',
      '@@',
      '+e',
      ' f',
    );
    assert.deepEqual(sidesOf([codex], 'a\nc\n\nd\ng\ne\nf\n'), {
      before: 'a\nb\n\nd\ng\nf\n',
      after: 'a\nc\n\nd\ng\ne\nf\n',
      whole: true,
    });
    const added = patch('*** Add File: a.ts', '+a', '+b');
    assert.deepEqual(sidesOf([added], 'a\nb\n'), { before: '', after: 'a\nb\n', whole: true });
  });

  it('do not mind which ends of lines a file has', () => {
    assert.deepEqual(sidesOf([texts('a\r\nb', 'a\nc')], 'a\r\nc\r\n'), {
      before: 'a\nb\n',
      after: 'a\nc\n',
      whole: true,
    });
  });

  it('are nothing where nothing is known', () => {
    assert.deepEqual(sidesOf([], 'a\n'), { before: '', after: '', whole: false });
  });
});
