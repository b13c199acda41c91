import { mkdirSync, realpathSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { claude } from '../unit/store/claudeLines.ts';

const hour = 60 * 60 * 1_000;
const day = 24 * hour;

/** A session that somebody had some time ago. */
interface Past {
  readonly title: string;
  readonly n: number;
  readonly cwd: string;
  /** When it began, milliseconds. */
  readonly begun: number;
}

const subjects = [
  ...['Round tax once, on the sum of the lines', 'Why do refunds lose a cent?', '支付对账为什么慢？'],
  ...['Write the release notes', 'Make the import resume after a crash', 'Find out why the build is flaky'],
  ...['Move the settings page to the new form', 'Explain how the queue retries', 'Rename the column safely'],
];
const titleOf = (n: number): string =>
  n < subjects.length ? `${subjects[n]}` : `${subjects[n % subjects.length]} (${n})`;

const iso = (time: number): string => new Date(time).toISOString();
const id = (n: number): string => `${String(n).padStart(8, '0')}-7d51-4b0e-9d3e-0d6a2f3c4b5a`;
const lines = (values: readonly object[]): string =>
  values.map((each) => `${JSON.stringify(each)}\n`).join('');

type Writer = (past: Past) => readonly (readonly [path: string, text: string])[];

const claudeSession: Writer = ({ title, n, cwd, begun }) => {
  const line = (minutes: number) => ({
    sessionId: id(n),
    cwd,
    version: '2.1.30',
    timestamp: iso(begun + minutes * 60_000),
  });
  const transcript = claude()
    .user(title, line(0))
    .use('a1', 't1', 'Bash', { command: 'npm test' }, line(1))
    .result('t1', 'one test failed', line(2))
    .answer('a2', 'The cause is in `src/pricing.js`; I changed it.', line(3));
  return [[`claude/projects/${claudeFolderName(cwd)}/${id(n)}.jsonl`, transcript.text()]];
};

const codexSession: Writer = ({ title, n, cwd, begun }) => {
  const message = (role: string, type: string, text: string) => ({
    timestamp: iso(begun + 60_000),
    type: 'response_item',
    payload: { type: 'message', role, content: [{ type, text }] },
  });
  const meta = { id: id(n), timestamp: iso(begun), cwd, originator: 'codex_cli_rs', cli_version: '0.169.0' };
  const name = `rollout-${iso(begun).slice(0, 19).replaceAll(':', '-')}-${id(n)}.jsonl`;
  const text = lines([
    { timestamp: iso(begun), type: 'session_meta', payload: meta },
    message('user', 'input_text', title),
    message('assistant', 'output_text', 'Done; the tests pass.'),
  ]);
  return [[join('codex/sessions', ...iso(begun).slice(0, 10).split('-'), name), text]];
};

const geminiSession: Writer = ({ title, n, cwd, begun }) => {
  const text = lines([
    { sessionId: id(n), projectHash: 'ab', startTime: iso(begun), lastUpdated: iso(begun) },
    { id: 'm1', timestamp: iso(begun), type: 'user', content: title },
    { id: 'm2', timestamp: iso(begun + 60_000), type: 'gemini', content: 'Done.', model: 'gemini-3-pro' },
  ]);
  const name = `session-${iso(begun).slice(0, 16).replaceAll(':', '-')}-${id(n).slice(0, 8)}.jsonl`;
  return [
    ['.gemini/tmp/shop/.project_root', `${cwd}\n`],
    [`.gemini/tmp/shop/chats/${name}`, text],
  ];
};

const cursorSession: Writer = ({ title, n, cwd }) => {
  const folder = `.cursor/projects/${cwd.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')}`;
  const say = (text: string) => ({ content: [{ type: 'text', text }] });
  const text = lines([
    { role: 'user', message: say(`<user_query>\n${title}\n</user_query>`) },
    { role: 'assistant', message: say('Done.') },
  ]);
  return [
    [`${folder}/.workspace-trusted`, JSON.stringify({ trustedAt: iso(0), workspacePath: cwd })],
    [`${folder}/agent-transcripts/${id(n)}/${id(n)}.jsonl`, text],
  ];
};

const writers: readonly Writer[] = [claudeSession, codexSession, claudeSession, geminiSession, cursorSession];

/** So many of the sessions will be deleted by their agents within 7 days. */
export const endangered = 3;

/**
 * Writes `count` sessions that somebody had with four agents in a folder, each in its agent’s own form, below `agents`,
 * where an editor with `agentFolders` and this home looks for them: one every few hours, and the last ones a month ago.
 * Gives their titles, the newest first.
 */
export function writePastSessions(agents: string, workspace: string, count = 50, now = Date.now()): string[] {
  const cwd = realpathSync(workspace);
  for (let n = 0; n < count; n++) {
    const isOld = n >= count - endangered;
    const begun = isOld ? now - (25 + n - (count - endangered)) * day : now - (n * 6 + 2) * hour;
    const write = isOld ? claudeSession : (writers[n % writers.length] ?? claudeSession);
    for (const [path, text] of write({ title: titleOf(n), n, cwd, begun })) {
      const file = join(agents, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      utimesSync(file, (begun + 180_000) / 1_000, (begun + 180_000) / 1_000);
    }
  }
  return Array.from({ length: count }, (_, n) => titleOf(n));
}
