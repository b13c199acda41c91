import { summaryPosition } from '../../protocol/find.ts';
import type { ShowOptions } from './panes.ts';

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
