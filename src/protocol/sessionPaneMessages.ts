import { parseFind } from './find.ts';
import { isCount, isHref, isRecord, isText } from './json.ts';
import {
  maxSessionWindow,
  sessionPaneCommands,
  type SessionPaneAction,
  type SessionPaneMemory,
  type SessionPaneState,
} from './sessionPane.ts';

type Fields = Readonly<Record<string, unknown>>;
type Parse = (fields: Fields) => SessionPaneAction | undefined;

const maxId = 1_000;

/** One parser per type of action; each takes only the fields the protocol names. */
const parsers: Readonly<Record<SessionPaneAction['type'], Parse>> = {
  ready: () => ({ type: 'ready' }),
  window: ({ offset, limit }) =>
    isCount(offset) && isCount(limit) && limit > 0 && limit <= maxSessionWindow
      ? { type: 'window', offset, limit }
      : undefined,
  find: parseFind,
  subagent: ({ agentId, open }) =>
    typeof agentId === 'string' && agentId !== '' && agentId.length <= maxId && typeof open === 'boolean'
      ? { type: 'subagent', agentId, open }
      : undefined,
  copyMessage: ({ position }) => (isCount(position) ? { type: 'copyMessage', position } : undefined),
  copyText: ({ text }) => (isText(text) ? { type: 'copyText', text } : undefined),
  openMessage: ({ position }) => (isCount(position) ? { type: 'openMessage', position } : undefined),
  openLink: ({ href }) => (isHref(href) ? { type: 'openLink', href } : undefined),
  command: ({ command: wanted }) => {
    const command = sessionPaneCommands.find((known) => known === wanted);
    return command && { type: 'command', command };
  },
};

/** The action a message from the pane stands for; undefined when it is none of the protocol's. Extra fields are dropped. */
export function parseSessionPaneAction(message: unknown): SessionPaneAction | undefined {
  if (!isRecord(message) || !isActionType(message.type)) return undefined;
  return parsers[message.type](message);
}

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

/** Whether a message is a state. The extension is trusted to fill it; this tells it from what else reaches a window. */
export function isSessionPaneState(message: unknown): message is SessionPaneState {
  if (!isRecord(message) || message.type !== 'state') return false;
  if (!Array.isArray(message.subagents) || !Array.isArray(message.open)) return false;
  return [message.resource, message.header, message.window, message.strings].every(isRecord);
}

function isActionType(value: unknown): value is SessionPaneAction['type'] {
  return typeof value === 'string' && Object.hasOwn(parsers, value);
}
