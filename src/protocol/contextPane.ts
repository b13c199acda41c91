// What crosses between the extension and the context pane. The extension sends whole states, the pane sends actions;
// nothing is a request that waits for its reply. How the pane and the extension use these messages:
//
// - The pane sends `ready` once; the extension answers with a state. Where the reader chose another mode or size before
//   a reload, `preview` follows at once.
// - `preview` says which text the reader wants to see from now on; the extension keeps it for this pane, answers with a
//   state and uses it in every later one, also for another context.
// - When the context changes, the extension sends a new state, without being asked.
// - `copyInjection` and `openInChat` mean the text of the latest `preview`: actions arrive in their order.
// - Where the context cannot be read, a failure comes in the place of the state; a later state takes its place.
// - What is typed as a summary is kept by the extension until it is saved or discarded; see `DraftAction` in paneMessages.ts.
import type { ContextPaneStrings } from './contextPaneStrings.ts';
import { defined, isCount, isRecord, isText } from './json.ts';
import {
  actionParser,
  commandParser,
  draftParsers,
  isPaneContent,
  type ActionFields,
  type CommonAction,
  type DraftAction,
  type Drafted,
  type Localised,
  type PaneFailure,
} from './paneMessages.ts';

/** How much of a context is handed over; the names are those of the tools. */
export const previewModes = ['summary', 'recent', 'full'] as const;
export type PreviewMode = (typeof previewModes)[number];

/** Characters (UTF-16 units) a handed over text may be limited to. */
export const previewChars = { least: 200, most: 1_000_000, usual: 12_000 } as const;

/** One turn of a context, whole. */
export interface PaneTurn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
}

export interface ContextHeader {
  /** Empty for an active context that is not stored yet: it gets its id with the first change. */
  readonly contextId: string;
  /** Empty when it has none. */
  readonly title: string;
  readonly dialog: string;
  readonly status: 'active' | 'archived';
  /** Milliseconds, as all times. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Of an archived context. */
  readonly archivedAt?: number;
  readonly archiveReason?: string;
  /** Characters (UTF-16 units) of all turns together. */
  readonly chars: number;
  /** Estimated tokens of all turns together; need not be whole. */
  readonly tokens: number;
  /** Older turns that were dropped for the budget; they are still in the dialog's messages. */
  readonly droppedTurns: number;
  /** What an active context may hold. */
  readonly budget?: { readonly maxTurns: number; readonly maxChars: number };
  /** How many removed things of this dialog's contexts are in the trash and can be restored. */
  readonly trashed: number;
  /** Names of damaged files that were moved aside. */
  readonly damaged: readonly string[];
  /** False when contexts are switched off: they can be read, but neither loaded nor changed. */
  readonly enabled: boolean;
  /** False in an untrusted workspace: everything that writes is hidden. */
  readonly editable: boolean;
}

/** Exactly the text an agent would receive. */
export interface ContextPreview {
  readonly mode: PreviewMode;
  readonly maxChars: number;
  readonly text: string;
  /** Of the text; characters are UTF-16 units, tokens are an estimate that need not be whole. */
  readonly chars: number;
  readonly tokens: number;
  /** Turns left out because of `maxChars`. */
  readonly omittedTurns: number;
}

/** Which context a pane shows. The pane keeps it in the webview's state, so a reload can open the same one. */
export interface ContextResource {
  /** The folder of the project, in whatever form the extension needs to find its store again. */
  readonly folder: string;
  readonly dialog: string;
  /** The id of an archived context, or `active` for whichever is the active one of the dialog. */
  readonly contextId: string;
}

/** What the pane leaves in `vscode.setState`; a panel serializer reads it with `parseContextPaneMemory`. */
export interface ContextPaneMemory extends ContextResource {
  /** The text the reader looked at. */
  readonly preview?: PreviewQuery;
  /** The number of the turn at the top, dropped ones counted; absent when the reader is where the pane begins. */
  readonly turn?: number;
}

/** A summary that is being typed. */
export interface ContextDraft {
  /** Each time the editor opens, the draft gets a new one. */
  readonly id: string;
  readonly text: string;
  /** The stored summary it began with; empty for none. */
  readonly base: string;
}

export interface PreviewQuery {
  readonly mode: PreviewMode;
  /** Between `previewChars.least` and `previewChars.most`. */
  readonly maxChars: number;
}

/** Extension → pane. */
export interface ContextPaneState extends Localised<ContextPaneStrings>, Drafted<ContextDraft> {
  readonly type: 'state';
  readonly resource: ContextResource;
  readonly header: ContextHeader;
  /** Oldest first. */
  readonly turns: readonly PaneTurn[];
  /** How many of the turns lie before the checkpoint: up to and including the last one of the assistant. */
  readonly checkpoint: number;
  /** Of an archived context, if it has one. */
  readonly summary?: string;
  /** Absent for an active context, and when contexts are switched off: nothing of it can be handed over. */
  readonly preview?: ContextPreview;
  /** Scroll to this turn, once for each state that has it, e.g. from a search. */
  readonly reveal?: number;
}

/** Extension → pane, in the place of a state that cannot be read. */
export type ContextPaneFailure = PaneFailure<ContextResource, ContextPaneStrings>;

/** Extension → pane. */
export type ContextPaneContent = ContextPaneState | ContextPaneFailure;

/** Pane → extension. */
export type ContextPaneAction =
  | CommonAction
  | ({ readonly type: 'preview' } & PreviewQuery)
  | { readonly type: 'copyInjection' } // the whole text of the preview to the clipboard
  | { readonly type: 'openInChat' } // the whole text of the preview into the chat input
  | DraftAction<ContextResource, ContextDraft> // an empty text is saved as no summary
  | { readonly type: 'command'; readonly command: ContextCommand };

/**
 * `newContext` and `clearActive` are of an active context, `remove` (to the trash) and `compare` of an archived one;
 * `restore` asks which of the trashed ones to bring back.
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

/** Reads the action a message from the pane stands for; undefined when it is not an action of the protocol. Extra fields are dropped. */
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

/** Reads what a pane left in its webview's state; undefined when it has another form. */
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

/** A draft as it was sent or kept; undefined for what is none. Extra fields are dropped. */
export function parseContextDraft(value: unknown): ContextDraft | undefined {
  if (!isRecord(value)) return undefined;
  const { id, text, base } = value;
  return isText(id) && isText(text) && isText(base) ? { id, text, base } : undefined;
}

/** Whether a message is a state or a failure. */
export const isContextPaneContent = (message: unknown): message is ContextPaneContent =>
  isPaneContent(message, ['header'], ['turns']);

function parseQuery({ mode: wanted, maxChars }: ActionFields): PreviewQuery | undefined {
  const mode = previewModes.find((known) => known === wanted);
  if (mode === undefined || !isCount(maxChars)) return undefined;
  const { least, most } = previewChars;
  return maxChars >= least && maxChars <= most ? { mode, maxChars } : undefined;
}
