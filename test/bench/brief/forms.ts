import type { Did } from './scripted.ts';

/** Files of a session by their names, the session itself first. */
export type Form = (did: readonly Did[], id: string) => readonly (readonly [name: string, content: string])[];

const cwd = '/home/dev/shop';
const begun = Date.UTC(2026, 1, 5, 8);
const time = (n: number): string => new Date(begun + n * 45_000).toISOString();
const jsonLines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
const patchOf = (path: string): string =>
  `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch`;
const heredoc = (path: string): string => `cat > ${path} <<'EOF'\nconst a = 1;\nEOF`;

/** A call of a tool as agents' models make it. */
interface Call {
  readonly name: string;
  readonly args: object;
  readonly output: string;
  readonly failed: boolean;
}

const claudeCall = (one: Did): Call | undefined => {
  const done = { output: 'done', failed: false };
  if (one.kind === 'ran')
    return {
      name: 'Bash',
      args: { command: one.line },
      output: one.failed ? `Exit code 1\n${one.output}` : one.output,
      failed: one.failed,
    };
  if (one.kind !== 'edited') return undefined;
  const file_path = `${cwd}/${one.path}`;
  if (one.how === 'shell') return { name: 'Bash', args: { command: heredoc(one.path) }, ...done, output: '' };
  if (one.how === 'write') return { name: 'Write', args: { file_path, content: 'const a = 1;' }, ...done };
  return { name: 'Edit', args: { file_path, old_string: 'a', new_string: 'b' }, ...done };
};

const claude: Form = (did, id) => {
  let parentUuid: string | null = null;
  const helpers: [string, string][] = [];
  const linked = (n: number, kind: string, more: object): object => {
    const uuid = `${kind}-${n}`;
    const line = {
      parentUuid,
      isSidechain: false,
      userType: 'external',
      cwd,
      sessionId: id,
      version: '2.1.30',
      gitBranch: 'main',
    };
    parentUuid = uuid;
    return { ...line, uuid, timestamp: time(n), ...more };
  };
  const by = (n: number, ...content: object[]) => ({
    type: 'assistant',
    message: { id: `m${n}`, type: 'message', role: 'assistant', model: 'opus', content },
  });
  const called = (n: number, { name, args, output, failed }: Call): object[] => [
    linked(n, 'a', by(n, { type: 'tool_use', id: `t${n}`, name, input: args })),
    linked(n, 'r', {
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: output, is_error: failed }],
      },
    }),
  ];
  const main = did.flatMap((one, n): object[] => {
    if (one.kind === 'asked')
      return [linked(n, 'u', { type: 'user', message: { role: 'user', content: one.text } })];
    if (one.kind === 'decided')
      return [linked(n, 'a', by(n, { type: 'text', text: `Decision: ${one.text}` }))];
    if (one.kind === 'compacted')
      return [
        linked(n, 'b', {
          type: 'system',
          subtype: 'compact_boundary',
          content: 'Conversation compacted',
          compactMetadata: { trigger: 'auto' },
        }),
        linked(n, 's', {
          type: 'user',
          isCompactSummary: true,
          isVisibleInTranscriptOnly: true,
          message: { role: 'user', content: one.summary },
        }),
      ];
    if (one.kind === 'helped') {
      helpers.push([`${id}/subagents/agent-h${n}.jsonl`, helperOf(one.path, id, n)]);
      return called(n, {
        name: 'Task',
        args: { description: 'write', prompt: 'write it', subagent_type: 'general' },
        output: 'done',
        failed: false,
      });
    }
    const call = claudeCall(one);
    return call ? called(n, call) : [];
  });
  return [[`${id}.jsonl`, jsonLines(main)], ...helpers];
};

function helperOf(path: string, id: string, n: number): string {
  const line = {
    isSidechain: true,
    agentId: `h${n}`,
    cwd,
    sessionId: id,
    version: '2.1.30',
    timestamp: time(n),
  };
  const use = {
    type: 'tool_use',
    id: `w${n}`,
    name: 'Write',
    input: { file_path: `${cwd}/${path}`, content: 'x' },
  };
  const back = { type: 'tool_result', tool_use_id: `w${n}`, content: 'done' };
  return jsonLines([
    {
      ...line,
      parentUuid: null,
      uuid: `h${n}-1`,
      type: 'user',
      message: { role: 'user', content: 'write it' },
    },
    {
      ...line,
      parentUuid: `h${n}-1`,
      uuid: `h${n}-2`,
      type: 'assistant',
      message: { id: `h${n}`, role: 'assistant', model: 'opus', content: [use] },
    },
    {
      ...line,
      parentUuid: `h${n}-2`,
      uuid: `h${n}-3`,
      type: 'user',
      message: { role: 'user', content: [back] },
    },
  ]);
}

/** The lines of a rollout; `tool` writes a call of a shell and what came back. */
const codexWith =
  (
    tool: (
      line: string,
      output: string,
      code: number,
    ) => readonly [name: string, args: object, output: string],
  ): Form =>
  (did, id) => {
    const line = (n: number, type: string, payload: object) => ({ timestamp: time(n), type, payload });
    const message = (n: number, role: string, text: string) =>
      line(n, 'response_item', {
        type: 'message',
        role,
        content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
      });
    const shell = (n: number, command: string, output: string, code: number) => {
      const [name, args, back] = tool(command, output, code);
      return [
        line(n, 'response_item', {
          type: 'function_call',
          name,
          arguments: JSON.stringify(args),
          call_id: `c${n}`,
        }),
        line(n, 'response_item', { type: 'function_call_output', call_id: `c${n}`, output: back }),
      ];
    };
    const lines = did.flatMap((one, n): object[] => {
      if (one.kind === 'asked') return [message(n, 'user', one.text)];
      if (one.kind === 'decided') return [message(n, 'assistant', `Decision: ${one.text}`)];
      if (one.kind === 'compacted') return [line(n, 'compacted', { message: one.summary })];
      if (one.kind === 'ran') return shell(n, one.line, one.output, one.failed ? 1 : 0);
      if (one.kind !== 'edited') return [];
      if (one.how === 'shell') return shell(n, heredoc(one.path), '', 0);
      const patch = {
        type: 'custom_tool_call',
        name: 'apply_patch',
        input: patchOf(one.path),
        call_id: `c${n}`,
        status: 'completed',
      };
      return [
        line(n, 'response_item', patch),
        line(n, 'response_item', {
          type: 'custom_tool_call_output',
          call_id: `c${n}`,
          output: '{"output":"Success. Updated the following files:\\nM x\\n","metadata":{"exit_code":0}}',
        }),
      ];
    });
    const meta = {
      id,
      timestamp: time(0),
      cwd,
      originator: 'codex_cli_rs',
      cli_version: '0.80.0',
      git: { branch: 'main' },
    };
    return [
      [`rollout-2026-02-05T08-00-00-${id}.jsonl`, jsonLines([line(0, 'session_meta', meta), ...lines])],
    ];
  };

const codex = codexWith((cmd, output, code) => [
  'exec_command',
  { cmd, workdir: cwd },
  `Chunk ID: a1\nWall time: 0.5 seconds\nProcess exited with code ${code}\nOutput:\n${output}`,
]);
const codexBefore = codexWith((line, output, code) => [
  'shell',
  { command: ['bash', '-lc', line] },
  JSON.stringify({ output: `${output}\n`, metadata: { exit_code: code, duration_seconds: 0.5 } }),
]);

const copilot: Form = (did, id) => {
  const line = (n: number, type: string, data: object, more = '') => ({
    type,
    data,
    id: `e${n}${type}${more}`,
    timestamp: time(n),
    parentId: null,
  });
  const call = (n: number, name: string, args: object, content: string, success = true) => [
    line(n, 'assistant.message', {
      messageId: `m${n}`,
      content: '',
      toolRequests: [{ toolCallId: `t${n}`, name, arguments: args, type: 'function' }],
    }),
    line(n, 'tool.execution_start', { toolCallId: `t${n}`, toolName: name, arguments: args }),
    line(n, 'tool.execution_complete', {
      toolCallId: `t${n}`,
      success,
      result: { content, detailedContent: content },
    }),
  ];
  const lines = did.flatMap((one, n): object[] => {
    if (one.kind === 'asked') return [line(n, 'user.message', { content: one.text, attachments: [] })];
    if (one.kind === 'decided')
      return [
        line(n, 'assistant.message', {
          messageId: `m${n}`,
          content: `Decision: ${one.text}`,
          toolRequests: [],
        }),
      ];
    if (one.kind === 'compacted')
      return [line(n, 'session.compaction_complete', { success: true, summaryContent: one.summary })];
    if (one.kind === 'ran')
      return call(
        n,
        'bash',
        { command: one.line, description: 'run' },
        `${one.output}\n<exited with exit code ${one.failed ? 1 : 0}>`,
      );
    if (one.kind !== 'edited') return [];
    const path = `${cwd}/${one.path}`;
    if (one.how === 'shell')
      return call(n, 'bash', { command: heredoc(one.path) }, '<exited with exit code 0>');
    if (one.how === 'write') return call(n, 'create', { path, file_text: 'const a = 1;' }, 'Created');
    return call(n, 'edit', { path, old_str: 'a', new_str: 'b' }, 'Updated');
  });
  const start = {
    sessionId: id,
    version: 1,
    producer: 'copilot-agent',
    copilotVersion: '1.0.102',
    startTime: time(0),
    context: { cwd, gitRoot: cwd, branch: 'main' },
  };
  return [['events.jsonl', jsonLines([line(0, 'session.start', start, 's'), ...lines])]];
};

const gemini: Form = (did, id) => {
  const called = (n: number, name: string, args: object, output: string) => ({
    id: `g${n}`,
    timestamp: time(n),
    type: 'gemini',
    content: '',
    model: 'gemini',
    toolCalls: [
      {
        id: `c${n}`,
        name,
        args,
        status: 'success',
        timestamp: time(n),
        result: [{ functionResponse: { id: `c${n}`, name, response: { output } } }],
      },
    ],
  });
  const messages = did.flatMap((one, n): object[] => {
    if (one.kind === 'asked')
      return [{ id: `u${n}`, timestamp: time(n), type: 'user', content: [{ text: one.text }] }];
    if (one.kind === 'decided')
      return [
        {
          id: `g${n}`,
          timestamp: time(n),
          type: 'gemini',
          content: `Decision: ${one.text}`,
          model: 'gemini',
        },
      ];
    if (one.kind === 'ran')
      return [
        called(
          n,
          'run_shell_command',
          { command: one.line },
          `Output: ${one.output}${one.failed ? '\nExit Code: 1' : ''}\nProcess Group PGID: 7`,
        ),
      ];
    if (one.kind !== 'edited') return [];
    const file_path = `${cwd}/${one.path}`;
    if (one.how === 'shell')
      return [called(n, 'run_shell_command', { command: heredoc(one.path) }, 'Output: (empty)')];
    if (one.how === 'write')
      return [called(n, 'write_file', { file_path, content: 'const a = 1;' }, 'Successfully created')];
    return [called(n, 'replace', { file_path, old_string: 'a', new_string: 'b' }, 'Successfully modified')];
  });
  const session = {
    sessionId: id,
    projectHash: 'a'.repeat(64),
    startTime: time(0),
    lastUpdated: time(did.length),
    kind: 'main',
    messages,
  };
  return [[`session-2026-02-05T08-00-1.json`, JSON.stringify(session)]];
};

const cline: Form = (did) => {
  const call = (n: number, name: string, input: object, output: string) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: `t${n}`, name, input }], ts: begun + n * 45_000 },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: [{ type: 'text', text: output }] }],
      ts: begun + n * 45_000,
    },
  ];
  const messages = did.flatMap((one, n): object[] => {
    if (one.kind === 'asked') {
      const text = n === 0 ? `<task>\n${one.text}\n</task>` : `<feedback>\n${one.text}\n</feedback>`;
      return [
        {
          role: 'user',
          content: [
            { type: 'text', text },
            { type: 'text', text: '<environment_details>\n# Files\n</environment_details>' },
          ],
          ts: begun + n * 45_000,
        },
      ];
    }
    if (one.kind === 'decided')
      return [
        {
          role: 'assistant',
          content: [{ type: 'text', text: `Decision: ${one.text}` }],
          ts: begun + n * 45_000,
        },
      ];
    if (one.kind === 'ran')
      return call(
        n,
        'execute_command',
        { command: one.line, requires_approval: false },
        one.failed
          ? `Command failed with exit code 1.\nOutput:\n${one.output}`
          : `Command executed.\nOutput:\n${one.output}`,
      );
    if (one.kind !== 'edited') return [];
    if (one.how === 'shell')
      return call(n, 'execute_command', { command: heredoc(one.path) }, 'Command executed.');
    if (one.how === 'write')
      return call(
        n,
        'write_to_file',
        { path: one.path, content: 'const a = 1;' },
        'The content was successfully saved',
      );
    return call(
      n,
      'replace_in_file',
      { path: one.path, diff: '------- SEARCH\na\n=======\nb\n+++++++ REPLACE' },
      'The content was successfully saved',
    );
  });
  return [['tasks/1770278400000/api_conversation_history.json', JSON.stringify(messages)]];
};

/** How the transcripts of agents are written. */
export const forms = { claude, codex, codexBefore, copilot, gemini, cline };
