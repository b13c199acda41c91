import { readAgents } from '../../agents/agents.ts';
import { callIn, sessionIn, textOf } from './callMeta.ts';
import { defined } from '../../disk/base/core.ts';
import type { CurrentSession } from '../../history/sessions/types.ts';

/** The process of a server that one client started for itself. */
export interface OwnProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Start time, milliseconds. */
  readonly since: number;
}

/** What a call reports besides its arguments. */
interface CallerHints {
  /** The client's name for itself. */
  readonly client?: string;
  /** `_meta` of the request. */
  readonly meta?: unknown;
}

/**
 * Identifies the calling chat: from the request, or as a running session of the agent, if the process serves one
 * client. The environment names the session at the start, and says nothing about another agent started from there.
 * Undefined where unknown.
 */
export function currentSession({ client, meta }: CallerHints, own?: OwnProcess): CurrentSession | undefined {
  const sessionId = sessionIn(meta);
  if (sessionId !== undefined) return { sessionId };
  if (!own) return undefined;
  const named = readAgents.flatMap(({ id, client: known }) => {
    const begunWith = textOf(own.env[known?.sessionVariable ?? '']);
    return begunWith === undefined ? [] : [{ agent: id, begunWith }];
  });
  const agent = readAgents.find((profile) => profile.client?.names.test(client ?? ''))?.id ?? named[0]?.agent;
  if (!agent) return undefined;
  return {
    agent,
    since: own.since,
    ...named.find((one) => one.agent === agent),
    ...defined({ call: callIn(meta) }),
  };
}
