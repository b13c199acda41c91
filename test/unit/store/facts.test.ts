import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../src/store/base/core.ts';
import { commandsIn, kindOf } from '../../../src/store/facts/commands.ts';
import { FactsOfSession } from '../../../src/store/facts/sessionFacts.ts';
import type { MessageRecord, ToolCall } from '../../../src/store/transcripts/shared/types.ts';
import { iso } from './machine.ts';

const call = (
  name: string,
  args: JsonObject,
  result?: JsonValue,
  more: Partial<ToolCall> = {},
): ToolCall => ({
  ...{ id: 'c', name, args, status: 'success' },
  ...(result !== undefined && { result }),
  ...more,
});
const said = (
  n: number,
  type: MessageRecord['type'],
  content: string,
  ...toolCalls: ToolCall[]
): MessageRecord => ({
  ...{ id: `m${n}`, timestamp: iso(n), type, content },
  ...(toolCalls.length > 0 && { toolCalls }),
});

function factsOf(...messages: readonly MessageRecord[]) {
  const facts = new FactsOfSession('/home/dev/shop');
  for (const message of messages) facts.add(message);
  return facts.facts;
}

describe('kinds of commands', () => {
  it('are the program and what it is told to do, without what leads up to it', () => {
    const kinds: Record<string, string> = {
      'npm test': 'npm test',
      'cd "/home/dev/my shop" && npm run lint -- --fix 2>&1 | tail -20': 'npm run lint',
      'FORCE_COLOR=0 NODE_ENV=test npx mocha test/a.test.js': 'npx mocha',
      'git add -A && git commit -m "Fix; && all"': 'git add && git commit',
      'go test ./... -run "A|B"': 'go test',
      '/usr/bin/python3 -m pytest -q': 'python3 pytest',
      'timeout 60 cargo build --release': 'cargo build',
      'cat > a.txt <<EOF\nnpm test\nEOF': 'cat',
      'for f in *.ts; do npx prettier --check "$f"; done': 'npx prettier',
      'docker compose up -d': 'docker compose',
      'npm exec tsc -- -b': 'npm exec tsc',
    };
    for (const [line, kind] of Object.entries(kinds)) assert.equal(kindOf(line).kind, kind, line);
  });

  it('only look, or do something', () => {
    const isLook = (line: string) => kindOf(line).isLook;
    for (const line of ['ls -la', 'git status', 'rg -n x src | head', 'cd a && cat b', 'Get-Content a.txt'])
      assert.ok(isLook(line), line);
    for (const line of ['npm test', 'git push', 'rm -rf dist', 'cat a && node a.js'])
      assert.ok(!isLook(line), line);
  });
});

describe('how a command ended', () => {
  /** What agents write of a command that failed, and of one that passed. */
  const forms: Readonly<Record<string, readonly [failed: ToolCall, passed: ToolCall]>> = {
    'Claude Code': [
      call('Bash', { command: 'npm test' }, 'Exit code 1\nError: boom', { status: 'error' }),
      call('Bash', { command: 'npm test' }, 'all good\nexit code 1 is what we wanted to avoid\nok'),
    ],
    Codex: [
      call(
        'exec_command',
        { cmd: 'npm test' },
        'Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 2\nOutput:\nError: boom',
      ),
      call('exec_command', { cmd: 'npm test' }, 'Chunk ID: 1\nProcess exited with code 0\nOutput:\nok'),
    ],
    'Codex before': [
      call(
        'shell',
        { command: ['bash', '-lc', 'npm test'] },
        '{"output":"Error: boom\\n","metadata":{"exit_code":1}}',
      ),
      call(
        'shell',
        { command: ['bash', '-lc', 'npm test'] },
        '{"output":"ok\\n","metadata":{"exit_code":0}}',
      ),
    ],
    'Gemini CLI': [
      call('run_shell_command', { command: 'npm test' }, [
        { functionResponse: { response: { output: 'Output: Error: boom\nExit Code: 1' } } },
      ]),
      call('run_shell_command', { command: 'npm test' }, [
        { functionResponse: { response: { output: 'Output: ok' } } },
      ]),
    ],
    'Copilot CLI': [
      call('bash', { command: 'npm test' }, 'Error: boom\n<exited with exit code 1>'),
      call('bash', { command: 'npm test' }, 'ok\n<exited with exit code 0>'),
    ],
  };
  for (const [agent, [failed, passed]] of Object.entries(forms))
    it(`is read from what ${agent} writes`, () => {
      const [first, ...others] = commandsIn(failed);
      assert.deepEqual(
        [first?.command, first?.kind, first?.outcome, others],
        ['npm test', 'npm test', 'failed', []],
      );
      assert.match(first?.problem ?? '', /Error: boom$/);
      assert.deepEqual(
        commandsIn(passed).map(({ outcome, problem }) => [outcome, problem]),
        [['passed', undefined]],
      );
    });

  it('is not said of tools that are no shell, and of calls without a command', () => {
    assert.deepEqual(commandsIn(call('str_replace_editor', { command: 'view', path: 'a' })), []);
    assert.deepEqual(commandsIn(call('Bash', {})), []);
    assert.deepEqual(commandsIn(call('Bash', { command: '  ' })), []);
  });
});

describe('what happened in a session', () => {
  it('are requests, files, commands and what solved their problems', () => {
    const edit = call('Edit', { file_path: '/home/dev/shop/src/a.ts', old_string: 'a', new_string: 'b' });
    const facts = factsOf(
      said(1, 'user', 'Fix the rounding'),
      said(
        2,
        'gemini',
        'I run the tests.',
        call('Bash', { command: 'npm test' }, 'Exit code 1\n✖ rounds once', { status: 'error' }),
      ),
      said(
        3,
        'gemini',
        '',
        edit,
        call('Write', { file_path: '/etc/other', content: 'x' }, 'denied', { status: 'error' }),
      ),
      said(4, 'gemini', 'Done.', edit, call('Bash', { command: 'npm test -- --watch=false' })),
    );
    assert.deepEqual(facts.requests, [{ time: iso(1), entry: 1, text: 'Fix the rounding' }]);
    assert.deepEqual(facts.files, [{ path: 'src/a.ts', times: 2, time: iso(4), entry: 4 }]);
    const [test] = facts.commands;
    assert.deepEqual(
      [test?.outcome, test?.runs, test?.solved],
      ['passed', 2, { problem: '✖ rounds once', files: ['src/a.ts'] }],
    );
  });

  it('counts all files of a patch, on any system, and what subagents changed', () => {
    const patch =
      '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** Add File: b.md\n+x\n*** End Patch';
    const facts = new FactsOfSession('C:\\code\\shop');
    facts.add(said(1, 'gemini', '', call('apply_patch', { input: patch })));
    facts.add(
      said(2, 'gemini', '', call('write_to_file', { path: 'C:\\code\\shop\\c\\d.ts', content: 'x' })),
    );
    facts.addHelper([said(3, 'gemini', '', call('write_file', { file_path: 'D:\\e.ts', content: 'x' }))]);
    assert.deepEqual(
      facts.facts.files.map(({ path }) => path),
      ['src/a.ts', 'b.md', 'c/d.ts', 'D:/e.ts'],
    );
  });

  it('knows the plans of agents, as they were last', () => {
    const plans: readonly (readonly ToolCall[])[] = [
      [
        call('TodoWrite', {
          todos: [
            { content: 'one', status: 'completed' },
            { content: 'two', status: 'in_progress' },
          ],
        }),
      ],
      [
        call('update_plan', {
          plan: [
            { step: 'one', status: 'completed' },
            { step: 'two', status: 'in_progress' },
          ],
        }),
      ],
      [
        call('write_todos', {
          todos: [
            { description: 'one', status: 'completed' },
            { description: 'two', status: 'in_progress' },
          ],
        }),
      ],
      [call('execute_command', { command: 'ls', task_progress: '- [x] one\n- [~] two' })],
      [
        call('TaskCreate', { subject: 'one' }, 'Task #1 created'),
        call('TaskCreate', { subject: 'two' }, 'Task #2 created'),
        call('TaskUpdate', { taskId: '1', status: 'completed' }),
        call('TaskUpdate', { taskId: '2', status: 'in_progress' }),
      ],
    ];
    for (const calls of plans)
      assert.deepEqual(factsOf(said(1, 'gemini', '', ...calls)).plan?.items, [
        { text: 'one', state: 'done' },
        { text: 'two', state: 'doing' },
      ]);
    assert.equal(factsOf(said(1, 'gemini', 'x')).plan, undefined);
  });
});
