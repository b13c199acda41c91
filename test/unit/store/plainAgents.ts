import { pathToFileURL } from 'node:url';
import type { Agent } from '../../../src/agents/reading/types.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { claude, cline, codex, iso, when } from './machine.ts';
import { jsonLines } from './reading.ts';

/** Where a session is to be. */
export interface Stay {
  /** The folder it ran in. */
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
}

/** The files of a session in which the person says `text`, below home or by whole paths; the transcript comes first. */
export type Written = (text: string, stay: Stay) => readonly (readonly [path: string, content: string])[];

const slug = (cwd: string): string => cwd.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');

const text = (words: string) => [{ type: 'text', text: words }];

/** A line of Qwen Code, the nth of its session. */
export const qwen = (cwd: string, n: number, more: object) => ({
  uuid: `q${n}`,
  parentUuid: n === 1 ? null : `q${n - 1}`,
  sessionId: 'q-1',
  timestamp: iso(n),
  cwd,
  version: '0.24.0',
  gitBranch: 'main',
  ...more,
});

const userFolder: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Library/Application Support/Code/User',
  win32: 'AppData/Roaming/Code/User',
};

/** A task of an extension that comes from Cline. */
const task =
  (extension: string): Written =>
  (said, { cwd, platform }) => {
    const user = userFolder[platform] ?? '.config/Code/User';
    // Tasks of several folders lie side by side.
    const folder = `${user}/globalStorage/${extension}/tasks/${when + cwd.length}`;
    const answer = { role: 'assistant', content: text('ok') };
    return [
      [
        `${folder}/api_conversation_history.json`,
        JSON.stringify([...(JSON.parse(cline(said)) as object[]), answer]),
      ],
      [
        `${folder}/history_item.json`,
        JSON.stringify({ id: `${when}`, ts: when, task: said, workspace: cwd }),
      ],
    ];
  };

const answered = (cwd: string, said: string) =>
  claude(cwd, '', {
    type: 'assistant',
    uuid: 'a1',
    parentUuid: claude(cwd, said).uuid,
    timestamp: iso(2),
    message: { role: 'assistant', id: 'm', model: 'opus', content: text('ok') },
  });

const droid = (n: number, role: string, content: object[]) => ({
  type: 'message',
  id: `d${n}`,
  timestamp: iso(n),
  message: { role, content },
  parentId: null,
});

/** An entry of Pi. */
export const pi = (id: string, parentId: string | null, message: object) => ({
  type: 'message',
  id,
  parentId,
  timestamp: iso(Number(id)),
  message,
});

/** A step of Antigravity. */
export const step = (n: number, type: string, more: object) => ({
  step_index: n,
  source: type === 'USER_INPUT' ? 'USER_EXPLICIT' : 'MODEL',
  type,
  status: 'DONE',
  created_at: iso(n),
  ...more,
});

/** A small session of each agent that keeps plain files, as real ones are. */
export const plainAgents: Readonly<Record<Agent, Written>> = {
  cursor: (said, { cwd }) => [
    [
      `.cursor/projects/${slug(cwd)}/agent-transcripts/c-1/c-1.jsonl`,
      jsonLines([
        { role: 'user', message: { content: text(`<user_query>\n${said}\n</user_query>`) } },
        { role: 'assistant', message: { content: text('ok') } },
        { type: 'turn_ended', status: 'success' },
      ]),
    ],
    [
      `.cursor/projects/${slug(cwd)}/.workspace-trusted`,
      JSON.stringify({ trustedAt: iso(0), workspacePath: cwd }),
    ],
  ],
  roo: task('rooveterinaryinc.roo-cline'),
  kilo: task('kilocode.kilo-code'),
  openclaude: (said, { cwd }) => [
    [
      `.openclaude/projects/${claudeFolderName(cwd)}/s1.jsonl`,
      jsonLines([claude(cwd, said), answered(cwd, said)]),
    ],
  ],
  iflow: (said, { cwd }) => [
    [
      `.iflow/projects/${cwd.replaceAll('/', '-')}/session-s1.jsonl`,
      jsonLines([claude(cwd, said), answered(cwd, said)]),
    ],
  ],
  traex: (said, { cwd }) => [
    [
      `.trae/cli/sessions/2026/02/05/rollout-2026-02-05T08-00-00-${cwd.length}.jsonl`,
      jsonLines([
        ...codex(cwd, said),
        {
          timestamp: iso(3),
          type: 'response_item',
          payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ok' }] },
        },
      ]),
    ],
  ],
  droid: (said, { cwd }) => [
    [
      `.factory/sessions/${claudeFolderName(cwd)}/d-1.jsonl`,
      jsonLines([
        { type: 'session_start', id: 'd-1', title: said, owner: 'me', version: 2, cwd },
        droid(1, 'user', text(`<system-reminder>be kind</system-reminder>\n${said}`)),
        droid(2, 'assistant', text('ok')),
      ]),
    ],
    [`.factory/sessions/${claudeFolderName(cwd)}/d-1.settings.json`, JSON.stringify({ model: 'opus' })],
  ],
  pi: (said, { cwd }) => [
    [
      `.pi/agent/sessions/--${cwd.slice(1).replaceAll('/', '-')}--/2026_p-1.jsonl`,
      jsonLines([
        { type: 'session', version: 3, id: 'p-1', timestamp: iso(0), cwd },
        pi('1', null, { role: 'user', content: said }),
        pi('2', '1', { role: 'assistant', content: text('ok'), model: 'opus' }),
      ]),
    ],
  ],
  kiro: (said, { cwd }) => {
    const path = `.kiro/sessions/cli/k-${cwd.length}`;
    const content = (words: string) => ({ message_id: words, content: [{ kind: 'text', data: words }] });
    return [
      [
        `${path}.jsonl`,
        jsonLines([
          { version: 'v1', kind: 'Prompt', data: content(said) },
          { version: 'v1', kind: 'AssistantMessage', data: content('ok') },
        ]),
      ],
      [`${path}.json`, JSON.stringify({ session_id: 'k-1', cwd, created_at: iso(1), updated_at: iso(2) })],
    ];
  },
  continue: (said, { cwd }) => [
    [
      `.continue/sessions/c-${cwd.length}.json`,
      JSON.stringify({
        sessionId: `c-${cwd.length}`,
        title: 'New Session',
        workspaceDirectory: pathToFileURL(cwd).href,
        history: [
          { message: { role: 'user', content: said }, contextItems: [] },
          { message: { role: 'assistant', content: 'ok' }, contextItems: [] },
        ],
      }),
    ],
  ],
  antigravity: (said, { cwd }) => [
    [
      `.gemini/antigravity/brain/a-${cwd.length}/.system_generated/logs/transcript.jsonl`,
      jsonLines([
        step(0, 'USER_INPUT', {
          content: `<USER_REQUEST>\n${said}\n</USER_REQUEST>\n<ADDITIONAL_METADATA>x</ADDITIONAL_METADATA>`,
        }),
        step(1, 'PLANNER_RESPONSE', {
          tool_calls: [{ name: 'run_command', args: { Cwd: JSON.stringify(cwd) } }],
        }),
        step(2, 'RUN_COMMAND', { content: 'done' }),
        step(3, 'PLANNER_RESPONSE', { content: 'ok' }),
      ]),
    ],
  ],
  amp: (said, { cwd }) => [
    [
      `.local/share/amp/threads/T-${cwd.length}.json`,
      JSON.stringify({
        v: 3,
        id: `T-${cwd.length}`,
        created: when,
        messages: [
          { role: 'user', messageId: 0, content: text(said), meta: { sentAt: when + 1_000 } },
          { role: 'assistant', messageId: 1, content: text('ok') },
        ],
        env: { initial: { trees: [{ displayName: 'app', uri: pathToFileURL(cwd).href }] } },
      }),
    ],
  ],
  aider: (said, { cwd }) => [
    [
      `${cwd}/.aider.chat.history.md`,
      `\n# aider chat started at 2026-02-05 08:00:00\n\n> Aider v0.86.0  \n\n#### ${said}  \n\nok\n`,
    ],
  ],
  specstory: (said, { cwd }) => [
    [
      `${cwd}/.specstory/history/2026-02-05_08-00-00Z-fix.md`,
      [
        ...['<!-- Generated by SpecStory, Markdown v2.1.0 -->', '', '# 2026-02-05 08:00:00Z', ''],
        ...['<!-- Codex CLI Session 00000000-0000-4000-8000-000000000001 (2026-02-05 08:00:00Z) -->', ''],
        ...['_**User (2026-02-05 08:00:01Z)**_', '', said, '', '---', ''],
        ...['_**Agent (opus 2026-02-05 08:00:02Z)**_', '', 'ok', ''],
      ].join('\n'),
    ],
  ],
  qwen: (said, { cwd }) => [
    [
      `.qwen/projects/${claudeFolderName(cwd)}/chats/q-1.jsonl`,
      jsonLines([
        qwen(cwd, 1, { type: 'user', message: { role: 'user', parts: [{ text: said }] } }),
        qwen(cwd, 2, { type: 'system', subtype: 'ui_telemetry', systemPayload: { uiEvent: {} } }),
        qwen(cwd, 3, {
          type: 'assistant',
          model: 'qwen4',
          message: { role: 'model', parts: [{ text: 'ok' }] },
        }),
      ]),
    ],
  ],
};

/** The same as forms of transcripts. */
export const plainForm =
  (written: Written) =>
  (said: string): readonly string[] =>
    written(said, { cwd: '/code/shop', platform: 'linux' })
      .slice(0, 1)
      .map(([, content]) => content);
