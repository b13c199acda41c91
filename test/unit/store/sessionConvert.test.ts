import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/disk/base/core.ts';
import type { SessionMessage } from '../../../src/history/sessions/content.ts';
import type { Content } from '../../../src/history/sessions/content.ts';
import { convertSessionToHistoryFormats, toClientHistory } from '../../../src/history/sessions/convert.ts';
import type { ToolCall } from '../../../src/agents/reading/types.ts';

const user = (content: SessionMessage['content'], more: Partial<SessionMessage> = {}): SessionMessage => ({
  type: 'user',
  content,
  ...more,
});
const answer = (content: SessionMessage['content'], ...toolCalls: ToolCall[]): SessionMessage => ({
  type: 'assistant',
  content,
  ...(toolCalls.length > 0 && { toolCalls }),
});
const call = (result?: JsonValue, status: ToolCall['status'] = 'success', id = 'c1'): ToolCall => ({
  id,
  name: 'read',
  args: { path: 'a.ts' },
  status,
  ...(result !== undefined && { result }),
});
const client = (...messages: SessionMessage[]) => convertSessionToHistoryFormats(messages).clientHistory;
const ui = (...messages: SessionMessage[]) => convertSessionToHistoryFormats(messages).uiHistory;
const said = (role: Content['role'], text: string): Content => ({ role, parts: [{ text }] });
const called = (id = 'c1') => ({ functionCall: { id, name: 'read', args: { path: 'a.ts' } } });
const response = (response: object, id = 'c1') => ({ functionResponse: { id, name: 'read', response } });

describe('the history a model is given', () => {
  const image = { inlineData: { mimeType: 'image/png', data: 'QUJD' } };
  const rows: readonly (readonly [string, readonly SessionMessage[], readonly unknown[]])[] = [
    ['keeps text', [user('Hello'), answer('Hi there!')], [said('user', 'Hello'), said('model', 'Hi there!')]],
    [
      'keeps parts',
      [user([{ text: 'a' }, image, { text: 'b' }]), answer([{ text: 'c' }, { text: 'd' }])],
      [
        { role: 'user', parts: [{ text: 'a' }, image, { text: 'b' }] },
        { role: 'model', parts: [{ text: 'c' }, { text: 'd' }] },
      ],
    ],
    [
      'names pictures without data',
      [user([{ inlineData: { mimeType: 'image/png' } }])],
      [said('user', '[image/png]')],
    ],
    ['leaves out what says nothing', [user(''), user([]), answer('  '), answer([{ text: '' }])], []],
    ['keeps adjacent users', [user('a'), user('b')], [said('user', 'a'), said('user', 'b')]],
    [
      'leaves out notices',
      [
        { type: 'info', content: 'i' },
        { type: 'error', content: 'e' },
        { type: 'warning', content: 'w' },
        user('a'),
      ],
      [said('user', 'a')],
    ],
    [
      'leaves out the session context',
      [
        user('<session_context>\nThis is …'),
        user('This is the Gemini CLI. We are setting up the context for our chat.\nToday …'),
        user('go'),
      ],
      [said('user', 'go')],
    ],
    [
      'leaves out thoughts beside an answer',
      [{ ...answer('a'), thoughts: [{ subject: 'S', description: 'D' }] }],
      [said('model', 'a')],
    ],
    [
      'keeps thoughts among the parts',
      [answer([{ text: 'hm', thought: true }, { text: 'a' }])],
      [{ role: 'model', parts: [{ text: 'hm', thought: true }, { text: 'a' }] }],
    ],
    ['takes what was shown for nothing', [user('a', { displayContent: 'shown' })], [said('user', 'a')]],
    [
      'takes the last message of an id, in the place of the first',
      [
        user('a', { id: '1' }),
        { ...answer('old'), id: '2' },
        user('b', { id: '3' }),
        { ...answer('new'), id: '2' },
      ],
      [said('user', 'a'), said('model', 'new'), said('user', 'b')],
    ],
  ];
  for (const [title, messages, expected] of rows)
    it(title, () => {
      assert.deepEqual(client(...messages), expected);
    });

  for (const command of ['/help', '/chat save x', ' /clear ', '?', '/git:commit -m x', '/word\nmore'])
    it(`leaves out the command ${JSON.stringify(command)}`, () => {
      assert.deepEqual(client(user(command), user([{ text: command }])), []);
    });

  for (const prompt of [
    '/etc/hosts has no entry for the server',
    '/home/dev/app/src/a.ts',
    '? why is that',
    '// what does this comment mean',
    '/',
    'see /help',
    '?? and',
  ])
    it(`keeps the prompt ${JSON.stringify(prompt)}`, () => {
      assert.deepEqual(client(user(prompt)), [said('user', prompt)]);
    });
});

describe('tools in the history a model is given', () => {
  const missing = { error: '[No result was recorded for this call.]' };
  const results: readonly (readonly [string, ToolCall, readonly unknown[]])[] = [
    ['text', call('let a;'), [response({ output: 'let a;' })]],
    ['empty text', call(''), [response({ output: '' })]],
    ['an empty list', call([]), [response({ output: '' })]],
    ['an empty object', call({}), [response({})]],
    ['an object', call({ lines: 3 }), [response({ lines: 3 })]],
    ['a number', call(7), [response({ output: '7' })]],
    ['false', call(false), [response({ output: 'false' })]],
    ['a list of texts', call(['a', 'b']), [response({ output: 'a\nb' })]],
    [
      'blocks of other agents',
      call([
        { type: 'text', text: 'a' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png' } },
        { type: 'image', data: 'QUJD', mimeType: 'image/gif' },
        { type: 'image', source: 1 },
        { type: 'input_image', image_url: 'data:image/webp;base64,QUJD' },
        { type: 'odd', value: 1 },
      ]),
      [
        response({
          output: 'a\n[image/png]\n[image/gif]\n[image/*]\n[image/webp]\n{"type":"odd","value":1}',
        }),
      ],
    ],
    [
      'a response in the shape of Gemini',
      call([{ functionResponse: { id: 'c1', name: 'read', response: { output: 'x', more: 1 } } }]),
      [response({ output: 'x', more: 1 })],
    ],
    [
      'a response as an object',
      call({ functionResponse: { id: 'other', name: 'other', response: { output: 'x' } } }),
      [response({ output: 'x' })],
    ],
    [
      'a picture with a response',
      call([
        { functionResponse: { id: 'c1', name: 'read', response: { output: 'x' } } },
        { inlineData: { mimeType: 'image/png', data: 'QUJD' } },
      ]),
      [response({ output: 'x' }), { inlineData: { mimeType: 'image/png', data: 'QUJD' } }],
    ],
    ['none', call(), [response(missing)]],
    ['null', call(null), [response(missing)]],
    [
      'none of a cancelled call',
      call(undefined, 'cancelled'),
      [response({ error: '[The call was cancelled and gave no result.]' })],
    ],
    ['text of a failed call', call('ENOENT', 'error'), [response({ error: 'ENOENT' })]],
    ['an object of a failed call', call({ code: 2 }, 'error'), [response({ error: { code: 2 } })]],
  ];
  for (const [title, tool, parts] of results)
    it(`give a result: ${title}`, () => {
      assert.deepEqual(client(answer('I look', tool)), [
        { role: 'model', parts: [{ text: 'I look' }, called()] },
        { role: 'user', parts },
      ]);
    });

  it('are answered in one turn, answers before pictures', () => {
    const picture = { inlineData: { mimeType: 'image/png', data: 'QUJD' } };
    const [first, second] = [call([{ text: 'a' }, picture]), call('b', 'success', 'c2')];
    assert.deepEqual(client(answer('', first, second)), [
      { role: 'model', parts: [called(), called('c2')] },
      {
        role: 'user',
        parts: [response({ output: 'a\n[image/png]' }), response({ output: 'b' }, 'c2'), picture],
      },
    ]);
  });

  it('stand once where they are recorded among the parts as well as beside them', () => {
    for (const part of [called(), { functionCall: { name: 'read', args: { path: 'a.ts' } } }])
      assert.deepEqual(client(answer([{ text: 'a' }, part, { text: 'b' }], call('x'))), [
        { role: 'model', parts: [{ text: 'a' }, called(), { text: 'b' }] },
        { role: 'user', parts: [response({ output: 'x' })] },
      ]);
  });

  it('stand once where a retried answer was recorded under another id', () => {
    const retried = client({ ...answer('a', call('x')), id: '1' }, { ...answer('b', call('x')), id: '2' });
    assert.deepEqual(retried.slice(2), [said('model', 'b')]);
  });

  it('take results that were recorded as messages, by id or by name', () => {
    const byId = client(answer([called()]), user([response({ output: 'x' }) as never]));
    assert.deepEqual(byId.slice(1), [{ role: 'user', parts: [response({ output: 'x' })] }]);
    const part = { functionCall: { name: 'read', args: {} } };
    const stray = (output: string) => ({ functionResponse: { name: 'read', response: { output } } });
    const byName = client(answer([part]), user([stray('1')]), answer([part]), user([stray('2')]));
    assert.deepEqual(
      byName.map(({ parts }) => parts[0]?.functionResponse?.response.output),
      [undefined, '1', undefined, '2'],
    );
  });

  it('have their result once where it was recorded twice', () => {
    const twice = client(
      answer('', call('x')),
      user([response({ output: 'x' }) as never, { text: 'go on' }]),
    );
    assert.deepEqual(twice.slice(1), [
      { role: 'user', parts: [response({ output: 'x' })] },
      said('user', 'go on'),
    ]);
  });
});

describe('the history a model is given as it was', () => {
  it('has notices as what the agent said, slash commands and answers that say nothing', () => {
    const messages: readonly SessionMessage[] = [
      user('/model large'),
      { type: 'error', content: [{ text: 'Quota ' }, { text: 'is used up' }] },
      user('go on'),
      answer('  '),
      { type: 'info', content: ' ' },
      { type: 'warning', content: '额度不足' },
    ];
    const [command, quota, goOn, empty, warning, ...more] = toClientHistory(messages, false);
    assert.deepEqual(
      [command, quota, goOn, warning, more],
      [
        said('user', '/model large'),
        said('model', '[error] Quota is used up'),
        said('user', 'go on'),
        said('model', '[warning] 额度不足'),
        [],
      ],
    );
    assert.equal(empty?.role, 'model');
    assert.deepEqual(toClientHistory(messages), [said('user', 'go on')]);
  });

  it('leaves out the session context, which is no part of what was said', () => {
    const context = user('<session_context>\nToday …');
    assert.deepEqual(toClientHistory([context, user('a')], false), [said('user', 'a')]);
  });
});

describe('the history a person is shown', () => {
  it('has every kind of message, thoughts before their answer and tools after it', () => {
    const tool = { ...call('long'), resultDisplay: 'short' };
    const items = ui(
      user('typed', { displayContent: 'shown' }),
      {
        ...answer('answer', tool, call({ a: 1 }, 'error', 'c2'), call(undefined, 'pending', 'c3')),
        thoughts: [{ subject: 'S', description: 'D' }],
      },
      { type: 'info', content: 'i' },
      { type: 'error', content: 'e' },
      { type: 'warning', content: 'w' },
      user('/help'),
    );
    const args = { path: 'a.ts' };
    assert.deepEqual(items, [
      { type: 'user', text: 'shown' },
      { type: 'thinking', thought: { subject: 'S', description: 'D' } },
      { type: 'assistant', text: 'answer' },
      {
        type: 'tool_group',
        tools: [
          { callId: 'c1', name: 'read', args, status: 'success', resultDisplay: 'short' },
          { callId: 'c2', name: 'read', args, status: 'error', resultDisplay: '{"a":1}' },
          { callId: 'c3', name: 'read', args, status: 'pending' },
        ],
      },
      { type: 'info', text: 'i' },
      { type: 'error', text: 'e' },
      { type: 'warning', text: 'w' },
      { type: 'user', text: '/help' },
    ]);
  });

  it('leaves out what says nothing, and names pictures', () => {
    const picture = { inlineData: { mimeType: 'image/png' } };
    assert.deepEqual(ui(user(' '), answer([{ text: 'a' }, picture])), [
      { type: 'assistant', text: 'a[image/png]' },
    ]);
  });
});
