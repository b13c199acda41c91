// What crosses between the extension and the memory pane. The extension sends whole states, the pane sends actions;
// nothing is a request that waits for its reply. How the pane and the extension use these messages:
//
// - The pane sends `ready` once; the extension answers with a state.
// - When a memory changes, the extension sends a new state, without being asked.
// - `addTags` and `removeTag` say what is to change, not what all tags are to be: what an agent adds meanwhile stays.
// - Where the memories cannot be read, a failure comes in the place of the state; a later state takes its place.
import { isRecord, isText, type JsonRecord } from './json.ts';
import type { MemoryPaneStrings } from './memoryPaneStrings.ts';
import {
  actionParser,
  commandParser,
  isPaneContent,
  type CommonAction,
  type Localised,
  type PaneFailure,
} from './paneMessages.ts';

/** A memory, whole. */
export interface PaneMemory {
  /** sha256 in hex of the content, trimmed and in lower case. */
  readonly hash: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly memoryType: string;
  readonly metadata: JsonRecord;
  /** Milliseconds since 1970-01-01 UTC, as all times. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Whether a consolidation archived it. */
  readonly archived: boolean;
}

/** A text that a memory had before it was edited. */
export interface PaneVersion {
  readonly hash: string;
  readonly content: string;
  readonly at: number;
}

/** Another memory that is about much the same. */
export interface SimilarMemory {
  readonly hash: string;
  /** Its first line. */
  readonly title: string;
  readonly tags: readonly string[];
  /** 0 to 1. */
  readonly similarity: number;
}

/** Which memory a pane shows. The pane keeps it in the webview's state, so a reload can open the same one. */
export interface MemoryResource {
  /** The folder of the project, in whatever form the extension needs to find its store again. */
  readonly folder: string;
  readonly hash: string;
}

/** What the pane leaves in `vscode.setState`; a panel serializer reads it with `parseMemoryPaneMemory`. */
export interface MemoryPaneMemory extends MemoryResource {
  /** What was typed into its text and not saved: the hash of what was edited, and the text so far. */
  readonly draft?: { readonly of: string; readonly text: string };
}

/** Extension → pane. */
export interface MemoryPaneState extends Localised<MemoryPaneStrings> {
  readonly type: 'state';
  readonly resource: MemoryResource;
  readonly memory: PaneMemory;
  /** The newest first. */
  readonly versions: readonly PaneVersion[];
  /** Most similar first. */
  readonly similar: readonly SimilarMemory[];
  /** Tags of other memories, to choose from. */
  readonly knownTags: readonly string[];
  /** False in an untrusted workspace: everything that writes is hidden. */
  readonly editable: boolean;
}

/** Extension → pane, in the place of a state that cannot be read. */
export type MemoryPaneFailure = PaneFailure<MemoryResource, MemoryPaneStrings>;

/** Extension → pane. */
export type MemoryPaneContent = MemoryPaneState | MemoryPaneFailure;

/** Pane → extension. */
export type MemoryPaneAction =
  | CommonAction
  | { readonly type: 'addTags'; readonly tags: readonly string[] }
  | { readonly type: 'removeTag'; readonly tag: string }
  | { readonly type: 'editContent'; readonly hash: string; readonly content: string } // of what was edited
  | { readonly type: 'openMemory'; readonly hash: string } // a similar one, in this pane
  | { readonly type: 'command'; readonly command: MemoryCommand };

/** `forget` is to the trash; `editTags` asks in the editor's own way, with all tags there are. */
export const memoryCommands = ['copyLink', 'share', 'editTags', 'forget'] as const;
export type MemoryCommand = (typeof memoryCommands)[number];

/** The most tags one action adds. */
export const maxTags = 100;

const maxTagLength = 1_000;

/** Reads the action a message from the pane stands for; undefined when it is not an action of the protocol. Extra fields are dropped. */
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

/** Reads what a pane left in its webview's state; undefined when it has another form. */
export function parseMemoryPaneMemory(value: unknown): MemoryPaneMemory | undefined {
  if (!isRecord(value)) return undefined;
  const { folder, hash, draft } = value;
  if (typeof folder !== 'string' || !isHash(hash)) return undefined;
  return { folder, hash, ...(isDraft(draft) && { draft: { of: draft.of, text: draft.text } }) };
}

/** Whether a message is a state or a failure. */
export const isMemoryPaneContent = (message: unknown): message is MemoryPaneContent =>
  isPaneContent(message, ['memory'], ['similar', 'versions']);

const isDraft = (value: unknown): value is NonNullable<MemoryPaneMemory['draft']> =>
  isRecord(value) && isHash(value.of) && isText(value.text);

const isTag = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= maxTagLength;

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
