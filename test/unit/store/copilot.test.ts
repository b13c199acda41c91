import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readCopilot } from '../../../src/agents/copilot/transcripts.ts';
import { readCopilotCli } from '../../../src/agents/copilot-cli/transcripts.ts';
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

let count = 0;
const event = (type: string, data: object, more: object = {}) => {
  const n = count++;
  const timestamp = new Date(Date.UTC(2026, 1, 5, 8, 0, n)).toISOString();
  return { type, data, id: `e${n}`, timestamp, parentId: n === 0 ? null : `e${n - 1}`, ...more };
};

const start = event('session.start', {
  sessionId: 'c0ffee00-0000-4000-8000-000000000001',
  version: 1,
  producer: 'copilot-agent',
  copilotVersion: '1.0.86',
  startTime: '2026-02-05T08:00:00.000Z',
  selectedModel: 'gpt-6',
  context: { cwd: '/w/项目', gitRoot: '/w', branch: 'main' },
});
const session = [
  start,
  event('user.message', { content: 'List the files 🚀', source: 'user', attachments: [] }),
  event('assistant.turn_start', { turnId: '0' }),
  event('system.message', { role: 'system', content: 'You are …' }),
  event('assistant.message', {
    messageId: 'm1',
    content: 'Looking.',
    reasoningText: 'ls will do',
    outputTokens: 12,
    toolRequests: [{ toolCallId: 'call_1', name: 'bash', arguments: '{"command":"ls"}', type: 'function' }],
  }),
  event('tool.execution_start', { toolCallId: 'call_1', toolName: 'bash', arguments: { command: 'ls' } }),
  event('tool.execution_complete', {
    toolCallId: 'call_1',
    success: true,
    result: { content: 'a.ts', detailedContent: 'a.ts\n(1 file)' },
  }),
  event('assistant.message', { messageId: 'm2', content: 'One file: a.ts', toolRequests: [] }),
  event('assistant.turn_end', { turnId: '0' }),
];

describe('Copilot transcripts', () => {
  it('reads events of the terminal', async () => {
    const read = await readLines(readCopilotCli, session);
    assert.deepEqual(said(read), [
      'user: List the files 🚀',
      'assistant: Looking.',
      'assistant: One file: a.ts',
    ]);
    assert.deepEqual(called(read), ['bash({"command":"ls"}) success "a.ts"']);
    const [, answer] = read.messages;
    assert.deepEqual(answer?.thoughts, [{ description: 'ls will do', timestamp: answer?.timestamp }]);
    assert.equal(answer.toolCalls?.[0]?.resultDisplay, 'a.ts\n(1 file)');
    assert.deepEqual([answer.model, answer.tokens], ['gpt-6', { output: 12 }]);
    const { sessionId, cwd, gitBranch, version, title, source, startTime, omitted } = read;
    assert.deepEqual(
      { sessionId, cwd, gitBranch, version, title, source, startTime, omitted },
      {
        sessionId: 'c0ffee00-0000-4000-8000-000000000001',
        cwd: '/w/项目',
        gitBranch: 'main',
        version: '1.0.86',
        title: 'List the files 🚀',
        source: 'copilot-cli',
        startTime: '2026-02-05T08:00:00.000Z',
        omitted: { unreadable: 0, rewound: 0 },
      },
    );
  });

  it('reads transcripts of the editor, whose folder stands in workspace.json', () =>
    withStore(async ({ root }) => {
      const storage = join(root, 'workspaceStorage', 'abc');
      await fs.mkdir(storage, { recursive: true });
      await fs.writeFile(
        join(storage, 'workspace.json'),
        JSON.stringify({ folder: pathToFileURL(root).href }),
      );
      const { context, ...data } = start.data as Record<string, unknown>;
      const lines = [{ ...start, data }, ...session.slice(1)];
      const path = join(storage, 'GitHub.copilot-chat', 'transcripts', 'c0ffee.jsonl');
      const read = await readLines(readCopilot, lines, path);
      assert.ok(context);
      assert.deepEqual([read.cwd, read.source, read.messages.length], [root, 'copilot', 3]);
    }));

  it('finds a title and folder beside the events', () =>
    withStore(async ({ root }) => {
      await fs.writeFile(
        join(root, 'workspace.yaml'),
        'id: x\r\ncwd: /w/elsewhere\nname: "Say \\"hi\\""\nsummary: |-\n  long\n',
      );
      const path = join(root, 'events.jsonl');
      const read = await readLines(readCopilotCli, [event('user.message', { content: 'hello' })], path);
      assert.deepEqual([read.cwd, read.title], ['/w/elsewhere', 'Say "hi"']);
      assert.equal(read.sessionId, basename(root));
    }));

  it('tells failed and refused tools apart, and keeps calls whose start or end was lost', async () => {
    const complete = (toolCallId: string, more: object) =>
      event('tool.execution_complete', { toolCallId, ...more });
    const read = await readLines(readCopilotCli, [
      event('tool.execution_start', { toolCallId: 'a', toolName: 'bash', arguments: { command: 'false' } }),
      event('tool.execution_start', { toolCallId: 'b', toolName: 'edit', arguments: 'no json' }),
      event('tool.execution_start', { toolCallId: 'c', toolName: 'view' }),
      complete('a', { success: false, error: { message: 'exit 1', code: 'failure' } }),
      complete('b', { success: false, error: { message: 'no', code: 'denied' } }),
      complete('d', { success: true, toolName: 'grep', result: { content: 'x' } }),
    ]);
    assert.deepEqual(called(read), [
      'bash({"command":"false"}) error "exit 1"',
      'edit({"text":"no json"}) cancelled "no"',
      'view({}) pending -',
      'grep({}) success "x"',
    ]);
  });

  it('keeps subagents apart', async () => {
    const read = await readLines(readCopilotCli, [
      event('assistant.message', {
        content: 'Asking.',
        toolRequests: [{ toolCallId: 't1', name: 'task', arguments: {} }],
      }),
      event('subagent.started', { toolCallId: 't1', agentName: 'explore', agentDisplayName: 'Explorer' }),
      event('assistant.message', { content: 'inner', parentToolCallId: 't1' }),
      event('tool.execution_start', { toolCallId: 'i1', toolName: 'grep', parentToolCallId: 't1' }),
      event('assistant.message', { content: 'also inner' }, { agentId: 't1' }),
    ]);
    assert.deepEqual(said(read), ['assistant: Asking.']);
    assert.equal(read.messages[0]?.toolCalls?.[0]?.agentId, 't1');
    const [subagent] = read.subagents ?? [];
    assert.deepEqual([subagent?.agentId, subagent?.title], ['t1', 'Explorer']);
    assert.deepEqual(said(subagent!), ['assistant: inner', 'assistant: also inner']);
    assert.deepEqual(called(subagent!), ['grep({}) pending -']);
  });

  it('marks compactions, notes and errors; what others put in is not the person', async () => {
    const read = await readLines(readCopilotCli, [
      event('session.compaction_start', {}),
      event('session.compaction_complete', { success: true, summaryContent: 'So far …', trigger: 'auto' }),
      event('session.compaction_complete', { success: false }),
      event('user.message', { content: 'Skill text', source: 'skill-x' }),
      event('session.error', { errorType: 'quota', message: 'Out of quota' }),
      event('session.title_changed', { title: 'A title' }),
    ]);
    assert.deepEqual(said(read), ['info: ', 'info: Skill text', 'error: Out of quota']);
    assert.deepEqual(read.messages[0]?.compaction, { trigger: 'auto', summary: 'So far …' });
    assert.equal(read.title, 'A title');
  });

  it('takes back what was rewound', async () => {
    const prompts = ['one', 'two', 'three'].map((content) => event('user.message', { content }));
    const rewind = event('session.snapshot_rewind', { upToEventId: prompts[1]?.id, eventsRemoved: 2 });
    const read = await readLines(readCopilotCli, [...prompts, rewind]);
    assert.deepEqual(said(read), ['user: one']);
    assert.equal(read.omitted.rewound, 2);
  });

  it('joins reasoning told before its message, names attachments and unknown events', async () => {
    const attachments = [
      { type: 'file', path: '/w/a.ts', displayName: 'a.ts' },
      { type: 'blob', mimeType: 'image/png' },
    ];
    const read = await readLines(readCopilotCli, [
      event('user.message', { content: 'see', attachments }),
      event('assistant.reasoning', { content: 'hm' }),
      event('assistant.message', { content: 'ok' }),
      event('hologram.shown', { content: 'x' }),
      event('session.usage_checkpoint', { totalNanoAiu: 1 }),
    ]);
    assert.deepEqual(said(read), [
      'user: see\n[file: a.ts]|{"inlineData":{"mimeType":"image/png"}}',
      'assistant: ok',
      'info: [hologram.shown]',
    ]);
    assert.equal(read.messages[1]?.thoughts?.[0]?.description, 'hm');
  });

  it('gives every message an id of its own, quickly also where all have the same', async () => {
    const same = Array.from({ length: 50_000 }, () => ({
      ...event('user.message', { content: 'x' }),
      id: 'e',
    }));
    const read = await readLines(readCopilotCli, [
      { ...event('user.message', { content: 'x' }), id: 'e-3' },
      ...same,
    ]);
    assert.equal(new Set(read.messages.map(({ id }) => id)).size, same.length + 1);
    assert.deepEqual(
      read.messages.slice(0, 5).map(({ id }) => id),
      ['e-3', 'e', 'e-2', 'e-4', 'e-5'],
    );
  });

  it('counts what it cannot read', async () => {
    const bytes = Buffer.from(
      `\uFEFF${jsonLines(session).replaceAll('\n', '\r\n')}null\n{"type":"x"}\n\0\0\n{"type":"us`,
    );
    const read = await readBytes(readCopilotCli, bytes);
    assert.equal(read.messages.length, 3);
    assert.deepEqual(read.omitted, { unreadable: 3, rewound: 0 });
  });

  it('is the same wherever the bytes are split', () =>
    assertSplitsAnywhere(readCopilotCli, jsonLines(session)));

  it('never throws', () => assertNeverThrows(readCopilotCli, session));
});
