import {
  contextCommands,
  previewChars,
  previewModes,
  type ContextPaneAction,
  type ContextPaneFailure,
  type ContextPaneMemory,
  type ContextPaneState,
  type PreviewQuery,
} from './contextPane.ts';
import { isPaneFailure } from './failure.ts';
import { isCount, isHref, isRecord, isText } from './json.ts';

type Fields = Readonly<Record<string, unknown>>;
type Parse = (fields: Fields) => ContextPaneAction | undefined;

/** One parser per type of action; each takes only the fields the protocol names. */
const parsers: Readonly<Record<ContextPaneAction['type'], Parse>> = {
  ready: () => ({ type: 'ready' }),
  preview: (fields) => {
    const query = parseQuery(fields);
    return query && { type: 'preview', ...query };
  },
  copyInjection: () => ({ type: 'copyInjection' }),
  openInChat: () => ({ type: 'openInChat' }),
  setSummary: ({ text }) => (isText(text) ? { type: 'setSummary', text } : undefined),
  copyText: ({ text }) => (isText(text) ? { type: 'copyText', text } : undefined),
  openLink: ({ href }) => (isHref(href) ? { type: 'openLink', href } : undefined),
  command: ({ command: wanted }) => {
    const command = contextCommands.find((known) => known === wanted);
    return command && { type: 'command', command };
  },
};

/** The action a message from the pane stands for; undefined when it is none of the protocol's. Extra fields are dropped. */
export function parseContextPaneAction(message: unknown): ContextPaneAction | undefined {
  if (!isRecord(message) || !isActionType(message.type)) return undefined;
  return parsers[message.type](message);
}

/** What a pane left in its webview's state; undefined when it is nothing of ours. */
export function parseContextPaneMemory(value: unknown): ContextPaneMemory | undefined {
  if (!isRecord(value)) return undefined;
  const { folder, dialog, contextId, turn, draft } = value;
  if (typeof folder !== 'string' || typeof dialog !== 'string' || typeof contextId !== 'string')
    return undefined;
  const preview = isRecord(value.preview) ? parseQuery(value.preview) : undefined;
  return {
    ...{ folder, dialog, contextId },
    ...(preview && { preview }),
    ...(isCount(turn) && { turn }),
    ...(isText(draft) && { draft }),
  };
}

/** Whether a message is a state. The extension is trusted to fill it; this tells it from what else reaches a window. */
export function isContextPaneState(message: unknown): message is ContextPaneState {
  if (!isRecord(message) || message.type !== 'state' || !Array.isArray(message.turns)) return false;
  return [message.resource, message.header, message.strings].every(isRecord);
}

/** Whether a message is a failure. */
export const isContextPaneFailure = (message: unknown): message is ContextPaneFailure =>
  isPaneFailure(message);

function parseQuery({ mode: wanted, maxChars }: Fields): PreviewQuery | undefined {
  const mode = previewModes.find((known) => known === wanted);
  if (mode === undefined || !isCount(maxChars)) return undefined;
  const { least, most } = previewChars;
  return maxChars >= least && maxChars <= most ? { mode, maxChars } : undefined;
}

function isActionType(value: unknown): value is ContextPaneAction['type'] {
  return typeof value === 'string' && Object.hasOwn(parsers, value);
}
