import { CancellationError, window, type QuickPickItem } from 'vscode';
import { inform } from './notices.ts';
import { calledFor, isKey, kindOf, type RowSource } from './rows.ts';

/** What a command was called with: by a menu, by a key, by another extension, or with nothing. */
export interface Called {
  readonly argument: unknown;
  /** Menus of trees pass all selected rows as a second argument. */
  readonly selected?: unknown;
}

/** How the things of one subject are found. */
export interface Subject<T> {
  /** The rows of its tree. */
  readonly rows: RowSource<unknown>;
  /** The kind of the rows that a key in the tree is for; others name the thing they belong to only in menus. */
  readonly kind: string;
  /** The thing that a row, or what another extension passes, names. */
  readonly named: (row: unknown) => Promise<T | undefined> | T | undefined;
  /** Asks the person; the row may narrow what is offered. Throws `CancellationError` when the person leaves. */
  readonly ask: (row: unknown) => Promise<T>;
}

/** What a command is for: what its argument names, else the focused or selected rows of the tree, else asks. */
export async function chooseAll<T>(
  { rows, kind, named, ask }: Subject<T>,
  { argument, selected }: Called,
): Promise<readonly T[]> {
  const called = await calledFor(rows, argument, selected);
  const isOther = isKey(argument) && kindOf(called[0]) !== kind;
  const all = isOther ? [] : await Promise.all(called.map(async (row) => named(row)));
  const found = all.flatMap((each) => each ?? []);
  if (found.length > 0) return found;
  if (isKey(argument)) throw new CancellationError(); // a key asks nothing
  return [await ask(called[0])];
}

/** As `chooseAll`, for a command that is for one thing. */
export async function chooseOne<T>(subject: Subject<T>, argument: unknown): Promise<T> {
  const [first] = await chooseAll(subject, { argument });
  return first ?? subject.ask(argument);
}

/** Asks to choose one item. Throws `CancellationError` when the person leaves, and after saying so where there is none. */
export async function pick<T extends QuickPickItem>(
  items: readonly T[],
  title: string,
  placeHolder: string,
  { none, matchOnDetail = false }: { readonly none?: string; readonly matchOnDetail?: boolean } = {},
): Promise<T> {
  if (items.length === 0 && none !== undefined) throw nothing(none);
  const options = { title, placeHolder, matchOnDescription: true, matchOnDetail };
  const chosen = await window.showQuickPick(items, options);
  if (chosen === undefined) throw new CancellationError();
  return chosen;
}

/** Says why nothing is done; thrown, it ends the command. */
export function nothing(text: string): CancellationError {
  inform(text);
  return new CancellationError();
}
