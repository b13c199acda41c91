import type { Agent } from '../../../src/store/transcripts/shared/types.ts';
import { claudeFolderName } from '../../../src/store/transcripts/claude/claudeAgent.ts';
import { claude, cline, codex, iso, when } from './machine.ts';
import { jsonLines } from './reading.ts';

/** Where a session is to be. */
export interface Stay {
  /** The folder it ran in. */
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
}

/** The files of a session in which the person says `text`, by their paths below home; the transcript comes first. */
export type Written = (text: string, stay: Stay) => readonly (readonly [path: string, content: string])[];

const slug = (cwd: string): string => cwd.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');

const text = (words: string) => [{ type: 'text', text: words }];

/** A line of Qwen Code, the nth of its session. */
export const qwen = (cwd: string, n: number, more: object) => ({
  ...{ uuid: `q${n}`, parentUuid: n === 1 ? null : `q${n - 1}`, sessionId: 'q-1', timestamp: iso(n) },
  ...{ cwd, version: '0.24.0', gitBranch: 'main', ...more },
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
    ...{ type: 'assistant', uuid: 'a1', parentUuid: claude(cwd, said).uuid, timestamp: iso(2) },
    message: { role: 'assistant', id: 'm', model: 'opus', content: text('ok') },
  });

/** A small session of each agent that keeps plain files, as real ones are. */
export const plainAgents: Readonly<Partial<Record<Agent, Written>>> = {
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
          ...{ timestamp: iso(3), type: 'response_item' },
          payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ok' }] },
        },
      ]),
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
