import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type MemoryPaneAction,
  isMemoryPaneContent,
  parseMemoryPaneAction,
  parseMemoryPaneMemory,
} from '../../src/protocol/memoryPane.ts';

const hash = '0f'.repeat(32);

const actions: readonly MemoryPaneAction[] = [
  { type: 'ready' },
  { type: 'addTags', tags: ['a', '标签'] },
  { type: 'removeTag', tag: 'a' },
  { type: 'openMemory', hash },
  { type: 'copyText', text: '' },
  { type: 'openLink', href: 'src/a.ts:12' },
  { type: 'command', command: 'editTags' },
  { type: 'command', command: 'forget' },
];

const refused: readonly unknown[] = [
  undefined,
  null,
  'ready',
  [],
  {},
  { type: 'constructor' },
  { type: ['ready'] },
  { type: 'addTags' },
  { type: 'addTags', tags: [] },
  { type: 'addTags', tags: 'a' },
  { type: 'addTags', tags: ['a', ' '] },
  { type: 'addTags', tags: ['a', 5] },
  { type: 'addTags', tags: Array.from({ length: 101 }, () => 'a') },
  { type: 'removeTag', tag: '' },
  { type: 'removeTag', tag: 'x'.repeat(1_001) },
  { type: 'openMemory', hash: hash.slice(1) },
  { type: 'openMemory', hash: hash.toUpperCase() },
  { type: 'copyText', text: 5 },
  { type: 'openLink', href: '' },
  { type: 'command', command: 'rm -rf' },
  { type: 'command' },
];

describe('messages of the memory pane', () => {
  it('are parsed into known actions without extra fields', () => {
    for (const action of actions) assert.deepEqual(parseMemoryPaneAction({ ...action, extra: 1 }), action);
  });

  it('are rejected otherwise', () => {
    for (const [index, message] of refused.entries())
      assert.equal(parseMemoryPaneAction(message), undefined, `number ${String(index)}`);
  });

  it('never make the parser throw', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...actions), (value, { type }) => {
        parseMemoryPaneAction(value);
        parseMemoryPaneMemory(value);
        isMemoryPaneContent(value);
        const fields = typeof value === 'object' && value !== null ? value : {};
        const action = parseMemoryPaneAction({ ...fields, type });
        assert.ok(action === undefined || action.type === type);
      }),
    );
  });

  it('restore valid pane state and nothing else', () => {
    assert.deepEqual(parseMemoryPaneMemory({ folder: '/p', hash, more: true }), { folder: '/p', hash });
    for (const value of [undefined, null, 'x', {}, { folder: '/p' }, { folder: '/p', hash: 'short' }])
      assert.equal(parseMemoryPaneMemory(value), undefined);
  });
});
