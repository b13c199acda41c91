import { mkdirSync, realpathSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonValue } from '../../src/disk/base/core.ts';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { claude } from '../unit/store/claudeLines.ts';

const minute = 60_000;

/** Titles of the sessions, the most recently active first. */
export const sampleSessions = {
  claude: 'Round tax once, on the sum of the lines',
  codex: 'Write the release notes of 2.4',
} as const;

/** Id of the session of Codex. */
export const codexSampleId = '5f0c1e9a-7d51-4b0e-9d3e-0d6a2f3c4b5b';

/**
 * Writes sessions of two agents about the sample workspace, as these agents keep them, below `agents`: with
 * `agentFolders` in its environment the editor looks for them there.
 */
export function writeSampleSessions(agents: string, workspace: string, now = Date.now()): void {
  const root = realpathSync(workspace);
  const claudeId = '3f1c9a52-7d51-4b0e-9d3e-0d6a2f3c4b5a';
  const folder = `claude/projects/${claudeFolderName(root)}`;
  write(
    join(agents, folder, `${claudeId}.jsonl`),
    roundTax(root, claudeId, now - 26 * minute),
    now - 4 * minute,
  );
  write(
    join(agents, folder, claudeId, 'subagents', 'agent-a7f3.jsonl'),
    findReaders(root, claudeId, now - 20 * minute),
    now - 18 * minute,
  );
  const begun = new Date(now - 3 * 60 * minute);
  const day = begun.toISOString().slice(0, 10).split('-');
  const name = `rollout-${begun.toISOString().slice(0, 19).replaceAll(':', '-')}-${codexSampleId}.jsonl`;
  write(
    join(agents, 'codex/sessions', ...day, name),
    releaseNotes(root, begun.getTime()),
    begun.getTime() + 5 * minute,
  );
}

function write(file: string, text: string, changed: number): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, changed / 1000, changed / 1000);
}

function roundTax(cwd: string, sessionId: string, begun: number): string {
  let minutes = 0;
  const line = (step = 1) => ({
    sessionId,
    cwd,
    gitBranch: 'round-once',
    version: '2.1.30',
    timestamp: new Date(begun + (minutes += step) * minute).toISOString(),
  });
  const file_path = join(cwd, 'src/pricing.js');
  const edit = {
    file_path,
    old_string:
      '  const tax = lines.reduce(\n    (sum, line) => sum + Math.round((lineTotal(line) * taxRate) / 1000),\n    0,\n  );\n  return { net, tax };',
    new_string: "  const tax = Math.round((net * taxRate) / 1000);\n  return { net, tax, currency: 'EUR' };",
  };
  return claude()
    .user('<command-name>/model</command-name><command-args>opus</command-args>', line())
    .user(
      'Order `A-20817` was charged one cent more than its invoice says. Round tax once, on the sum of the lines.',
      line(),
    )
    .answer(
      'm1',
      {
        type: 'thinking',
        thinking: 'The invoice rounds per line, the payment on the sum. One of them has to change.',
      },
      line(),
    )
    .answer(
      'm1',
      'The invoice rounds **per line**, the payment **on the sum**. I look for who reads the total first, then change `src/pricing.js`.',
      line(0),
    )
    .use(
      'm1',
      'task',
      'Task',
      {
        description: 'Find who reads the total',
        prompt: 'Find every place that reads the total of an order.',
      },
      line(),
    )
    .result('task', 'Two places: `src/invoice.js:14` and `src/refund.js:9`.', {
      ...line(2),
      toolUseResult: { agentId: 'a7f3' },
    })
    .use('m2', 'edit', 'Edit', edit, line())
    .result('edit', 'The file has been updated.', line())
    .use('m3', 'test', 'Bash', { command: 'npm test', description: 'Run the tests' }, line())
    .result(
      'test',
      '✖ a refund gives back what was paid (1.3 ms)\n  Expected 225, got 224\nℹ pass 6\nℹ fail 1',
      { ...line(), is_error: true },
    )
    .answer(
      'm4',
      'One test fails: a refund still rounds per line. The **last** refund of an order should give back the rest.',
      line(),
    )
    .user('[Request interrupted by user]', line())
    .line('system', {
      ...line(),
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      compactMetadata: { trigger: 'auto' },
    })
    .user(
      'Tax is rounded **once**, on the sum. `src/pricing.js` is changed; the refund in `src/refund.js` is open: its last part gives back the rest.',
      { ...line(), isCompactSummary: true },
    )
    .user('Yes, the last refund takes the rest. Do that, and run the tests again.', line())
    .use(
      'm5',
      'patch',
      'Edit',
      {
        file_path: join(cwd, 'src/refund.js'),
        old_string: '  return round(line.total * share);',
        new_string: '  return isLast ? paid - refunded : round(line.total * share);',
      },
      line(),
    )
    .result('patch', 'The file has been updated.', line())
    .use(
      'm5',
      'comment',
      'Edit',
      {
        file_path,
        old_string: '/** The tax of an order, rounded per line. */',
        new_string:
          '/** The tax of an order is rounded once, on the sum, so that it agrees with the payment provider. */',
      },
      line(0),
    )
    .result('comment', 'The file has been updated.', line(0))
    .use('m6', 'again', 'Bash', { command: 'npm test' }, line())
    .result(
      'again',
      '✔ a discount is rounded once per line (0.9 ms)\n✔ tax is rounded on the sum of the lines (0.2 ms)\n✔ a refund gives back what was paid (0.4 ms)\nℹ pass 7\nℹ fail 0',
      line(),
    )
    .answer(
      'm7',
      'All seven tests pass. The change is small:\n\n```js\nconst tax = Math.round((net * taxRate) / 1000);\n```\n\nOld invoices keep their numbers, because their totals are stored when they are issued.',
      line(),
    )
    .aside({ type: 'custom-title', customTitle: sampleSessions.claude, sessionId })
    .text();
}

/** What the subagent was asked and found. */
function findReaders(cwd: string, sessionId: string, begun: number): string {
  const line = (minutes: number) => ({
    sessionId,
    cwd,
    agentId: 'a7f3',
    isSidechain: true,
    timestamp: new Date(begun + minutes * minute).toISOString(),
  });
  return claude()
    .user('Find every place that reads the total of an order.', line(0))
    .use('s1', 'grep', 'Grep', { pattern: 'orderTotal', path: join(cwd, 'src') }, line(0))
    .result('grep', 'src/invoice.js:14\nsrc/refund.js:9', line(1))
    .answer('s2', 'Two places: `src/invoice.js:14` and `src/refund.js:9`.', line(1))
    .text();
}

function releaseNotes(cwd: string, begun: number): string {
  let minutes = 0;
  const lines: JsonValue[] = [];
  const add = (type: string, payload: JsonValue): void => {
    lines.push({ timestamp: new Date(begun + minutes++ * (minute / 2)).toISOString(), type, payload });
  };
  const message = (role: string, kind: string, text: string): JsonValue => ({
    type: 'message',
    role,
    content: [{ type: kind, text }],
  });
  add('session_meta', {
    id: '5f0c1e9a-7d51-4b0e-9d3e-0d6a2f3c4b5b',
    cwd,
    cli_version: '0.46.0',
    git: { branch: 'main' },
  });
  add('turn_context', { cwd, model: 'gpt-5-codex' });
  add('response_item', message('user', 'input_text', sampleSessions.codex));
  add('response_item', {
    type: 'function_call',
    name: 'shell',
    call_id: 'c1',
    arguments: JSON.stringify({ command: ['git', 'log', '--oneline', 'v2.3.1..'] }),
  });
  add('response_item', {
    type: 'function_call_output',
    call_id: 'c1',
    output: 'a81f0c2 Round tax once\n77d3b10 Show the shop currency',
  });
  const patch =
    '*** Begin Patch\n*** Add File: CHANGELOG.md\n+## 2.4\n+\n+- Tax is rounded once, on the sum of an order.\n+- Prices show the currency of the shop.\n*** End Patch';
  add('response_item', { type: 'custom_tool_call', name: 'apply_patch', call_id: 'c2', input: patch });
  add('response_item', {
    type: 'custom_tool_call_output',
    call_id: 'c2',
    output: 'Success. Updated the following files:\nA CHANGELOG.md',
  });
  add(
    'response_item',
    message(
      'assistant',
      'output_text',
      'The notes of **2.4** are in `CHANGELOG.md`: the rounding of tax, and the currency of prices.',
    ),
  );
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
