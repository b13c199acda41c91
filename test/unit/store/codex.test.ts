import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/disk/base/core.ts';
import type { SessionRecord } from '../../../src/agents/reading/types.ts';
import { said } from './claudeLines.ts';
import { codex, codexId, readCodex } from './codexLines.ts';

const environment = '<environment_context>\n  <cwd>/code/shop</cwd>\n</environment_context>';
const agentsFile = '# AGENTS.md instructions for /code/shop\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>';

const calls = ({ messages }: SessionRecord) => messages.flatMap(({ toolCalls }) => toolCalls ?? []);

describe('Codex rollouts', () => {
  it('tell of the session, with the items of the API and not the events beside them', async () => {
    const session = await codex()
      .meta()
      .item('message', { role: 'developer', content: [{ type: 'input_text', text: '<permissions>' }] })
      .user(agentsFile, environment)
      .turn()
      .user('Count the files')
      .event('user_message', { message: 'Count the files' })
      .event('agent_reasoning', { text: '**Counting** them' })
      .item('reasoning', {
        summary: [{ type: 'summary_text', text: '**Counting**\n\nI use ls.' }],
        encrypted_content: 'x',
      })
      .assistant('I count.')
      .event('agent_message', { message: 'I count.' })
      .call('c1', 'exec_command', { cmd: 'ls | wc -l' })
      .event('token_count', {
        info: {
          last_token_usage: { input_tokens: 9, cached_input_tokens: 4, output_tokens: 3, total_tokens: 12 },
        },
      })
      .output('c1', 'Process exited with code 0\nOutput:\n12')
      .assistant('Twelve.')
      .read();
    assert.deepEqual(session, {
      sessionId: codexId,
      projectHash: session.projectHash,
      startTime: '2026-01-15T09:30:00.000Z',
      lastUpdated: '2026-01-15T09:30:13.000Z',
      title: 'Count the files',
      source: 'codex',
      cwd: '/code/shop',
      gitBranch: 'main',
      version: '0.80.0',
      omitted: { unreadable: 0, rewound: 0 },
      messages: [
        { id: 'line-5', timestamp: '2026-01-15T09:30:04.000Z', type: 'user', content: 'Count the files' },
        {
          id: 'line-8',
          timestamp: '2026-01-15T09:30:07.000Z',
          type: 'assistant',
          content: 'I count.',
          thoughts: [
            { subject: 'Counting', description: 'I use ls.', timestamp: '2026-01-15T09:30:07.000Z' },
          ],
          tokens: { input: 9, output: 3, cached: 4, total: 12 },
          model: 'gpt-codex',
          toolCalls: [
            {
              id: 'c1',
              name: 'exec_command',
              args: { cmd: 'ls | wc -l' },
              status: 'success',
              timestamp: '2026-01-15T09:30:10.000Z',
              result: 'Process exited with code 0\nOutput:\n12',
            },
          ],
        },
        {
          id: 'line-14',
          timestamp: '2026-01-15T09:30:13.000Z',
          type: 'assistant',
          content: 'Twelve.',
          model: 'gpt-codex',
        },
      ],
    });
    assert.match(session.projectHash, /^[0-9a-f]{64}$/);
  });

  it('take what a person said from the events where only those have it', async () => {
    const session = await codex()
      .meta()
      .event('user_message', { message: 'Spawn' })
      .item('reasoning', { summary: [], encrypted_content: 'x' })
      .event('agent_reasoning', { text: 'Who?' })
      .call('c1', 'spawn_agent', {})
      .output('c1', 'spawned')
      .event('agent_message', { message: 'Done.' })
      .event('thread_rolled_back', { num_turns: 1 })
      .event('user_message', { message: 'Again' })
      .event('agent_reasoning', { text: 'Again?' })
      .call('c2', 'spawn_agent', {})
      .read();
    assert.deepEqual(said(session), ['user: Again', 'assistant: ']);
    assert.deepEqual(session.messages[1]?.thoughts?.length, 1);
    assert.equal(session.omitted.rewound, 3);
  });

  it('tell it in events where there are no items', async () => {
    const session = await codex()
      .meta()
      .user(environment)
      .event('user_message', { message: 'Hello', images: ['data:image/png;base64,AAAA'] })
      .event('agent_reasoning', { text: 'A greeting' })
      .event('agent_message', { message: 'I look.' })
      .event('exec_command_end', { call_id: 'c1', command: ['ls'], aggregated_output: 'a b', exit_code: 2 })
      .event('mcp_tool_call_end', {
        call_id: 'c2',
        invocation: { server: 'docs', tool: 'search', arguments: { q: 'x' } },
        result: { Ok: { content: [] } },
      })
      .event('patch_apply_end', { call_id: 'c3', success: true, stdout: 'Success', changes: { a: {} } })
      .event('agent_message', { message: 'Hi.' })
      .read();
    assert.deepEqual(said(session), [
      'user: [{"text":"Hello"},{"inlineData":{"mimeType":"image/png","data":"AAAA"}}]',
      'assistant: I look.',
      'assistant: Hi.',
    ]);
    assert.deepEqual(
      calls(session).map(({ name, status, result }) => [name, status, result]),
      [
        ['shell', 'error', 'a b'],
        ['docs/search', 'success', { content: [] }],
        ['apply_patch', 'success', 'Success'],
      ],
    );
    assert.equal(session.messages[1]?.thoughts?.[0]?.description, 'A greeting');
  });

  it('hold what the person said apart from what Codex and editors say in their name', async () => {
    const session = await codex()
      .meta()
      .user('<user_instructions>\n\nBe brief.\n\n</user_instructions>')
      .user(environment)
      .user('<skill>\n<name>pdf</name>\n</skill>')
      .user(
        '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nExplain a.ts\n',
      )
      .user(
        '<user_shell_command>\n<command>\ngit status\n</command>\n<result>\nclean\n</result>\n</user_shell_command>',
      )
      .user('<environment_context> is a tag I ask about')
      .event('turn_aborted', { reason: 'interrupted' })
      .user('<turn_aborted>\nThe user interrupted the previous turn.\n</turn_aborted>')
      .read();
    assert.deepEqual(said(session), [
      'user: Explain a.ts',
      'user: <environment_context> is a tag I ask about',
      'info: [turn aborted: interrupted]',
    ]);
    assert.deepEqual(session.commands, ['!git status']);
    assert.equal(session.title, 'Explain a.ts');
  });

  it('hold pictures, and blocks and items of types to come', async () => {
    const session = await codex()
      .meta()
      .item('message', {
        role: 'user',
        content: [
          { type: 'input_text', text: '<image name=[Image #1]>' },
          { type: 'input_image', image_url: 'data:image/jpeg;base64,AAAA' },
          { type: 'input_text', text: '</image>' },
          { type: 'input_image', image_url: 'https://example.org/a.png' },
          null,
          { type: 'input_smell', smell: 'lemon' },
        ],
      })
      .item('telepathy', { data: 1 })
      .item('ghost_snapshot', { ghost_commit: {} })
      .read();
    assert.deepEqual(session.messages[0]?.content, [
      { inlineData: { mimeType: 'image/jpeg', data: 'AAAA' } },
      { fileData: { mimeType: 'image/*', fileUri: 'https://example.org/a.png' } },
      { text: '[input_smell]' },
    ]);
    assert.deepEqual(said(session).slice(1), ['assistant: [telepathy]']);
  });

  it('hold calls of every kind with what came back', async () => {
    const wrapped = JSON.stringify({
      output: 'no such file\n',
      metadata: { exit_code: 1, duration_seconds: 0.1 },
    });
    const image: JsonValue = { type: 'input_image', image_url: 'data:image/png;base64,AAAA' };
    const session = await codex()
      .meta()
      .user('Go')
      .call('c1', 'shell', { command: ['cat', 'x'] })
      .output('c1', wrapped)
      .item('custom_tool_call', { call_id: 'c2', name: 'apply_patch', input: '*** Begin Patch' })
      .item('custom_tool_call_output', { call_id: 'c2', output: [{ type: 'output_text', text: 'Done!' }] })
      .item('local_shell_call', {
        call_id: 'c3',
        action: { type: 'exec', command: ['pwd'] },
        status: 'completed',
      })
      .output('c3', 'Exit code: 3\nOutput:\n')
      .call('c4', 'view_image', { path: 'a.png' })
      .output('c4', { content: [image], success: true })
      .item('function_call', { call_id: 'c5', name: 'broken', arguments: '{"torn' })
      .output('c5', 'aborted by user after 2.0s')
      .item('web_search_call', { action: { type: 'search', query: 'x' }, status: 'completed' })
      .call('c6', 'never', {})
      .output('unknown', 'to nobody')
      .assistant('Done')
      .read();
    assert.deepEqual(
      calls(session).map(({ name, args, status, result, resultDisplay }) => [
        name,
        args,
        status,
        result,
        resultDisplay,
      ]),
      [
        ['shell', { command: ['cat', 'x'] }, 'error', wrapped, 'no such file\n'],
        [
          'apply_patch',
          { input: '*** Begin Patch' },
          'success',
          [{ type: 'output_text', text: 'Done!' }],
          undefined,
        ],
        ['local_shell', { type: 'exec', command: ['pwd'] }, 'error', 'Exit code: 3\nOutput:\n', undefined],
        [
          'view_image',
          { path: 'a.png' },
          'success',
          [{ type: 'input_image', image_url: 'data:image/png;base64' }],
          undefined,
        ],
        ['broken', { arguments: '{"torn' }, 'cancelled', 'aborted by user after 2.0s', undefined],
        ['web_search', { type: 'search', query: 'x' }, 'success', undefined, undefined],
        ['never', {}, 'pending', undefined, undefined],
      ],
    );
    assert.deepEqual(said(session).at(-1), 'assistant: Done');
  });

  it('mark where the context was compacted', async () => {
    const session = await codex()
      .meta()
      .user('One')
      .assistant('Two')
      .line('compacted', {
        message: 'The summary',
        replacement_history: [{ type: 'message', role: 'user', content: [] }],
      })
      .event('context_compacted')
      .user('Three')
      .line('compacted', { message: '', replacement_history: [] })
      .read();
    assert.deepEqual(
      session.messages.map(({ content, compaction }) => compaction ?? content),
      ['One', 'Two', { summary: 'The summary' }, 'Three', {}],
    );
  });

  it('do not repeat the summary of a compaction as an answer', async () => {
    const summary = '<summary>\n1. Blue first.\n</summary>';
    const session = await codex()
      .meta()
      .user('One')
      .assistant('Two')
      .item('reasoning', { summary: [{ type: 'summary_text', text: 'I sum up.' }] })
      .turnItem('Reasoning', { summary_text: ['I sum up.'], raw_content: [] })
      .assistant(summary)
      .turnItem('AgentMessage', { content: [{ type: 'Text', text: summary }] })
      .event('token_count', { info: null })
      .line('compacted', {
        message: `Another language model started to solve this problem. Here is its summary:\n${summary}`,
        replacement_history: [],
      })
      .turnItem('ContextCompaction', {})
      .user('Three')
      .assistant('Four')
      .read();
    assert.deepEqual(
      session.messages.map(({ content, compaction }) => compaction ?? content),
      ['One', 'Two', { summary }, 'Three', 'Four'],
    );
  });

  it('hold the calls of a program, and not twice what the items tell of', async () => {
    const session = await codex()
      .meta()
      .item('additional_tools', { role: 'developer', tools: [{ type: 'namespace' }] })
      .item('instructions_to_come', { role: 'developer' })
      .user('Go')
      .turnItem('UserMessage', { content: [{ type: 'Text', text: 'Go', text_elements: [] }] })
      .turnItem('AgentMessage', { content: [{ type: 'Text', text: 'I look.' }] })
      .assistant('I look.')
      .item('custom_tool_call', { call_id: 'c1', name: 'exec', input: 'await tools.exec_command({})' })
      .turnItem('CommandExecution', {
        id: 'exec-1',
        command: ['bash', '-lc', 'cat notes.txt'],
        source: 'unified_exec_startup',
        status: 'failed',
        aggregated_output: 'no such file',
        exit_code: 1,
      })
      .turnItem('McpToolCall', {
        id: 'exec-2',
        server: 'history',
        tool: 'history_save',
        arguments: { dialog: 'd' },
        status: 'completed',
        result: { content: [{ type: 'text', text: 'ok' }] },
      })
      .turnItem('McpToolCall', {
        id: 'exec-3',
        server: 'docs',
        tool: 'find',
        status: 'failed',
        error: { message: 'gone' },
      })
      .turnItem('FileChange', { id: 'exec-4', changes: { 'a.ts': {} }, status: 'declined' })
      .turnItem('CommandExecution', { id: 'shell-1', source: 'user_shell', command: ['ls'] })
      .item('custom_tool_call_output', { call_id: 'c1', output: 'Script completed' })
      .call('c2', 'exec_command', { cmd: 'ls' })
      .turnItem('CommandExecution', {
        id: 'c2',
        command: ['ls'],
        status: 'completed',
        aggregated_output: 'a',
      })
      .event('exec_command_end', { call_id: 'c2', command: ['ls'], aggregated_output: 'a', exit_code: 0 })
      .output('c2', 'a')
      .assistant('Done.')
      .read();
    assert.deepEqual(said(session), ['user: Go', 'assistant: I look.', 'assistant: ', 'assistant: Done.']);
    assert.deepEqual(
      calls(session).map(({ id, name, args, status, result }) => [id, name, args, status, result]),
      [
        ['c1', 'exec', { input: 'await tools.exec_command({})' }, 'success', 'Script completed'],
        ['exec-1', 'shell', { command: ['bash', '-lc', 'cat notes.txt'] }, 'error', 'no such file'],
        [
          'exec-2',
          'history/history_save',
          { dialog: 'd' },
          'success',
          { content: [{ type: 'text', text: 'ok' }] },
        ],
        ['exec-3', 'docs/find', { arguments: null }, 'error', { message: 'gone' }],
        ['exec-4', 'apply_patch', { changes: { 'a.ts': {} } }, 'cancelled', ''],
        ['c2', 'exec_command', { cmd: 'ls' }, 'success', 'a'],
      ],
    );
    assert.equal(session.messages[1]?.toolCalls?.length, 5);
  });

  it('tell all in items of turns where there is nothing else', async () => {
    const session = await codex()
      .meta()
      .turnItem('UserMessage', {
        content: [
          { type: 'text', text: 'Hello' },
          { type: 'local_image', path: '/a.png' },
          { type: 'skill', name: 'pdf' },
        ],
      })
      .turnItem('Reasoning', { summary_text: ['**Plan** it'] })
      .turnItem('AgentMessage', { content: [{ type: 'Text', text: 'I look.' }] })
      .turnItem('DynamicToolCall', {
        id: 'd1',
        tool: 'find',
        arguments: { q: 'x' },
        success: false,
        error: 'no',
      })
      .turnItem('CollabAgentToolCall', { id: 'd2', tool: 'spawnAgent', prompt: 'Look', status: 'inProgress' })
      .turnItem('ImageView', { id: 'd3', path: 'a.png' })
      .turnItem('Sleep', { duration_ms: 5 })
      .turnItem('AgentMessage', { content: [{ type: 'Text', text: 'Hi.' }] })
      .item('agent_message', {
        author: '/root/b',
        content: [{ type: 'input_text', text: 'From another agent' }],
      })
      .read();
    assert.deepEqual(said(session), [
      'user: [{"text":"Hello"},{"fileData":{"mimeType":"image/*","fileUri":"/a.png"}},{"text":"[skill: pdf]"}]',
      'assistant: I look.',
      'assistant: Hi.',
      'info: From another agent',
    ]);
    assert.deepEqual(
      calls(session).map(({ name, args, status, result }) => [name, args, status, result]),
      [
        ['find', { q: 'x' }, 'error', 'no'],
        ['spawnAgent', { prompt: 'Look' }, 'pending', undefined],
        ['view_image', { path: 'a.png' }, 'success', undefined],
      ],
    );
  });

  it('leave out turns that were rolled back, and count their messages', async () => {
    const session = await codex()
      .meta()
      .turn({ turn_id: 't1' })
      .user('Keep')
      .assistant('Kept')
      .turn({ turn_id: 't2' })
      .user('Wrong')
      .assistant('Answer')
      .user('More of the same turn')
      .turn({ turn_id: 't3' })
      .user('Wrong again')
      .event('thread_rolled_back', { num_turns: 2 })
      .turn({ turn_id: 't4' })
      .user('Right')
      .read();
    assert.deepEqual(said(session), ['user: Keep', 'assistant: Kept', 'user: Right']);
    assert.equal(session.omitted.rewound, 4);
  });

  it('tell of errors, and go by the name a person gave', async () => {
    const session = await codex()
      .meta()
      .user('Go')
      .event('error', { message: 'stream disconnected' })
      .event('warning', { message: 'Slow' })
      .event('thread_name_updated', { thread_name: 'My thread' })
      .read();
    assert.deepEqual(said(session), ['user: Go', 'error: stream disconnected', 'warning: Slow']);
    assert.equal(session.title, 'My thread');
  });

  it('that go on from another session are their own', async () => {
    const session = await codex().meta().meta({ id: 'the-parent', cwd: '/elsewhere' }).user('Copied').read();
    assert.deepEqual([session.sessionId, session.cwd], [codexId, '/code/shop']);
  });

  it('had no payload in old versions', async () => {
    const lines = [
      {
        id: 'old-session',
        timestamp: '2025-09-13T01:00:00.000Z',
        instructions: null,
        git: { branch: 'legacy' },
      },
      { record_type: 'state' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: environment }] },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
      { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'c1' },
      { type: 'function_call_output', call_id: 'c1', output: 'x' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] },
    ];
    const read = (text: string) => readCodex(text);
    const session = await read(lines.map((line) => JSON.stringify(line)).join('\n'));
    assert.deepEqual(said(session), ['user: Hello', 'assistant: ', 'assistant: Hi']);
    assert.deepEqual(
      [session.sessionId, session.gitBranch, session.startTime, calls(session)[0]?.result],
      ['old-session', 'legacy', '2025-09-13T01:00:00.000Z', 'x'],
    );
    const older = await read(JSON.stringify({ session: lines[0], items: lines.slice(2) }));
    assert.deepEqual(said(older), said(session));
    assert.equal(older.sessionId, 'old-session');
  });

  it('may be damaged or empty', async () => {
    const text = `\uFEFF${codex().meta().user('One').assistant('Two').text().replaceAll('\n', '\r\n')}\0\0\n{"type":"event_m`;
    const session = await readCodex(text);
    assert.deepEqual(said(session), ['user: One', 'assistant: Two']);
    assert.equal(session.omitted.unreadable, 1);
    const empty = await readCodex('');
    assert.deepEqual([empty.sessionId, empty.title, empty.messages], [codexId, 'conversation-000000', []]);
  });
});
