import { holds, type PaneFind } from '../../protocol/find.ts';
import type { DialogStore } from '../../store/dialogs/types.ts';

/** So many messages are read at once. */
const step = 1_000;

/** Where a text is in a dialog. Reads every message once, and later only those that were added. */
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

  /** What is known about these messages; undefined before all of them were read for the first time. */
  found(epoch: string): PaneFind | undefined {
    if (!this.#known || epoch !== this.#epoch) return undefined;
    return { query: this.query, matches: [...this.#matches] };
  }

  /** Whether there is nothing to read. */
  isUpToDate({ epoch, total }: { readonly epoch: string; readonly total: number }): boolean {
    return this.#known && epoch === this.#epoch && this.#read >= total;
  }

  /** Reads what was not read yet. */
  read(): Promise<void> {
    this.#reading ??= this.#readOn().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  /** Nobody wants to know any more. */
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

  /** After clear or restore there are other messages. */
  #begin(): void {
    this.#read = 0;
    this.#matches = [];
  }

  #take(text: string): void {
    if (holds(text, this.query)) this.#matches.push(this.#read);
    this.#read++;
  }
}
