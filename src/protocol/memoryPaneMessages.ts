import { actionParser, commandParser, commonParsers } from './actions.ts';
import { isPaneFailure, isPaneState } from './content.ts';
import { isRecord } from './json.ts';
import {
  maxTags,
  memoryCommands,
  type MemoryPaneAction,
  type MemoryPaneFailure,
  type MemoryPaneMemory,
  type MemoryPaneState,
} from './memoryPane.ts';

const maxTagLength = 1_000;

/** The action a message from the pane stands for; undefined when it is none of the protocol's. Extra fields are dropped. */
export const parseMemoryPaneAction = actionParser<MemoryPaneAction>({
  ...commonParsers,
  addTags: ({ tags }) =>
    Array.isArray(tags) && tags.length > 0 && tags.length <= maxTags && tags.every(isTag)
      ? { type: 'addTags', tags: [...tags] }
      : undefined,
  removeTag: ({ tag }) => (isTag(tag) ? { type: 'removeTag', tag } : undefined),
  openMemory: ({ hash }) => (isHash(hash) ? { type: 'openMemory', hash } : undefined),
  command: commandParser(memoryCommands),
});

/** What a pane left in its webview's state; undefined when it is nothing of ours. */
export function parseMemoryPaneMemory(value: unknown): MemoryPaneMemory | undefined {
  if (!isRecord(value)) return undefined;
  const { folder, hash } = value;
  return typeof folder === 'string' && isHash(hash) ? { folder, hash } : undefined;
}

/** Whether a message is a state. */
export const isMemoryPaneState = (message: unknown): message is MemoryPaneState =>
  isPaneState(message, ['memory'], ['similar']);

/** Whether a message is a failure. */
export const isMemoryPaneFailure = (message: unknown): message is MemoryPaneFailure => isPaneFailure(message);

const isTag = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= maxTagLength;

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
