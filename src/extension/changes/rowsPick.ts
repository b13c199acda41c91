import { l10n, ThemeIcon, window, type QuickInputButton, type QuickPick, type QuickPickItem } from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { number } from '../base/notices.ts';

/** A button of a row. */
export interface RowButton extends QuickInputButton {
  readonly run: () => unknown;
}

/** A row of a list; one that opens nothing only says something. */
export interface PickRow extends QuickPickItem {
  readonly buttons?: readonly RowButton[];
  /** What Enter does, once the list is closed. */
  readonly open?: () => unknown;
  /** Shows what it is about, the focus staying in the list. */
  readonly look?: () => unknown;
}

/** The rows there are by now. */
export interface Rows {
  readonly rows: readonly PickRow[];
  /** How many sessions are still to be read, which may bring more. */
  readonly waiting: number;
}

export interface RowsPickOptions {
  readonly title: string;
  readonly placeholder: string;
  /** Gives the rows, sessions being read so long at most. Milliseconds. */
  readonly read: (waitMs: number) => Promise<Rows>;
  readonly onError: (error: unknown) => void;
}

/** What a reader stays on for so long is shown. Milliseconds. */
const lookMs = 150;
/** So long is waited for sessions at first, and then each time. Milliseconds. */
const [firstMs, nextMs] = [400, 2_000];
/** So often more is asked for; an index that makes no progress for this long makes none. */
const mostReads = 60;

/** Shows rows as they come; ends when the list is closed. */
export function showRows(options: RowsPickOptions): Promise<void> {
  return new Promise((resolve) => new RowsPick(options, resolve));
}

class RowsPick extends Disposable {
  readonly #options: RowsPickOptions;
  readonly #picker: QuickPick<PickRow>;
  #staying: NodeJS.Timeout | undefined;
  /** The reader went from row to row, so what is reached is shown. */
  #browsing = false;

  constructor(options: RowsPickOptions, onClose: () => void) {
    super();
    this.#options = options;
    const picker = this._register(window.createQuickPick<PickRow>());
    this.#picker = picker;
    picker.title = options.title;
    picker.placeholder = options.placeholder;
    picker.matchOnDescription = true;
    picker.matchOnDetail = true;
    picker.keepScrollPosition = true;
    // Rows stay in their order and under their headings. The property is older than its declaration.
    Reflect.set(picker, 'sortByLabel', false);
    this._register({ dispose: () => clearTimeout(this.#staying) });
    this._register(picker.onDidChangeActive(([row]) => this.#onActive(row)));
    this._register(picker.onDidTriggerItemButton(({ button }) => this.#run(buttonRun(button))));
    this._register(picker.onDidAccept(() => this.#onAccept()));
    this._register(
      picker.onDidHide(() => {
        this.dispose();
        onClose();
      }),
    );
    void this.#fill();
    picker.show();
  }

  async #fill(): Promise<void> {
    const { title, read, onError } = this.#options;
    this.#picker.busy = true;
    try {
      for (let reads = 0, waiting = 1; waiting > 0 && reads < mostReads; reads++) {
        const found = await read(reads === 0 ? firstMs : nextMs);
        if (this.disposed) return;
        waiting = found.waiting;
        this.#picker.items = found.rows;
        const left = number(waiting);
        this.#picker.title = waiting > 0 ? l10n.t('{0} (sessions to read: {1})', title, left) : title;
      }
      this.#picker.busy = false;
    } catch (error) {
      this.#picker.hide();
      onError(error);
    }
  }

  #onActive(row: PickRow | undefined): void {
    clearTimeout(this.#staying);
    const first = this.#picker.items.find(({ open }) => open);
    this.#browsing ||= row !== first;
    if (this.#browsing && row?.look) this.#staying = setTimeout(() => void row.look?.(), lookMs);
  }

  #onAccept(): void {
    const [row] = this.#picker.selectedItems;
    if (!row?.open) return;
    this.#picker.hide();
    this.#run(row.open);
  }

  #run(run: (() => unknown) | undefined): void {
    void Promise.resolve().then(run).catch(this.#options.onError);
  }
}

const buttonRun = (button: QuickInputButton): (() => unknown) | undefined =>
  isRowButton(button) ? button.run : undefined;

const isRowButton = (button: QuickInputButton): button is RowButton => 'run' in button;

/** A row that says why there is nothing, and what can be done about it. */
export const messageRow = (label: string, detail: string, open?: () => unknown): PickRow => ({
  ...{ label, detail, iconPath: new ThemeIcon('info'), alwaysShow: true },
  ...(open && { open }),
});
