import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../src/disk/base/core.ts';
import { commandsIn } from '../../../src/history/facts/commands.ts';
import { problemsIn } from '../../../src/history/facts/outcomes.ts';
import { kindsIn } from '../../../src/history/facts/kinds.ts';
import { FactsOfSession, factsOf as factsOfRecord } from '../../../src/history/facts/sessionFacts.ts';
import type { MessageRecord, ToolCall } from '../../../src/agents/reading/types.ts';
import { iso } from './machine.ts';

const call = (
  name: string,
  args: JsonObject,
  result?: JsonValue,
  more: Partial<ToolCall> = {},
): ToolCall => ({
  id: 'c',
  name,
  args,
  status: 'success',
  ...(result !== undefined && { result }),
  ...more,
});
const said = (
  n: number,
  type: MessageRecord['type'],
  content: string,
  ...toolCalls: ToolCall[]
): MessageRecord => ({
  id: `m${n}`,
  timestamp: iso(n),
  type,
  content,
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
      'NPM_TOKEN=[secret: NPM_TOKEN #1] npm publish && [secret: A #2] || git push': 'npm publish, git push',
      'git add -A && git commit -m "Fix; && all"': 'git add, git commit',
      'git commit -m "$(cat <<\'EOF\'\nAdd "a" && don\'t (b\nEOF\n)" && git push': 'git commit, git push',
      'go test ./... -run "A|B"': 'go test',
      '/usr/bin/python3 -m pytest -q': 'python3 -m pytest',
      'python3 - <<EOF\nimport a && b\nEOF': 'python3 -',
      'python manage.py migrate': 'python manage.py migrate',
      'timeout 60 cargo build --release': 'cargo build',
      'cat > a.txt <<EOF\nnpm test\nEOF': 'cat',
      'cat > a.txt <<\\EOF && npm test\n{\nEOF\nnpm run lint': 'cat, npm test, npm run lint',
      'for f in *.ts; do npx prettier --check "$f"; done': 'npx prettier',
      'docker compose up -d': 'docker compose up',
      'docker compose -f a.yml run --rm app pytest -q': 'docker compose run app pytest',
      'npm exec tsc -- -b': 'npm exec tsc',
      'bash -lc "cd x && go test ./..."': 'go test',
      'powershell.exe -NoProfile -Command "npm test; Get-Content a"': 'npm test, Get-Content',
      'cmd /c "npm run build"': 'npm run build',
      'pnpm --filter web test': 'pnpm --filter web test',
      'npm --prefix web run build': 'npm run build',
      'make -C sub -j4 test': 'make test',
      './gradlew build --info': 'gradlew build',
      'mvn -q test': 'mvn test',
      'npm test 2>&1 | tail -5; echo "exit $?"': 'npm test',
      'if (Test-Path .\\a) { Remove-Item .\\a }': 'Test-Path, Remove-Item',
      'echo it\'s "open && npm test': 'echo',
    };
    for (const [line, told] of Object.entries(kinds))
      assert.equal(
        kindsIn(line)
          .map(({ kind }) => kind)
          .join(', '),
        told,
        line,
      );
  });

  it('only look, or do something', () => {
    const isLook = (line: string) => kindsIn(line).every((kind) => kind.isLook);
    for (const line of ['ls -la', 'git status', 'rg -n x src | head', 'cd a && cat b', 'Get-Content a.txt'])
      assert.ok(isLook(line), line);
    for (const line of ['npm test', 'git push', 'rm -rf dist', 'cat a && node a.js', "sed -i 's/a/b/' x"])
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
        [first?.command, first?.kinds, first?.outcome, others],
        ['npm test', [{ kind: 'npm test', isLook: false }], 'failed', []],
      );
      assert.match(first?.problem ?? '', /Error: boom$/);
      assert.deepEqual(
        commandsIn(passed).map(({ outcome, problem }) => [outcome, problem]),
        [['passed', undefined]],
      );
    });

  it('is read from lines that hide it, in what they printed', () => {
    const ended = (command: string, result: string) =>
      commandsIn(call('Bash', { command }, result)).map(({ outcome, problem }) => [outcome, problem]);
    for (const [command, result, problem] of [
      ['npm test 2>&1 | tail -5', '  3 passing\n  2 failing', '2 failing'],
      ['npm test | tail -5; echo "exit: $?"', 'something odd\nexit: 2', 'exit: 2'],
      [
        'bun run typecheck 2>&1 | head',
        'error: Script not found "typecheck"',
        'error: Script not found "typecheck"',
      ],
      ['npx tsc -b || true', 'a.ts(1,2): error TS2339: no', 'a.ts(1,2): error TS2339: no'],
    ] as const)
      assert.deepEqual(ended(command, result), [['failed', problem]], command);
    for (const [command, result] of [
      ['npm test 2>&1 | tail -5', '12 passing, 0 failing\n0 errors'],
      ['npm test', 'it logs: error: expected\nok'],
      ['grep -rn "error: " src | head', 'src/a.ts: error: x'],
    ] as const)
      assert.deepEqual(ended(command, result), [['passed', undefined]], command);
  });

  it('tells what was refused, timed out or goes on, and how that ended later', () => {
    const ends = (result: string, more: Partial<ToolCall> = {}) =>
      commandsIn(call('Bash', { command: 'npm start' }, result, more))[0];
    assert.equal(
      ends("The user doesn't want to proceed with this tool use.", { status: 'error' })?.outcome,
      'cancelled',
    );
    assert.equal(ends('', { status: 'cancelled' })?.outcome, 'cancelled');
    assert.deepEqual(
      ends('a\nCommand timed out after 2m 0.0s', { status: 'error' })?.problem,
      'Command timed out after 2m 0.0s',
    );
    const start = call(
      'Bash',
      { command: 'npm run e2e', run_in_background: true },
      'Command running in background with ID: b1. Output is being written to: x',
    );
    const more = (result: string) => call('BashOutput', { bash_id: 'b1' }, result);
    const last = (...calls: ToolCall[]) => factsOf(said(1, 'assistant', '', ...calls)).commands[0];
    assert.equal(last(start)?.outcome, 'running');
    assert.equal(last(start, more('<status>running</status>'))?.outcome, 'running');
    const failed = last(
      start,
      more('<status>failed</status>\n<exit_code>1</exit_code>\n<stdout>\nError: no port\n</stdout>'),
    );
    assert.deepEqual([failed?.outcome, failed?.problem], ['failed', 'Error: no port']);
    const codex = call(
      'exec_command',
      { cmd: 'npm run e2e' },
      'Wall time: 10 s\nProcess running with session ID 7\nOutput:\n',
    );
    const ended = call(
      'write_stdin',
      { session_id: 7, chars: '' },
      'Process exited with code 0\nOutput:\nok',
    );
    assert.equal(last(codex, ended)?.outcome, 'passed');
  });

  it('is explained by the first lines of a failure and by those that speak of one, as people paste them', () => {
    const output = [
      'Exit code 1',
      'src/a.ts lint/empty ━━━',
      ...Array.from({ length: 30 }, (_, n) => `  × Unexpected block ${n}.`),
      'Found 30 errors.',
      'Done.',
    ].join('\n');
    const failed = call('Bash', { command: 'npm run lint' }, output, { status: 'error' });
    const problems = problemsIn(failed, commandsIn(failed));
    assert.deepEqual(problems.slice(0, 3), [
      'src/a.ts lint/empty ━━━',
      '× Unexpected block 0.',
      '× Unexpected block 1.',
    ]);
    assert.equal(problems.length, 25);
    const edit =
      '<tool_use_error>String to replace not found in file.\nString: {executeError && (</tool_use_error>';
    assert.deepEqual(problemsIn(call('Edit', {}, edit, { status: 'error' }), []), [
      'String to replace not found in file.',
      'String: {executeError && (',
    ]);
    assert.deepEqual(problemsIn(call('Edit', {}, 'ok'), []), []);
  });

  it('is told of each command of a line, and of none that another line contradicts', () => {
    const both = call('Bash', { command: 'npm run lint && npm test' }, 'Exit code 1\n✖ rounds', {
      status: 'error',
    });
    const told = (...calls: ToolCall[]) =>
      factsOf(said(1, 'assistant', '', ...calls)).commands.map(
        ({ kinds, outcome }) => `${kinds.join(' && ')} ${outcome}`,
      );
    assert.deepEqual(told(both), ['npm run lint && npm test failed']);
    const test = call('Bash', { command: 'npm test' });
    assert.deepEqual(told(both, test), ['npm run lint unknown', 'npm test passed']);
    assert.deepEqual(told(test, both), ['npm run lint && npm test failed']);
    assert.deepEqual(
      told(call('Bash', { command: 'npm run lint' }, 'x', { status: 'error' }), {
        ...both,
        status: 'success',
        result: 'ok',
      }),
      ['npm run lint && npm test passed'],
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
        'assistant',
        'I run the tests.',
        call('Bash', { command: 'npm test' }, 'Exit code 1\n✖ rounds once', { status: 'error' }),
      ),
      said(
        3,
        'assistant',
        '',
        edit,
        call('Write', { file_path: '/etc/other', content: 'x' }, 'denied', { status: 'error' }),
      ),
      said(4, 'assistant', 'Done.', edit, call('Bash', { command: 'npm test -- --watch=false' })),
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
    facts.add(said(1, 'assistant', '', call('apply_patch', { input: patch })));
    facts.add(
      said(2, 'assistant', '', call('write_to_file', { path: 'C:\\code\\shop\\c\\d.ts', content: 'x' })),
    );
    facts.addSubagentMessage(
      said(3, 'assistant', '', call('write_file', { file_path: 'D:\\e.ts', content: 'x' })),
    );
    assert.deepEqual(
      facts.facts.files.map(({ path }) => path),
      ['src/a.ts', 'b.md', 'c/d.ts', 'D:/e.ts'],
    );
  });

  it('takes what subagents did at its time, so that what was done last is told', () => {
    const test = (failed: boolean) =>
      call('Bash', { command: 'npm test' }, failed ? 'Exit code 1' : 'ok', {
        status: failed ? 'error' : 'success',
      });
    const messages = [said(1, 'user', 'Fix it'), said(5, 'assistant', 'Done', test(false))];
    const subagents = [{ agentId: 'a', messages: [said(3, 'assistant', '', test(true))] }];
    const told = new FactsOfSession();
    for (const message of messages) told.add(message);
    for (const { messages: helped } of subagents)
      for (const message of helped) told.addSubagentMessage(message);
    assert.equal(told.facts.commands[0]?.outcome, 'passed', 'also where it is told later');
    const [command] = factsOfRecord({ messages, subagents }).commands;
    assert.deepEqual([command?.outcome, command?.runs, command?.entry], ['passed', 2, 2]);
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
      assert.deepEqual(factsOf(said(1, 'assistant', '', ...calls)).plan?.items, [
        { text: 'one', state: 'done' },
        { text: 'two', state: 'doing' },
      ]);
    assert.equal(factsOf(said(1, 'assistant', 'x')).plan, undefined);
  });
});
