// A home full of sessions of all agents, each as its agent writes it: for tests and figures of what keeps them.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { editorUser, lines, type FileForm, type Talk, type WriteForm } from './homeTalk.ts';
import { otherForms } from './otherForms.ts';
import { storedHomeAgents, storedSessionId, writeStoredHome } from './storedHome.ts';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { pathInDatabase, type Agent } from '../../src/agents/reading/types.ts';

const hour = 60 * 60 * 1_000;
const day = 24 * hour;

export interface HomeSession {
  readonly agent: Agent;
  readonly path: string;
  /** As it is listed. */
  readonly sessionId: string;
  /** When it changed last. Milliseconds. */
  readonly changedAt: number;
}

const claude: WriteForm = ({ id, folder, turns }, time) => {
  let parentUuid: string | null = null;
  let line = 0;
  const linked = (kind: string, more: object) => {
    const uuid = `${kind}-${id}-${line}`;
    const base = { parentUuid, isSidechain: false, userType: 'external', cwd: folder, sessionId: id };
    parentUuid = uuid;
    return { ...base, version: '2.1.30', gitBranch: 'main', uuid, timestamp: time(line++), ...more };
  };
  return lines(
    turns.flatMap(({ ask, answer, result }, n) => {
      const said = (...content: object[]) => ({
        type: 'assistant',
        message: { id: `msg-${id}-${n}`, type: 'message', role: 'assistant', model: 'claude-opus', content },
      });
      const use = { type: 'tool_use', id: `call-${n}`, name: 'Bash', input: { command: `cat part${n}.ts` } };
      const back = { type: 'tool_result', tool_use_id: `call-${n}`, content: result };
      return [
        linked('user', { type: 'user', message: { role: 'user', content: ask } }),
        linked('a', said({ type: 'text', text: answer })),
        linked('b', said(use)),
        linked('r', { type: 'user', message: { role: 'user', content: [back] } }),
      ];
    }),
  );
};

const codex: WriteForm = ({ id, folder, turns }, time) =>
  lines([
    {
      timestamp: time(0),
      type: 'session_meta',
      payload: { id, timestamp: time(0), cwd: folder, cli_version: '0.169.0' },
    },
    ...turns.flatMap(({ ask, answer, result }, n) =>
      [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: ask }] },
        {
          type: 'function_call',
          name: 'shell',
          arguments: `{"command":["cat","part${n}.ts"]}`,
          call_id: `c${n}`,
        },
        { type: 'function_call_output', call_id: `c${n}`, output: result },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: answer }] },
      ].map((payload) => ({ timestamp: time(n), type: 'response_item', payload })),
    ),
  ]);

const gemini: WriteForm = ({ id, turns }, time) =>
  lines([
    { sessionId: id, projectHash: 'ab', startTime: time(0), lastUpdated: time(0) },
    ...turns.flatMap(({ ask, answer, result }, n) => [
      { id: `u${n}`, timestamp: time(n), type: 'user', content: ask },
      {
        id: `g${n}`,
        timestamp: time(n),
        type: 'gemini',
        content: answer,
        toolCalls: [
          { id: `c${n}`, name: 'read_file', args: { path: `part${n}.ts` }, status: 'success', result },
        ],
      },
    ]),
  ]);

const vscode: WriteForm = ({ id, turns, begun, title }) => {
  const requests = turns.map(({ ask, answer }, n) => ({
    requestId: `r${n}`,
    timestamp: begun + n * 1_000,
    message: { text: ask, parts: [] },
    response: [{ value: answer }],
    result: { metadata: {} },
  }));
  return lines([
    { kind: 0, v: { version: 3, creationDate: begun, sessionId: id, customTitle: title, requests: [] } },
    { kind: 2, k: ['requests'], v: requests },
  ]);
};

const copilotEvents =
  (start: object): WriteForm =>
  ({ id, turns }, time) =>
    lines([
      {
        type: 'session.start',
        data: { sessionId: id, startTime: time(0), ...start },
        id: 'e0',
        timestamp: time(0),
        parentId: null,
      },
      ...turns.flatMap(({ ask, answer, result }, n) => {
        const call = { toolCallId: `c${n}`, name: 'read_file' };
        return [
          { type: 'user.message', data: { content: ask } },
          {
            type: 'assistant.message',
            data: { messageId: `m${n}`, content: answer, toolRequests: [{ ...call, arguments: '{}' }] },
          },
          {
            type: 'tool.execution_start',
            data: { toolCallId: `c${n}`, toolName: 'read_file', arguments: {} },
          },
          {
            type: 'tool.execution_complete',
            data: { toolCallId: `c${n}`, success: true, result: { content: result } },
          },
        ].map((event, k) => ({ ...event, id: `e${n}-${k}`, timestamp: time(n), parentId: null }));
      }),
    ]);

const cline: WriteForm = ({ turns }) =>
  JSON.stringify(
    turns.flatMap(({ ask, answer }) => [
      { role: 'user', content: [{ type: 'text', text: `<task>${ask}</task>` }] },
      { role: 'assistant', content: [{ type: 'text', text: answer }] },
    ]),
  );

const cursor: WriteForm = ({ turns }) =>
  lines(
    turns.flatMap(({ ask, answer }) => [
      { role: 'user', message: { content: [{ type: 'text', text: `<user_query>\n${ask}\n</user_query>` }] } },
      { role: 'assistant', message: { content: [{ type: 'text', text: answer }] } },
    ]),
  );

const storage = `${editorUser}/workspaceStorage/0123456789abcdef`;
const tasks = `${editorUser}/globalStorage/saoudrizwan.claude-dev`;
const cursorProject = (folder: string) =>
  `.cursor/projects/${folder.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')}`;

const forms: Readonly<Record<Agent, FileForm>> = {
  claude: {
    write: claude,
    path: ({ id, folder }) => `.claude/projects/${claudeFolderName(folder)}/${id}.jsonl`,
  },
  codex: {
    write: codex,
    path: ({ id, begun }) => {
      const time = new Date(begun).toISOString();
      return `.codex/sessions/${time.slice(0, 10).replaceAll('-', '/')}/rollout-${time.slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`;
    },
  },
  gemini: { write: gemini, path: ({ id }) => `.gemini/tmp/shop/chats/session-2026-02-05T08-00-${id}.jsonl` },
  vscode: { write: vscode, path: ({ id }) => `${storage}/chatSessions/${id}.jsonl` },
  copilot: {
    write: copilotEvents({ vscodeVersion: '1.139.0' }),
    path: ({ id }) => `${storage}/GitHub.copilot-chat/transcripts/${id}.jsonl`,
  },
  'copilot-cli': {
    write: (talk, time) => copilotEvents({ context: { cwd: talk.folder } })(talk, time),
    path: ({ id }) => `.copilot/session-state/${id}/events.jsonl`,
  },
  cline: {
    write: cline,
    path: ({ begun }) => `${tasks}/tasks/${begun}/api_conversation_history.json`,
    sessionId: ({ begun }) => String(begun),
  },
  cursor: {
    write: cursor,
    path: ({ id, folder }) => `${cursorProject(folder)}/agent-transcripts/${id}/${id}.jsonl`,
  },
};

/** Agents whose sessions are made, in turn: those that most people use, or all that are read. */
export type HomeAgents = 'most used' | 'all';

/**
 * Writes `count` sessions of a project below a home, of each agent in turn, from an hour to 40 days old, and the first
 * of them as if it were being written. Gives them in the order in which they were made.
 */
export function writeSessionHome(
  home: string,
  folder: string,
  { count, now, turns = 20, agents = 'most used' }: HomeOptions,
): readonly HomeSession[] {
  const files: Readonly<Record<string, FileForm | undefined>> =
    agents === 'all' ? { ...forms, ...otherForms(claude, codex, cline) } : forms;
  const names = [...Object.keys(files), ...(agents === 'all' ? storedHomeAgents : [])];
  const made = Array.from({ length: count }, (_, n) => {
    const changedAt = n === 0 ? now : Math.round(now - hour - (n / count) * (40 * day - hour));
    const begun = changedAt - turns * 1_000;
    // Most are short, some are long.
    const said = turnsOf(n, n % 10 === 9 ? turns * 5 : turns);
    const talk: Talk = { id: idOf(n), folder, begun, title: `Talk ${n}`, turns: said };
    return { agent: names[n % names.length] ?? '', talk, changedAt };
  });
  const databases = new Map(
    storedHomeAgents.flatMap((agent) => {
      const own = made.filter((each) => each.agent === agent);
      return own.length > 0 ? [[agent, writeStoredHome(agent, home, own)] as const] : [];
    }),
  );
  const sessions = made.map(({ agent, talk, changedAt }): HomeSession => {
    const about = { agent, changedAt };
    const form = files[agent];
    if (!form) {
      const sessionId = storedSessionId(agent, talk.id);
      return { ...about, sessionId, path: pathInDatabase(databases.get(agent) ?? '', sessionId) };
    }
    const path = resolve(home, form.path(talk));
    const time = (line: number) => new Date(Math.min(changedAt, talk.begun + line * 200)).toISOString();
    write(path, form.write(talk, time), changedAt);
    for (const [beside, text] of form.beside?.(talk) ?? []) write(resolve(home, beside), text, changedAt);
    return { ...about, path, sessionId: form.sessionId?.(talk) ?? talk.id };
  });
  write(join(home, storage, 'workspace.json'), JSON.stringify({ folder: pathToFileURL(folder).href }), now);
  write(join(home, '.gemini/tmp/shop/.project_root'), `${folder}\n`, now);
  const history = sessions
    .filter(({ agent }) => agent === 'cline')
    .map(({ sessionId }) => ({ id: sessionId, cwdOnTaskInitialization: folder }));
  write(join(home, tasks, 'state/taskHistory.json'), JSON.stringify(history), now);
  return sessions;
}

interface HomeOptions {
  readonly count: number;
  /** Milliseconds. */
  readonly now: number;
  /** Of most sessions; a tenth of them has five times as many. */
  readonly turns?: number;
  readonly agents?: HomeAgents;
}

function idOf(n: number): string {
  const hex = createHash('sha256').update(`session ${n}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4000-8000-${hex.slice(12, 24)}`;
}

const words =
  'the list waits for a lock that nobody frees so it is slow until the disk answers 修复登录 超时'.split(' ');

/** Text of this length that differs from turn to turn, and is as easily compressed as what people write. */
function textOf(seed: number, length: number): string {
  let text = '';
  for (let n = seed * 7 + 1; text.length < length; n = (n * 1_103_515_245 + 12_345) % 2_147_483_648)
    text += `${words[n % words.length] ?? ''}${n % 11 === 0 ? `_${n.toString(36)}` : ''} `;
  return text;
}

const turnsOf = (session: number, count: number): Talk['turns'] =>
  Array.from({ length: count }, (_, n) => ({
    ask: `Why is part ${n} of ${session} slow? ${textOf(session + n, 200)}`,
    answer: textOf(session * 3 + n, 900),
    result: textOf(session * 5 + n, 1_200),
  }));

function write(path: string, text: string, changedAt: number): void {
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.writeFileSync(path, text);
  fs.utimesSync(path, changedAt / 1_000, changedAt / 1_000);
}
