import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type ContextPaneAction,
  isContextPaneContent,
  parseContextPaneAction,
  parseContextPaneMemory,
} from '../../src/protocol/contextPane.ts';

const resource = { folder: '/p', dialog: 'd', contextId: 'c_1' };

const actions: readonly ContextPaneAction[] = [
  { type: 'ready' },
  { type: 'preview', mode: 'summary', maxChars: 200 },
  { type: 'preview', mode: 'full', maxChars: 1_000_000 },
  { type: 'copyInjection' },
  { type: 'openInChat' },
  { type: 'draftSummary', resource, draft: { id: '1', text: '', base: 'x' } },
  { type: 'draftSummary', resource },
  { type: 'saveSummary', resource },
  { type: 'copyText', text: 'a\r\n ' },
  { type: 'openLink', href: 'src/a.ts:12' },
  { type: 'command', command: 'newContext' },
  { type: 'command', command: 'restore' },
];

const refused: readonly unknown[] = [
  undefined,
  null,
  'ready',
  [],
  {},
  { type: 'constructor' },
  { type: '__proto__' },
  { type: ['ready'] },
  { type: 'preview' },
  { type: 'preview', mode: 'toString', maxChars: 4_000 },
  { type: 'preview', mode: 'full', maxChars: 199 },
  { type: 'preview', mode: 'full', maxChars: 1_000_001 },
  { type: 'preview', mode: 'full', maxChars: 4_000.5 },
  { type: 'preview', mode: 'full', maxChars: '4000' },
  { type: 'draftSummary', draft: { id: '1', text: '', base: '' } },
  { type: 'draftSummary', resource, draft: { id: '1', text: { toString: 1 }, base: '' } },
  { type: 'draftSummary', resource, draft: null },
  { type: 'saveSummary', resource: { folder: '/p', dialog: 'd' } },
  { type: 'copyText', text: 5 },
  { type: 'copyText', text: 'x'.repeat(20_000_001) },
  { type: 'openLink', href: '' },
  { type: 'openLink', href: 'x'.repeat(5_000) },
  { type: 'command', command: 'rm -rf' },
  { type: 'command' },
];

describe('messages of the context pane', () => {
  it('are parsed into known actions without extra fields', () => {
    for (const action of actions) assert.deepEqual(parseContextPaneAction({ ...action, extra: 1 }), action);
  });

  it('are rejected otherwise', () => {
    for (const [index, message] of refused.entries())
      assert.equal(parseContextPaneAction(message), undefined, `number ${String(index)}`);
  });

  it('never make the parser throw', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...actions), (value, { type }) => {
        parseContextPaneAction(value);
        parseContextPaneMemory(value);
        isContextPaneContent(value);
        const fields = typeof value === 'object' && value !== null ? value : {};
        const action = parseContextPaneAction({ ...fields, type });
        assert.ok(action === undefined || action.type === type);
      }),
    );
  });

  it('restore valid pane state and nothing else', () => {
    const whole = { ...resource, preview: { mode: 'recent', maxChars: 4_000 }, turn: 3 };
    assert.deepEqual(parseContextPaneMemory({ ...whole, more: true }), whole);
    assert.deepEqual(parseContextPaneMemory({ ...resource, preview: { mode: 'x' }, turn: -1 }), resource);
    for (const value of [undefined, null, 'x', {}, { folder: '/p', dialog: 'd' }])
      assert.equal(parseContextPaneMemory(value), undefined);
  });
});
