// Filters a conversation. The extension applies the filter, since it knows all messages; the page counts the
// remaining rows.
import { isCount } from './json.ts';

/** Kinds of messages and of their content. */
export const messageKinds = ['user', 'assistant', 'tools', 'thoughts', 'notices'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Kinds shown by default. */
export const usualKinds: readonly MessageKind[] = ['user', 'assistant', 'tools', 'notices'];

/** Reports whether a kind shown by default is hidden. */
export const isFiltered = (kinds: readonly MessageKind[]): boolean =>
  usualKinds.some((kind) => !kinds.includes(kind));

/** Returns the kinds with one added or removed. */
export const toggled = (kinds: readonly MessageKind[], kind: MessageKind): readonly MessageKind[] =>
  messageKinds.filter((each) => (each === kind ? !kinds.includes(kind) : kinds.includes(each)));

/** Pane → extension. */
export interface FilterAction {
  readonly type: 'filter';
  readonly kinds: readonly MessageKind[];
  /** Index of the message the user is at, to stay there. */
  readonly at?: number;
}

/** Parses the action with these fields; undefined if invalid. */
export function parseFilter({
  kinds: value,
  at,
}: Readonly<Record<string, unknown>>): FilterAction | undefined {
  const kinds = parseKinds(value);
  if (kinds === undefined || (at !== undefined && !isCount(at))) return undefined;
  return { type: 'filter', kinds, ...(at !== undefined && { at }) };
}

/** Returns the kinds of a list in their usual order; undefined if it is not a list. */
export const parseKinds = (value: unknown): readonly MessageKind[] | undefined =>
  Array.isArray(value) ? messageKinds.filter((kind) => value.includes(kind)) : undefined;

/** The filter of a window: the kinds shown, and the row to start at after a change. */
export interface Filtered {
  readonly kinds: readonly MessageKind[];
  readonly start?: number;
}

/**
 * Returns the index of a message in its conversation, 0 for the oldest, which differs from its row in a filtered
 * list.
 */
export const placeOf = ({
  position,
  at = position,
}: {
  readonly position: number;
  readonly at?: number;
}): number => at;
