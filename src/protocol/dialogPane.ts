// Messages between the extension and the dialog pane. The extension sends complete states, the pane sends actions;
// nothing waits for a reply:
// - The pane sends `ready` once; the extension answers with a state that contains the newest messages.
// - `window` requests messages around the scroll position; the extension answers with a complete state whose window
//   contains them. The pane keeps previous messages, so states may overlap or leave gaps.
// - When the dialog changes, the extension sends a state whose window contains the newest messages.
// - If the first state cannot be read, the extension sends a failure, and a state once it can.
// - `find` sets the search text; see find.ts. `filter` sets the kinds shown; see messageKinds.ts. A new page sends it
//   before `ready`.
// - A state that does not answer a request is harmless: the pane repeats the request for what is missing.
import type { DialogPaneStrings } from './dialogPaneStrings.ts';
import type { PaneFind } from './find.ts';
import { defined, isCount, isRecord, type Json } from './json.ts';
import { parseKinds, type Filtered, type MessageKind } from './messageKinds.ts';
import {
  actionParser,
  commandParser,
  draftParsers,
  isPaneContent,
  isPlaces,
  messageParsers,
  type CommonAction,
  type Deletable,
  type DraftAction,
  type Drafted,
  type Localised,
  type MessageAction,
  type PaneFailure,
} from './paneMessages.ts';
import { parseEntryRef, parseSummaryDraft, type EntryRef, type SummaryDraft } from './summaryEdits.ts';

/** A message as displayed. */
export interface DialogPaneMessage {
  /** Row of the list, starting at 0. Within an epoch it always means the same message. */
  readonly position: number;
  /** Index in the dialog, 0 for the oldest message; absent if equal to the row. */
  readonly at?: number;
  readonly role: 'user' | 'assistant';
  /** Truncated for display if too long; see `cutChars`. */
  readonly text: string;
  /** Number of characters cut off `text`. */
  readonly cutChars?: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
  /** Agent or model that wrote it, if the message's meta has it. */
  readonly author?: string;
}

/** A range of messages; the pane requests others with a `window` action. */
export interface DialogWindow {
  /**
   * Changes when clearing, restoring or another filter replaces the messages; the pane then discards those it has.
   */
  readonly epoch: string;
  readonly offset: number;
  readonly total: number;
  readonly messages: readonly DialogPaneMessage[];
}

export interface DialogHeader {
  readonly name: string;
  readonly messages: number;
  readonly bytes: number;
  readonly firstTs?: number;
  readonly lastTs?: number;
  readonly thresholds: { readonly maxMessages: number; readonly maxBytes: number };
  /** Why the dialog should be compacted, if so. */
  readonly compact?: 'messages_count_exceeds_comfort_zone' | 'bytes_exceed_comfort_zone';
  /** Messages per equal slice of the dialog's time, oldest first; empty if there is nothing to draw. */
  readonly activity: readonly number[];
  readonly pinned: boolean;
  readonly backups: number;
  /** Names of damaged files that were set aside. */
  readonly damaged: readonly string[];
  /** False in an untrusted workspace and for a deleted dialog, where everything that writes is hidden. */
  readonly editable: boolean;
}

/** The dialog shown in a pane, which saves this in the webview's state to reopen it after a reload. */
export interface DialogResource {
  /** The project's folder, in the form the extension uses to find its store. */
  readonly folder: string;
  readonly dialog: string;
}

/** What the pane saves with `vscode.setState`; a panel serializer reads it with `parseDialogPaneMemory`. */
export interface DialogPaneMemory extends DialogResource {
  /** The row at the top of the viewport; absent at the newest message. */
  readonly position?: number;
  /** The kinds shown; absent for the default. */
  readonly kinds?: readonly MessageKind[];
}

/** Extension → pane. */
export interface DialogPaneState extends Localised<DialogPaneStrings>, Deletable, Drafted<SummaryDraft> {
  readonly type: 'state';
  readonly resource: DialogResource;
  readonly header: DialogHeader;
  readonly summary?: Json;
  readonly window: DialogWindow;
  readonly filter: Filtered;
  readonly find?: PaneFind;
  /** Scrolls to this position once, e.g. after a click on a message in the tree; `summaryPosition` is the summary. */
  readonly reveal?: number;
  /** The summary's entry to scroll to and highlight. */
  readonly revealEntry?: EntryRef;
}

/** Extension → pane, instead of a first state that cannot be read. */
export interface DialogPaneFailure extends PaneFailure<DialogResource, DialogPaneStrings> {
  /** Whether a backup could be restored. */
  readonly restorable: boolean;
}

/** Extension → pane. */
export type DialogPaneContent = DialogPaneState | DialogPaneFailure;

/** Pane → extension. */
export type DialogPaneAction =
  | CommonAction
  | MessageAction
  | DraftAction<DialogResource, SummaryDraft>
  | ({ readonly type: 'entry'; readonly command: EntryCommand } & EntryRef)
  | PlaceAction
  | { readonly type: 'goToTime'; readonly ts: number } // milliseconds
  | { readonly type: 'copyLinks'; readonly places: readonly number[] }
  | { readonly type: 'command'; readonly command: DialogCommand };

/** Pane → extension: where the user rests in a dialog. */
export interface PlaceAction {
  readonly type: 'place';
  readonly resource: DialogResource;
  /** Index of the message at the top; absent at the newest message. */
  readonly at?: number;
}

/** Commands for an entry of the saved summary. */
const entryCommandNames = ['done', 'open', 'promote', 'copyLink', 'share', 'openMessage'] as const;
export type EntryCommand = (typeof entryCommandNames)[number];

export const dialogCommands = [
  'clear',
  'compact',
  'continueDialog',
  'continueIn',
  'copyHistory',
  'copyLink',
  'share',
  'restoreBackup',
  'export',
  'reveal',
  'togglePin',
] as const;
export type DialogCommand = (typeof dialogCommands)[number];

/** Parses an action of the pane, dropping extra fields; undefined if the message is not one. */
export const parseDialogPaneAction = actionParser<DialogPaneAction>({
  ...messageParsers,
  ...draftParsers(parseResource, parseSummaryDraft),
  entry: (fields) => {
    const command = entryCommandNames.find((known) => known === fields.command);
    const ref = parseEntryRef(fields);
    return command && ref && { type: 'entry', command, ...ref };
  },
  place: ({ resource: value, at }) => {
    const resource = parseResource(value);
    return resource && { type: 'place', resource, ...(isCount(at) && { at }) };
  },
  goToTime: ({ ts }) =>
    typeof ts === 'number' && Number.isFinite(ts) ? { type: 'goToTime', ts } : undefined,
  copyLinks: ({ places }) => (isPlaces(places) ? { type: 'copyLinks', places: [...places] } : undefined),
  command: commandParser(dialogCommands),
});

/** Parses what a pane saved in its webview's state; undefined if malformed. */
export function parseDialogPaneMemory(value: unknown): DialogPaneMemory | undefined {
  const resource = parseResource(value);
  if (resource === undefined || !isRecord(value)) return undefined;
  const { position } = value;
  return {
    ...resource,
    ...(isCount(position) && { position }),
    ...defined({ kinds: parseKinds(value.kinds) }),
  };
}

function parseResource(value: unknown): DialogResource | undefined {
  if (!isRecord(value)) return undefined;
  const { folder, dialog } = value;
  return typeof folder === 'string' && typeof dialog === 'string' ? { folder, dialog } : undefined;
}

/** Reports whether a message is a state or a failure. */
export const isDialogPaneContent = (message: unknown): message is DialogPaneContent =>
  isPaneContent(message, ['header', 'window', 'filter']);
