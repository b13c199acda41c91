import { defined, isObject, jsonOf } from '../../store/base/core.ts';
import type { CurrentSession } from '../../store/sessions/types.ts';
import type { Agent } from '../../store/transcripts/shared/types.ts';

/** Where a server runs that one client started for itself. */
export interface OwnProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** When it started, milliseconds. */
  readonly since: number;
}

/** What a call tells besides its arguments. */
interface CallerHints {
  /** The name the client gave itself. */
  readonly client?: string;
  /** `_meta` of the request. */
  readonly meta?: unknown;
}

/** Set by agents that start a server: the session they begin with. */
const variables: readonly (readonly [string, Agent])[] = [
  ['CLAUDE_CODE_SESSION_ID', 'claude'],
  ['COPILOT_AGENT_SESSION_ID', 'copilot-cli'],
];

/** Names under which clients tell their session with each call: Codex, then VS Code. */
const metaNames = ['session_id', 'sessionId', 'threadId', 'thread_id', 'vscode.conversationId'] as const;
const turnMetadata = 'x-codex-turn-metadata';

/** The name under which Claude Code tells the id of the tool call. */
const callName = 'claudecode/toolUseId';

/** The agents of clients. */
const clients: readonly (readonly [RegExp, Agent])[] = [
  [/^gemini-cli/i, 'gemini'],
  [/^claude[- ]code/i, 'claude'],
  [/^codex/i, 'codex'],
  [/^(?:github[- ])?copilot/i, 'copilot-cli'],
  [/^@?cline/i, 'cline'],
  [/^cursor/i, 'cursor'],
  [/^qwen/i, 'qwen'],
  [/^opencode/i, 'opencode'],
  [/^visual studio code/i, 'vscode'],
];

/**
 * The chat that a call comes from: the one the request names, or else a running session of the agent, which is known
 * only where the process serves one client. What the environment names is where the agent began: of another agent
 * that was started from there, it says nothing. Undefined where nothing tells.
 */
export function currentSession({ client, meta }: CallerHints, own?: OwnProcess): CurrentSession | undefined {
  const sessionId = idIn(meta);
  if (sessionId !== undefined) return { sessionId };
  if (!own) return undefined;
  const named = variables.flatMap(([name, agent]) => {
    const begunWith = textOf(own.env[name]);
    return begunWith === undefined ? [] : [{ agent, begunWith }];
  });
  const agent = clients.find(([name]) => name.test(client ?? ''))?.[1] ?? named[0]?.agent;
  if (!agent) return undefined;
  const call = isObject(meta) ? textOf(meta[callName]) : undefined;
  return {
    ...{ agent, since: own.since },
    ...named.find((one) => one.agent === agent),
    ...defined({ call }),
  };
}

function idIn(meta: unknown): string | undefined {
  if (!isObject(meta)) return undefined;
  for (const fields of [turnOf(meta[turnMetadata]), meta]) {
    const id = metaNames.map((name) => textOf(fields[name])).find(isText);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Codex tells of its turn as an object, or as JSON. */
function turnOf(value: unknown): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  if (typeof value !== 'string') return {};
  const parsed = jsonOf(value);
  return isObject(parsed) ? parsed : {};
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const isText = (value: string | undefined): value is string => value !== undefined;
