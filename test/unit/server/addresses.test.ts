import assert from 'node:assert/strict';
import { addressOf, decoded, valuesAt, variablesOf } from '../../../src/server/base/addresses.ts';

const template = 'history://sessions/{source}/{id}';
const values = [
  'a',
  'checkout 结算',
  'a/b',
  'a%2Fb',
  '100%',
  '%',
  '.',
  '..',
  '?x=1',
  '#',
  '😀',
  '+',
  'a\nb',
  '{id}',
];

describe('addresses of resources', () => {
  it('give back what they were made of', () => {
    for (const source of values)
      for (const id of values) {
        const address = addressOf(template, { source, id });
        assert.match(address, /^history:\/\/sessions\/[^/]+\/[^/]+$/);
        assert.deepEqual(valuesAt(address, template), { source, id });
      }
  });

  it('are made of any text, well formed or not', () => {
    assert.equal(addressOf('x://{a}', { a: '\ud800' }), 'x://%EF%BF%BD');
    assert.equal(addressOf('x://{a}/{b}', { a: '1' }), 'x://1/');
  });

  it('match from their beginning to their end only', () => {
    for (const address of [
      'history://sessions/claude',
      'history://sessions/claude/',
      'history://sessions/claude/a/b',
      'other history://sessions/claude/a',
      'historyX//sessions/claude/a',
      '',
    ])
      assert.equal(valuesAt(address, template), undefined, address);
  });

  it('may hold slashes as they are in one variable, where that is asked for', () => {
    assert.deepEqual(valuesAt('history://sessions/claude/a/b', template, 'id'), {
      source: 'claude',
      id: 'a/b',
    });
    assert.deepEqual(valuesAt('history://sessions/a/b/c', template, 'source'), { source: 'a/b', id: 'c' });
  });

  it('without variables may end with a slash', () => {
    assert.deepEqual(valuesAt('history://brief/', 'history://brief'), {});
    assert.deepEqual(valuesAt('history://brief', 'history://brief'), {});
    assert.equal(valuesAt('history://brief/x', 'history://brief'), undefined);
  });

  it('name their variables in order', () => {
    assert.deepEqual(variablesOf(template), ['source', 'id']);
    assert.deepEqual(variablesOf('history://brief'), []);
  });
});

describe('a text with percent signs', () => {
  it('is decoded where they begin codes, and else stays', () => {
    assert.equal(decoded('a%20b'), 'a b');
    assert.equal(decoded('%E7%BB%93'), '结');
    assert.equal(decoded('100% sure'), '100% sure');
    assert.equal(decoded('%E7%20'), '%E7%20', 'no character is made of half of one');
    assert.equal(decoded('%zz'), '%zz');
  });
});
