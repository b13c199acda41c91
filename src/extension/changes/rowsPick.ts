import { l10n, ThemeIcon, window, type QuickInputButton, type QuickPick, type QuickPickItem } from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { number } from '../base/notices.ts';

/** A button of a row. */
export interface RowButton extends QuickInputButton {
  readonly run: () => unknown;
}

/** A row of a list; one that opens nothing is only text. */
export interface PickRow extends QuickPickItem {
  readonly buttons?: readonly RowButton[];
  /** The action of Enter, after the list is closed. */
  readonly open?: () => unknown;
  /** Previews the row's content without moving the focus from the list. */
  readonly look?: () => unknown;
}

/** The current rows. */
export interface Rows {
  readonly rows: readonly PickRow[];
  /** Number of sessions still to be read, which may add rows. */
  readonly waiting: number;
}

export interface RowsPickOptions {
  readonly title: string;
  readonly placeholder: string;
  /** Returns the rows, reading sessions for at most this long. Milliseconds. */
  readonly read: (waitMs: number) => Promise<Rows>;
  readonly onError: (error: unknown) => void;
}

/** How long the selection must rest before a preview. Milliseconds. */
const lookMs = 150;
/** How long to wait for sessions initially, and each later time. Milliseconds. */
const [firstMs, nextMs] = [400, 2_000];
/** Maximum number of reads; an index without progress by then will make none. */
const mostReads = 60;

/** Shows rows as they arrive; resolves when the list is closed. */
export function showRows(options: RowsPickOptions): Promise<void> {
  return new Promise((resolve) => new RowsPick(options, resolve));
}

class RowsPick extends Disposable {
  readonly #options: RowsPickOptions;
  readonly #picker: QuickPick<PickRow>;
  #staying: NodeJS.Timeout | undefined;
  /** Whether the user moves between rows, so that the selected one is previewed. */
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
    // Keeps rows in order below their headings. The property is older than its declaration.
    Object.assign(picker, { sortByLabel: false });
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

/** Creates a row that explains why there is nothing, and what can be done. */
export const messageRow = (label: string, detail: string, open?: () => unknown): PickRow => ({
  label,
  detail,
  iconPath: new ThemeIcon('info'),
  alwaysShow: true,
  ...(open && { open }),
});
