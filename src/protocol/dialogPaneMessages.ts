import {
  maxWindow,
  paneCommands,
  type DialogPaneAction,
  type DialogPaneFailure,
  type DialogPaneMemory,
  type DialogPaneState,
  type PaneCommand,
} from './dialogPane.ts';
import { isPaneFailure } from './failure.ts';
import { parseFind } from './find.ts';
import { isCount, isHref, isJson, isRecord, isText } from './json.ts';

type Fields = Readonly<Record<string, unknown>>;
type Parse = (fields: Fields) => DialogPaneAction | undefined;

/** One parser per type of action; each takes only the fields the protocol names. */
const parsers: Readonly<Record<DialogPaneAction['type'], Parse>> = {
  ready: () => ({ type: 'ready' }),
  window: ({ offset, limit }) =>
    isCount(offset) && isCount(limit) && limit > 0 && limit <= maxWindow
      ? { type: 'window', offset, limit }
      : undefined,
  find: parseFind,
  copyMessage: ({ position }) => (isCount(position) ? { type: 'copyMessage', position } : undefined),
  copyText: ({ text }) => (isText(text) ? { type: 'copyText', text } : undefined),
  openMessage: ({ position }) => (isCount(position) ? { type: 'openMessage', position } : undefined),
  openLink: ({ href }) => (isHref(href) ? { type: 'openLink', href } : undefined),
  setSummary: ({ summary }) => (isJson(summary) ? { type: 'setSummary', summary } : undefined),
  command: ({ command }) => (isPaneCommand(command) ? { type: 'command', command } : undefined),
};

/** The action a message from the pane stands for; undefined when it is none of the protocol's. Extra fields are dropped. */
export function parseDialogPaneAction(message: unknown): DialogPaneAction | undefined {
  if (!isRecord(message) || !isActionType(message.type)) return undefined;
  return parsers[message.type](message);
}

/** What a pane left in its webview's state; undefined when it is nothing of ours. */
export function parseDialogPaneMemory(value: unknown): DialogPaneMemory | undefined {
  if (!isRecord(value)) return undefined;
  const { folder, dialog, position } = value;
  if (typeof folder !== 'string' || typeof dialog !== 'string') return undefined;
  return isCount(position) ? { folder, dialog, position } : { folder, dialog };
}

/** Whether a message is a state. The extension is trusted to fill it; this tells it from what else reaches a window. */
export function isDialogPaneState(message: unknown): message is DialogPaneState {
  if (!isRecord(message) || message.type !== 'state') return false;
  return [message.resource, message.header, message.window, message.strings].every(isRecord);
}

/** Whether a message is a failure. */
export const isDialogPaneFailure = (message: unknown): message is DialogPaneFailure => isPaneFailure(message);

function isActionType(value: unknown): value is DialogPaneAction['type'] {
  return typeof value === 'string' && Object.hasOwn(parsers, value);
}

function isPaneCommand(value: unknown): value is PaneCommand {
  return paneCommands.some((command) => command === value);
}
