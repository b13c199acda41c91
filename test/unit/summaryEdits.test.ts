import assert from 'node:assert/strict';
import type { Json } from '../../src/protocol/json.ts';
import {
  applyEdits,
  entryIn,
  lostEdits,
  parseEntryRef,
  parseSummaryDraft,
  withDone,
  type SummaryEdit,
} from '../../src/protocol/summaryEdits.ts';
import { viewSummary } from '../../src/protocol/summarySections.ts';
import { seeded } from '../seeded.ts';

/** Summaries of every form that agents write. */
const summaries: readonly Json[] = [
  {},
  { decisions: ['Round once', 'Use cents'], todo: [{ text: 'Tell accounting', status: 'open' }] },
  {
    decisions: [
      { id: 'D1', decision: 'Round once' },
      { id: 'D2', decision: 'Use cents' },
    ],
  },
  { facts: { 1: 'first', b: 'second', 4: { value: 'third' } } },
  { issues: 'One sentence only', facts: [], todo: null },
  { 决策: ['四舍五入一次'], 待办: [{ value: '通知会计', state: 'open' }] },
  { __proto__x: ['odd'], constructor: ['name'], toString: 'text' },
  { facts: [['a', 'b'], { deep: { deeper: [1, 2] } }, 7, true] },
];

interface Entry {
  readonly section: string;
  readonly item: Json;
  readonly text: string;
}

const entriesOf = (summary: Json): Entry[] => {
  const view = viewSummary(summary);
  if (view.kind !== 'sections') return [];
  return view.sections.flatMap(({ key, items }) =>
    items.map(({ value, text }) => ({ section: key, item: value, text })),
  );
};
const textsOf = (summary: Json): string[] => entriesOf(summary).map(({ text }) => text);
const keysOf = (entries: readonly Entry[]): string[] =>
  entries.map(({ section, item }) => JSON.stringify([section, item])).sort();
/** Without one of them. */
function without(keys: readonly string[], { section, item }: Entry): string[] {
  const at = keys.indexOf(JSON.stringify([section, item]));
  return keys.filter((_, n) => n !== at);
}

describe('edits of a summary', () => {
  for (const [n, summary] of summaries.entries()) {
    const entries = entriesOf(summary);

    it(`change, remove and replace one entry and leave all others: summary ${n}`, () => {
      const before = JSON.stringify(summary);
      for (const entry of entries) {
        const { section, item } = entry;
        const others = without(keysOf(entries), entry);
        assert.deepEqual(entryIn(summary, entry)?.value, item);
        const removed = applyEdits(summary, [{ kind: 'remove', section, item }]);
        assert.deepEqual(keysOf(entriesOf(removed)), others);
        assert.equal(entryIn(removed, entry), undefined);
        const put = applyEdits(summary, [{ kind: 'put', section, item, value: 'put instead' }]);
        assert.deepEqual(
          keysOf(entriesOf(put)),
          [...others, JSON.stringify([section, 'put instead'])].sort(),
        );
        const set = applyEdits(summary, [{ kind: 'set', section, item, text: 'said anew' }]);
        assert.equal(entriesOf(set).length, entries.length);
        for (const key of others) assert.ok(keysOf(entriesOf(set)).includes(key), key);
      }
      assert.equal(JSON.stringify(summary), before, 'the summary itself stays');
    });

    it(`add an entry to a section there is, or is not: summary ${n}`, () => {
      for (const section of [...new Set(entries.map((entry) => entry.section)), 'new one', 'constructor']) {
        const added = applyEdits(summary, [{ kind: 'add', section, text: 'one more' }]);
        assert.ok(textsOf(added).includes('one more'), section);
        for (const text of textsOf(summary)) assert.ok(textsOf(added).includes(text), text);
      }
    });

    it(`lose no text that a person typed where somebody else was quicker: summary ${n}`, () => {
      for (const { section, item } of entries) {
        const edit: SummaryEdit = { kind: 'set', section, item, text: 'typed by a person' };
        const meanwhile = applyEdits(summary, [{ kind: 'remove', section, item }]);
        assert.deepEqual(lostEdits(meanwhile, [edit]), [edit]);
        assert.ok(textsOf(applyEdits(meanwhile, [edit])).includes('typed by a person'));
        assert.deepEqual(lostEdits(summary, [edit]), []);
      }
    });
  }

  it('follow one another, each about what the one before left', () => {
    const random = seeded(41);
    for (let round = 0; round < 200; round++) {
      let summary: Json = summaries[Math.floor(random() * summaries.length)] ?? {};
      const edits: SummaryEdit[] = [];
      const first = summary;
      for (let step = 0; step < 8; step++) {
        const entries = entriesOf(summary);
        const entry = entries[Math.floor(random() * entries.length)];
        const text = `text ${step}`;
        const edit: SummaryEdit =
          entry === undefined || random() < 0.4
            ? { kind: 'add', section: entry?.section ?? 'facts', text }
            : random() < 0.5
              ? { kind: 'set', section: entry.section, item: entry.item, text }
              : { kind: 'remove', section: entry.section, item: entry.item };
        edits.push(edit);
        summary = applyEdits(summary, [edit]);
      }
      assert.deepEqual(applyEdits(first, edits), summary, 'at once and one after the other');
      assert.deepEqual(lostEdits(first, edits), []);
      assert.deepEqual(JSON.parse(JSON.stringify(summary)), summary, 'it is JSON');
    }
  });

  it('of a text take its place, or stand beside sections that came meanwhile', () => {
    assert.equal(applyEdits('old', [{ kind: 'text', text: 'new' }]), 'new');
    assert.equal(applyEdits(undefined, [{ kind: 'text', text: 'new' }]), 'new');
    const both = applyEdits({ facts: ['kept'] }, [{ kind: 'text', text: 'new' }]);
    assert.deepEqual(textsOf(both).sort(), ['kept', 'new']);
    const sections = applyEdits('old text', [{ kind: 'add', section: 'facts', text: 'a fact' }]);
    assert.deepEqual(textsOf(sections).sort(), ['a fact', 'old text']);
  });
});

describe('an entry that is done', () => {
  it('is as it was once it is not done any more', () => {
    for (const item of [
      'Tell accounting',
      { text: 'a' },
      { value: 'a', id: 1 },
      7,
      ['a'],
      { text: 'a', done: false },
    ])
      assert.deepEqual(withDone(withDone(item, true), false), item, JSON.stringify(item));
  });

  it('says so where it said how it stood before', () => {
    assert.deepEqual(withDone({ text: 'a', status: 'open' }, true), { text: 'a', status: 'done' });
    assert.deepEqual(withDone({ text: 'a', state: 'open' }, true), { text: 'a', state: 'done' });
    assert.deepEqual(withDone({ text: 'a', done: false }, true), { text: 'a', done: true });
    assert.equal(withDone('a', false), 'a');
  });
});

describe('what names an entry', () => {
  it('is a section and any JSON, and nothing else', () => {
    assert.deepEqual(parseEntryRef({ section: 'facts', item: { a: [1] }, more: 1 }), {
      section: 'facts',
      item: { a: [1] },
    });
    for (const wrong of [
      {},
      { section: 1, item: 'a' },
      { section: 'facts' },
      { section: 'facts', item: () => 1 },
    ])
      assert.equal(parseEntryRef(wrong), undefined);
  });
});

describe('a draft as a pane sends it', () => {
  const edits = [
    { id: '1', kind: 'set', section: 'facts', item: 'a', text: 'b' },
    { id: '2', kind: 'put', section: 'facts', item: { a: 1 }, value: [2] },
    { id: '3', kind: 'remove', section: '', item: null },
    { id: '4', kind: 'add', section: 'todo', text: '' },
    { id: '5', kind: 'text', text: 'all of it' },
  ];
  const editors = [
    { at: { kind: 'text' }, text: 'typed' },
    { at: { kind: 'add', section: 'facts' }, text: '' },
    { at: { kind: 'set', section: 'facts', item: 'a' }, text: 'typed' },
  ];

  it('is what it says, without what is no part of it', () => {
    assert.deepEqual(parseSummaryDraft({ edits, more: 1 }), { edits });
    for (const editor of editors)
      assert.deepEqual(parseSummaryDraft({ edits: [], editor: { ...editor, more: 1 } }), {
        edits: [],
        editor,
      });
  });

  it('is none where any of it is not what it must be, so that nothing is saved in part', () => {
    for (const edit of edits)
      for (const key of Object.keys(edit)) {
        const wrong = { ...edit, [key]: () => undefined };
        assert.equal(parseSummaryDraft({ edits: [...edits, wrong] }), undefined, `${edit.kind} ${key}`);
      }
    for (const editor of editors)
      for (const wrong of [
        { ...editor, text: 1 },
        { ...editor, at: { kind: 'fly' } },
        { ...editor, at: 'text' },
      ])
        assert.equal(parseSummaryDraft({ edits, editor: wrong }), undefined);
    for (const wrong of [undefined, null, [], 'x', {}, { edits: {} }, { edits: [1] }])
      assert.equal(parseSummaryDraft(wrong), undefined);
  });
});
