// What crosses between the extension and the dialog pane. The extension sends whole states, the pane sends actions;
// nothing is a request that waits for its reply. How the pane and the extension use these messages:
//
// - The pane sends `ready` once; the extension answers with a state that holds the newest messages.
// - `window` asks for messages around the place the reader has scrolled to; the extension answers with a whole state
//   whose window holds them. The pane keeps what it was sent, so states may overlap or leave gaps.
// - When the dialog changes, the extension sends a state whose window holds the newest messages.
// - Where there is nothing to show yet and no state can be read, the extension sends a failure, and a state once it can.
// - `find` says what is looked for; see find.ts. `filter` says what is shown; see messageKinds.ts. A new page says it before
//   it is `ready`.
// - A state without an answer is harmless: the pane asks again for what it still lacks.
import type { DialogPaneStrings } from './dialogPaneStrings.ts';
import type { PaneFind } from './find.ts';
import { defined, isCount, isRecord, type Json } from './json.ts';
import { parseKinds, type Filtered, type MessageKind } from './messageKinds.ts';
import {
  actionParser,
  commandParser,
  draftParsers,
  isPaneContent,
  messageParsers,
  type CommonAction,
  type DraftAction,
  type Drafted,
  type Localised,
  type MessageAction,
  type PaneFailure,
} from './paneMessages.ts';
import { parseEntryRef, parseSummaryDraft, type EntryRef, type SummaryDraft } from './summaryEdits.ts';

/** One message as the pane shows it. */
export interface DialogPaneMessage {
  /** The row of the list, 0 being the first. Within one epoch it never means another message. */
  readonly position: number;
  /** Place in the dialog, 0 being the oldest message; absent where it is that of the row. */
  readonly at?: number;
  readonly role: 'user' | 'assistant';
  /** Cut for display when longer than the pane shows; see `cutChars`. */
  readonly text: string;
  /** Characters left out of `text`. */
  readonly cutChars?: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
  /** Who wrote it, from the message's meta (agent or model), where the meta names it. */
  readonly author?: string;
}

/** A run of messages; the pane asks for another one with a `window` action. */
export interface DialogWindow {
  /** Changes when clear or restore replaces the messages, or the filter is another; what the pane remembers of them is void then. */
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
  /** Why the dialog should be compacted, if it should. */
  readonly compact?: 'messages_count_exceeds_comfort_zone' | 'bytes_exceed_comfort_zone';
  /** Messages per equal slice of the dialog's time, oldest first; empty when there is nothing to draw. */
  readonly activity: readonly number[];
  readonly pinned: boolean;
  readonly backups: number;
  /** Names of damaged files that were moved aside. */
  readonly damaged: readonly string[];
  /** False in an untrusted workspace: everything that writes is hidden. */
  readonly editable: boolean;
}

/** Which dialog a pane shows. The pane keeps it in the webview's state, so a reload can open the same one. */
export interface DialogResource {
  /** The folder of the project, in whatever form the extension needs to find its store again. */
  readonly folder: string;
  readonly dialog: string;
}

/** What the pane leaves in `vscode.setState`; a panel serializer reads it with `parseDialogPaneMemory`. */
export interface DialogPaneMemory extends DialogResource {
  /** The row at the top of the viewport; absent when the reader is at the newest. */
  readonly position?: number;
  /** What is shown; absent for the usual. */
  readonly kinds?: readonly MessageKind[];
}

/** Extension → pane. */
export interface DialogPaneState extends Localised<DialogPaneStrings>, Drafted<SummaryDraft> {
  readonly type: 'state';
  readonly resource: DialogResource;
  readonly header: DialogHeader;
  readonly summary?: Json;
  readonly window: DialogWindow;
  readonly filter: Filtered;
  readonly find?: PaneFind;
  /** Scroll to this position once, e.g. after a click on a message in the tree; `summaryPosition` is the summary. */
  readonly reveal?: number;
  /** The entry of the summary to scroll to then, and to light up. */
  readonly revealEntry?: EntryRef;
}

/** Extension → pane, in the place of a first state that cannot be read. */
export interface DialogPaneFailure extends PaneFailure<DialogResource, DialogPaneStrings> {
  /** Whether there is a backup that may be restored. */
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
  | { readonly type: 'command'; readonly command: DialogCommand };

/** What can be done with an entry of the summary as it is stored. */
export const entryCommandNames = ['done', 'open', 'promote', 'copyLink', 'share', 'openMessage'] as const;
export type EntryCommand = (typeof entryCommandNames)[number];

export const dialogCommands = [
  'clear',
  'compact',
  'continueDialog',
  'copyHistory',
  'copyLink',
  'share',
  'restoreBackup',
  'export',
  'reveal',
  'togglePin',
] as const;
export type DialogCommand = (typeof dialogCommands)[number];

/** Reads the action a message from the pane stands for; undefined when it is not an action of the protocol. Extra fields are dropped. */
export const parseDialogPaneAction = actionParser<DialogPaneAction>({
  ...messageParsers,
  ...draftParsers(parseResource, parseSummaryDraft),
  entry: (fields) => {
    const command = entryCommandNames.find((known) => known === fields.command);
    const ref = parseEntryRef(fields);
    return command && ref && { type: 'entry', command, ...ref };
  },
  command: commandParser(dialogCommands),
});

/** Reads what a pane left in its webview's state; undefined when it has another form. */
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

/** Whether a message is a state or a failure. */
export const isDialogPaneContent = (message: unknown): message is DialogPaneContent =>
  isPaneContent(message, ['header', 'window', 'filter']);
