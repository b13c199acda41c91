import { actionParser, commandParser, commonParsers, messageParsers } from './actions.ts';
import { isPaneFailure, isPaneState } from './content.ts';
import {
  paneCommands,
  type DialogPaneAction,
  type DialogPaneFailure,
  type DialogPaneMemory,
  type DialogPaneState,
  type PaneResource,
} from './dialogPane.ts';
import { draftParsers } from './drafts.ts';
import { isCount, isRecord } from './json.ts';
import { parseSummaryDraft } from './summaryDraft.ts';

/** The action a message from the pane stands for; undefined when it is none of the protocol's. Extra fields are dropped. */
export const parseDialogPaneAction = actionParser<DialogPaneAction>({
  ...commonParsers,
  ...messageParsers,
  ...draftParsers(parseResource, parseSummaryDraft),
  command: commandParser(paneCommands),
});

/** What a pane left in its webview's state; undefined when it is nothing of ours. */
export function parseDialogPaneMemory(value: unknown): DialogPaneMemory | undefined {
  const resource = parseResource(value);
  if (resource === undefined || !isRecord(value)) return undefined;
  return isCount(value.position) ? { ...resource, position: value.position } : resource;
}

function parseResource(value: unknown): PaneResource | undefined {
  if (!isRecord(value)) return undefined;
  const { folder, dialog } = value;
  return typeof folder === 'string' && typeof dialog === 'string' ? { folder, dialog } : undefined;
}

/** Whether a message is a state. */
export const isDialogPaneState = (message: unknown): message is DialogPaneState =>
  isPaneState(message, ['header', 'window']);

/** Whether a message is a failure. */
export const isDialogPaneFailure = (message: unknown): message is DialogPaneFailure => isPaneFailure(message);
