// Messages between the extension and the context pane. The extension sends complete states, the pane sends actions;
// nothing waits for a reply:
// - The pane sends `ready` once; the extension answers with a state. If the user chose another mode or size before a
//   reload, `preview` follows immediately.
// - `preview` selects the text the user wants to see; the extension answers with a state and uses the selection in
//   all later ones, also for another context.
// - When the context changes, the extension sends a new state by itself.
// - `copyInjection` and `openInChat` refer to the text of the latest `preview`: actions arrive in order.
// - If the context cannot be read, a failure replaces the state, until a later state replaces the failure.
// - The extension keeps a summary being typed until it is saved or discarded; see `DraftAction` in paneMessages.ts.
import type { ContextPaneStrings } from './contextPaneStrings.ts';
import { defined, isCount, isRecord, isText } from './json.ts';
import {
  actionParser,
  commandParser,
  draftParsers,
  isPaneContent,
  type ActionFields,
  type CommonAction,
  type Deletable,
  type DraftAction,
  type Drafted,
  type Localised,
  type PaneFailure,
} from './paneMessages.ts';

/** How much of a context is handed over, by the names the tools use. */
export const previewModes = ['summary', 'recent', 'full'] as const;
export type PreviewMode = (typeof previewModes)[number];

/** Limits and default of a handed-over text. Characters (UTF-16 units). */
export const previewChars = { least: 200, most: 1_000_000, usual: 12_000 } as const;

/** A complete turn of a context. */
export interface PaneTurn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
}

export interface ContextHeader {
  /** Empty for an active context not saved yet: it gets its id with the first change. */
  readonly contextId: string;
  /** Empty if it has none. */
  readonly title: string;
  readonly dialog: string;
  readonly status: 'active' | 'archived';
  /** Milliseconds, like all times. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Only for an archived context. */
  readonly archivedAt?: number;
  readonly archiveReason?: string;
  /** Characters (UTF-16 units) of all turns. */
  readonly chars: number;
  /** Estimated tokens of all turns; may be fractional. */
  readonly tokens: number;
  /** Older turns dropped to fit the budget; they remain in the dialog's messages. */
  readonly droppedTurns: number;
  /** Limits of an active context. */
  readonly budget?: { readonly maxTurns: number; readonly maxChars: number };
  /** Number of deleted items of the dialog's contexts that can be restored from the trash. */
  readonly trashed: number;
  /** Names of damaged files that were set aside. */
  readonly damaged: readonly string[];
  /** False if contexts are disabled: they can be read, but not loaded or changed. */
  readonly enabled: boolean;
  /** False in an untrusted workspace and if deleted, where everything that writes is hidden. */
  readonly editable: boolean;
}

/** The exact text an agent would receive. */
export interface ContextPreview {
  readonly mode: PreviewMode;
  readonly maxChars: number;
  readonly text: string;
  /** Size of the text; characters are UTF-16 units, tokens are an estimate and may be fractional. */
  readonly chars: number;
  readonly tokens: number;
  /** Turns omitted because of `maxChars`. */
  readonly omittedTurns: number;
}

/** The context shown in a pane, which saves this in the webview's state to reopen it after a reload. */
export interface ContextResource {
  /** The project's folder, in the form the extension uses to find its store. */
  readonly folder: string;
  readonly dialog: string;
  /** Id of an archived context, or `active` for the dialog's active one. */
  readonly contextId: string;
}

/** What the pane saves with `vscode.setState`; a panel serializer reads it with `parseContextPaneMemory`. */
export interface ContextPaneMemory extends ContextResource {
  /** The selected text. */
  readonly preview?: PreviewQuery;
  /** Number of the turn at the top, counting dropped ones; absent at the start of the pane. */
  readonly turn?: number;
}

/** A summary being typed. */
export interface ContextDraft {
  /** A new id each time the editor opens. */
  readonly id: string;
  readonly text: string;
  /** The saved summary it started from; empty for none. */
  readonly base: string;
}

export interface PreviewQuery {
  readonly mode: PreviewMode;
  /** Between `previewChars.least` and `previewChars.most`. */
  readonly maxChars: number;
}

/** Extension → pane. */
export interface ContextPaneState extends Localised<ContextPaneStrings>, Deletable, Drafted<ContextDraft> {
  readonly type: 'state';
  readonly resource: ContextResource;
  readonly header: ContextHeader;
  /** Oldest first. */
  readonly turns: readonly PaneTurn[];
  /** Number of turns before the checkpoint: up to and including the last one of the assistant. */
  readonly checkpoint: number;
  /** Only for an archived context with a summary. */
  readonly summary?: string;
  /** Absent for an active or deleted context, and if contexts are disabled: nothing can be handed over then. */
  readonly preview?: ContextPreview;
  /** Scrolls to this turn once for each state that has it, e.g. from a search. */
  readonly reveal?: number;
}

/** Extension → pane, instead of a state that cannot be read. */
export type ContextPaneFailure = PaneFailure<ContextResource, ContextPaneStrings>;

/** Extension → pane. */
export type ContextPaneContent = ContextPaneState | ContextPaneFailure;

/** Pane → extension. */
export type ContextPaneAction =
  | CommonAction
  | ({ readonly type: 'preview' } & PreviewQuery)
  | { readonly type: 'copyInjection' } // copies the whole text of the preview
  | { readonly type: 'openInChat' } // puts the whole text of the preview into the chat input
  | DraftAction<ContextResource, ContextDraft> // an empty text deletes the summary
  | { readonly type: 'command'; readonly command: ContextCommand };

/**
 * `newContext` and `clearActive` apply to an active context, `remove` (to the trash) and `compare` to an archived
 * one; `restore` asks which trashed one to restore.
 */
export const contextCommands = [
  'newContext',
  'clearActive',
  'remove',
  'restore',
  'compare',
  'openDialog',
  'reveal',
  'share',
  'writeSummary',
] as const;
export type ContextCommand = (typeof contextCommands)[number];

/** Parses an action of the pane, dropping extra fields; undefined if the message is not one. */
export const parseContextPaneAction = actionParser<ContextPaneAction>({
  preview: (fields) => {
    const query = parseQuery(fields);
    return query && { type: 'preview', ...query };
  },
  copyInjection: () => ({ type: 'copyInjection' }),
  openInChat: () => ({ type: 'openInChat' }),
  ...draftParsers(parseResource, parseContextDraft),
  command: commandParser(contextCommands),
});

/** Parses what a pane saved in its webview's state; undefined if malformed. */
export function parseContextPaneMemory(value: unknown): ContextPaneMemory | undefined {
  const resource = parseResource(value);
  if (resource === undefined || !isRecord(value)) return undefined;
  const preview = isRecord(value.preview) ? parseQuery(value.preview) : undefined;
  return defined({ ...resource, preview, turn: isCount(value.turn) ? value.turn : undefined });
}

function parseResource(value: unknown): ContextResource | undefined {
  if (!isRecord(value)) return undefined;
  const { folder, dialog, contextId } = value;
  if (typeof folder !== 'string' || typeof dialog !== 'string' || typeof contextId !== 'string')
    return undefined;
  return { folder, dialog, contextId };
}

/** Parses a draft that was sent or saved, dropping extra fields; undefined if invalid. */
export function parseContextDraft(value: unknown): ContextDraft | undefined {
  if (!isRecord(value)) return undefined;
  const { id, text, base } = value;
  return isText(id) && isText(text) && isText(base) ? { id, text, base } : undefined;
}

/** Reports whether a message is a state or a failure. */
export const isContextPaneContent = (message: unknown): message is ContextPaneContent =>
  isPaneContent(message, ['header'], ['turns']);

function parseQuery({ mode: wanted, maxChars }: ActionFields): PreviewQuery | undefined {
  const mode = previewModes.find((known) => known === wanted);
  if (mode === undefined || !isCount(maxChars)) return undefined;
  const { least, most } = previewChars;
  return maxChars >= least && maxChars <= most ? { mode, maxChars } : undefined;
}
