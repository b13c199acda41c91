import assert from 'node:assert/strict';
import { givenTags } from '../../../src/history/memory/labels.ts';

const trimmed = (value: unknown): readonly string[] => givenTags(value).tags.map((tag) => tag.trim());

describe('tags in a text', () => {
  for (const [text, tags] of [
    [`['a', 'b']`, ['a', 'b']],
    [`["it's", 'say \\'hi\\'', u'caf\\xe9']`, ["it's", "say 'hi'", 'café']],
    [`['\\U0001f600 \\u4e2d', 'b']`, ['😀 中', 'b']],
    [`('a', 'b',)`, ['a', 'b']],
    [`('a',)`, ['a']],
    [`{'a', "b, c"}`, ['a', 'b, c']],
    [`[('a', ['b']), 3, None]`, ['a', 'b', '3']],
    [`['x,]', "y]"]`, ['x,]', 'y]']],
    ['[a, b]', ['a', 'b']],
    ['a; b；c、d，e,f', ['a', 'b', 'c', 'd', 'e', 'f']],
  ] as const)
    it(`are several in ${text}`, () => assert.deepEqual(trimmed(text), tags));

  for (const text of [
    '[wip]',
    '[wip] fix',
    '(q)',
    '(2)',
    "it's",
    "['a' 'b'",
    '{x}',
    "{'a': 1}",
    '[[x]]',
    "don't ['a']",
  ])
    it(`are one in ${text}`, () => assert.deepEqual(trimmed(text), [text]));

  it('are told when they are none', () => {
    assert.deepEqual(givenTags(`['a', True]`), { tags: ['a'], left: [true] });
    assert.deepEqual(givenTags(`[[[[[['a']]]]]]`).tags, [`[[[[[['a']]]]]]`]);
  });

  it('are read in time from a long text that is almost a list', () => {
    const text = `['${"a', '".repeat(100_000)}`;
    assert.equal(givenTags(`${text}]`).tags.length, 100_001);
    assert.equal(givenTags(`['${'a'.repeat(10_000_000)}', 'b']`).tags.length, 2);
  });
});
