import { actionParser, commandParser, commonParsers, messageParsers } from './actions.ts';
import { isPaneState } from './content.ts';
import { isCount, isRecord } from './json.ts';
import {
  sessionPaneCommands,
  type SessionPaneAction,
  type SessionPaneMemory,
  type SessionPaneState,
} from './sessionPane.ts';

const maxId = 1_000;

/** The action a message from the pane stands for; undefined when it is none of the protocol's. Extra fields are dropped. */
export const parseSessionPaneAction = actionParser<SessionPaneAction>({
  ...commonParsers,
  ...messageParsers,
  subagent: ({ agentId, open }) =>
    typeof agentId === 'string' && agentId !== '' && agentId.length <= maxId && typeof open === 'boolean'
      ? { type: 'subagent', agentId, open }
      : undefined,
  command: commandParser(sessionPaneCommands),
});

/** What a pane left in its webview's state; undefined when it is nothing of ours. */
export function parseSessionPaneMemory(value: unknown): SessionPaneMemory | undefined {
  if (!isRecord(value)) return undefined;
  const { folder, kind, id, position, thoughts } = value;
  if (typeof folder !== 'string' || typeof id !== 'string') return undefined;
  if (kind !== 'session' && kind !== 'archive') return undefined;
  return {
    ...{ folder, kind, id },
    ...(isCount(position) && { position }),
    ...(thoughts === true && { thoughts }),
  };
}

/** Whether a message is a state. */
export const isSessionPaneState = (message: unknown): message is SessionPaneState =>
  isPaneState(message, ['header', 'window'], ['subagents', 'open']);
