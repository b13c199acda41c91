import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readClaudeSubagent } from '../../../src/agents/claude/claude.ts';
import { chunksOf } from '../../../src/agents/reading/lines.ts';
import { readClaude, claude, said, sessionId, source } from './claudeLines.ts';

describe('Claude Code transcripts', () => {
  it('tells of the session as a whole', async () => {
    const session = await claude().user('Fix the rounding').answer('m1', 'Done.').read();
    assert.equal(session.projectHash, createHash('sha256').update('/code/shop').digest('hex'));
    assert.deepEqual(session, {
      messages: session.messages,
      requests: session.requests,
      projectHash: session.projectHash,
      sessionId,
      startTime: '2026-01-15T09:30:00.000Z',
      lastUpdated: '2026-01-15T09:30:01.000Z',
      title: 'Fix the rounding',
      source: 'claude',
      cwd: '/code/shop',
      gitBranch: 'main',
      version: '2.1.30',
      omitted: { unreadable: 0, rewound: 0 },
    });
  });

  it('joins the lines of one answer, with thoughts, calls, model and tokens', async () => {
    const session = await claude()
      .user('Look', { uuid: 'u1' })
      .answer('m1', { type: 'thinking', thinking: 'Which file?', signature: 'x' }, { uuid: 'a1' })
      .answer('m1', 'I look.')
      .use('m1', 't1', 'Read', { file_path: 'a.ts' })
      .result('t1', 'content of a')
      .answer('m1', 'And once more.')
      .read();
    assert.deepEqual(session.messages[1], {
      id: 'a1',
      timestamp: '2026-01-15T09:30:01.000Z',
      type: 'assistant',
      content: 'I look.\n\nAnd once more.',
      thoughts: [{ description: 'Which file?', timestamp: '2026-01-15T09:30:01.000Z' }],
      tokens: { input: 114, output: 7, cached: 100, written: 10, total: 121 },
      model: 'claude-opus',
      toolCalls: [
        {
          id: 't1',
          name: 'Read',
          args: { file_path: 'a.ts' },
          status: 'success',
          timestamp: '2026-01-15T09:30:03.000Z',
          result: 'content of a',
        },
      ],
    });
    assert.equal(session.messages.length, 2);
  });

  it('keeps the results of parallel calls, though each hangs from its own piece of the answer', async () => {
    const session = await claude()
      .user('Both')
      .use('m1', 't1', 'Read', { file_path: 'a' }, { uuid: 'piece1' })
      .use('m1', 't2', 'Read', { file_path: 'b' }, { uuid: 'piece2' })
      .result('t2', 'B', { uuid: 'resultB', parentUuid: 'piece2' })
      .result('t1', 'A', { uuid: 'resultA', parentUuid: 'piece1' })
      .answer('m2', 'Read both.', { parentUuid: 'resultA' })
      .read();
    assert.deepEqual(
      session.messages[1]?.toolCalls?.map(({ id, result }) => [id, result]),
      [
        ['t1', 'A'],
        ['t2', 'B'],
      ],
    );
    assert.deepEqual(said(session), ['user: Both', 'assistant: ', 'assistant: Read both.']);
    assert.equal(session.omitted.rewound, 0);
  });

  it('leaves out rewound branches and counts their messages', async () => {
    const session = await claude()
      .user('Start', { uuid: 'u1' })
      .answer('m1', 'Ready', { uuid: 'a1' })
      .user('First attempt')
      .answer('m2', 'First')
      .answer('m2', 'answer')
      .use('m3', 't1', 'Bash', { command: 'ls' })
      .result('t1', 'files')
      .user('Second attempt', { parentUuid: 'a1' })
      .answer('m4', 'Second answer')
      .read();
    assert.deepEqual(said(session), [
      'user: Start',
      'assistant: Ready',
      'user: Second attempt',
      'assistant: Second answer',
    ]);
    assert.equal(session.omitted.rewound, 3);
  });

  it('begins anew where the first prompt was rewound', async () => {
    const session = await claude()
      .user('Wrong')
      .answer('m1', 'No')
      .user('Right', { parentUuid: null })
      .answer('m2', 'Yes')
      .read();
    assert.deepEqual(said(session), ['user: Right', 'assistant: Yes']);
    assert.equal(session.omitted.rewound, 2);
    assert.equal(session.title, 'Right');
  });

  it('holds what nobody rewound, where Claude Code wrote a line late', async () => {
    const note = { subtype: 'api_error', level: 'error' };
    const early = { timestamp: '2026-01-15T09:30:01.500Z' };
    for (const more of [{ ...note, ...early }, note]) {
      const session = await claude()
        .user('Start')
        .use('m1', 't1', 'Bash', { command: 'make' }, { uuid: 'asked' })
        .result('t1', 'made', { uuid: 'made' })
        .answer('m2', 'It is made.')
        .line('system', { ...more, parentUuid: 'asked', uuid: 'first' })
        .line('system', { ...more, parentUuid: 'made' })
        .user('And now?')
        .answer('m3', 'Now test it.')
        .line('system', { ...more, parentUuid: 'first' })
        .user('Well')
        .read();
      assert.deepEqual(said(session), [
        'user: Start',
        'assistant: ',
        'assistant: It is made.',
        'user: And now?',
        'assistant: Now test it.',
        'user: Well',
      ]);
      assert.equal(session.messages[1]?.toolCalls?.[0]?.status, 'success');
      assert.equal(session.omitted.rewound, 0);
    }
  });

  it('holds both of two branches that were written at the same time', async () => {
    const at = (second: number) => ({
      timestamp: new Date(Date.UTC(2026, 0, 15, 9, 31, second)).toISOString(),
    });
    const session = await claude()
      .user('Start', { uuid: 'u1' })
      .user('Here', { parentUuid: 'u1', ...at(1) })
      .answer('m1', 'Here it is', at(5))
      .user('There', { parentUuid: 'u1', ...at(3) })
      .answer('m2', 'There it is', at(6))
      .read();
    assert.deepEqual(said(session).length, 5);
  });

  it('leaves out what was rewound, also where notes and hooks stand before a prompt', async () => {
    const hook = { data: { type: 'hook_progress', hookEvent: 'UserPromptSubmit' } };
    for (const [type, more] of [
      ['system', { subtype: 'turn_duration' }],
      ['progress', hook],
    ] as const) {
      const session = await claude()
        .user('Start')
        .answer('m1', 'Ready', { uuid: 'a1' })
        .line(type, more)
        .user('Wrong')
        .answer('m2', 'No')
        .line('progress', { ...hook, parentUuid: 'a1' })
        .user('Right')
        .answer('m3', 'Yes')
        .read();
      assert.deepEqual(said(session), ['user: Start', 'assistant: Ready', 'user: Right', 'assistant: Yes']);
      assert.equal(session.omitted.rewound, 2);
    }
  });

  it('goes on over hooks at a resume, and over lines of an earlier session', async () => {
    const session = await claude()
      .user('Before', { sessionId: 'earlier' })
      .answer('m1', 'One', { sessionId: 'earlier' })
      .user('Resumed', { parentUuid: null })
      .answer('m2', 'Two')
      .line('progress', { parentUuid: null, data: { type: 'hook_progress', hookEvent: 'SessionStart' } })
      .user('After hook')
      .read();
    assert.deepEqual(said(session), [
      'user: Before',
      'assistant: One',
      'user: Resumed',
      'assistant: Two',
      'user: After hook',
    ]);
    assert.deepEqual([session.sessionId, session.omitted.rewound], [sessionId, 0]);
  });

  it('goes on where the line in between could not be read', async () => {
    const lines = claude()
      .user('One')
      .answer('m1', 'Two')
      .user('Three')
      .answer('m2', 'Four')
      .text()
      .split('\n');
    lines[2] = lines[2]!.slice(0, 40);
    const session = await readClaude(lines.join('\n'), source);
    assert.deepEqual(said(session), ['user: One', 'assistant: Two', 'assistant: Four']);
    assert.deepEqual(session.omitted, { unreadable: 1, rewound: 0 });
  });

  it('follows the order of lines that name no parents', async () => {
    const text = ['Hello', 'How are you?']
      .map((content) => JSON.stringify({ type: 'user', message: { role: 'user', content } }))
      .join('\n');
    const session = await readClaude(text, { path: '/x/abc.jsonl', mtimeMs: Date.UTC(2026, 1, 1) });
    assert.deepEqual(said(session), ['user: Hello', 'user: How are you?']);
    assert.deepEqual(
      [session.sessionId, session.startTime, session.messages[1]?.timestamp, session.messages[1]?.id],
      ['abc', '2026-02-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', 'line-2'],
    );
  });

  it('takes a line written twice once', async () => {
    const { lines } = claude().user('One').answer('m1', 'Two');
    const text = [...lines, ...lines].map((line) => JSON.stringify(line)).join('\n');
    assert.deepEqual(said(await readClaude(text, source)), ['user: One', 'assistant: Two']);
  });

  it('gives sidechains as subagents, linked to the call', async () => {
    const session = await claude()
      .user('Delegate')
      .use('m1', 't1', 'Task', { prompt: 'Search the code' }, { uuid: 'asked' })
      .user('Search the code', { parentUuid: null, isSidechain: true, agentId: 'e1c8', uuid: 's1' })
      .answer('m2', 'Searching', { isSidechain: true, agentId: 'e1c8' })
      .result('t1', [{ type: 'text', text: 'Found it' }], {
        parentUuid: 'asked',
        toolUseResult: { status: 'completed', agentId: 'e1c8' },
      })
      .answer('m3', 'There it is.')
      .read();
    assert.deepEqual(said(session), ['user: Delegate', 'assistant: ', 'assistant: There it is.']);
    assert.equal(session.messages[1]?.toolCalls?.[0]?.agentId, 'e1c8');
    assert.equal(session.subagents?.length, 1);
    const [agent] = session.subagents;
    assert.deepEqual([agent?.agentId, agent?.title], ['e1c8', 'Search the code']);
    assert.deepEqual(said(agent!), ['user: Search the code', 'assistant: Searching']);
    assert.equal(session.omitted.rewound, 0);
  });

  it('tells sidechains without an id apart by their first line', async () => {
    const side = { isSidechain: true };
    const session = await claude()
      .user('Delegate', { uuid: 'u1' })
      .user('One', { ...side, parentUuid: null, uuid: 's1' })
      .user('Two', { ...side, parentUuid: null, uuid: 's2' })
      .answer('m1', 'of one', { ...side, parentUuid: 's1' })
      .answer('m2', 'of two', { ...side, parentUuid: 's2' })
      .answer('m3', 'Both done', { parentUuid: 'u1' })
      .read();
    assert.deepEqual(
      session.subagents?.map((agent) => [agent.agentId, ...said(agent)]),
      [
        ['s1', 'user: One', 'assistant: of one'],
        ['s2', 'user: Two', 'assistant: of two'],
      ],
    );
    assert.deepEqual(said(session), ['user: Delegate', 'assistant: Both done']);
  });

  it('reads the file of a subagent', async () => {
    const side = { isSidechain: true, agentId: 'a77' };
    const text = claude()
      .user('Count the files', side)
      .use('m1', 't1', 'Bash', { command: 'ls | wc -l' }, side)
      .result('t1', '12', side)
      .answer('m2', 'Twelve.', side)
      .text();
    const agent = await readClaudeSubagent(chunksOf(text), {
      path: `/p/${sessionId}/subagents/agent-a77.jsonl`,
      mtimeMs: 0,
    });
    assert.deepEqual([agent.agentId, agent.title], ['a77', 'Count the files']);
    assert.deepEqual(said(agent), ['user: Count the files', 'assistant: ', 'assistant: Twelve.']);
    assert.deepEqual(agent.messages[1]?.toolCalls?.[0]?.result, '12');
    assert.equal('agentId' in agent.messages[1].toolCalls[0], false);
  });

  it('reads a file with byte order mark, CRLF, NUL padding and a torn last line', async () => {
    const whole = claude().user('One').answer('m1', 'Two').text();
    const torn = `\uFEFF${whole.replaceAll('\n', '\r\n')}\0\0\0\0\n${whole.slice(0, 50)}`;
    const session = await readClaude(torn, source);
    assert.deepEqual(said(session), ['user: One', 'assistant: Two']);
    assert.equal(session.omitted.unreadable, 1);
  });

  it('makes an empty session of an empty file', async () => {
    const session = await readClaude('', source);
    assert.deepEqual([session.messages, session.title], [[], 'conversation-000000']);
    assert.deepEqual([session.sessionId, session.startTime], [sessionId, '2026-01-31T00:00:00.000Z']);
  });
});
