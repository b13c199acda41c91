// How a reader filters a conversation. The extension does it, which knows all of it: what the page counts are the rows
// that are left then.
import { isCount } from './json.ts';

/** What messages are, and what they hold. */
export const messageKinds = ['user', 'assistant', 'tools', 'thoughts', 'notices'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** What is shown until the reader says otherwise. */
export const usualKinds: readonly MessageKind[] = ['user', 'assistant', 'tools', 'notices'];

/** Whether something is left out that is shown usually. */
export const isFiltered = (kinds: readonly MessageKind[]): boolean =>
  usualKinds.some((kind) => !kinds.includes(kind));

/** These kinds with this one, or without it. */
export const toggled = (kinds: readonly MessageKind[], kind: MessageKind): readonly MessageKind[] =>
  messageKinds.filter((each) => (each === kind ? !kinds.includes(kind) : kinds.includes(each)));

/** Pane → extension. */
export interface FilterAction {
  readonly type: 'filter';
  readonly kinds: readonly MessageKind[];
  /** The place of the message the reader is at, who stays there. */
  readonly at?: number;
}

/** The action with these fields; undefined when it is none. */
export function parseFilter({
  kinds: value,
  at,
}: Readonly<Record<string, unknown>>): FilterAction | undefined {
  const kinds = parseKinds(value);
  if (kinds === undefined || (at !== undefined && !isCount(at))) return undefined;
  return { type: 'filter', kinds, ...(at !== undefined && { at }) };
}

/** The kinds of a list, in their order; undefined for what is no list. */
export const parseKinds = (value: unknown): readonly MessageKind[] | undefined =>
  Array.isArray(value) ? messageKinds.filter((kind) => value.includes(kind)) : undefined;

/** What the filter of a window is: which kinds are shown, and the row to begin at where it is another than before. */
export interface Filtered {
  readonly kinds: readonly MessageKind[];
  readonly start?: number;
}

/** The place of a message in its conversation, 0 being the oldest; a filtered list has it in another row. */
export const placeOf = ({
  position,
  at = position,
}: {
  readonly position: number;
  readonly at?: number;
}): number => at;
