import assert from 'node:assert/strict';
import { editsIn } from '../../../src/history/facts/edits.ts';
import { countSteps } from '../../regexSteps.ts';

const edits = (diff: string) =>
  editsIn({
    id: 'c',
    name: 'replace_in_file',
    args: { path: 'a.ts', diff },
    status: 'success',
    timestamp: '',
  });

describe('blocks of a search and its replacement', () => {
  it('are found one after the other, with what is in them', () => {
    const diff = [
      '------- SEARCH\none\ntwo\n=======\nthree\n+++++++ REPLACE',
      '<<<<<<< SEARCH>\n=======\nnew\n>>>>>>> REPLACE>',
      '--- SEARCH\n--- SEARCH\n===\n+++ REPLACE',
      '--- SEARCH\nnever replaced',
    ].join('\n');
    assert.deepEqual(edits(diff), [
      { kind: 'texts', path: 'a.ts', before: 'one\ntwo', after: 'three' },
      { kind: 'texts', path: 'a.ts', before: '', after: 'new' },
      { kind: 'texts', path: 'a.ts', before: '--- SEARCH', after: '' },
    ]);
  });

  it('cost no more the more of them nothing ends', () => {
    for (const begin of ['--- SEARCH\n', '--- SEARCH\n===\n', '===\n']) {
      const diff = begin.repeat(2_000);
      const { total } = countSteps(() => edits(diff));
      assert.ok(total < diff.length * 50, `${begin}: ${total} looks`);
    }
  });
});
