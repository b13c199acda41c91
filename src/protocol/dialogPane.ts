// What crosses between the extension and the dialog pane. The extension sends whole states, the pane sends actions.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** One message as the pane shows it. */
export interface PaneMessage {
  /** Place in the dialog, 0 being the oldest message. */
  readonly position: number;
  readonly role: 'user' | 'assistant';
  /** Cut for display when longer than the pane shows; see `cutChars`. */
  readonly text: string;
  /** Characters left out of `text`. */
  readonly cutChars?: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
  /** Who wrote it, from the message's meta (agent or model), if it says. */
  readonly author?: string;
}

/** A run of messages; the pane asks for another one with a `window` action. */
export interface PaneWindow {
  /** Changes when clear or restore replaced the messages: everything the pane remembers of them is then void. */
  readonly epoch: string;
  readonly offset: number;
  readonly total: number;
  readonly messages: readonly PaneMessage[];
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
  /** Names of damaged files that were put aside. */
  readonly damaged: readonly string[];
  /** False in an untrusted workspace: everything that writes is hidden. */
  readonly editable: boolean;
}

/** Extension → pane. */
export interface DialogPaneState {
  readonly type: 'state';
  readonly header: DialogHeader;
  readonly summary?: Json;
  readonly window: PaneWindow;
  /** Scroll to this position once, e.g. after a click on a message in the tree. */
  readonly reveal?: number;
}

/** Pane → extension. */
export type DialogPaneAction =
  | { readonly type: 'ready' }
  | { readonly type: 'window'; readonly offset: number; readonly limit: number }
  | { readonly type: 'copyMessage'; readonly position: number }
  | { readonly type: 'copyText'; readonly text: string }
  | { readonly type: 'openMessage'; readonly position: number } // the whole text in an editor
  | { readonly type: 'openLink'; readonly href: string } // a link or a file path mentioned in a message
  | { readonly type: 'setSummary'; readonly summary: Json }
  | { readonly type: 'command'; readonly command: PaneCommand };

export const paneCommands = ['clear', 'restoreBackup', 'export', 'reveal', 'togglePin'] as const;
export type PaneCommand = (typeof paneCommands)[number];
