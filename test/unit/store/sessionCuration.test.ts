import assert from 'node:assert/strict';
import { type Content, estimateTokenCountSync } from '../../../src/history/sessions/content.ts';
import {
  extractCuratedHistory,
  isValidContent,
  validateHistory,
} from '../../../src/history/sessions/curate.ts';

const user = (text: string): Content => ({ role: 'user', parts: [{ text }] });
const model = (...texts: string[]): Content => ({ role: 'model', parts: texts.map((text) => ({ text })) });
const call: Content = { role: 'model', parts: [{ functionCall: { name: 'ls', args: {} } }] };
const noParts: Content = { role: 'model', parts: [] };
const emptyPart: Content = { role: 'model', parts: [{}] };
const thought: Content = { role: 'model', parts: [{ text: '', thought: true }] };
const oldThought: Content = { role: 'model', parts: [{ text: '', thought: 'hm' }] };

describe('extractCuratedHistory', () => {
  const rows: readonly (readonly [string, readonly Content[] | undefined, readonly Content[]])[] = [
    ['nothing', undefined, []],
    ['an empty history', [], []],
    ['a user alone', [user('a')], [user('a')]],
    ['a valid exchange', [user('a'), model('b')], [user('a'), model('b')]],
    ['a user that says nothing', [user('')], [user('')]],
    ['an answer without parts', [user('a'), noParts], [user('a')]],
    ['an answer with an empty part', [user('a'), emptyPart], [user('a')]],
    ['an answer of empty text', [user('a'), model('')], [user('a')]],
    ['empty text beside text', [user('a'), model('b', '')], [user('a')]],
    ['a thought of empty text', [user('a'), thought, oldThought], [user('a'), thought, oldThought]],
    ['a run with one invalid answer', [user('a'), model('b'), model(''), call], [user('a')]],
    [
      'an invalid run between valid ones',
      [model('a'), user('b'), model(''), user('c'), call],
      [model('a'), user('b'), user('c'), call],
    ],
    [
      'two valid runs',
      [model('a'), model('b'), user('c'), model('d')],
      [model('a'), model('b'), user('c'), model('d')],
    ],
  ];
  for (const [title, history, kept] of rows)
    it(title, () => {
      assert.deepEqual(extractCuratedHistory(history), kept);
    });

  it('takes parts that are missing as invalid', () => {
    assert.equal(isValidContent({}), false);
    assert.equal(isValidContent({ parts: [undefined] }), false);
    assert.equal(isValidContent({ parts: [{ text: 'a' }] }), true);
  });
});

describe('validateHistory', () => {
  it('takes users and models', () => {
    validateHistory([user('a'), model('b')]);
  });

  for (const role of ['system', 'assistant', 'function', ''])
    it(`refuses ${JSON.stringify(role)}`, () => {
      assert.throws(() => validateHistory([user('a'), { role }]), {
        name: 'StoreError',
        message: `Role must be user or model, but got ${role}.`,
      });
    });
});

describe('estimateTokenCountSync', () => {
  it('counts a quarter per ASCII character and one and a half per other one, however long the text is', () => {
    assert.equal(estimateTokenCountSync([{ text: 'abcd' }, { text: '中文' }]), 4);
    assert.equal(estimateTokenCountSync([{ text: '中'.repeat(200_000) }]), 300_000);
  });

  it('counts pictures by the piece and calls by their JSON', () => {
    const image = { inlineData: { mimeType: 'image/png', data: 'A'.repeat(1e6) } };
    assert.equal(estimateTokenCountSync([image, image]), 6_000);
    assert.equal(estimateTokenCountSync([{ functionCall: { name: 'ls' } }]), 7);
    assert.equal(estimateTokenCountSync([]), 0);
  });
});
