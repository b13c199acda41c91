import { isFiltered, usualKinds, type MessageKind } from '../../protocol/messageKinds.ts';
import type { DialogStore, Message } from '../../history/dialogs/types.ts';

/** Number of messages read at once. */
const step = 1_000;
/** Messages within this distance are read together. */
const near = 100;

/** A message with its index in the dialog, 0 for the oldest. */
export interface PlacedMessage {
  readonly message: Message;
  readonly at: number;
}

/** Filtered rows of a dialog. */
export interface RowWindow {
  /** Epoch of the dialog, independent of the filter. */
  readonly epoch: string;
  readonly offset: number;
  readonly total: number;
  readonly messages: readonly PlacedMessage[];
}

/**
 * The rows of a dialog in a pane. Without a filter they are its messages; with one, all messages are read once, then
 * only added ones.
 */
export class DialogRows {
  readonly #dialogs: DialogStore;
  readonly #dialog: string;
  readonly kinds: readonly MessageKind[];
  readonly #isFiltered: boolean;
  #epoch: string | undefined;
  #read = 0;
  #places: number[] = [];

  constructor(dialogs: DialogStore, dialog: string, kinds: readonly MessageKind[] = usualKinds) {
    this.#dialogs = dialogs;
    this.#dialog = dialog;
    this.kinds = kinds;
    this.#isFiltered = isFiltered(kinds);
  }

  /** Returns rows from `offset` on, by default the newest ones. */
  async window(limit: number, offset?: number): Promise<RowWindow> {
    if (this.#isFiltered) return this.#filtered(limit, offset);
    const first = offset ?? Math.max(0, (await this.#dialogs.window(this.#dialog, 0, 0)).total - limit);
    const { messages, ...window } = await this.#dialogs.window(this.#dialog, first, limit);
    const placed = messages.map((message, index) => ({ message, at: window.offset + index }));
    return { ...window, messages: placed };
  }

  /** Returns the row of the message at a position, as far as rows were read; undefined if filtered out. */
  rowOf(place: number): number | undefined {
    if (!this.#isFiltered) return place;
    const row = this.#rowFrom(place);
    return this.#places[row] === place ? row : undefined;
  }

  /** Returns the row of the message at a position or the next one shown, else the last. */
  async rowFrom(place: number): Promise<number> {
    if (!this.#isFiltered) return place;
    await this.#readOn();
    return Math.max(0, Math.min(this.#rowFrom(place), this.#places.length - 1));
  }

  /** Returns these messages, or all that match the filter, oldest first. */
  async messages(places?: readonly number[]): Promise<readonly PlacedMessage[]> {
    if (places !== undefined) return this.#at([...places].sort((a, b) => a - b));
    const { total } = await this.window(0, 0);
    return (await this.window(total, 0)).messages;
  }

  async #filtered(limit: number, wanted?: number): Promise<RowWindow> {
    await this.#readOn();
    const total = this.#places.length;
    const offset = Math.min(wanted ?? Math.max(0, total - limit), total);
    const messages = await this.#at(this.#places.slice(offset, offset + limit));
    return { epoch: this.#epoch ?? '', offset, total, messages };
  }

  #rowFrom(place: number): number {
    let [low, high] = [0, this.#places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const { epoch, total, messages } = await this.#dialogs.window(this.#dialog, this.#read, step);
      if (epoch !== this.#epoch && this.#read > 0) this.#begin();
      else
        for (const { role } of messages) {
          if (this.kinds.includes(role)) this.#places.push(this.#read);
          this.#read++;
        }
      this.#epoch = epoch;
      if (this.#read >= total) return;
    }
  }

  /** Starts over after clear or restore. */
  #begin(): void {
    this.#read = 0;
    this.#places = [];
  }

  /** Returns the messages at these ascending positions. */
  async #at(places: readonly number[]): Promise<readonly PlacedMessage[]> {
    const found: PlacedMessage[] = [];
    for (const group of groupsOf(places)) {
      const [first = 0] = group;
      const length = (group.at(-1) ?? first) - first + 1;
      const { messages } = await this.#dialogs.window(this.#dialog, first, length);
      for (const at of group) {
        const message = messages[at - first];
        if (message) found.push({ message, at });
      }
    }
    return found;
  }
}

/** Groups positions that are close together. */
function groupsOf(places: readonly number[]): readonly (readonly number[])[] {
  const groups: number[][] = [];
  for (const place of places) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last !== undefined && place - last < near) group.push(place);
    else groups.push([place]);
  }
  return groups;
}
