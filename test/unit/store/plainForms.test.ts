import assert from 'node:assert/strict';
import { readAider } from '../../../src/agents/aider/transcripts.ts';
import { readAmp } from '../../../src/agents/amp/transcripts.ts';
import { readAntigravity } from '../../../src/agents/antigravity/transcripts.ts';
import { readContinue } from '../../../src/agents/continue/transcripts.ts';
import { readDroid } from '../../../src/agents/droid/transcripts.ts';
import { readKiro } from '../../../src/agents/kiro/transcripts.ts';
import { readPi } from '../../../src/agents/pi/transcripts.ts';
import { listTranscripts, readTranscript } from '../../../src/agents/readTranscript.ts';
import { readSpecStory } from '../../../src/agents/specstory/transcripts.ts';
import { claude, codex, iso, titles, when, withMachine } from './machine.ts';
import { pi, plainAgents, step } from './plainAgents.ts';
import { assertNeverThrows, called, readBytes, readLines, said } from './reading.ts';
import { settled, withSessions } from './withSessions.ts';

const text = (words: string) => ({ type: 'text', text: words });
const picture = '{"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}}';
const png = { data: 'iVBORw0KGgo=', mimeType: 'image/png' };
const thoughts = (session: Awaited<ReturnType<typeof readLines>>) =>
  session.messages.flatMap((message) => (message.thoughts ?? []).map(({ description }) => description));

describe('forms of agents that keep plain files', () => {
  const droid = (n: number, role: string, ...content: object[]) => ({
    type: 'message',
    id: `d${n}`,
    timestamp: iso(n),
    message: { role, content },
  });
  const droidLines = [
    { type: 'session_start', id: 'd-1', sessionTitle: 'Named', version: 2, owner: 'me', cwd: '/w/项目' },
    droid(1, 'user', text('修好 🚀')),
    droid(2, 'assistant', { type: 'thinking', thinking: 'read first' }, text('Reading.'), {
      type: 'tool_use',
      id: 't1',
      name: 'Read',
      input: { path: 'a.ts' },
    }),
    droid(3, 'user', { type: 'tool_result', tool_use_id: 't1', content: [text('let a;')] }),
    { type: 'todo_state', timestamp: iso(4), todos: [] },
    { type: 'compaction_state', timestamp: iso(5), summary: { body: 'the parser' } },
  ];

  it('Droid: calls, results, thoughts, compactions; the rest is counted', async () => {
    const read = await readLines(readDroid, [...droidLines, { type: 'hologram' }, '{"type":']);
    assert.deepEqual(said(read), ['user: 修好 🚀', 'assistant: Reading.', 'info: Context compacted']);
    assert.deepEqual(called(read), ['Read({"path":"a.ts"}) success "let a;"']);
    assert.deepEqual([thoughts(read), read.title, read.cwd], [['read first'], 'Named', '/w/项目']);
    assert.deepEqual(read.omitted, { unreadable: 1, rewound: 0, unknown: { hologram: 1 } });
  });

  const piLines = [
    { type: 'session', version: 3, id: 'p-1', timestamp: iso(0), cwd: '/w' },
    pi('1', null, { role: 'user', content: [text('Look'), { type: 'image', ...png }] }),
    pi('2', '1', { role: 'assistant', content: [text('Wrong way.')] }),
    pi('3', '1', {
      role: 'assistant',
      model: 'opus',
      usage: { input: 10, output: 2, cacheRead: 5, totalTokens: 17 },
      content: [text('Looking.'), { type: 'toolCall', id: 't1', name: 'bash', arguments: { command: 'ls' } }],
    }),
    pi('4', '3', { role: 'toolResult', toolCallId: 't1', content: [text('a.ts')], isError: true }),
    { type: 'model_change', id: '5', parentId: '4', timestamp: iso(5), modelId: 'gpt' },
    { type: 'compaction', id: '6', parentId: '5', timestamp: iso(6), summary: 'files' },
    pi('7', '6', { role: 'bashExecution', command: 'pwd', output: '/w' }),
    { type: 'session_info', id: '8', parentId: '7', timestamp: iso(8), name: 'Named' },
  ];

  it('Pi: runs of subagents in files of their own belong to the session they lie beside', () =>
    withSessions(async ({ folder, write, open }) => {
      const session = (id: string, ...entries: object[]) => [
        { type: 'session', version: 3, id, cwd: folder, timestamp: iso(0) },
        ...entries,
      ];
      const asked = pi('1', null, { role: 'user', content: [text('Look')] });
      const home = '.pi/agent/sessions/--x--/2026_p1';
      const path = await write(`${home}.jsonl`, session('p1', asked));
      for (const [run, words] of [
        ['r1/run-0', 'A narwhal'],
        ['r1/run-1', 'Two narwhals'],
      ] as const)
        await write(
          `${home}/${run}/session.jsonl`,
          session('n', asked, pi('2', '1', { role: 'assistant', content: [text(words)] })),
        );
      const { subagents = [], messages } = await readTranscript(path);
      assert.deepEqual(
        [messages.length, subagents.map(({ agentId }) => agentId)],
        [1, ['r1-run-0', 'r1-run-1']],
      );
      const { hits } = await settled(open(), 'narwhal');
      assert.deepEqual(
        hits.map(({ name }) => name),
        ['p1', 'p1'],
      );
    }));

  it('Pi: the branch of the newest entry, pictures, what the person ran, what failed', async () => {
    const read = await readLines(readPi, [...piLines, { type: 'hologram', id: '9', parentId: '8' }]);
    assert.deepEqual(said(read), [
      `user: Look|${picture}`,
      'assistant: Looking.',
      'info: Context compacted',
      'info: $ pwd\n/w',
    ]);
    assert.deepEqual(called(read), ['bash({"command":"ls"}) error "a.ts"']);
    assert.deepEqual(read.messages[1]?.tokens, { input: 15, output: 2, cached: 5, written: 0, total: 17 });
    assert.deepEqual(
      [read.title, read.omitted],
      ['Named', { unreadable: 0, rewound: 1, unknown: { hologram: 1 } }],
    );
  });

  it('Pi: what stands before an entry whose parent is lost, and sessions of version 1', async () => {
    const lost = piLines.filter((line) => !('id' in line) || line.id !== '4');
    assert.equal((await readLines(readPi, lost)).messages.length, 4);
    const linear = piLines
      .slice(0, 2)
      .map(({ id, ...line }) => ({ ...line, ...(line.type === 'session' && { id }) }));
    assert.equal((await readLines(readPi, linear)).messages.length, 1);
  });

  const kiro = (kind: string, content: object[], meta?: object) => ({
    version: 'v1',
    kind,
    data: { content, meta },
  });
  const kiroLines = [
    kiro('Prompt', [{ kind: 'text', data: 'Look' }], { timestamp: when / 1_000 }),
    kiro('AssistantMessage', [
      { kind: 'thinking', data: { text: 'ls will do' } },
      { kind: 'text', data: 'Looking.' },
      { kind: 'toolUse', data: { toolUseId: 't1', name: 'shell', input: { command: 'ls' } } },
    ]),
    kiro('ToolResults', [
      {
        kind: 'toolResult',
        data: { toolUseId: 't1', content: [{ kind: 'text', data: 'a.ts' }], status: 'success' },
      },
    ]),
    { version: 'v1', kind: 'Clear', data: null },
  ];

  it('Kiro 3: a folder for each session, listed once, and no prompt history', () =>
    withMachine(async (machine) => {
      const { folder, places, write } = machine;
      const sess = '.kiro/sessions/0f0f/sess_1';
      const line = (id: string, payload: object) => ({ id, timestamp: iso(1), payload });
      await write(`${sess}/messages.jsonl`, [
        line('m1', { type: 'user', content: 'Oil the chair' }),
        line('m2', { type: 'assistant', content: 'Oiled.' }),
        line('m3', { type: 'usage_summary', credits: 1 }),
        line('m4', { type: 'hologram' }),
      ]);
      const about = { sessionId: 'sess_1', workspaceFolder: folder, title: 'Chair', createdAt: iso(0) };
      await write(`${sess}/session.json`, JSON.stringify(about));
      await write('.kiro/sessions/cli/sess_1.history', 'Oil the chair');
      assert.deepEqual(await titles(machine), ['kiro: Chair']);
      const [info] = await listTranscripts(places, folder);
      const read = await readTranscript(info!.path);
      assert.deepEqual([info?.sessionId, read.sessionId, read.source], ['sess_1', 'sess_1', 'kiro']);
      assert.deepEqual(said(read), ['user: Oil the chair', 'assistant: Oiled.']);
      assert.deepEqual(read.omitted.unknown, { hologram: 1 });
    }));

  it('Kiro: blocks of its own', async () => {
    const read = await readLines(readKiro, [...kiroLines, kiro('Hologram', [])]);
    assert.deepEqual(said(read), ['user: Look', 'assistant: Looking.', 'info: Context cleared']);
    assert.deepEqual(called(read), ['shell({"command":"ls"}) success "a.ts"']);
    assert.deepEqual([thoughts(read), read.messages[0]?.timestamp], [['ls will do'], iso(0)]);
    assert.deepEqual(read.omitted, { unreadable: 0, rewound: 0, unknown: { Hologram: 1 } });
  });

  const call = (id: string) => ({ id, type: 'function', function: { name: 'ls', arguments: '{"dir":"."}' } });
  const continued = {
    sessionId: 'c-1',
    title: 'Named',
    workspaceDirectory: '/w',
    history: [
      {
        message: {
          role: 'user',
          content: [
            text('Look'),
            { type: 'imageUrl', imageUrl: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
          ],
        },
      },
      { message: { role: 'thinking', content: 'ls will do' } },
      {
        message: { role: 'assistant', content: 'Looking.', toolCalls: [call('t1'), call('t2')] },
        toolCallStates: [
          { toolCallId: 't1', toolCall: call('t1'), status: 'done', output: [{ content: 'a.ts' }] },
          { toolCallId: 't2', toolCall: call('t2'), status: 'canceled' },
        ],
      },
      { message: { role: 'tool', toolCallId: 't1', content: 'a.ts' } },
      { message: { role: 'assistant', content: 'Done.' }, conversationSummary: 'one file' },
      { message: { role: 'hologram', content: 'x' } },
    ],
  };

  it('Continue: states of calls, pictures, summaries', async () => {
    const read = await readBytes(readContinue, Buffer.from(JSON.stringify(continued)));
    const all = [
      `user: Look|${picture}`,
      'assistant: ',
      'assistant: Looking.',
      'assistant: Done.',
      'info: Context compacted',
    ];
    assert.deepEqual(said(read), all);
    assert.deepEqual(called(read), ['ls({"dir":"."}) success "a.ts"', 'ls({"dir":"."}) cancelled -']);
    assert.deepEqual(read.omitted, { unreadable: 0, rewound: 0, unknown: { 'message hologram': 1 } });
  });

  for (const title of ['New Session', 'Untitled Session'])
    for (const answer of ['Looking.', 'x'.repeat(300_000)])
      it(`Continue: titles one called ${title} by its first request, of ${answer.length} characters`, () =>
        withMachine(async (machine) => {
          const session = { sessionId: 'c-1', title, workspaceDirectory: machine.folder };
          const history = [
            { message: { role: 'user', content: 'Fix the login' }, contextItems: [] },
            { message: { role: 'assistant', content: answer }, contextItems: [] },
          ];
          const whole = JSON.stringify({ ...session, history }, undefined, 2);
          await machine.write('.continue/sessions/c-1.json', whole);
          await machine.write('.continue/sessions/sessions.json', JSON.stringify([session]));
          assert.deepEqual(await titles(machine), ['continue: Fix the login']);
        }));

  const steps = [
    step(0, 'USER_INPUT', {
      content: '<USER_REQUEST>\nLook\n</USER_REQUEST>\n<ADDITIONAL_METADATA>x</ADDITIONAL_METADATA>',
    }),
    step(3, 'VIEW_FILE', { content: 'let a;' }),
    step(1, 'PLANNER_RESPONSE', {
      thinking: 'ls will do',
      tool_calls: [
        { name: 'run_command', args: { CommandLine: '"ls"', SafeToAutoRun: 'true' } },
        { name: 'view_file', args: { AbsolutePath: 'a.ts' } },
      ],
    }),
    step(2, 'RUN_COMMAND', { content: 'The command failed' }),
    step(4, 'CHECKPOINT', { source: 'SYSTEM', content: 'what was done' }),
    step(5, 'CONVERSATION_HISTORY', { source: 'SYSTEM', content: 'x' }),
    step(6, 'HOLOGRAM', { source: 'SYSTEM' }),
    step(7, 'PLANNER_RESPONSE', { content: 'Done.' }),
  ];

  it('Antigravity: results in the order of calls, whenever they were written', async () => {
    const read = await readLines(readAntigravity, steps);
    assert.deepEqual(said(read), [
      'user: Look',
      'assistant: ',
      'info: Context compacted',
      'assistant: Done.',
    ]);
    assert.deepEqual(called(read), [
      'run_command({"CommandLine":"ls","SafeToAutoRun":true}) error "The command failed"',
      'view_file({"AbsolutePath":"a.ts"}) success "let a;"',
    ]);
    assert.deepEqual(read.omitted, { unreadable: 0, rewound: 0, unknown: { HOLOGRAM: 1 } });
  });

  const thread = {
    v: 3,
    id: 'T-1',
    created: when,
    title: 'Named',
    messages: [
      { role: 'user', messageId: 0, content: [text('Look')], meta: { sentAt: when + 1_000 } },
      {
        role: 'assistant',
        messageId: 1,
        content: [
          { type: 'thinking', thinking: 'ls will do' },
          { type: 'tool_use', id: 't1', name: 'Bash', input: {} },
        ],
        usage: { model: 'opus', totalInputTokens: 10, outputTokens: 2, timestamp: iso(2) },
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', toolUseID: 't1', run: { status: 'done', result: { output: 'a.ts' } } },
        ],
      },
    ],
  };

  it('Amp: results of its own, times, models', async () => {
    const read = await readBytes(readAmp, Buffer.from(JSON.stringify(thread)));
    assert.deepEqual(called(read), ['Bash({}) success {"output":"a.ts"}']);
    const [, { timestamp, model } = {}] = read.messages;
    assert.deepEqual(
      [timestamp, model, read.title, thoughts(read)],
      [iso(2), 'opus', 'Named', ['ls will do']],
    );
  });

  const chat =
    '\n# aider chat started at 2026-02-05 08:00:00\n\n> Aider v0.86.0  \n> Model: opus  \n\n#### Fix it  \n#### please  \n\n' +
    'Here:\n\n```ts\nlet a;\n```\n\n> Applied edit to a.ts  \n\n# aider chat started at 2026-02-06 08:00:00\n\n#### 再来  \n';

  it('Aider: runs, prompts of several lines, answers with blank lines', async () => {
    const read = await readBytes(readAider, Buffer.from(chat));
    assert.deepEqual(said(read), [
      'info: aider chat started at 2026-02-05 08:00:00\n\nAider v0.86.0\nModel: opus',
      'user: Fix it\nplease',
      'assistant: Here:\n\n```ts\nlet a;\n```',
      'info: Applied edit to a.ts',
      'info: aider chat started at 2026-02-06 08:00:00',
      'user: 再来',
    ]);
    assert.equal(read.title, 'Fix it please');
  });

  const page = [
    ...['<!-- Generated by SpecStory, Markdown v2.1.0 -->', '', '# Fix the parser', ''],
    ...['<!-- Claude Code Session s-1 (2026-02-05 08:00:00Z) -->', ''],
    ...['_**User (2026-02-05 09:00:01+0100)**_', '', 'Fix it', '', '---', ''],
    ...['_**Agent (opus 2026-02-05 08:00:02Z)**_', '', '<think><details><summary>Thought Process</summary>'],
    ...['read first</details></think>', '', 'Reading.', ''],
    ...[
      '<tool-use data-tool-type="read" data-tool-name="Read"><details>',
      '<summary>Tool use: **Read**</summary>',
    ],
    ...['', '```text', 'let a;', '_not a turn_', '```', '</details></tool-use>', '', '---', ''],
    ...['_**Assistant (model gpt-5, mode Agent)**_', '', 'Done.', '', '---', '', 'So.', ''],
  ].join('\n');

  it('SpecStory: turns, calls, thoughts, models, times of any zone', async () => {
    const read = await readBytes(readSpecStory, Buffer.from(page));
    assert.deepEqual(said(read), ['user: Fix it', 'assistant: Reading.', 'assistant: Done.\n\n---\n\nSo.']);
    assert.deepEqual(called(read), ['Read({}) success "```text\\nlet a;\\n_not a turn_\\n```"']);
    assert.deepEqual([thoughts(read), read.title, read.sessionId], [['read first'], 'Fix the parser', 's-1']);
    assert.deepEqual(
      read.messages.map(({ model, timestamp }) => [model, timestamp]),
      [
        [undefined, iso(1)],
        ['opus', iso(2)],
        ['gpt-5', iso(2)],
      ],
    );
  });

  for (const [name, reader, records] of [
    ['Droid', readDroid, droidLines],
    ['Pi', readPi, piLines],
    ['Kiro', readKiro, kiroLines],
    ['Continue', readContinue, [continued]],
    ['Antigravity', readAntigravity, steps],
    ['Amp', readAmp, [thread]],
  ] as const)
    it(`${name}: never throws`, () => assertNeverThrows(reader, records));

  it('lists what SpecStory wrote of a session that is there only once', () =>
    withMachine(async (machine) => {
      const { folder, write } = machine;
      const stay = { cwd: folder, platform: 'linux' } as const;
      const content = plainAgents.specstory?.('said', stay)[0]?.[1] ?? '';
      await write('code/my app 项目/.specstory/history/a.md', content);
      await write(
        'code/my app 项目/.specstory/history/b.md',
        content.replace('000000000001', '000000000002'),
      );
      const id = '00000000-0000-4000-8000-000000000001';
      const lines = codex(folder, 'original').map(
        (line) => JSON.parse(JSON.stringify(line).replace('"x1"', `"${id}"`)) as object,
      );
      await write('.codex/sessions/2026/02/05/rollout-1.jsonl', lines);
      await write('.claude/projects/x/s.jsonl', [claude('/elsewhere', 'theirs')]);
      assert.deepEqual(await titles(machine), ['codex: original', 'specstory: said']);
    }));
});
