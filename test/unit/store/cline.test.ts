import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readCline } from '../../../src/agents/cline/cline.ts';
import type { SessionRecord } from '../../../src/agents/reading/types.ts';
import { assertNeverThrows, assertSplitsAnywhere, called, readBytes, said } from './reading.ts';
import { withStore } from './withStore.ts';

const started = Date.UTC(2026, 1, 5, 8);
const environment =
  '<environment_details>\n# VSCode Visible Files\na.ts\n\n# Current Working Directory (/w/项目 one) Files\na.ts\n</environment_details>';
const reminder =
  '\n\n\t\t# TODO LIST UPDATE REQUIRED - You MUST include the task_progress parameter.\n- [ ] Fix the parser';
const text = (value: string) => ({ type: 'text', text: value });
const user = (...content: unknown[]) => ({ role: 'user', content });
const assistant = (...content: unknown[]) => ({ role: 'assistant', content });
const result = (id: string, content: unknown, more: object = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
});
const use = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });

const task = [
  user(text('<task>\nFix the parser 🚀\n</task>'), text(environment)),
  assistant(
    { type: 'thinking', thinking: 'read first', signature: 'x' },
    text('Reading.'),
    use('t1', 'read_file', { path: 'a.ts' }),
  ),
  user(result('t1', [text('let a;')]), text(environment)),
  assistant(text('Done?'), use('t2', 'attempt_completion', { result: 'The parser works.' })),
  user(
    result('t2', 'The user has provided feedback:\n<feedback>\nNow add a test\n</feedback>'),
    text(environment),
  ),
];

const read = (messages: unknown) => readBytes(readCline, Buffer.from(JSON.stringify(messages)));

/** Reads a task as it lies on disk, with files beside it. */
async function readTask(files: Record<string, unknown>): Promise<SessionRecord> {
  const found: SessionRecord[] = [];
  await withStore(async ({ root }) => {
    const folder = join(root, 'tasks', String(started));
    for (const [name, content] of Object.entries(files)) {
      const path = join(folder, name);
      await fs.mkdir(dirname(path), { recursive: true });
      await fs.writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    }
    const path = join(folder, 'api_conversation_history.json');
    found.push(await readBytes(readCline, Buffer.from(JSON.stringify(task)), { path }));
  });
  return found[0]!;
}

describe('Cline tasks', () => {
  it('reads the conversation without what Cline wraps around it', async () => {
    const session = await read(task);
    assert.deepEqual(said(session), [
      'user: Fix the parser 🚀',
      'assistant: Reading.',
      'assistant: Done?\n\nThe parser works.',
      'user: Now add a test',
    ]);
    assert.deepEqual(called(session)[0], 'read_file({"path":"a.ts"}) success "let a;"');
    assert.deepEqual(session.messages[1]?.thoughts, [{ description: 'read first' }]);
    const { title, cwd, source, omitted } = session;
    assert.deepEqual(
      { title, cwd, source, omitted },
      {
        title: 'Fix the parser 🚀',
        cwd: '/w/项目 one',
        source: 'cline',
        omitted: { unreadable: 0, rewound: 0 },
      },
    );
  });

  it('takes times, costs, title, folder and version from the files beside it', async () => {
    const at = (seconds: number) => started + seconds * 1000;
    const say = (kind: string, seconds: number, value: string, more: object = {}) => ({
      ts: at(seconds),
      type: 'say',
      say: kind,
      text: value,
      ...more,
    });
    const session = await readTask({
      'ui_messages.json': [
        say('task', 0, 'Fix the parser\nplease'),
        say('api_req_started', 1, '{"tokensIn":10,"tokensOut":2,"cacheReads":5}', {
          modelInfo: { modelId: 'opus' },
        }),
        say('api_req_started', 5, 'torn {'),
        say('completion_result', 9, 'The parser works.'),
      ],
      'task_metadata.json': { environment_history: [{ cline_version: '3.40.0' }] },
      '../../state/taskHistory.json': [{ id: String(started), task: 'x', cwdOnTaskInitialization: '/w/two' }],
    });
    const times = session.messages.map(({ timestamp }) => timestamp.slice(17, 19));
    assert.deepEqual(times, ['01', '01', '05', '05']);
    assert.deepEqual(session.messages[1]?.tokens, { input: 15, output: 2, cached: 5 });
    assert.equal(session.messages[1].model, 'opus');
    const { sessionId, title, cwd, version, startTime, lastUpdated } = session;
    assert.deepEqual(
      { sessionId, title, cwd, version, startTime, lastUpdated },
      {
        sessionId: String(started),
        title: 'Fix the parser please',
        cwd: '/w/two',
        version: '3.40.0',
        startTime: '2026-02-05T08:00:00.000Z',
        lastUpdated: '2026-02-05T08:00:09.000Z',
      },
    );
  });

  it('reads without the files beside it, or when they are damaged', async () => {
    for (const files of [{}, { 'ui_messages.json': 'torn [', 'task_metadata.json': '7' }]) {
      const session = await readTask(files);
      assert.equal(session.title, 'Fix the parser 🚀');
      assert.equal(session.startTime, '2026-02-05T08:00:00.000Z');
    }
  });

  it('understands tool calls that older models wrote as text', async () => {
    const session = await read([
      { role: 'user', content: '<task>\nList files\n</task>' },
      assistant(
        text(
          '<thinking>look</thinking>Looking.\n<execute_command>\n<command>ls</command>\n</execute_command>',
        ),
      ),
      user(text("[execute_command for 'ls'] Result:"), text('a.ts'), text(environment)),
      assistant(text('<write_to_file>\n<path>b.ts</path>\n<content>\nlet b;\n</content>\n</write_to_file>')),
      user(
        text("[write_to_file for 'b.ts'] Result:"),
        text('The user denied this operation.'),
        text(environment),
      ),
      assistant(text('<attempt_completion>\n<result>\nOne file.\n</result>\n</attempt_completion>')),
      user(text('[attempt_completion] Result:\n<feedback>\nThanks\n</feedback>')),
    ]);
    assert.deepEqual(said(session), [
      'user: List files',
      'assistant: Looking.',
      'assistant: ',
      'assistant: One file.',
      'user: Thanks',
    ]);
    assert.deepEqual(called(session).slice(0, 2), [
      'execute_command({"command":"ls"}) success "a.ts"',
      'write_to_file({"path":"b.ts","content":"let b;"}) cancelled "The user denied this operation."',
    ]);
    assert.deepEqual(session.messages[1]?.thoughts, [{ description: 'look' }]);
  });

  it('does not take words of Cline for words of the person', async () => {
    const session = await read([
      user(text('<task>a</task>')),
      user(text('[ERROR] You did not use a tool in your previous response!')),
      user(text('[TASK RESUMPTION] Interrupted.\n<user_message>\ngo on\n</user_message>')),
      user(
        text("[TASK RESUMPTION] This task was interrupted. The folder is now '/w'.\n\nNote: retry."),
        text('(The user did not provide a new message. Consider asking them.)'),
        text(reminder),
      ),
      user(
        text('[TASK RESUMPTION] Again.'),
        text('New instructions:\n<user_message>\nstop\n</user_message>'),
      ),
    ]);
    assert.deepEqual(said(session), [
      'user: a',
      'info: [ERROR] You did not use a tool in your previous response!',
      'user: go on',
      "info: [TASK RESUMPTION] This task was interrupted. The folder is now '/w'.\n\nNote: retry.\n(The user did not provide a new message. Consider asking them.)",
      'user: stop',
    ]);
  });

  it('takes all words for the person where none are marked, but for what Cline is known to say', async () => {
    const session = await read([
      user(text('plain words')),
      user(text('[ERROR] No tool!')),
      user(text('more')),
    ]);
    assert.deepEqual(said(session), ['user: plain words', 'info: [ERROR] No tool!', 'user: more']);
  });

  it('gives each of several calls its result where results are texts', async () => {
    const session = await read([
      user(
        text('<task>\nLook\n</task>'),
        text('Files attached by the user:\n\n<file_content path="b.md">\n<task>no</task>\n</file_content>'),
      ),
      assistant(
        use('a', 'use_subagents', { prompt_1: 'x' }),
        use('b', 'read_file', { path: 'a.ts' }),
        use('c', 'read_file', { path: 'b.ts' }),
        use('d', 'execute_command', { command: "echo ']'\nls" }),
        use('e', 'list_files', { path: '.' }),
      ),
      user(
        text('[subagents] Result:\nTotal: 1'),
        text("[read_file for 'b.ts'] Result:\n1 | <answer>not me</answer>"),
        text("[read_file for 'a.ts'] Result:\n1 | let a;"),
        text("[execute_command for 'echo ']'\nls'] Result:\nCommand failed with exit code 1."),
        text(reminder),
        text(environment),
      ),
      assistant(use('f', 'ask_followup_question', { question: 'Which?\n\nOne [or] two?' })),
      user(
        text("[ask_followup_question for 'Which?\n\nOne [or] two?'] Result:\n<answer>\ntwo\n</answer>"),
        text(reminder),
      ),
      assistant(use('g', 'write_to_file', { path: 'c.ts' })),
      user(
        text("[write_to_file for 'c.ts'] Result:\nThe user denied this operation."),
        text('The user provided the following feedback:\n<feedback>\nnot there\n</feedback>'),
      ),
      assistant(text('Well.'), use('h', 'attempt_completion', { result: 'Done.' })),
      user(
        text(
          '[attempt_completion] Result:\nThe user has provided feedback on the results. Consider their input.\n<feedback>\nThanks\n</feedback>',
        ),
      ),
    ]);
    assert.deepEqual(said(session), [
      'user: Look\n[file: b.md]',
      'assistant: ',
      'assistant: Which?\n\nOne [or] two?',
      'user: two',
      'assistant: ',
      'user: not there',
      'assistant: Well.\n\nDone.',
      'user: Thanks',
    ]);
    assert.deepEqual(
      called(session).map((call) => call.replace(/^(\w+)\(.*\) (\w+) (.*)$/s, '$1 $2 $3')),
      [
        'use_subagents success "Total: 1"',
        'read_file success "1 | let a;"',
        'read_file success "1 | <answer>not me</answer>"',
        'execute_command success "Command failed with exit code 1."',
        'list_files pending -',
        'ask_followup_question success "<answer>\\ntwo\\n</answer>"',
        'write_to_file cancelled "The user denied this operation.\\nThe user provided the following feedback:\\n<feedback>\\nnot there\\n</feedback>"',
        'attempt_completion success "The user has provided feedback on the results. Consider their input.\\n<feedback>\\nThanks\\n</feedback>"',
      ],
    );
  });

  it('tells where the agent replaced what was said by a summary', async () => {
    const context = 'We fixed the parser.';
    const session = await read([
      user(text('<task>go</task>')),
      assistant(use('a', 'summarize_task', { context })),
      user(
        text(
          '[summarize_task] Result:\nThis session is being continued from a previous conversation that ran out of context.',
        ),
      ),
      assistant(use('b', 'condense', { context: 'Too short.' })),
      user(text('[condense] Result:\n<feedback>\nsay more\n</feedback>')),
    ]);
    assert.deepEqual(said(session).slice(2), ['info: Context compacted', 'assistant: ', 'user: say more']);
    assert.deepEqual(session.messages[2]?.compaction, { summary: context });
  });

  it('tells tool errors, open calls, pictures, unknown and empty blocks', async () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
    const session = await read([
      user(text('<task>see</task>'), image, { type: 'hologram' }, null),
      assistant(use('a', 'x', {}), use('b', 'y', {}), use('c', 'z', {})),
      user(result('a', 'bad', { is_error: true }), result('b', [image, text('ok')]), result('lost', 'x')),
      { role: 'user', content: null },
      { role: 'narrator', content: 'x' },
    ]);
    assert.deepEqual(said(session), [
      'user: see|{"inlineData":{"mimeType":"image/png","data":"AAAA"}}|[hologram]\n[block]',
      'assistant: ',
      'info: [tool_result: lost]',
    ]);
    assert.deepEqual(called(session), [
      'x({}) error "bad"',
      'y({}) success "[image: image/png]\\nok"',
      'z({}) pending -',
    ]);
    assert.equal(session.omitted.unreadable, 2);
  });

  it('counts a torn file as one', async () => {
    const session = await readBytes(readCline, Buffer.from(JSON.stringify(task).slice(0, -9)));
    assert.deepEqual(session.messages, []);
    assert.equal(session.omitted.unreadable, 1);
  });

  // Quadratic time would be minutes.
  it('reads tags that nothing closes in linear time', async () => {
    const many = 500_000;
    const names = Array.from({ length: many }, (_, n) => `<a${n}>`).join('');
    for (const words of [
      '<task>',
      '<environment_details>',
      '<thinking>',
      '[read_file for ',
      '# Current Working Directory (',
    ])
      await read([user(text(words.repeat(many)))]);
    for (const words of ['<a>'.repeat(many), names, '<thinking>'.repeat(many), '<read_file>'.repeat(many)])
      await read([assistant(text(`<write_to_file>${words}`))]);
  });

  it('is the same wherever the bytes are split', () => assertSplitsAnywhere(readCline, JSON.stringify(task)));

  it('never throws', () => assertNeverThrows(readCline, [task]));
});
