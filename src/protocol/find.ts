// How something is found in a pane. The pane says with a `find` action what is looked for from now on; every later state
// tells where it is, as far as that is known: a state with another query, or none, does not know yet.
import { isText } from './json.ts';

/** The most characters (UTF-16 units) that can be looked for. */
export const maxFindText = 200;

/** Stands for the summary of a dialog where the position of a message is meant otherwise. */
export const summaryPosition = -1;

/** Where something is in the whole conversation, whatever part of it the page holds. */
export interface PaneFind {
  readonly query: string;
  /** Positions of messages, ascending. */
  readonly matches: readonly number[];
}

/** Pane → extension. */
export interface FindAction {
  readonly type: 'find';
  /** Empty: nothing any more. */
  readonly query: string;
}

/** The action with these fields; undefined when it is none. */
export function parseFind({ query }: Readonly<Record<string, unknown>>): FindAction | undefined {
  return isText(query) && query.length <= maxFindText ? { type: 'find', query } : undefined;
}

/** Whether a text holds another one, in upper or lower case. */
export const holds = (text: string, query: string): boolean =>
  text.toLowerCase().includes(query.toLowerCase());
