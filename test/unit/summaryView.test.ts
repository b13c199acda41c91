import assert from 'node:assert/strict';
import { parseFind } from '../../src/protocol/find.ts';
import { isCount, isHref, isJson, isRecord, isText, type Json } from '../../src/protocol/json.ts';
import {
  isOpen,
  itemOf,
  itemText,
  keyForNew,
  knownSection,
  summaryText,
  viewSummary,
} from '../../src/protocol/summarySections.ts';

/** The sections of a summary with their items, each on one line. */
const shown = (summary: Json | undefined): unknown => {
  const view = viewSummary(summary);
  if (view.kind !== 'sections') return view;
  return view.sections.map(({ key, known, items, list }) => [key, known, items.map(itemText), list]);
};

describe('a summary as it is shown', () => {
  it('is empty, one text, or sections of which the known ones come first', () => {
    for (const empty of [undefined, null, '', {}]) assert.deepEqual(shown(empty), { kind: 'empty' });
    assert.deepEqual(shown('Only a text'), { kind: 'text', text: 'Only a text' });
    assert.deepEqual(shown({ other: ['x'], 待办: ['测试'], Decisions: ['Use OAuth'] }), [
      ['Decisions', 'decisions', ['Use OAuth'], true],
      ['待办', 'todo', ['测试'], true],
      ['other', undefined, ['x'], true],
    ]);
  });

  it('takes whatever agents write for a section', () => {
    assert.deepEqual(shown(['a', 'b']), [['', undefined, ['a', 'b'], true]]);
    assert.deepEqual(shown(7), [['', undefined, ['7'], false]]);
    assert.deepEqual(shown({ facts: { port: 8080, name: 'shop' }, issues: 'one', todo: null }), [
      ['todo', 'todo', [], false],
      ['issues', 'issues', ['one'], false],
      ['facts', 'facts', ['port: 8080', 'name: shop'], false],
    ]);
  });

  it('has items whose text is in one of the fields that agents use, with their id and state', () => {
    assert.deepEqual(itemOf({ id: 3, text: 'Test', status: 'open' }), {
      value: { id: 3, text: 'Test', status: 'open' },
      text: 'Test',
      editable: true,
      label: '3',
      state: 'open',
    });
    assert.equal(itemText(itemOf({ id: 'D1', value: 'Use OAuth' })), 'D1: Use OAuth');
    assert.equal(itemOf({ title: '', description: 'said' }).text, 'said');
    const odd = itemOf({ done: true, count: 2 });
    assert.deepEqual([odd.text, odd.editable, odd.state], ['{"done":true,"count":2}', false, 'done']);
    assert.deepEqual([itemOf(true).text, itemOf(null).editable], ['true', false]);
  });

  it('is one text without the names of its sections', () => {
    assert.equal(summaryText({ todo: ['b'], decisions: [{ id: 1, text: 'a' }] }), '1: a\nb');
    assert.equal(summaryText('text'), 'text');
    assert.equal(summaryText(undefined), '');
  });

  it('knows its sections in both languages, and names new ones as the others are', () => {
    for (const [key, section] of [
      ...([
        ['TODO', 'todo'],
        [' Tasks ', 'todo'],
        ['决策', 'decisions'],
        ['引用', 'references'],
      ] as const),
      ...([
        ['限制', 'constraints'],
        ['summary', undefined],
      ] as const),
    ])
      assert.equal(knownSection(key), section, key);
    assert.deepEqual(
      [[], ['facts'], ['FACTS', 'TODO'], ['Facts', 'TODO'], ['事实']].map((present) =>
        keyForNew('decisions', present),
      ),
      ['decisions', 'decisions', 'DECISIONS', 'decisions', 'decisions'],
    );
    assert.equal(keyForNew('todo', ['facts']), 'TODO');
  });

  it('holds what nobody has done, given up or replaced', () => {
    for (const open of [
      'x',
      { text: 'x' },
      { text: 'x', status: 'accepted' },
      { text: 'x', state: '进行中' },
    ])
      assert.ok(isOpen(itemOf(open)), JSON.stringify(open));
    for (const over of [
      ...[
        { text: 'x', status: 'Done' },
        { text: 'x', done: true },
        { text: 'x', state: '已完成' },
      ],
      ...[
        { text: 'x', status: 'cancelled' },
        { text: 'x', status: 'canceled' },
        { text: 'x', supersededBy: 'D2' },
      ],
      { text: 'x', replaced_by: 3 },
    ])
      assert.ok(!isOpen(itemOf(over)), JSON.stringify(over));
  });
});

describe('what crosses between the extension and a pane', () => {
  it('is JSON through and through, not endlessly deep', () => {
    for (const json of [null, '', 0, -1.5, true, [], {}, { a: [{ b: null }] }, Object.create(null)])
      assert.ok(isJson(json), JSON.stringify(json));
    for (const other of [undefined, NaN, Infinity, 1n, new Date(0), new Map(), { a: undefined }, [() => 0]])
      assert.ok(!isJson(other), typeof other);
    let deep: Json = 'x';
    for (let n = 0; n < 200; n++) deep = [deep];
    assert.ok(isJson(deep));
    assert.ok(!isJson([deep]));
  });

  it('is parsed by its kind', () => {
    assert.deepEqual(
      [isRecord({}), isRecord([]), isRecord(null), isRecord(new Date(0))],
      [true, false, false, false],
    );
    assert.deepEqual(
      [isCount(0), isCount(3), isCount(-1), isCount(1.5), isCount('3'), isCount(2 ** 60)],
      [...[true, true, false, false, false, false]],
    );
    assert.deepEqual([isText(''), isText('x'.repeat(20_000_001)), isText(7)], [true, false, false]);
    assert.deepEqual(
      [isHref('a'), isHref(''), isHref('x'.repeat(4_097)), isHref(7)],
      [true, false, false, false],
    );
    assert.deepEqual(parseFind({ query: '税' }), { type: 'find', query: '税' });
    assert.deepEqual([parseFind({ query: 'x'.repeat(201) }), parseFind({})], [undefined, undefined]);
  });
});
