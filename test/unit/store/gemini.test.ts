import assert from 'node:assert/strict';
import { readGemini } from '../../../src/agents/gemini/transcripts.ts';
import {
  assertNeverThrows,
  assertSplitsAnywhere,
  called,
  jsonLines,
  readBytes,
  readLines,
  said,
} from './reading.ts';

const meta = {
  sessionId: 'f1f2f3f4-0000-4000-8000-000000000001',
  projectHash: 'ab'.repeat(32),
  startTime: '2026-02-05T08:00:00.000Z',
  lastUpdated: '2026-02-05T08:00:00.000Z',
  kind: 'main',
};
const at = (second: number) => `2026-02-05T08:01:${String(second).padStart(2, '0')}.000Z`;
const user = (id: string, content: unknown, second = 0) => ({
  id,
  timestamp: at(second),
  type: 'user',
  content,
});
const answer = (id: string, content: unknown, more: object = {}) => ({
  id,
  timestamp: at(10),
  type: 'gemini',
  content,
  ...more,
});
const toolCall = {
  id: 'read_file-1',
  name: 'read_file',
  args: { path: 'a.ts' },
  status: 'success',
  timestamp: at(11),
  result: [{ functionResponse: { id: 'read_file-1', name: 'read_file', response: { output: 'let a;' } } }],
  resultDisplay: { fileDiff: '@@ -1 +1 @@', fileName: 'a.ts' },
};
const session = [
  meta,
  user('u1', [{ text: '把解析器修好 🚀' }]),
  answer('g1', '', {}),
  answer('g1', 'Done.', {
    thoughts: [{ subject: 'Plan', description: 'read first', timestamp: at(9) }],
    tokens: { input: 10, output: 2, cached: 0, total: 12 },
    model: 'gemini-3-pro',
    toolCalls: [toolCall],
  }),
  { $set: { lastUpdated: at(50), summary: 'Fix the parser' } },
];

describe('Gemini CLI sessions', () => {
  it('reads JSON lines: a later record of an id replaces the earlier, $set changes the metadata', async () => {
    const read = await readLines(readGemini, session);
    assert.deepEqual(said(read), ['user: 把解析器修好 🚀', 'assistant: Done.']);
    assert.deepEqual(called(read), [`read_file({"path":"a.ts"}) success ${JSON.stringify(toolCall.result)}`]);
    const [, { thoughts, tokens, model, toolCalls } = { toolCalls: [] }] = read.messages;
    assert.deepEqual(thoughts, [{ subject: 'Plan', description: 'read first', timestamp: at(9) }]);
    assert.deepEqual(tokens, { input: 10, output: 2, cached: 0, total: 12 });
    assert.equal(model, 'gemini-3-pro');
    assert.equal(toolCalls?.[0]?.resultDisplay, '@@ -1 +1 @@');
    const { sessionId, projectHash, startTime, lastUpdated, title, summary, source, omitted } = read;
    assert.deepEqual(
      { sessionId, projectHash, startTime, lastUpdated, title, summary, source, omitted },
      {
        sessionId: meta.sessionId,
        projectHash: meta.projectHash,
        startTime: meta.startTime,
        lastUpdated: at(50),
        title: 'Fix the parser',
        summary: 'Fix the parser',
        source: 'gemini',
        omitted: { unreadable: 0, rewound: 0 },
      },
    );
  });

  it('reads the single JSON object of older versions, pretty or on one line', async () => {
    const { kind, ...older } = meta;
    const document = { ...older, messages: [user('u1', 'hello'), answer('g1', 'hi')] };
    for (const text of [
      JSON.stringify(document, null, 2),
      JSON.stringify(document),
      `\uFEFF${JSON.stringify(document)}`,
    ]) {
      const read = await readBytes(readGemini, Buffer.from(text));
      assert.deepEqual(said(read), ['user: hello', 'assistant: hi'], `${kind} ${text.slice(0, 10)}`);
      assert.equal(read.title, 'hello');
      assert.deepEqual(read.omitted, { unreadable: 0, rewound: 0 });
    }
  });

  it('takes back what was rewound, and counts it', async () => {
    const records = [meta, user('u1', 'one'), answer('g1', '1'), user('u2', 'two'), answer('g2', '2')];
    const read = await readLines(readGemini, [...records, { $rewindTo: 'u2' }, user('u3', 'three')]);
    assert.deepEqual(said(read), ['user: one', 'assistant: 1', 'user: three']);
    assert.deepEqual(read.omitted, { unreadable: 0, rewound: 2 });
  });

  it('keeps everything at a rewind to what is not there, and counts that', async () => {
    const read = await readLines(readGemini, [meta, user('u1', 'one'), { $rewindTo: 'nowhere' }]);
    assert.deepEqual(said(read), ['user: one']);
    assert.deepEqual(read.omitted, { unreadable: 1, rewound: 0 });
  });

  const context = user('ctx', [{ text: '<session_context>\nThis is the Gemini CLI.\n</session_context>' }]);
  const call = (id: string) => ({ id, name: 'ls', args: {}, status: 'success', result: [] });
  const asked = (id: string) => ({ functionCall: { id, name: 'ls', args: {} } });
  const gave = (id: string) => ({ functionResponse: { id, name: 'ls', response: { output: 'a' } } });
  /** A talk as its records tell it. */
  const talk = [
    meta,
    { $set: { messages: [context] } },
    user('u1', [{ text: 'one' }]),
    answer('g1', 'I look.', { toolCalls: [call('c1')] }),
    user('r1', [gave('c1')]),
    answer('g2', 'Two.'),
  ];
  /** The same as the list that Gemini writes where it is resumed: other times, and calls among the texts. */
  const resumed = [
    context,
    user('u1', [{ text: 'one' }], 30),
    answer('g1', [{ text: 'Hm', thought: true }, { text: 'I look.' }, asked('c1')]),
    user('g1', [gave('c1')], 30),
    user('r1', [gave('c1')], 30),
    answer('g2', [{ text: 'Two.' }]),
  ];

  it('does not take the context of a session for words of the person', async () => {
    const read = await readLines(readGemini, talk);
    assert.deepEqual(said(read), ['user: one', 'assistant: I look.', 'assistant: Two.']);
    assert.equal(read.title, 'one');
    const alone = await readLines(readGemini, talk.slice(0, 2));
    assert.deepEqual(alone.messages, []);
    const hook = user('u1', [{ text: 'one' }, { text: '<hook_context>Be brief.</hook_context>' }]);
    assert.deepEqual(said(await readLines(readGemini, [meta, hook])), ['user: one']);
    // Without a terminal, what the hook of the session's start says stands before the words of the person.
    const text = '<hook_context>From the history:\n- 12:00 &lt;b&gt;</hook_context>\n\none';
    const before = { ...user('u1', [{ text }]), displayContent: [{ text }] };
    const first = await readLines(readGemini, [meta, before]);
    assert.deepEqual([said(first), first.title], [['user: one'], 'one']);
    assert.deepEqual(first.messages[0]?.displayContent ?? 'one', 'one');
  });

  it('tells a session that was resumed once, as it was', async () => {
    const again = { ...meta, startTime: at(30), lastUpdated: at(30) };
    const read = await readLines(readGemini, [
      ...talk,
      again,
      { $set: { messages: [context] } },
      { $set: { sessionId: meta.sessionId } },
      { $set: { messages: resumed } },
      user('u2', [{ text: 'three' }], 40),
    ]);
    const once = await readLines(readGemini, talk);
    assert.deepEqual(read.messages.slice(0, -1), once.messages);
    assert.deepEqual(said(read).at(-1), 'user: three');
    assert.deepEqual([read.startTime, read.omitted.rewound], [meta.startTime, 0]);
  });

  it('takes back what was said since a checkpoint that was brought back, and repeats nothing of it', async () => {
    const words = { text: '<session_context>\nThis is the Gemini CLI.\n</session_context>' };
    const back = [
      user('b1', [words, { text: 'one' }], 50),
      answer('b2', [{ text: 'I look.' }, asked('c1')], { tokens: null }),
      user('b3', [gave('c1')], 50),
      answer('b4', [{ text: 'Two.' }], { tokens: null }),
    ];
    const read = await readLines(readGemini, [
      ...talk,
      user('u2', [{ text: 'left' }], 40),
      answer('g3', 'Left.', { tokens: { input: 5, output: 1 } }),
      ...back,
      { $set: { messages: back } },
      user('u3', [{ text: 'one' }], 60),
    ]);
    assert.deepEqual(said(read), ['user: one', 'assistant: I look.', 'assistant: Two.', 'user: one']);
    assert.deepEqual([read.omitted.rewound, read.requests?.length], [2, 1]);
  });

  it('keeps what was said before a compaction, and what a failed request left out', async () => {
    const summary = '<state_snapshot>\nOne and two.\n</state_snapshot>';
    const compacted = [
      context,
      user('s1', [{ text: summary }], 50),
      answer('s2', [{ text: 'Got it. Thanks for the additional context!' }]),
      user('new1', [{ text: 'one' }], 50),
      answer('new2', [{ text: 'Two.' }]),
    ];
    const read = await readLines(readGemini, [
      ...talk,
      user('u2', [{ text: 'failed' }], 40),
      { $set: { messages: resumed } },
      user('u3', [{ text: 'one' }], 45),
      { $set: { messages: compacted } },
      // Later records may name the copy.
      { ...answer('new2', [{ text: 'Two.' }]), tokens: { input: 3 } },
      user('u4', [{ text: 'after' }], 55),
      { $set: { messages: [...compacted, user('u4', [{ text: 'after' }])] } },
    ]);
    assert.deepEqual(said(read), [
      'user: one',
      'assistant: I look.',
      'assistant: Two.',
      'user: failed',
      'user: one',
      'info: Context compacted',
      'user: after',
    ]);
    assert.deepEqual(read.messages[5]?.compaction, { summary });
    assert.equal(read.messages[5].timestamp, at(50));
    assert.deepEqual(read.messages[2]?.tokens, { input: 3 });
    assert.deepEqual(called(read), ['ls({}) success []']);
  });

  it('takes over what only a list tells', async () => {
    const read = await readLines(readGemini, [meta, { $set: { messages: resumed } }, { $rewindTo: 'g2' }]);
    assert.deepEqual(said(read), ['user: one', 'assistant: I look.']);
    assert.deepEqual(called(read), ['ls({}) success {"output":"a"}']);
  });

  it('counts what it cannot read: torn, garbage, no record; padding is nothing', async () => {
    const lines = [
      '\uFEFF' + JSON.stringify(meta),
      '\0\0\0',
      '',
      JSON.stringify(user('u1', 'one')) + '\r',
      'garbage',
    ];
    const text = `${lines.join('\n')}\n{"what":1}\n{"id":"g1","type":"gem`;
    const read = await readBytes(readGemini, Buffer.from(text));
    assert.deepEqual(said(read), ['user: one']);
    assert.deepEqual(read.omitted, { unreadable: 2, rewound: 0, unknown: { what: 1 } });
  });

  it('counts a torn object of older versions as one', async () => {
    const text = JSON.stringify({ ...meta, messages: [user('u1', 'one')] }, null, 2).slice(0, -20);
    const read = await readBytes(readGemini, Buffer.from(text));
    assert.deepEqual(read.messages, []);
    assert.equal(read.omitted.unreadable, 1);
  });

  it('holds pictures, and names unknown parts by their name', async () => {
    const content = [
      { text: 'look ' },
      { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
      { fileData: { mimeType: 'application/pdf', fileUri: 'file:///a.pdf' } },
      { hologram: { depth: 3 } },
    ];
    const read = await readLines(readGemini, [meta, user('u1', content)]);
    assert.deepEqual(read.messages[0]?.content, [
      { text: 'look ' },
      { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
      { fileData: { mimeType: 'application/pdf', fileUri: 'file:///a.pdf' } },
      { text: '[hologram]' },
    ]);
  });

  it('takes a part without anything for nothing said', async () => {
    const read = await readLines(readGemini, [
      meta,
      user('u1', 'hi'),
      answer('g1', [{}]),
      answer('g2', [{}, 'yes']),
    ]);
    assert.deepEqual(
      read.messages.map(({ content }) => content),
      ['hi', 'yes'],
    );
  });

  it('shows what the person was shown, and tells failed, cancelled and open calls apart', async () => {
    const calls = ['error', 'cancelled', 'executing'].map((status, n) => ({
      id: `c${n}`,
      name: 't',
      args: {},
      status,
    }));
    const shown = { ...user('u1', '@a.ts\n--- content'), displayContent: '@a.ts' };
    const read = await readLines(readGemini, [meta, shown, answer('g1', '', { toolCalls: calls })]);
    assert.equal(read.messages[0]?.displayContent, '@a.ts');
    assert.deepEqual(called(read), ['t({}) error -', 't({}) cancelled -', 't({}) pending -']);
  });

  it('joins calls and responses that stand in the content', async () => {
    const call = { functionCall: { id: 'c1', name: 'ls', args: { dir: '.' } } };
    const response = { functionResponse: { id: 'c1', name: 'ls', response: { error: 'no such folder' } } };
    const lost = { functionResponse: { id: 'c9', name: 'rm', response: {} } };
    const read = await readLines(readGemini, [
      meta,
      answer('g1', [call]),
      user('u2', [response]),
      user('u3', [lost]),
    ]);
    assert.deepEqual(called(read), ['ls({"dir":"."}) error {"error":"no such folder"}']);
    assert.deepEqual(said(read), ['assistant: ', 'user: [functionResponse: rm]']);
  });

  it('is the same wherever the bytes are split', async () => {
    await assertSplitsAnywhere(readGemini, jsonLines(session));
    await assertSplitsAnywhere(
      readGemini,
      JSON.stringify({ ...meta, messages: session.slice(1, 4) }, null, 2),
    );
  });

  it('never throws', () =>
    assertNeverThrows(readGemini, [
      ...session,
      { $set: { messages: [context, session[1]!, session[3]!] } },
      { $rewindTo: 'g1' },
      user('u2', ['x', null]),
    ]));
});
