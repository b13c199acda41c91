import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Json } from '../../src/protocol/json.ts';
import { applyEdits } from '../../src/protocol/summaryEdits.ts';
import { keyForNew, knownSection, viewSummary } from '../../src/protocol/summarySections.ts';

const titles = (summary: Json): string[] => {
  const view = viewSummary(summary);
  return view.kind === 'sections' ? view.sections.map(({ key, known }) => known ?? key) : [view.kind];
};

describe('the summary of a dialog', () => {
  it('recognises sections in English and Chinese in any case, and orders them', () => {
    const order = ['decisions', 'constraints', 'todo', 'issues', 'facts', 'references'];
    assert.deepEqual(titles({ 引用: [], 事实: [], 问题: [], 待办: [], 约束: [], 决策: [] }), order);
    assert.deepEqual(
      titles({ Refs: [], FACTS: [], Issues: [], ' TODO ': [], constraint: [], decisions: [] }),
      order,
    );
    assert.equal(knownSection('state'), undefined);
    assert.deepEqual(titles({ state: 'green', next: [], TODO: [] }), ['todo', 'state', 'next']);
  });

  it('accepts a text, a list or nothing', () => {
    assert.deepEqual(viewSummary(undefined), { kind: 'empty' });
    assert.deepEqual(viewSummary({}), { kind: 'empty' });
    assert.deepEqual(viewSummary('# Done'), { kind: 'text', text: '# Done' });
    assert.deepEqual(titles(['a']), ['']);
  });

  it('shows the text and id of items, and makes only writable ones editable', () => {
    const view = viewSummary({
      facts: ['a', { id: 'F2', value: 'b' }, { deep: { x: 1 } }, 5],
      state: { step: 'two' },
    });
    assert.ok(view.kind === 'sections');
    const [facts, state] = view.sections;
    assert.deepEqual(
      facts?.items.map(({ text, label, editable }) => [text, label, editable]),
      [
        ['a', undefined, true],
        ['b', 'F2', true],
        ['{"deep":{"x":1}}', undefined, false],
        ['5', undefined, false],
      ],
    );
    assert.deepEqual(
      state?.items.map(({ text, label }) => [text, label]),
      [['two', 'step']],
    );
    assert.equal(state.list, false);
  });

  it('names a new section in the style of its neighbours', () => {
    assert.equal(keyForNew('facts', []), 'facts');
    assert.equal(keyForNew('facts', ['DECISIONS', 'TODO']), 'FACTS');
    assert.equal(keyForNew('facts', ['decisions', 'TODO']), 'facts');
  });

  it('never throws on any JSON, not even when edited', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const summary = value as Json;
        const view = viewSummary(summary);
        if (view.kind !== 'sections') return;
        for (const { key, items } of view.sections) {
          for (const { value: item } of items) {
            viewSummary(applyEdits(summary, [{ kind: 'set', section: key, item, text: 'changed' }]));
            viewSummary(applyEdits(summary, [{ kind: 'remove', section: key, item }]));
          }
        }
      }),
    );
  });
});

describe('edits of a summary', () => {
  const summary = { facts: ['a', 'b'], TODO: [{ id: 1, value: 'x', done: false }], note: 'n' };

  it('change, add and remove items and leave everything else unchanged', () => {
    assert.deepEqual(
      applyEdits(summary, [
        { kind: 'set', section: 'facts', item: 'a', text: 'A' },
        { kind: 'remove', section: 'facts', item: 'b' },
        { kind: 'set', section: 'TODO', item: { id: 1, value: 'x', done: false }, text: 'y' },
        { kind: 'add', section: 'TODO', text: 'z' },
        { kind: 'set', section: 'note', item: 'n', text: 'm' },
        { kind: 'add', section: 'issues', text: 'i' },
      ]),
      { facts: ['A'], TODO: [{ id: 1, value: 'y', done: false }, { value: 'z' }], note: 'm', issues: ['i'] },
    );
    assert.deepEqual(summary.facts, ['a', 'b']);
  });

  it('keep the order of the sections', () => {
    const edited = applyEdits(summary, [{ kind: 'set', section: 'facts', item: 'a', text: 'A' }]);
    assert.deepEqual(Object.keys(edited as object), ['facts', 'TODO', 'note']);
  });

  it('are merged with concurrent changes of an agent', () => {
    const edits = [
      { kind: 'set', section: 'facts', item: 'a', text: 'A' },
      { kind: 'remove', section: 'facts', item: 'b' },
    ] as const;
    assert.deepEqual(applyEdits({ facts: ['new', 'a', 'b'], more: [] }, edits), {
      facts: ['new', 'A'],
      more: [],
    });
    assert.deepEqual(
      applyEdits({ facts: ['new'] }, edits),
      { facts: ['new', 'A'] },
      'typed text is never lost',
    );
    assert.deepEqual(applyEdits({}, edits), { facts: ['A'] });
    assert.deepEqual(applyEdits(undefined, edits), { facts: ['A'] });
    assert.deepEqual(applyEdits('a text by now', edits), { summary: 'a text by now', facts: ['A'] });
  });

  it('cannot reach the prototype of objects', () => {
    const edited = applyEdits({}, [{ kind: 'add', section: '__proto__', text: 'x' }]);
    assert.deepEqual(Object.keys(edited as object), ['__proto__']);
    assert.equal(Object.getPrototypeOf(edited), Object.prototype);
  });
});
