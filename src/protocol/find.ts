// How a pane finds a text. Its `find` action names the text; from then on states tell the matches. A state with another
// query, or none, comes from before the search had ended.
import { isText } from './json.ts';

/** The longest text that can be searched for, in characters (UTF-16 units). */
export const maxFindText = 200;

/** Stands for the summary of a dialog where the position of a message is meant otherwise. */
export const summaryPosition = -1;

/** The matches in the whole conversation, whatever part of it the page holds. */
export interface PaneFind {
  readonly query: string;
  /** Positions of messages, ascending. */
  readonly matches: readonly number[];
}

/** Pane → extension. */
export interface FindAction {
  readonly type: 'find';
  /** Empty ends the search. */
  readonly query: string;
}

/** The action with these fields; undefined when it is none. */
export function parseFind({ query }: Readonly<Record<string, unknown>>): FindAction | undefined {
  return isText(query) && query.length <= maxFindText ? { type: 'find', query } : undefined;
}

/** Whether a text holds another one, in upper or lower case. */
export const holds = (text: string, query: string): boolean =>
  text.toLowerCase().includes(query.toLowerCase());
