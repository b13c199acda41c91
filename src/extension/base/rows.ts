import { isObject } from '../../disk/base/core.ts';

/** A row of a tree; its id stays the same across refreshes. */
export interface Row {
  readonly id: string;
}

/** What a key in a tree passes, since the editor passes no row; see `FocusedRow`. */
export interface Key {
  /** Whether the tree has a focused or selected row. `soon`: one that is found late is not the one that was meant. */
  readonly selection: boolean | 'soon';
  /** The view of the tree, for commands that apply to rows of several views. */
  readonly view?: string;
}

/** Provides the rows a command applies to. */
export interface RowSource<R> {
  /**
   * Returns the rows a key in the tree applies to: the focused row, and the other selected ones if it is selected;
   * empty if unknown.
   */
  readonly pressed: (key: Key) => Promise<readonly R[]>;
}

/** The rows of a view. */
export interface TreeRows<R> extends RowSource<R> {
  /** Returns the row below these in their list, else the one above; undefined if they are not drawn here, or alone. */
  beside(rows: readonly unknown[]): R | undefined;
  /** Focuses a drawn row, if it is still there. */
  focus(row: R): Promise<void>;
  /** Draws all rows again, then focuses one that was drawn before and is back; ignores anything else. */
  refocus(row: unknown): Promise<void>;
  /** Focuses the first row after a filter, unless the selected one is still shown, which then keeps the focus. */
  focusShown(): Promise<void>;
}

/** Whether a key in a tree called a command. */
export const isKey = (argument: unknown): argument is Key =>
  isObject(argument) && (typeof argument.selection === 'boolean' || argument.selection === 'soon');

/** Returns the rows of a key; empty for other arguments, and where the tree has no row that the key could apply to. */
export const pressedRows = async <R>({ pressed }: RowSource<R>, argument: unknown): Promise<readonly R[]> =>
  isKey(argument) && argument.selection !== false ? pressed(argument) : [];

/**
 * Returns the rows a command was called for, by key or by menu, which passes its row and all selected ones if it is
 * among them. Only rows of the first one's kind count: others have other menus.
 */
export async function calledFor(
  source: RowSource<unknown>,
  argument: unknown,
  selected?: unknown,
): Promise<CalledRows> {
  const all = isKey(argument) ? await pressedRows(source, argument) : allRows(argument, selected);
  const rows = all.filter((row) => kindOf(row) === kindOf(all[0]));
  return { rows, others: all.length - rows.length };
}

/** The rows a command applies to, and the number of selected rows of other kinds. */
interface CalledRows {
  readonly rows: readonly unknown[];
  readonly others: number;
}

/** Returns the row of a menu and the others selected with it. */
export function allRows(argument: unknown, selected: unknown): readonly unknown[] {
  const several: readonly unknown[] = Array.isArray(selected) ? selected : [];
  return [argument, ...several.filter((row) => row !== argument)];
}

/** Returns the kind of a row; undefined for anything else. */
export const kindOf = (row: unknown): unknown => (isObject(row) ? row.kind : undefined);
