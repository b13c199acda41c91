import { actionParser, commandParser, commonParsers, type Fields } from './actions.ts';
import { isPaneFailure, isPaneState } from './content.ts';
import {
  contextCommands,
  previewChars,
  previewModes,
  type ContextDraft,
  type ContextPaneAction,
  type ContextPaneFailure,
  type ContextPaneMemory,
  type ContextPaneState,
  type ContextResource,
  type PreviewQuery,
} from './contextPane.ts';
import { draftParsers } from './drafts.ts';
import { isCount, isRecord, isText } from './json.ts';

/** The action a message from the pane stands for; undefined when it is none of the protocol's. Extra fields are dropped. */
export const parseContextPaneAction = actionParser<ContextPaneAction>({
  ...commonParsers,
  preview: (fields) => {
    const query = parseQuery(fields);
    return query && { type: 'preview', ...query };
  },
  copyInjection: () => ({ type: 'copyInjection' }),
  openInChat: () => ({ type: 'openInChat' }),
  ...draftParsers(parseResource, parseContextDraft),
  command: commandParser(contextCommands),
});

/** What a pane left in its webview's state; undefined when it is nothing of ours. */
export function parseContextPaneMemory(value: unknown): ContextPaneMemory | undefined {
  const resource = parseResource(value);
  if (resource === undefined || !isRecord(value)) return undefined;
  const preview = isRecord(value.preview) ? parseQuery(value.preview) : undefined;
  return { ...resource, ...(preview && { preview }), ...(isCount(value.turn) && { turn: value.turn }) };
}

function parseResource(value: unknown): ContextResource | undefined {
  if (!isRecord(value)) return undefined;
  const { folder, dialog, contextId } = value;
  if (typeof folder !== 'string' || typeof dialog !== 'string' || typeof contextId !== 'string')
    return undefined;
  return { folder, dialog, contextId };
}

/** A draft as it was sent or kept; undefined for what is none. Extra fields are dropped. */
export function parseContextDraft(value: unknown): ContextDraft | undefined {
  if (!isRecord(value)) return undefined;
  const { id, text, base } = value;
  return isText(id) && isText(text) && isText(base) ? { id, text, base } : undefined;
}

/** Whether a message is a state. */
export const isContextPaneState = (message: unknown): message is ContextPaneState =>
  isPaneState(message, ['header'], ['turns']);

/** Whether a message is a failure. */
export const isContextPaneFailure = (message: unknown): message is ContextPaneFailure =>
  isPaneFailure(message);

function parseQuery({ mode: wanted, maxChars }: Fields): PreviewQuery | undefined {
  const mode = previewModes.find((known) => known === wanted);
  if (mode === undefined || !isCount(maxChars)) return undefined;
  const { least, most } = previewChars;
  return maxChars >= least && maxChars <= most ? { mode, maxChars } : undefined;
}
