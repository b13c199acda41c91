import { summaryPosition } from '../../protocol/find.ts';
import type { EntryRef } from '../../protocol/summaryEdits.ts';

/** How a pane is shown. */
export interface ShowOptions {
  /** Does not move the focus, like a click in a tree. */
  readonly preserveFocus?: boolean;
  /** Opens a new pane beside the active editor. */
  readonly beside?: boolean;
  /** Words found by a search, as written in the text, to be highlighted. */
  readonly light?: readonly string[] | undefined;
  /** Position of the message with the words; see `MessageOptions`. */
  readonly position?: number | undefined;
  /** The summary's entry to scroll to. */
  readonly entry?: EntryRef;
}

/** Opens targets in panes of a kind. */
export interface PaneOpener<T, O extends ShowOptions = ShowOptions> {
  /** Shows a target in the pane that already shows it, else in the reused one. */
  open(target: T, options?: O): void;
  /** Shows a target in a pane of its own. */
  openInNewPane(target: T): void;
}

/** A range of messages, or the newest ones. */
export type WantedWindow = { readonly offset: number; readonly limit: number } | { readonly newest: number };

/** How a pane with messages is shown. */
export interface MessageOptions extends ShowOptions {
  /** Position of a message to scroll to, 0 being the oldest; `summaryPosition` is a dialog's summary. */
  readonly position?: number | undefined;
}

/**
 * Returns the messages sent to a pane that has not requested any: those around the one to scroll to, else the newest.
 */
export const usualWindow = (position: number | undefined): WantedWindow =>
  position === undefined || position === summaryPosition
    ? { newest: 100 }
    : { offset: Math.max(0, position - 50), limit: 100 };
