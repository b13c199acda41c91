// Text search in a pane. The `find` action sets the text; later states contain the matches. A state with another
// query, or none, was sent before the search ended.
import { isText } from './json.ts';

/** Maximum characters (UTF-16 units) of the search text. */
export const maxFindText = 200;

/** Position that means the dialog's summary instead of a message. */
export const summaryPosition = -1;

/** Matches in the whole conversation, including messages the page does not have. */
export interface PaneFind {
  readonly query: string;
  /** Positions of messages, ascending. */
  readonly matches: readonly number[];
}

/** Pane → extension. */
export interface FindAction {
  readonly type: 'find';
  /** Empty to end the search. */
  readonly query: string;
}

/** Parses the action with these fields; undefined if invalid. */
export function parseFind({ query }: Readonly<Record<string, unknown>>): FindAction | undefined {
  return isText(query) && query.length <= maxFindText ? { type: 'find', query } : undefined;
}

/** Reports whether a text contains another, ignoring case. */
export const holds = (text: string, query: string): boolean =>
  text.toLowerCase().includes(query.toLowerCase());
