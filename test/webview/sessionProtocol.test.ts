import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type SessionPaneAction,
  isSessionPaneState,
  parseSessionPaneAction,
  parseSessionPaneMemory,
} from '../../src/protocol/sessionPane.ts';

const actions: readonly SessionPaneAction[] = [
  { type: 'ready' },
  { type: 'window', offset: 0, limit: 200 },
  { type: 'find', query: '' },
  { type: 'find', query: 'x'.repeat(200) },
  { type: 'subagent', agentId: 'a1', open: true },
  { type: 'copyMessage', position: 3 },
  { type: 'continueFrom', position: 3 },
  { type: 'copyText', text: 'a\r\n ' },
  { type: 'openMessage', position: 0 },
  { type: 'openLink', href: 'src/a.ts:12' },
  { type: 'command', command: 'archiveSession' },
  { type: 'command', command: 'openMarkdown' },
];

const refused: readonly unknown[] = [
  ...[undefined, null, 'ready', [], {}, { type: 'constructor' }, { type: '__proto__' }],
  { type: 'window', offset: -1, limit: 10 },
  { type: 'window', offset: 0, limit: 0 },
  { type: 'window', offset: 0, limit: 201 },
  { type: 'find' },
  { type: 'find', query: 'x'.repeat(201) },
  { type: 'subagent', agentId: '', open: true },
  { type: 'subagent', agentId: 'a1' },
  { type: 'copyMessage', position: 1.5 },
  { type: 'continueFrom', position: -1 },
  { type: 'openLink', href: '' },
  { type: 'command', command: 'rm -rf' },
];

describe('messages of the session pane', () => {
  it('are parsed into known actions without extra fields', () => {
    for (const action of actions) assert.deepEqual(parseSessionPaneAction({ ...action, extra: 1 }), action);
  });

  it('are rejected otherwise', () => {
    for (const [index, message] of refused.entries())
      assert.equal(parseSessionPaneAction(message), undefined, `number ${String(index)}`);
  });

  it('never make the parser throw', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...actions), (value, { type }) => {
        parseSessionPaneAction(value);
        parseSessionPaneMemory(value);
        isSessionPaneState(value);
        const fields = typeof value === 'object' && value !== null ? value : {};
        const action = parseSessionPaneAction({ ...fields, type });
        assert.ok(action === undefined || action.type === type);
      }),
    );
  });

  it('restore valid pane state and nothing else', () => {
    const resource = { folder: '/p', kind: 'archive', id: '2026-02-05-x' };
    const whole = { ...resource, position: 3, kinds: ['user'] };
    assert.deepEqual(parseSessionPaneMemory({ ...whole, more: true }), whole);
    assert.deepEqual(parseSessionPaneMemory({ ...resource, position: -1, kinds: 'user' }), resource);
    for (const value of [undefined, null, 'x', {}, { folder: '/p', id: 'x' }, { ...resource, kind: 'other' }])
      assert.equal(parseSessionPaneMemory(value), undefined);
  });
});
