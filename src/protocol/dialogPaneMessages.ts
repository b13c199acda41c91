import { actionParser, commandParser, commonParsers, messageParsers } from './actions.ts';
import { isPaneFailure, isPaneState } from './content.ts';
import {
  paneCommands,
  type DialogPaneAction,
  type DialogPaneFailure,
  type DialogPaneMemory,
  type DialogPaneState,
} from './dialogPane.ts';
import { isCount, isJson, isRecord } from './json.ts';

/** The action a message from the pane stands for; undefined when it is none of the protocol's. Extra fields are dropped. */
export const parseDialogPaneAction = actionParser<DialogPaneAction>({
  ...commonParsers,
  ...messageParsers,
  setSummary: ({ summary }) => (isJson(summary) ? { type: 'setSummary', summary } : undefined),
  command: commandParser(paneCommands),
});

/** What a pane left in its webview's state; undefined when it is nothing of ours. */
export function parseDialogPaneMemory(value: unknown): DialogPaneMemory | undefined {
  if (!isRecord(value)) return undefined;
  const { folder, dialog, position } = value;
  if (typeof folder !== 'string' || typeof dialog !== 'string') return undefined;
  return isCount(position) ? { folder, dialog, position } : { folder, dialog };
}

/** Whether a message is a state. */
export const isDialogPaneState = (message: unknown): message is DialogPaneState =>
  isPaneState(message, ['header', 'window']);

/** Whether a message is a failure. */
export const isDialogPaneFailure = (message: unknown): message is DialogPaneFailure => isPaneFailure(message);
