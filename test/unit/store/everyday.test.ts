import assert from 'node:assert/strict';
import { everydayTerms } from '../../../src/store/search/everyday.ts';
import { everydayTable } from '../../../src/store/search/everydayTable.ts';
import { isStopWord, isUnspaced, termsOf } from '../../../src/store/text/tokens.ts';

const lines = everydayTable.trim().split('\n');

describe('what people say for kinds of things', () => {
  it('is lines of words, each with one term that tells something, and Chinese of one or two characters', () => {
    for (const line of lines) {
      assert.match(line, /^\S+(?: \S+)*: \S+(?: \S+)*$/);
      for (const word of line.split(/:? /)) {
        if (isUnspaced(word)) assert.ok(word.length <= 2, word);
        else assert.match(word, /^[a-z]+$/);
        const term = termsOf(word).at(-1) ?? '';
        assert.ok(term !== '' && !isStopWord(term), `${word} in ${line}`);
      }
    }
  });

  it('is found by any form of a word, in all lines that begin with it', () => {
    const pets = everydayTerms('pet');
    assert.ok(
      ['kitten', 'goat', '狗', '小狗', '宠物'].every((term) => pets.includes(term)),
      pets.join(' '),
    );
    assert.ok(!pets.includes('pet'));
    assert.deepEqual(everydayTerms('kitten').includes('pet'), false);
    assert.deepEqual(everydayTerms('quokka'), []);
  });

  it('is found by every word of the table that stands for others', () => {
    for (const line of lines) {
      const [heads = '', answers = ''] = line.split(': ');
      for (const head of heads.split(' ')) {
        const term = termsOf(head).at(-1) ?? '';
        const found = new Set(everydayTerms(term));
        for (const answer of answers.split(' ').map((word) => termsOf(word).at(-1) ?? ''))
          assert.ok(answer === term || found.has(answer), `${answer} for ${head}`);
      }
    }
  });
});
