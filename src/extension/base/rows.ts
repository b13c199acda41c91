import { isObject } from '../../store/base/core.ts';

/** A row of a tree; its id is the same through every refresh. */
export interface Row {
  readonly id: string;
}

/** What tells which rows a command is for. */
export interface RowSource<R> {
  /** What a key in the tree is about: the focused row, with the others selected if it is selected; empty if unknown. */
  readonly pressed: () => Promise<readonly R[]>;
}

/** Key bindings of the trees pass `{selection: true}`, since the editor hands them no row; see `FocusedRow`. */
export const isKey = (argument: unknown): boolean => isObject(argument) && argument.selection === true;

/**
 * The rows a command was called for: by a key, or by a menu, which passes the row and, where that is among several
 * selected ones, all of these. Only those of the same kind as the first are meant: others have other menus.
 */
export async function calledFor(
  { pressed }: RowSource<unknown>,
  argument: unknown,
  selected?: unknown,
): Promise<CalledRows> {
  const all = isKey(argument) ? await pressed() : allRows(argument, selected);
  const rows = all.filter((row) => kindOf(row) === kindOf(all[0]));
  return { rows, others: all.length - rows.length };
}

/** What a command is for, and how many rows of other kinds are selected besides. */
interface CalledRows {
  readonly rows: readonly unknown[];
  readonly others: number;
}

/** The row of a menu, and all others that are selected with it. */
export function allRows(argument: unknown, selected: unknown): readonly unknown[] {
  const several: readonly unknown[] = Array.isArray(selected) ? selected : [];
  return [argument, ...several.filter((row) => row !== argument)];
}

/** What kind of row it is; undefined for what is none. */
export const kindOf = (row: unknown): unknown => (isObject(row) ? row.kind : undefined);

/**
 * Which row of a tree has the focus. The editor tells extensions what is selected only, and arrow keys move the focus
 * alone: so key bindings turn the selection of the focused row around and back again before they call a command, and the
 * row is what joined or left the selection meanwhile. They turn it at once when the key is pressed, wherever the focus
 * goes until the command is called; a command that turned it itself could find another row.
 */
export class FocusedRow<R extends Row> {
  /** The last selections, the newest last. */
  #last: readonly (readonly R[])[] = [[]];

  /** The selection has changed to this. */
  selected(rows: readonly R[]): void {
    this.#last = [...this.#last, rows].slice(-3);
  }

  /** The rows a key was pressed for just now: the focused one, with all others that are selected if it is. */
  pressed(): readonly R[] {
    const [before, turned, back] = this.#last;
    if (before === undefined || turned === undefined || back === undefined) return [];
    this.#last = [back]; // turned for this key, and for no other one
    const [joined, left] = [notIn(turned, before), notIn(before, turned)];
    const isBack = notIn(back, before).length + notIn(before, back).length === 0;
    if (!isBack || joined.length + left.length !== 1) return [];
    return [...joined, ...left, ...(left.length > 0 ? turned : [])];
  }
}

const notIn = <R extends Row>(rows: readonly R[], others: readonly R[]): R[] =>
  rows.filter(({ id }) => !others.some((other) => other.id === id));
