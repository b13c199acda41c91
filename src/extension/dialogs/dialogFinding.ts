import { holds, type PaneFind } from '../../protocol/find.ts';
import type { DialogStore } from '../../history/dialogs/types.ts';

/** Number of messages read at once. */
const step = 1_000;

/** Finds a text in a dialog. Reads all messages once, then only added ones. */
export class DialogFinding {
  readonly query: string;
  readonly #dialogs: DialogStore;
  readonly #dialog: string;
  #epoch: string | undefined;
  #read = 0;
  #matches: number[] = [];
  #known = false;
  #reading: Promise<void> | undefined;
  #stopped = false;

  constructor(dialogs: DialogStore, dialog: string, query: string) {
    this.#dialogs = dialogs;
    this.#dialog = dialog;
    this.query = query;
  }

  /** Returns matches; undefined before all messages were read once. */
  found(epoch: string): PaneFind | undefined {
    if (!this.#known || epoch !== this.#epoch) return undefined;
    return { query: this.query, matches: [...this.#matches] };
  }

  /** Reports whether there is nothing to read. */
  isUpToDate({ epoch, total }: { readonly epoch: string; readonly total: number }): boolean {
    return this.#known && epoch === this.#epoch && this.#read >= total;
  }

  /** Reads what is not read yet. */
  read(): Promise<void> {
    this.#reading ??= this.#readOn().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  /** Cancels the search. */
  stop(): void {
    this.#stopped = true;
  }

  async #readOn(): Promise<void> {
    while (!this.#stopped) {
      const { epoch, total, messages } = await this.#dialogs.window(this.#dialog, this.#read, step);
      if (epoch !== this.#epoch && this.#read > 0) this.#begin();
      else messages.forEach(({ text }) => this.#take(text));
      this.#epoch = epoch;
      this.#known = this.#read >= total;
      if (this.#known) return;
    }
  }

  /** Starts over after clear or restore. */
  #begin(): void {
    this.#read = 0;
    this.#matches = [];
  }

  #take(text: string): void {
    if (holds(text, this.query)) this.#matches.push(this.#read);
    this.#read++;
  }
}
