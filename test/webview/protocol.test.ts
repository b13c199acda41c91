import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type DialogPaneAction,
  parseDialogPaneAction,
  parseDialogPaneMemory,
} from '../../src/protocol/dialogPane.ts';

const actions: readonly DialogPaneAction[] = [
  { type: 'ready' },
  { type: 'window', offset: 0, limit: 200 },
  { type: 'copyMessage', position: 7 },
  { type: 'copyText', text: '' },
  { type: 'openMessage', position: 0 },
  { type: 'openLink', href: 'src/a.ts:12' },
  {
    type: 'draftSummary',
    resource: { folder: '/p', dialog: 'd' },
    draft: {
      edits: [
        { id: '1', kind: 'add', section: 'facts', text: 'a' },
        { id: '2', kind: 'remove', section: 'facts', item: { id: 1, value: null } },
        { id: '3', kind: 'set', section: '', item: 'a', text: 'b' },
      ],
      editor: { at: { kind: 'set', section: 'facts', item: ['x'] }, text: 'half ty' },
    },
  },
  { type: 'draftSummary', resource: { folder: '/p', dialog: '' }, draft: { edits: [] } },
  { type: 'saveSummary', resource: { folder: '/p', dialog: 'd' } },
  { type: 'command', command: 'togglePin' },
];

/** A draft that removes an item. */
function draftOf(item: unknown) {
  const edits = [{ id: '1', kind: 'remove', section: 'facts', item }];
  return { type: 'draftSummary', resource: { folder: '/p', dialog: 'd' }, draft: { edits } };
}

const refused: readonly unknown[] = [
  undefined,
  null,
  'ready',
  [],
  {},
  { type: 'constructor' },
  { type: '__proto__' },
  { type: ['ready'] },
  { type: 'window', offset: -1, limit: 10 },
  { type: 'window', offset: 0.5, limit: 10 },
  { type: 'window', offset: 0, limit: 0 },
  { type: 'window', offset: 0, limit: 201 },
  { type: 'window', offset: Number.NaN, limit: 10 },
  { type: 'copyMessage', position: '7' },
  { type: 'copyMessage' },
  { type: 'copyText', text: 5 },
  { type: 'openLink', href: '' },
  { type: 'openLink', href: 'x'.repeat(5_000) },
  { type: 'saveSummary' },
  { type: 'draftSummary', draft: { edits: [] } },
  { type: 'draftSummary', resource: { folder: '/p', dialog: 'd' }, draft: { edits: [{ kind: 'add' }] } },
  {
    type: 'draftSummary',
    resource: { folder: '/p', dialog: 'd' },
    draft: { edits: [], editor: { text: 'x' } },
  },
  draftOf({ when: new Date() }),
  draftOf([Number.POSITIVE_INFINITY]),
  { type: 'command', command: 'rm -rf' },
];

const label = (message: unknown): string => JSON.stringify([message]).slice(1, -1).slice(0, 60);

describe('messages of the dialog pane', () => {
  for (const action of actions) {
    it(`are parsed without extra fields: ${JSON.stringify(action)}`, () => {
      assert.deepEqual(parseDialogPaneAction({ ...action, extra: 1 }), action);
    });
  }

  for (const message of refused) {
    it(`are rejected: ${label(message)}`, () => {
      assert.equal(parseDialogPaneAction(message), undefined);
    });
  }

  it('are rejected when an item is nested deeply enough to exhaust the stack', () => {
    let item: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) item = [item];
    assert.equal(parseDialogPaneAction(draftOf(item)), undefined);
  });

  it('never make the parser throw', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...actions), (value, { type }) => {
        parseDialogPaneAction(value);
        const fields = typeof value === 'object' && value !== null ? value : {};
        const action = parseDialogPaneAction({ ...fields, type });
        assert.ok(action === undefined || action.type === type);
      }),
    );
  });

  it('restore valid pane state and nothing else', () => {
    assert.deepEqual(parseDialogPaneMemory({ folder: '/p', dialog: 'd', position: 3, more: true }), {
      folder: '/p',
      dialog: 'd',
      position: 3,
    });
    assert.deepEqual(parseDialogPaneMemory({ folder: '/p', dialog: 'd', position: -1 }), {
      folder: '/p',
      dialog: 'd',
    });
    for (const value of [undefined, null, 'x', {}, { folder: '/p' }, { dialog: 'd' }]) {
      assert.equal(parseDialogPaneMemory(value), undefined);
    }
  });
});
