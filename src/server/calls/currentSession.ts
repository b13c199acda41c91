import { isObject } from '../../store/json.ts';
import type { CurrentSession } from '../../store/sessions/types.ts';
import type { Agent } from '../../store/transcripts/types.ts';

/** Where a server runs that one client started for itself. */
export interface OwnProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** When it started, milliseconds. */
  readonly since: number;
}

/** What a call tells besides its arguments. */
interface Hints {
  /** The name the client gave itself. */
  readonly client?: string;
  /** `_meta` of the request. */
  readonly meta?: unknown;
}

/** Set by agents that start a server for one session. */
const variables = ['CLAUDE_CODE_SESSION_ID', 'COPILOT_AGENT_SESSION_ID'] as const;

/** Names under which clients tell their session with each call: Codex, then VS Code. */
const metaNames = ['session_id', 'sessionId', 'threadId', 'thread_id', 'vscode.conversationId'] as const;
const turnMetadata = 'x-codex-turn-metadata';

/** Clients that tell no id: their session is known by being active. */
const clients: readonly (readonly [RegExp, Agent])[] = [
  [/^gemini-cli/i, 'gemini'],
  [/^claude[- ]code/i, 'claude'],
  [/^codex/i, 'codex'],
  [/^(?:github[- ])?copilot/i, 'copilot-cli'],
  [/^@?cline/i, 'cline'],
  [/^visual studio code/i, 'vscode'],
];

/**
 * The chat that a call comes from: by what the request says, by the environment, or by the agent, whose newest session
 * it is. The last two only where the process serves one client; undefined where nothing tells.
 */
export function currentSession({ client, meta }: Hints, own?: OwnProcess): CurrentSession | undefined {
  const told = idIn(meta) ?? variables.map((name) => textOf(own?.env[name])).find(isText);
  if (told !== undefined) return { sessionId: told };
  const agent = clients.find(([name]) => name.test(client ?? ''))?.[1];
  return own && agent && { agent, since: own.since };
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
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {}; // not what Codex writes: then it says nothing
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const isText = (value: string | undefined): value is string => value !== undefined;
