import { isHref, isRecord, isText } from './json.ts';
import {
  maxTags,
  memoryCommands,
  type MemoryPaneAction,
  type MemoryPaneFailure,
  type MemoryPaneMemory,
  type MemoryPaneState,
} from './memoryPane.ts';

type Fields = Readonly<Record<string, unknown>>;
type Parse = (fields: Fields) => MemoryPaneAction | undefined;

const maxTagLength = 1_000;

/** One parser per type of action; each takes only the fields the protocol names. */
const parsers: Readonly<Record<MemoryPaneAction['type'], Parse>> = {
  ready: () => ({ type: 'ready' }),
  addTags: ({ tags }) =>
    Array.isArray(tags) && tags.length > 0 && tags.length <= maxTags && tags.every(isTag)
      ? { type: 'addTags', tags: [...tags] }
      : undefined,
  removeTag: ({ tag }) => (isTag(tag) ? { type: 'removeTag', tag } : undefined),
  openMemory: ({ hash }) => (isHash(hash) ? { type: 'openMemory', hash } : undefined),
  copyText: ({ text }) => (isText(text) ? { type: 'copyText', text } : undefined),
  openLink: ({ href }) => (isHref(href) ? { type: 'openLink', href } : undefined),
  command: ({ command: wanted }) => {
    const command = memoryCommands.find((known) => known === wanted);
    return command && { type: 'command', command };
  },
};

/** The action a message from the pane stands for; undefined when it is none of the protocol's. Extra fields are dropped. */
export function parseMemoryPaneAction(message: unknown): MemoryPaneAction | undefined {
  if (!isRecord(message) || !isActionType(message.type)) return undefined;
  return parsers[message.type](message);
}

/** What a pane left in its webview's state; undefined when it is nothing of ours. */
export function parseMemoryPaneMemory(value: unknown): MemoryPaneMemory | undefined {
  if (!isRecord(value)) return undefined;
  const { folder, hash } = value;
  return typeof folder === 'string' && isHash(hash) ? { folder, hash } : undefined;
}

/** Whether a message is a state. The extension is trusted to fill it; this tells it from what else reaches a window. */
export function isMemoryPaneState(message: unknown): message is MemoryPaneState {
  if (!isRecord(message) || message.type !== 'state' || !Array.isArray(message.similar)) return false;
  return [message.resource, message.memory, message.strings].every(isRecord);
}

/** Whether a message is a failure; the extension is trusted as with a state. */
export function isMemoryPaneFailure(message: unknown): message is MemoryPaneFailure {
  if (!isRecord(message) || message.type !== 'failure' || typeof message.reason !== 'string') return false;
  return [message.resource, message.strings].every(isRecord);
}

const isTag = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= maxTagLength;

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

function isActionType(value: unknown): value is MemoryPaneAction['type'] {
  return typeof value === 'string' && Object.hasOwn(parsers, value);
}
