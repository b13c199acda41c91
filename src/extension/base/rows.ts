import { commands, type TreeView } from 'vscode';
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

/** Key bindings of the trees pass `{selection: true}`, since the editor hands them no row. */
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

/** Turns the selection of the focused row around; the editor has no other command that tells which row that is. */
const toggle = 'list.toggleSelection';

/**
 * Which row of a tree has the focus. The editor tells extensions what is selected only, and arrow keys move the focus
 * alone: so the focused row is what joins or leaves the selection when that is turned around, and back again.
 */
export class FocusedRow<R extends Row> {
  readonly #view: TreeView<R>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(view: TreeView<R>) {
    this.#view = view;
  }

  /** As `RowSource.pressed`. Each call waits for those before it. */
  pressed(): Promise<readonly R[]> {
    const found = this.#last.then(() => this.#find());
    this.#last = found.catch(() => undefined); // told to whoever asked
    return found;
  }

  async #find(): Promise<readonly R[]> {
    const before = this.#view.selection;
    await commands.executeCommand(toggle);
    const after = this.#view.selection;
    const joined = notIn(after, before);
    const left = notIn(before, after);
    await commands.executeCommand(toggle);
    if (joined.length + left.length !== 1) return [];
    return [...joined, ...left, ...(left.length > 0 ? after : [])];
  }
}

const notIn = <R extends Row>(rows: readonly R[], others: readonly R[]): R[] =>
  rows.filter(({ id }) => !others.some((other) => other.id === id));
