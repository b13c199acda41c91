// Messages between the extension and the memory pane. The extension sends complete states, the pane sends actions;
// nothing waits for a reply:
// - The pane sends `ready` once; the extension answers with a state.
// - When a memory changes, the extension sends a new state by itself.
// - `addTags` and `removeTag` describe changes rather than all tags, so that tags an agent adds at the same time
//   remain.
// - If the memories cannot be read, a failure replaces the state, until a later state replaces the failure.
import { isRecord, isText, type JsonRecord } from './json.ts';
import type { MemoryPaneStrings } from './memoryPaneStrings.ts';
import {
  actionParser,
  commandParser,
  isPaneContent,
  type CommonAction,
  type Deletable,
  type Localised,
  type PaneFailure,
} from './paneMessages.ts';

/** A complete memory. */
export interface PaneMemory {
  /** SHA-256 in hex of the content, trimmed and in lower case. */
  readonly hash: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly memoryType: string;
  readonly metadata: JsonRecord;
  /** Milliseconds since 1970-01-01 UTC, like all times. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Whether a consolidation archived it. */
  readonly archived: boolean;
}

/** A former text of an edited memory. */
export interface PaneVersion {
  readonly hash: string;
  readonly content: string;
  readonly at: number;
}

/** Another memory about much the same. */
export interface SimilarMemory {
  readonly hash: string;
  /** Its first line. */
  readonly title: string;
  readonly tags: readonly string[];
  /** 0 to 1. */
  readonly similarity: number;
}

/** The memory shown in a pane, which saves this in the webview's state to reopen it after a reload. */
export interface MemoryResource {
  /** The project's folder, in the form the extension uses to find its store. */
  readonly folder: string;
  readonly hash: string;
}

/** What the pane saves with `vscode.setState`; a panel serializer reads it with `parseMemoryPaneMemory`. */
export interface MemoryPaneMemory extends MemoryResource {
  /** Unsaved text, with the hash of the memory being edited. */
  readonly draft?: { readonly of: string; readonly text: string };
}

/** Extension → pane. */
export interface MemoryPaneState extends Localised<MemoryPaneStrings>, Deletable {
  readonly type: 'state';
  readonly resource: MemoryResource;
  readonly memory: PaneMemory;
  /** Newest first. */
  readonly versions: readonly PaneVersion[];
  /** Most similar first. */
  readonly similar: readonly SimilarMemory[];
  /** Tags of other memories, as suggestions. */
  readonly knownTags: readonly string[];
  /** False in an untrusted workspace and if deleted, where everything that writes is hidden. */
  readonly editable: boolean;
}

/** Extension → pane, instead of a state that cannot be read. */
export type MemoryPaneFailure = PaneFailure<MemoryResource, MemoryPaneStrings>;

/** Extension → pane. */
export type MemoryPaneContent = MemoryPaneState | MemoryPaneFailure;

/** Pane → extension. */
export type MemoryPaneAction =
  | CommonAction
  | { readonly type: 'addTags'; readonly tags: readonly string[] }
  | { readonly type: 'removeTag'; readonly tag: string }
  | { readonly type: 'editContent'; readonly hash: string; readonly content: string } // hash of the edited memory
  | { readonly type: 'openMemory'; readonly hash: string } // opens a similar one in this pane
  | { readonly type: 'command'; readonly command: MemoryCommand };

/** `forget` moves the memory to the trash; `editTags` uses the editor's own dialog, with all existing tags. */
export const memoryCommands = ['copyLink', 'share', 'editTags', 'forget'] as const;
export type MemoryCommand = (typeof memoryCommands)[number];

/** Maximum number of tags per action. */
const maxTags = 100;

const maxTagLength = 1_000;

/** Parses an action of the pane, dropping extra fields; undefined if the message is not one. */
export const parseMemoryPaneAction = actionParser<MemoryPaneAction>({
  addTags: ({ tags }) =>
    Array.isArray(tags) && tags.length > 0 && tags.length <= maxTags && tags.every(isTag)
      ? { type: 'addTags', tags: [...tags] }
      : undefined,
  removeTag: ({ tag }) => (isTag(tag) ? { type: 'removeTag', tag } : undefined),
  editContent: ({ hash, content }) =>
    isHash(hash) && isText(content) && content.trim() !== ''
      ? { type: 'editContent', hash, content }
      : undefined,
  openMemory: ({ hash }) => (isHash(hash) ? { type: 'openMemory', hash } : undefined),
  command: commandParser(memoryCommands),
});

/** Parses what a pane saved in its webview's state; undefined if malformed. */
export function parseMemoryPaneMemory(value: unknown): MemoryPaneMemory | undefined {
  if (!isRecord(value)) return undefined;
  const { folder, hash, draft } = value;
  if (typeof folder !== 'string' || !isHash(hash)) return undefined;
  return { folder, hash, ...(isDraft(draft) && { draft: { of: draft.of, text: draft.text } }) };
}

/** Reports whether a message is a state or a failure. */
export const isMemoryPaneContent = (message: unknown): message is MemoryPaneContent =>
  isPaneContent(message, ['memory'], ['similar', 'versions']);

const isDraft = (value: unknown): value is NonNullable<MemoryPaneMemory['draft']> =>
  isRecord(value) && isHash(value.of) && isText(value.text);

const isTag = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= maxTagLength;

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
