import type { Row } from './rows.ts';

/** How many times the row of a key is looked for again, and how long each time waits. Milliseconds. */
const mostTurns = 10;
const turnMs = 200;
/** Time after a key in which the focus hardly moves. Milliseconds. */
const soonMs = 100;

/** What finding the row of a key requires of its tree. */
export interface KeyTree<R extends Row> {
  /** Returns the selected rows that the editor knows now. */
  readonly selection: () => readonly R[];
  /** Resolves once no rows are being read, or after this time in milliseconds. */
  readonly read: (mostMs: number) => Promise<unknown>;
  /** Toggles the selection of the focused row twice, as keybindings do. */
  readonly toggleTwice: () => Promise<unknown>;
  /** Reports that the key did nothing. */
  readonly sayAgain: () => void;
  /** Milliseconds. */
  readonly now: () => number;
}

/**
 * Determines the focused row of a tree. The editor reports only selections, and arrow keys move only the focus.
 * Keybindings therefore toggle the focused row's selection twice before they call a command, and the row is the one
 * that joined or left the selection in between. This happens when the key is pressed; a command that toggled it
 * itself could find another row.
 */
export class FocusedRow<R extends Row> {
  readonly #tree: KeyTree<R>;
  #drawn = 0;
  /** The last selections, newest last. */
  #last: readonly Selection<R>[] = [{ rows: [], drawn: 0 }];

  constructor(tree: KeyTree<R>) {
    this.#tree = tree;
  }

  /** Records that more rows are known from now on; the editor reports only selected rows that are known. */
  drew(): void {
    this.#drawn++;
  }

  /** Adds to the newest selection rows that are known only now; others may be drawn a moment later. */
  known(): void {
    const { rows = [] } = this.#last.at(-1) ?? {};
    const now = this.#tree.selection();
    const selection = { rows: [...now, ...notIn(rows, now)], drawn: this.#drawn };
    this.#last = [...this.#last.slice(0, -1), selection];
  }

  /** Records a new selection. */
  selected(rows: readonly R[]): void {
    this.#last = [...this.#last, { rows, drawn: this.#drawn }].slice(-3);
  }

  /**
   * Returns the rows of a key: the focused one, and the other selected ones if it is selected. During a refresh, the
   * editor omits rows it does not know yet. If that hid the row, it is toggled again after the refresh; by then the
   * focus may be on another one, which does not count for a key that needs it `soon`. A key that did nothing is
   * reported.
   */
  async pressed(isSoon: boolean): Promise<readonly R[]> {
    const { read, toggleTwice, sayAgain, now } = this.#tree;
    const started = now();
    for (let turn = 0; turn <= mostTurns; turn++) {
      const rows = this.#toggled();
      if (isSoon && turn > 0 && now() - started > soonMs) break;
      if (rows.length > 0) return rows;
      await read(turnMs);
      await toggleTwice();
    }
    sayAgain();
    return [];
  }

  #toggled(): readonly R[] {
    const [before, turned, back] = this.#last;
    if (before === undefined || turned === undefined || back === undefined) return [];
    this.#last = [back]; // toggled for this key only
    if (turned.drawn !== back.drawn) return []; // what differs may only have become known
    const [joined, left] = [notIn(turned.rows, before.rows), notIn(before.rows, turned.rows)];
    const isBack = notIn(back.rows, before.rows).length + notIn(before.rows, back.rows).length === 0;
    if (!isBack || joined.length + left.length !== 1) return [];
    return [...joined, ...left, ...(left.length > 0 ? turned.rows : [])];
  }
}

/** A reported selection, and the number of drawings of the tree before it. */
interface Selection<R> {
  readonly rows: readonly R[];
  readonly drawn: number;
}

const notIn = <R extends Row>(rows: readonly R[], others: readonly R[]): R[] =>
  rows.filter(({ id }) => !others.some((other) => other.id === id));
