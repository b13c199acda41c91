import assert from 'node:assert/strict';
import { editsOf, MessageView } from '../../../src/extension/sessions/shownMessage.ts';
import { findIn, firstChange, readSession } from '../../../src/extension/sessions/sessionReading.ts';
import type { OpenedSession } from '../../../src/extension/sessions/types.ts';
import type { JsonObject } from '../../../src/disk/base/core.ts';
import type { MessageRecord, ToolCall } from '../../../src/agents/reading/types.ts';

const timestamp = '2026-02-05T09:00:00.000Z';
const record = (more: Partial<MessageRecord>): MessageRecord => ({
  id: 'm',
  timestamp,
  type: 'assistant',
  content: '',
  ...more,
});
const call = (name: string, args: JsonObject, more: Partial<ToolCall> = {}): ToolCall => ({
  id: 'c',
  name,
  args,
  status: 'success',
  ...more,
});
const show = (more: Partial<MessageRecord>) => new MessageView('/home/dev/shop').show(record(more), 0);

describe('messages of a session as a pane shows them', () => {
  it('are the person, the agent, a notice or a compaction', () => {
    const roles = [
      show({ type: 'user', content: 'x' }),
      show({ content: 'x' }),
      show({ type: 'error', content: 'x' }),
      show({ type: 'info', content: '[Request interrupted by user for tool use]' }),
      show({ type: 'info', content: 'Compacted', compaction: { trigger: 'auto', summary: 'what was' } }),
    ].map(({ role, level, text, trigger }) => [role, level, text, trigger]);
    assert.deepEqual(roles, [
      ['user', undefined, 'x', undefined],
      ['assistant', undefined, 'x', undefined],
      ['notice', 'error', 'x', undefined],
      ['notice', 'interrupted', '[Request interrupted by user for tool use]', undefined],
      ['compaction', undefined, 'what was', 'auto'],
    ]);
  });

  it('say what a tool was called for', () => {
    const hintOf = (args: JsonObject) => show({ toolCalls: [call('t', args)] }).tools[0]?.hint;
    assert.equal(hintOf({ file_path: '/home/dev/shop/src/a.ts' }), 'src/a.ts');
    assert.equal(hintOf({ file_path: '/etc/hosts' }), '/etc/hosts');
    assert.equal(hintOf({ command: ['git', 'log'] }), 'git log');
    assert.equal(hintOf({ command: 'a\n  b' }), 'a b');
    assert.equal(hintOf({ other: 1 }), '');
  });

  it('hold texts up to what is worth showing, and pictures', () => {
    const message = show({
      content: [{ text: 'x'.repeat(20_010) }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }],
      toolCalls: [
        call('t', { a: 'y'.repeat(10_000) }, { result: [{ type: 'text', text: 'z' }, { type: 'image' }] }),
      ],
    });
    assert.deepEqual([message.text.length, message.cutChars], [20_000, 10]);
    assert.deepEqual(message.media, [{ mimeType: 'image/png', data: 'AAAA' }]);
    const [tool] = message.tools;
    assert.deepEqual([tool?.args.length, tool?.result], [6_000, 'z']);
    assert.ok((tool?.cutChars ?? 0) > 4_000);
  });

  it('show pictures up to a sum', () => {
    const view = new MessageView(undefined);
    const content = [{ inlineData: { mimeType: 'image/png', data: 'A'.repeat(1_600_000) } }];
    const shown = Array.from({ length: 20 }, (_, at) => view.show(record({ content }), at).media[0]?.data);
    assert.equal(shown.filter((data) => data !== undefined).length, 15);
  });
});

describe('changes of files by tools', () => {
  const texts = (path: string, before: string, after: string) => ({ kind: 'texts', path, before, after });

  it('are found in the calls of every agent', () => {
    const found: [ToolCall, unknown][] = [
      [call('Edit', { file_path: 'a', old_string: 'x', new_string: 'y' }), [texts('a', 'x', 'y')]],
      [
        call('MultiEdit', { file_path: 'a', edits: [{ old_string: 'x', new_string: '' }] }),
        [texts('a', 'x', '')],
      ],
      [
        call('replace_string_in_file', { filePath: 'a', oldString: 'x', newString: 'y' }),
        [texts('a', 'x', 'y')],
      ],
      [call('editor', { path: 'a', old_text: 'x', new_text: 'y' }), [texts('a', 'x', 'y')]],
      [call('Write', { file_path: 'a', content: 'new' }), [texts('a', '', 'new')]],
      [
        call('replace_in_file', {
          path: 'a',
          diff: '------- SEARCH\nx\n=======\ny\n+++++++ REPLACE\n',
        }),
        [texts('a', 'x', 'y')],
      ],
      [
        call('apply_patch', { input: '*** Begin Patch\n*** Update File: a\n-x\n+y\n*** End Patch' }),
        [{ kind: 'patch', path: '', patch: '*** Update File: a\n-x\n+y' }],
      ],
      [
        call('shell', { command: ['apply_patch', '*** Begin Patch\n+y\n*** End Patch\n'] }),
        [{ kind: 'patch', path: '', patch: '+y' }],
      ],
      [
        call(
          'Edit',
          { file_path: 'a', old_string: 'x', new_string: 'y' },
          { resultDisplay: '@@ -1,1 +1,1 @@\n-x\n+y' },
        ),
        [{ kind: 'patch', path: 'a', patch: '@@ -1,1 +1,1 @@\n-x\n+y' }],
      ],
    ];
    for (const [each, edits] of found) {
      const { edits: actual, rest } = editsOf(each);
      assert.deepEqual(actual, edits, each.name);
      assert.deepEqual(rest, {}, each.name);
    }
  });

  it('are none in other calls, and none that are too long', () => {
    const others = [
      call('Bash', { command: 'ls' }),
      call('Read', { file_path: 'a', content: 'no writer' }),
      call('Edit', { file_path: 'a', old_string: 'x', new_string: 'y'.repeat(60_001) }),
    ];
    for (const each of others) assert.deepEqual(editsOf(each), { edits: [], rest: each.args });
  });
});

describe('a session read for a pane', () => {
  const session = { source: 'claude', sessionId: 's' } as const;
  const facts = {
    session,
    title: 't',
    file: 'f',
    startTs: 0,
    lastTs: 0,
    rewound: 0,
    unreadable: 0,
    commands: [],
  };
  const sourceOf = (records: readonly MessageRecord[]): OpenedSession => ({
    facts,
    messages: async function* () {
      await Promise.resolve();
      yield* records;
    },
    subagents: async function* () {
      // none
    },
  });

  it('knows from where on it is another one', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((content) => record({ content }));
    assert.ok(a && b && c);
    const first = await readSession(sourceOf([a, b]));
    assert.equal(firstChange(undefined, first), 0);
    assert.equal(firstChange(first, await readSession(sourceOf([a, b]))), 2);
    assert.equal(firstChange(first, await readSession(sourceOf([a, b, c]))), 2);
    assert.equal(firstChange(first, await readSession(sourceOf([a, c]))), 1);
    assert.equal(firstChange(first, await readSession(sourceOf([a]))), 1);
  });

  it('counts models and tools, and finds words in all it shows', async () => {
    const toolCalls = [call('Bash', { command: 'npm test' }, { result: 'All PASSED', agentId: 'a1' })];
    const reading = await readSession(
      sourceOf([record({ content: 'Hello', model: 'm1' }), record({ model: 'm1', toolCalls })]),
    );
    assert.deepEqual([reading.models, reading.tools, [...reading.called]], [['m1'], 1, ['a1']]);
    assert.deepEqual(findIn(reading, 'passed'), [1]);
    assert.deepEqual(findIn(reading, 'HELLO'), [0]);
    assert.deepEqual(findIn(reading, 'nowhere'), []);
  });
});
