import { summaryPosition } from '../../protocol/find.ts';
import type { EntryRef } from '../../protocol/summaryEdits.ts';

/** How a pane is shown. */
export interface ShowOptions {
  /** Leaves the focus where it is, as a click in a tree does. */
  readonly preserveFocus?: boolean;
  /** Beside the active editor, where a new pane is opened. */
  readonly beside?: boolean;
  /** The words a search found there, as they stand in the text: they are lit up. */
  readonly light?: readonly string[] | undefined;
  /** The place of a message they are in; see `MessageOptions`. */
  readonly position?: number | undefined;
  /** The entry of the summary to scroll to. */
  readonly entry?: EntryRef;
}

/** Opens things in panes of one kind. */
export interface PaneOpener<T, O extends ShowOptions = ShowOptions> {
  /** Shows a target in the pane that shows it already, else in the reusable one. */
  open(target: T, options?: O): void;
  /** Shows a target in a pane of its own. */
  openInNewPane(target: T): void;
}

/** A run of messages, or the newest ones. */
export type WantedWindow = { readonly offset: number; readonly limit: number } | { readonly newest: number };

/** How a pane with messages is shown. */
export interface MessageOptions extends ShowOptions {
  /** The place of a message to scroll to, 0 being the oldest; `summaryPosition` is the summary of a dialog. */
  readonly position?: number | undefined;
}

/** What a pane is sent that has not asked for certain messages: those around the one to scroll to, else the newest. */
export const usualWindow = (position: number | undefined): WantedWindow =>
  position === undefined || position === summaryPosition
    ? { newest: 100 }
    : { offset: Math.max(0, position - 50), limit: 100 };
