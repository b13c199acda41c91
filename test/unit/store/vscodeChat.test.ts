import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readVscodeChat } from '../../../src/agents/vscode/vscodeChat.ts';
import {
  assertNeverThrows,
  assertSplitsAnywhere,
  called,
  jsonLines,
  readBytes,
  readLines,
  said,
} from './reading.ts';
import { withStore } from './withStore.ts';

const initial = {
  version: 3,
  creationDate: 1770278400000,
  initialLocation: 'panel',
  responderUsername: 'GitHub Copilot',
  sessionId: '9ab00000-0000-4000-8000-000000000001',
  requests: [] as object[],
};
const uri = { $mid: 1, fsPath: '/w/src/retry.go', path: '/w/src/retry.go', scheme: 'file' };
const terminal = {
  kind: 'toolInvocationSerialized',
  toolCallId: 'call_a',
  toolId: 'run_in_terminal',
  invocationMessage: 'Running command',
  pastTenseMessage: { value: 'Ran `pytest`' },
  isComplete: true,
  isConfirmed: { type: 4 },
  toolSpecificData: {
    kind: 'terminal',
    commandLine: { original: 'pytest' },
    terminalCommandState: { exitCode: 1 },
  },
};
const readFile = {
  kind: 'toolInvocationSerialized',
  toolCallId: 'call_b__vscode-1',
  toolId: 'copilot_readFile',
  pastTenseMessage: { value: 'Read [](file:///w/src/retry.go)' },
  isComplete: true,
  isConfirmed: { type: 1 },
};
const rounds = {
  toolCallRounds: [
    {
      response: '',
      toolCalls: [
        { id: 'call_a', name: 'run_in_terminal', arguments: '{"command":"pytest -q"}' },
        { id: 'call_b', name: 'read_file', arguments: '{"filePath":"/w/src/retry.go"}' },
      ],
    },
  ],
  toolCallResults: { call_a: { $mid: 20, content: [{ $mid: 21, value: '1 failed' }] } },
  promptTokens: 500,
  outputTokens: 20,
};
const request = {
  requestId: 'request_1',
  timestamp: 1770278401000,
  message: { text: '跑测试 🚀', parts: [{ text: '跑测试 🚀', kind: 'text' }] },
  variableData: { variables: [{ kind: 'image', name: 'shot', mimeType: 'image/png', value: {} }] },
  modelId: 'copilot/gpt-5',
  responseId: 'response_1',
  response: [{ kind: 'thinking', value: 'Need pytest', id: 't1' }, { value: 'Running ' }],
};
const log = [
  { kind: 0, v: initial },
  { kind: 2, k: ['requests'], v: [request] },
  { kind: 2, k: ['requests', 0, 'response'], v: [{ value: 'the tests.' }, { kind: 'undoStop' }], i: 2 },
  {
    kind: 2,
    k: ['requests', 0, 'response'],
    v: [terminal, { value: '\n' }, readFile, { value: 'One fails.' }],
  },
  { kind: 1, k: ['requests', 0, 'result'], v: { timings: { totalElapsed: 9000 }, metadata: rounds } },
  { kind: 1, k: ['customTitle'], v: 'First title' },
  { kind: 3, k: ['customTitle'] },
  { kind: 1, k: ['customTitle'], v: 'Run the tests' },
];

const answerOf = async (response: unknown[], more: object = {}) =>
  readLines(readVscodeChat, [{ kind: 0, v: { ...initial, requests: [{ ...request, response, ...more }] } }]);

describe('VS Code chat sessions', () => {
  it('replays the log of operations', async () => {
    const read = await readLines(readVscodeChat, log);
    assert.deepEqual(said(read), [
      'user: 跑测试 🚀|{"inlineData":{"mimeType":"image/png"}}',
      'assistant: Running the tests.',
      'assistant: One fails.',
    ]);
    assert.deepEqual(called(read), [
      'run_in_terminal({"command":"pytest -q"}) error "1 failed"',
      'read_file({"filePath":"/w/src/retry.go"}) success -',
    ]);
    const [, first, second] = read.messages;
    assert.deepEqual(first?.thoughts, [{ description: 'Need pytest' }]);
    assert.deepEqual(
      first.toolCalls?.map((call) => call.resultDisplay),
      ['Ran `pytest`', 'Read retry.go'],
    );
    assert.equal(first.model, 'copilot/gpt-5');
    assert.deepEqual(second?.tokens, { input: 500, output: 20 });
    assert.deepEqual([first.timestamp, first.id], ['2026-02-05T08:00:10.000Z', 'response_1']);
    const { sessionId, title, startTime, source, omitted } = read;
    assert.deepEqual(
      { sessionId, title, startTime, source, omitted },
      {
        sessionId: initial.sessionId,
        title: 'Run the tests',
        source: 'vscode',
        startTime: '2026-02-05T08:00:00.000Z',
        omitted: { unreadable: 0, rewound: 0 },
      },
    );
  });

  it('reads the single JSON object of older versions', async () => {
    const older = {
      ...initial,
      requests: [
        { ...request, message: 'plain', response: [{ kind: 'markdownContent', content: { value: 'ok' } }] },
      ],
    };
    for (const text of [JSON.stringify(older, null, 2), JSON.stringify(older)]) {
      const read = await readBytes(readVscodeChat, Buffer.from(text));
      assert.deepEqual(said(read).slice(1), ['assistant: ok']);
      assert.equal(read.title, 'plain');
      assert.deepEqual(read.omitted, { unreadable: 0, rewound: 0 });
    }
  });

  it('counts operations that lead nowhere and lines it cannot read, and goes on', async () => {
    const bad = [
      { kind: 1, k: ['requests', 7, 'result'], v: {} },
      { kind: 2, k: ['requests', 0, 'response'], v: 'no list' },
      { kind: 2, k: ['requests'], i: -1 },
      { kind: 9, k: ['requests'], v: [] },
      { kind: 1, k: [], v: {} },
      '{"kind":1,"k":["custom',
    ];
    const read = await readLines(readVscodeChat, [...log.slice(0, 2), ...bad, ...log.slice(2)]);
    assert.equal(read.omitted.unreadable, bad.length);
    assert.equal(read.title, 'Run the tests');
    assert.equal(read.messages.length, 3);
  });

  it('reads what is left of a log without its beginning, and counts that it is damaged', async () => {
    const torn = [
      { kind: 1, k: ['customTitle'], v: 'Birch desk' },
      { kind: 2, k: ['requests'], v: [{ requestId: 'r7', message: { text: 'Varnish it' } }] },
      { kind: 1, k: ['requests', 4, 'response'], v: [{ value: 'lost' }] },
      { kind: 2, k: ['requests'], v: [{ requestId: 'r8', message: { text: 'And oil it' } }] },
    ];
    const read = await readLines(readVscodeChat, torn);
    assert.deepEqual(said(read), ['user: Varnish it', 'user: And oil it']);
    assert.deepEqual([read.title, read.omitted.unreadable], ['Birch desk', 2]);
    const whole = await readLines(readVscodeChat, [...torn, ...log]);
    assert.deepEqual(said(whole), said(await readLines(readVscodeChat, log)));
    assert.equal(whole.omitted.unreadable, 1);
  });

  it('says what edits and references were, names unknown parts, and leaves out what only steers the display', async () => {
    const read = await answerOf([
      { value: 'See ' },
      { kind: 'inlineReference', inlineReference: uri },
      { kind: 'progressMessage', content: { value: 'Working' } },
      { kind: 'textEditGroup', uri, edits: [[{ text: 'x' }]], done: true },
      { kind: 'codeblockUri', uri },
      { kind: 'confirmation', title: 'Go on?', message: 'Really?' },
      { kind: 'hologram' },
      null,
    ]);
    assert.deepEqual(said(read).slice(1), [
      'assistant: See `retry.go`\n[textEditGroup: retry.go]\n[confirmation: Go on?]\n[hologram]\n[part]',
    ]);
  });

  it('tells warnings, errors, denied and running tools', async () => {
    const tools = [
      { ...terminal, toolCallId: 'd', isConfirmed: { type: 0 } },
      { ...readFile, toolCallId: 'r', isComplete: false },
    ];
    const read = await answerOf([{ kind: 'warning', content: { value: 'Slow down' } }, ...tools], {
      result: { errorDetails: { message: 'Out of quota' } },
    });
    assert.deepEqual(said(read).slice(1), ['warning: Slow down', 'assistant: ', 'error: Out of quota']);
    assert.deepEqual(called(read), [
      'run_in_terminal({"command":"pytest"}) cancelled -',
      'copilot_readFile({}) pending -',
    ]);
  });

  it('takes results a person was shown, and calls the model made without showing them', async () => {
    const details = { input: '{"q":1}', output: [{ type: 'embed', value: '3 passed' }], isError: true };
    const shown = await answerOf([{ ...readFile, resultDetails: details }]);
    assert.deepEqual(called(shown), ['copilot_readFile({"q":1}) error "3 passed"']);
    const unshown = await answerOf([{ value: 'Done.' }], { result: { metadata: rounds } });
    assert.deepEqual(called(unshown), [
      'run_in_terminal({"command":"pytest -q"}) success "1 failed"',
      'read_file({"filePath":"/w/src/retry.go"}) pending -',
    ]);
  });

  it('keeps subagents apart from the conversation', async () => {
    const start = {
      ...readFile,
      toolCallId: 'sub1',
      toolId: 'runSubagent',
      toolSpecificData: { kind: 'subagent', description: 'Look around', prompt: 'Find it', result: 'Found' },
    };
    const inner = { ...terminal, toolCallId: 'in1', subAgentInvocationId: 'sub1' };
    const read = await answerOf([
      start,
      inner,
      { kind: 'thinking', value: 'hm', subAgentInvocationId: 'sub1' },
      { value: 'Ok.' },
    ]);
    assert.deepEqual(said(read).slice(1), ['assistant: ', 'assistant: Ok.']);
    assert.deepEqual(called(read), ['runSubagent({"prompt":"Find it"}) success "Found"']);
    assert.equal(read.messages[1]?.toolCalls?.[0]?.agentId, 'sub1');
    const [subagent, ...others] = read.subagents ?? [];
    assert.equal(others.length, 0);
    assert.deepEqual([subagent?.agentId, subagent?.title], ['sub1', 'Look around']);
    assert.deepEqual(called(subagent!), ['run_in_terminal({"command":"pytest"}) error -']);
  });

  it('leaves out prompts the person undid, and those nobody typed are no user messages', async () => {
    const requests = [
      { ...request, shouldBeRemovedOnSend: { requestId: 'x' } },
      {
        ...request,
        requestId: 'r2',
        variableData: {},
        isSystemInitiated: true,
        response: [{ value: 'fine' }],
      },
    ];
    const read = await readLines(readVscodeChat, [{ kind: 0, v: { ...initial, requests } }]);
    assert.deepEqual(said(read), ['info: 跑测试 🚀', 'assistant: fine']);
    assert.equal(read.omitted.rewound, 2);
  });

  it('marks where the context was compacted', async () => {
    const read = await answerOf([{ value: 'ok' }], {
      result: { metadata: { summary: { text: 'So far …' } } },
    });
    assert.deepEqual(read.messages[1]?.compaction, { summary: 'So far …' });
  });

  it('knows its folder from workspace.json', () =>
    withStore(async ({ root }) => {
      const storage = join(root, 'User', 'workspaceStorage', 'abc');
      await fs.mkdir(storage, { recursive: true });
      await fs.writeFile(
        join(storage, 'workspace.json'),
        JSON.stringify({ folder: pathToFileURL(root).href }),
      );
      const read = await readLines(readVscodeChat, log, join(storage, 'chatSessions', 'x.jsonl'));
      assert.equal(read.cwd, root);
    }));

  it('keeps the ids of messages when more is said, or an earlier prompt is undone', async () => {
    const parts = [{ value: 'one' }, readFile, { kind: 'warning', content: 'slow' }, { value: 'two' }];
    const result = { metadata: { summary: { text: 'So far …' } } };
    const last = { ...request, requestId: 'r2', responseId: 'a2', response: parts, result };
    const ids = async (...requests: object[]) => {
      const read = await readLines(readVscodeChat, [{ kind: 0, v: { ...initial, requests } }]);
      return read.messages.map(({ id }) => id).filter((id) => id !== 'request_1' && id !== 'response_1');
    };
    const expected = ['r2', 'a2-compaction', 'a2', 'a2-warning', 'a2-2'];
    assert.deepEqual(await ids(request, last), expected);
    assert.deepEqual(await ids({ ...request, shouldBeRemovedOnSend: {} }, last), expected);
    const more = { ...last, response: [...parts, { ...readFile, toolCallId: 'c' }, { value: 'three' }] };
    assert.deepEqual(await ids(request, more), [...expected, 'a2-3']);
  });

  // Quadratic time would be minutes.
  it('reads links that nothing closes in linear time', async () => {
    const read = await answerOf([{ ...readFile, pastTenseMessage: '[]('.repeat(500_000) }]);
    assert.equal(called(read).length, 1);
  });

  it('is the same wherever the bytes are split', async () => {
    await assertSplitsAnywhere(readVscodeChat, jsonLines(log));
    await assertSplitsAnywhere(readVscodeChat, JSON.stringify({ ...initial, requests: [request] }, null, 2));
  });

  it('never throws', () => assertNeverThrows(readVscodeChat, log));
});
